package dev.sinew.assimp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sinew.io.Models;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files made to crash a reader, each read in a separate process and rejected with an error message. */
class FbxHostileTest {
    private static final Path SHARED = Path.of("..", "..", "..", "shared", "data", "hostile");

    @TempDir
    Path folder;

    private Path file;
    private FbxNode tree;

    @BeforeEach
    void takeSoundFileApart() throws IOException {
        file = folder.resolve("x.fbx");
        Models.write(TubeModel.of(BoneType.RIGID), file);
        tree = FbxNode.parse(Files.readAllBytes(file));
    }

    private String rejection(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        Throwable thrown = catchThrowable(() -> Models.read(file));
        assertThat(thrown).isInstanceOf(InvalidInputException.class);
        assertThat(thrown.getMessage()).startsWith(file.toString()).doesNotContain("\n");
        return thrown.getMessage();
    }

    private List<FbxNode> models() {
        return tree.child("Objects").children.stream()
                .filter(n -> n.name.equals("Model"))
                .toList();
    }

    private void connect(long child, long parent) {
        tree.child("Connections")
                .children
                .add(FbxNode.of("C", FbxNode.text("OO"), FbxNode.number(child), FbxNode.number(parent)));
    }

    private long id(FbxNode model) {
        return (Long) model.values.get(0).content();
    }

    /** Adds models, each a child of the previous one. */
    private void chain(int length, int connections) {
        FbxNode pattern = models().get(0);
        long above = id(pattern);
        for (int k = 0; k < length; k++) {
            FbxNode model = pattern.copy();
            long id = 5_000_000L + k;
            model.values.set(0, FbxNode.number(id));
            model.values.set(1, FbxNode.text("link" + k + "\0\u0001Model"));
            tree.child("Objects").children.add(model);
            for (int c = 0; c < connections; c++) {
                connect(id, above);
            }
            above = id;
        }
    }

    @Test
    void rejectsCyclicConnections() throws IOException {
        List<FbxNode> models = models();
        connect(id(models.get(1)), id(models.get(2)));
        connect(id(models.get(2)), id(models.get(1)));
        assertThat(rejection(tree.binary())).contains("more than", "MB of memory");
        assertThat(rejection(tree.text())).contains("MB of memory");
    }

    @Test
    void readsModelThatIsItsOwnChild() throws IOException {
        long self = id(models().get(2));
        connect(self, self);
        rejection(tree.binary());
    }

    @Test
    void readsDeepChains() throws IOException {
        chain(3000, 1);
        Files.write(file, tree.binary());
        assertThat(Models.read(file).vertexCount())
                .isEqualTo(TubeModel.of(BoneType.RIGID).vertexCount());
    }

    @Test
    void rejectsDeeplyNestedText() throws IOException {
        String deep = "; FBX 7.4.0 project file\n" + "a: {\n".repeat(200_000);
        assertThat(rejection(deep.getBytes(StandardCharsets.US_ASCII))).contains("unexpected end of file");
    }

    @Test
    void rejectsExponentialInstances() throws IOException {
        chain(30, 2);
        assertThat(rejection(tree.binary())).contains("needs more than");
    }

    @Test
    void readsLayerWithoutValue() throws IOException {
        tree.forEach(node -> {
            if (node.name.equals("Layer")) {
                node.values.clear();
            }
        });
        rejection(tree.binary());
        rejection(tree.text());
    }

    @Test
    void survivesVeryLongNames() throws IOException {
        tree.forEach(node -> {
            if (node.name.equals("P")) {
                node.values.set(0, FbxNode.text("x".repeat(70_000)));
            }
        });
        Files.write(file, tree.binary());
        // Corrupts the library's memory, so the result is undefined; this process must survive.
        Throwable thrown = catchThrowable(() -> Models.read(file));
        assertThat(thrown == null || thrown instanceof InvalidInputException).isTrue();
    }

