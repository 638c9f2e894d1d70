package dev.sinew.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Mutations;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StlFormatTest {
    /** Two triangles of a square, written by hand. */
    private static final String SQUARE = """
            solid square of two
              facet normal 0 0 1
                outer loop
                  vertex 0 0 0
                  vertex 1 0 0
                  vertex 1 2.5e0 0
                endloop
              endfacet
              facet normal 0 0 1
                outer loop
                  vertex 0 0 0
                  vertex 1 2.5 -0
                  vertex -0.0 2.5 0
                endloop
              endfacet
            endsolid square of two
            """;

    private static final float[] POSITIONS = {0, 0, 0, 1, 0, 0, 1, 2.5f, 0, 0, 2.5f, 0};
    private static final int[] CORNERS = {0, 1, 2, 0, 2, 3};

    @TempDir
    Path folder;

    /** The same square, byte by byte. */
    private static byte[] binary(String header) {
        ByteBuffer bytes = ByteBuffer.allocate(84 + 100).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(header.getBytes(StandardCharsets.US_ASCII)).position(80).putInt(2);
        for (int c = 0; c < 6; c++) {
            if (c % 3 == 0) {
                bytes.position(84 + 50 * (c / 3)).putFloat(0).putFloat(0).putFloat(1);
            }
            for (int d = 0; d < 3; d++) {
                bytes.putFloat(POSITIONS[3 * CORNERS[c] + d]);
            }
        }
        return bytes.array();
    }

    private void assertSquare(Path file) {
        Mesh mesh = MeshSequences.readMesh(file);
        assertThat(mesh.positions()).containsExactly(POSITIONS);
        assertThat(mesh.corners()).containsExactly(CORNERS);
        assertThat(mesh.faceCount()).isEqualTo(2);
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private void assertRejected(Path file, String reason) {
        assertThatThrownBy(() -> MeshSequences.readMesh(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(reason);
    }

    @Test
    void readsTextAndWeldsCorners() throws IOException {
        assertSquare(file("a.stl", SQUARE));
        assertSquare(file("upper.stl", SQUARE.toUpperCase()));
        assertSquare(file("windows.stl", SQUARE.replace("\n", "\r\n")));
    }

    @Test
    void readsBinaryAndWeldsCorners() throws IOException {
        assertSquare(file("a.stl", binary("made by hand")));
    }

    @Test
    void readsBinaryHeaderThatBeginsWithSolid() throws IOException {
        assertSquare(file("a.stl", binary("solid facet normal of a liar")));
        byte[] trailing = Arrays.copyOf(binary("solid"), 84 + 100 + 7);
        assertSquare(file("b.stl", trailing));
    }

    @Test
    void isRecognisedByContent() throws IOException {
        assertSquare(file("a.obj", binary("made by hand")));
        assertSquare(file("unnamed", SQUARE));
    }

    @Test
    void isWrittenExactly() throws IOException {
        Mesh square = Mesh.of(POSITIONS.clone(), new int[] {0, 4}, new int[] {0, 1, 2, 3}, Mesh.Surface.bare());
        Path file = folder.resolve("square.stl");
        MeshSequences.writeMesh(square, file);
        byte[] wanted = binary("binary STL by Sinew");
        assertThat(Files.readAllBytes(file)).isEqualTo(wanted);
        assertSquare(file);
    }

    @Test
    void readsFramesAsSequence() {
        Mesh square = Mesh.ofTriangles(POSITIONS.clone(), CORNERS.clone());
        float[] moved = POSITIONS.clone();
        moved[2] = 0.25f;
        Path frames = folder.resolve("frames");
        MeshSequence sequence = new MeshSequence("s", square, FrameSource.of(new float[][] {POSITIONS, moved}), 30);
        MeshSequences.write(sequence, frames.resolve("f.stl"));
        MeshSequence read = MeshSequences.read(SequenceInput.of(frames));
        assertThat(read.frameCount()).isEqualTo(2);
        assertThat(read.frame(1)).containsExactly(moved);
    }

    @Test
    void weldsManyVertices() {
        int side = 60;
        float[] positions = new float[3 * side * side];
        int[] triangles = new int[6 * (side - 1) * (side - 1)];
        for (int v = 0; v < side * side; v++) {
            positions[3 * v] = v % side;
            positions[3 * v + 1] = v / side;
        }
        int at = 0;
        for (int v = 0; v < side * (side - 1); v++) {
            if (v % side < side - 1) {
                for (int corner : new int[] {v, v + 1, v + side, v + 1, v + side + 1, v + side}) {
                    triangles[at++] = corner;
                }
            }
        }
        Path file = folder.resolve("grid.stl");
        MeshSequences.writeMesh(Mesh.ofTriangles(positions, triangles), file);
        Mesh read = MeshSequences.readMesh(file);
        assertThat(read.vertexCount()).isEqualTo(side * side);
        assertThat(read.faceCount()).isEqualTo(triangles.length / 3);
    }

    @Test
    void rejectsEveryTruncation() throws IOException {
        byte[] binary = binary("made by hand");
        for (int length = 0; length < binary.length; length++) {
            Path file = file("cut.stl", Arrays.copyOf(binary, length));
            assertThatThrownBy(() -> MeshSequences.readMesh(file)).isInstanceOf(InvalidInputException.class);
        }
        byte[] text = SQUARE.getBytes(StandardCharsets.US_ASCII);
        int end = SQUARE.indexOf("endsolid") + "endsolid".length();
        for (int length = 0; length < end; length++) {
            Path file = file("cut.stl", Arrays.copyOf(text, length));
            assertThatThrownBy(() -> MeshSequences.readMesh(file))
                    .as("%d bytes", length)
                    .isInstanceOf(InvalidInputException.class);
        }
    }

    @Test
    void rejectsWrongCounts() throws IOException {
        byte[] bytes = binary("made by hand");
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(80, 3);
        assertRejected(file("a.stl", bytes), "claims 3 triangles");
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(80, -1);
        assertRejected(file("a.stl", bytes), "claims 4294967295 triangles");
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(80, 0);
        assertRejected(file("a.stl", bytes), "has no triangles");
    }

    @Test
    void rejectsInvalidTextWithLine() throws IOException {
        assertRejected(file("a.stl", SQUARE.replace("vertex 1 0 0", "vertex 1 0")), "line 5: a vertex needs three");
        assertRejected(file("a.stl", SQUARE.replace("vertex 1 0 0", "vertex 1 0 x")), "'x' is not a number");
        assertRejected(file("a.stl", SQUARE.replace("      vertex 1 0 0\n", "")), "a facet has 2 vertices");
        assertRejected(file("a.stl", SQUARE.replace("outer loop", "inner loop")), "'inner' is not an STL keyword");
        assertRejected(file("a.stl", SQUARE.replace("vertex 1 0 0", "vertex nan 0 0")), "corner 1 of triangle 0");
        assertRejected(file("a.stl", "solid empty\nendsolid empty\n"), "has no triangles");
    }

    @Test
    void readsOrRejectsDamagedFiles() throws IOException {
        Path binary = file("m.stl", binary("made by hand"));
        Mutations.damage(binary, file -> MeshSequences.readMesh(file));
        Path text = file("t.stl", SQUARE);
        Mutations.damage(text, file -> MeshSequences.readMesh(file));
    }

    @Test
    void saysThatATextFileHasNoFacets() throws IOException {
        assertRejected(file("cut.stl", "solid square of two\n"), "begins as a text STL but has no facet");
        assertRejected(file("long.stl", "solid " + "x".repeat(200)), "begins as a text STL but has no facet");
    }
}