    @Test
    void rejectsKeysOfWrongType() throws IOException {
        for (char kind : "fdil".toCharArray()) {
            FbxNode changed = tree.copy();
            changed.forEach(node -> {
                if (node.name.equals("KeyValueFloat")) {
                    double[] keys = ((double[]) node.values.get(0).content()).clone();
                    Arrays.setAll(keys, k -> k % 2 == 0 ? 1e9 : 0);
                    node.values.set(0, new FbxNode.Value(kind, keys));
                }
            });
            assertThat(rejection(changed.binary()))
                    .contains("fd".indexOf(kind) >= 0 ? "MB of memory" : "expected float or double array");
        }
    }

    @Test
    void rejectsNegativeVersion() throws IOException {
        byte[] bytes = tree.binary();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(23, 0x80000000 + 7400);
        Files.write(file, bytes);
        assertThat(Models.read(file).vertexCount())
                .isEqualTo(TubeModel.of(BoneType.RIGID).vertexCount());
    }

    @Test
    void rejectsCommentsThatHideBraces() throws IOException {
        String text = new String(tree.text(), StandardCharsets.ISO_8859_1)
                .replaceFirst("(KeyValueFloat: \\*\\d+ \\{)\na: ", "$1 ; } a: 0 }\na: 0,1e12,0,1e12,");
        assertThat(rejection(text.getBytes(StandardCharsets.ISO_8859_1)))
                .contains("number of key times does not match");
    }

    @Test
    void reportsLostGeometry() throws IOException {
        // One of two meshes refers to vertices that it does not have.
        FbxNode geometry = tree.child("Objects").child("Geometry");
        FbxNode corners = geometry.child("PolygonVertexIndex");
        double[] numbers = ((double[]) corners.values.get(0).content()).clone();
        numbers[4] = 1e6;
        corners.values.set(0, new FbxNode.Value('i', numbers));
        rejection(tree.binary());
        rejection(tree.text());
    }

    @Test
    void rejectsMeshesOfUnconnectedModels() throws IOException {
        FbxNode geometry = tree.child("Objects").child("Geometry");
        double[] corners =
                (double[]) geometry.child("PolygonVertexIndex").values.get(0).content();
        long id = id(geometry);
        tree.child("Connections")
                .children
                .removeIf(c -> c.values.get(1).content().equals(id));
        assertThat(FbxCorners.declared(tree.binary())).isGreaterThan(corners.length);
        assertThat(FbxCorners.declared(tree.text())).isEqualTo(FbxCorners.declared(tree.binary()));
        assertThat(rejection(tree.binary())).contains("face corners, of which Assimp reads");
        assertThat(rejection(tree.text())).contains("face corners, of which Assimp reads");
    }

    @Test
    void rejectsArraysThatUnpackToTooMuch() throws IOException {
        FbxNode vertices = tree.child("Objects").child("Geometry").child("Vertices");
        vertices.values.set(0, new FbxNode.Value('d', FbxNode.packedZeros(1 << 24)));
        rejection(tree.binary());
    }

    @Test
    void survivesSharedHostileFiles() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(SHARED), SHARED + " is not here");
        try (Stream<Path> files = Files.list(SHARED)) {
            for (Path hostile : files.filter(f -> f.toString().endsWith(".fbx")).toList()) {
                Throwable thrown = catchThrowable(() -> Models.read(hostile));
                if (hostile.endsWith("deep1000.fbx")) {
                    assertThat(thrown).isNull();
                } else {
                    assertThat(thrown).as(hostile.toString()).isInstanceOf(InvalidInputException.class);
                }
            }
        }
    }

    @Test
    void writesLongChains() {
        SkinnedModel chain = TubeModel.chain(3000);
        Models.write(chain, file);
        SkinnedModel back = Models.read(file);
        assertThat(back.boneCount()).isEqualTo(chain.boneCount());
        assertThat(back.skeleton().parents()).isEqualTo(chain.skeleton().parents());
    }
}
