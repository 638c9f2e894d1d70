package dev.sinew.io.obj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.InvalidInputs;
import dev.sinew.io.TestMeshes;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.parts.Srgb;
import dev.sinew.mesh.Mesh;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjReaderTest {
    private static final String SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    @TempDir
    Path folder;

    private ReadMesh read(String text) throws IOException {
        return ObjReader.read(file(text));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("x.obj"), text);
    }

    private String rejection(String text) throws IOException {
        Path file = file(text);
        String sentence = InvalidInputs.of(() -> ObjReader.read(file));
        assertThat(sentence).startsWith(file.toString());
        return sentence.substring(file.toString().length());
    }

    @Test
    void keepsQuadsAndPolygons() throws IOException {
        Mesh mesh = read(SQUARE + "v 2 2 2\nf 1 2 3 4\nf 1 2 3\nf 5 4 3 2 1\n").mesh();
        assertThat(mesh.vertexCount()).isEqualTo(5);
        assertThat(mesh.faceStarts()).containsExactly(0, 4, 7, 12);
        assertThat(mesh.corners()).containsExactly(0, 1, 2, 3, 0, 1, 2, 4, 3, 2, 1, 0);
        assertThat(mesh.surface()).usingRecursiveComparison().isEqualTo(Mesh.Surface.bare());
    }

    @Test
    void countsNegativeIndicesBackwards() throws IOException {
        Mesh mesh = read("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 5 5 5\nf -1 -2 1\n")
                .mesh();
        assertThat(mesh.corners()).containsExactly(0, 1, 2, 3, 2, 0);
    }

    @Test
    void allowsFacesBeforeVertices() throws IOException {
        assertThat(read("f 1 2 3\n" + SQUARE).mesh().corners()).containsExactly(0, 1, 2);
    }

    @Test
    void readsAllFormsOfCorners() throws IOException {
        String tables = SQUARE + "vt 0 0\nvt 1 0\nvt 1 1 0.5\nvn 0 0 1\nvn 0 1 0\n";
        Mesh uvs = read(tables + "f 1/1 2/2 3/3\n").mesh();
        assertThat(TestMeshes.atCorners(uvs.surface().uvs().orElseThrow())).containsExactly(0, 0, 1, 0, 1, 1);
        assertThat(uvs.surface().normals()).isEmpty();
        Mesh normals = read(tables + "f 1//1 2//1 3//-1\n").mesh();
        assertThat(normals.surface().uvs()).isEmpty();
        assertThat(TestMeshes.atCorners(normals.surface().normals().orElseThrow()))
                .containsExactly(0, 0, 1, 0, 0, 1, 0, 1, 0);
        Mesh both = read(tables + "f 1/3/2 2/2/2 3/1/2\n").mesh();
        assertThat(TestMeshes.atCorners(both.surface().uvs().orElseThrow())).containsExactly(1, 1, 1, 0, 0, 0);
        Mesh slashes = read(tables + "f 1/ 2/ 3/\nf 1// 2// 3//\n").mesh();
        assertThat(slashes.surface().uvs()).isEmpty();
    }

    @Test
    void fillsMissingAttributes() throws IOException {
        Mesh mesh = read(SQUARE + "vt 0.5 0.25\nvn 1 0 0\nf 1/1/1 2/1/1 3/1/1\nf 1 3 4\n")
                .mesh();
        assertThat(TestMeshes.atCorners(mesh.surface().uvs().orElseThrow()))
                .containsExactly(0.5f, 0.25f, 0.5f, 0.25f, 0.5f, 0.25f, 0, 0, 0, 0, 0, 0);
        assertThat(TestMeshes.atCorners(mesh.surface().normals().orElseThrow()))
                .containsExactly(1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1);
    }

    @Test
    void normalisesNormalsAndReplacesInvalidOnes() throws IOException {
        ReadMesh read = read(SQUARE + "vn 0 3 4\nvn 0 0 0\nvn nan nan nan\nf 1//1 2//2 3//3\n");
        assertThat(TestMeshes.atCorners(read.mesh().surface().normals().orElseThrow()))
                .containsExactly(0, 0.6f, 0.8f, 0, 0, 1, 0, 0, 1);
        assertThat(read.notes()).singleElement().asString().contains("2 normals have no direction");
    }

    @Test
    void readsVertexColoursInAllForms() throws IOException {
        Mesh mesh =
                read("v 0 0 0\nv 1 0 0 0.5 0 1\nv 1 1 0 1 0.25 0 0\nf 1 2 3\n").mesh();
        float[] colours = mesh.surface().colours().orElseThrow();
        assertThat(colours).hasSize(9).startsWith(1, 1, 1);
        assertThat(colours[3]).isCloseTo((float) Srgb.toLinear(0.5), within(1e-6f));
        assertThat(colours[5]).isEqualTo(1);
        assertThat(colours[6]).isCloseTo((float) Srgb.toLinear(0.25), within(1e-6f));
        assertThat(read("v 0 0 0 1\nv 1 0 0 1\nv 0 1 0 1\nf 1 2 3\n")
                        .mesh()
                        .surface()
                        .colours())
                .isEmpty();
    }

    @Test
    void readsColoursFrom0To255() throws IOException {
        Mesh mesh = read("v 0 0 0 255 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 128 0\nf 1 2 3\n")
                .mesh();
        float[] colours = mesh.surface().colours().orElseThrow();
        assertThat(colours[0]).isEqualTo(1);
        assertThat(colours[7]).isCloseTo((float) Srgb.toLinear(128 / 255.0), within(1e-6f));
    }

    @Test
    void keepsGroupsAndObjectsInOrderOfUse() throws IOException {
        Mesh mesh = read(SQUARE + "g unused\no body\nf 1 2 3\ng left arm\nf 1 3 4\no body\nf 2 3 4\n")
                .mesh();
        assertThat(mesh.surface().groups()).containsExactly("body", "left arm");
        assertThat(mesh.surface().faceGroups()).containsExactly(0, 1, 0);
    }

    @Test
    void putsFacesBeforeAnyGroupIntoDefaultGroup() throws IOException {
        Mesh mesh = read(SQUARE + "f 1 2 3\ng tail\nf 1 3 4\ng\nf 2 3 4\n").mesh();
        assertThat(mesh.surface().groups()).containsExactly("default", "tail");
        assertThat(mesh.surface().faceGroups()).containsExactly(0, 1, 0);
    }

    @Test
    void ignoresOtherStatements() throws IOException {
        Mesh mesh =
                read("# made by hand\r\n\r\n\tv\t0 0 0\r\nv 1 0 0 # two\r\nv 1 1 0\r\nvp 0.1 0.2\r\ns off\r\ns 1\r\nl 1 2 3\r\n"
                                + "p 1\r\ncstype bezier\r\nshadow_obj x\r\nf 1 2 \\\r\n 3\r\nlod 3")
                        .mesh();
        assertThat(mesh.faceCount()).isEqualTo(1);
        assertThat(mesh.vertexCount()).isEqualTo(3);
    }

    @Test
    void ignoresFacesOfTwoCornersAndKeepsRepeatedCorners() throws IOException {
        ReadMesh read = read(SQUARE + "g a\nf 1 2\nf 1\nf\nf 1 1 2\ng b\nf 1 2 3\n");
        assertThat(read.mesh().corners()).containsExactly(0, 0, 1, 0, 1, 2);
        assertThat(read.mesh().surface().faceGroups()).containsExactly(0, 1);
        assertThat(read.notes()).singleElement().asString().endsWith("3 faces with fewer than 3 corners are ignored");
    }

    @Test
    void keepsNamesThatAreNotUtf8Different() throws IOException {
        byte[] text = (SQUARE + "g gr\u00fcn\nf 1 2 3\ng gr\u00e4n\nf 1 2 4\n").getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(folder.resolve("latin.obj"), text);
        assertThat(ObjReader.read(file).mesh().surface().groups()).containsExactly("gr\u00fcn", "gr\u00e4n");
    }

    @Test
    void readsPointsWithoutFaces() throws IOException {
        assertThat(read("v 1 2 3\n").mesh().faceCount()).isZero();
    }

    @Test
    void readGeometryEqualsRead() throws IOException {
        Path file = file(SQUARE + "vt 0 0\nvn 0 0 1\nusemtl a\ng b\nf 1/1/1 2/1/1 3/-1/-1\nf 1 2\nf 2 3 4\n");
        TestMeshes.assertSameGeometry(
                ObjReader.readGeometry(file), ObjReader.read(file).mesh());
    }

    @Test
    void rejectionsNameLineValueAndBound() throws IOException {
        assertThat(rejection("v 0 0 0\nv 1 abc 0\n")).isEqualTo(", line 2: 'abc' is not a number");
        assertThat(rejection("v 0 0,5 0\n")).isEqualTo(", line 1: '0,5' is not a number");
        assertThat(rejection("v 0 nan 0\n"))
                .isEqualTo(
                        ", line 1: the coordinate 'nan' is out of range; it must be a finite single-precision number");
        assertThat(rejection("v 0 1e39 0\n")).contains("line 1: the coordinate '1e39'");
        assertThat(rejection("\n\nv 0 1\n")).isEqualTo(", line 3: a vertex has 2 coordinates instead of 3");
        assertThat(rejection(SQUARE + "f 1 2 9\n"))
                .isEqualTo(", line 5: a face refers to vertex 9, but the file has 4");
        assertThat(rejection(SQUARE + "f 1 2 0\n"))
                .isEqualTo(", line 5: the corner '0' refers to vertex 0, but indices start at 1");
        assertThat(rejection(SQUARE + "f 1 2 -5\n"))
                .isEqualTo(", line 5: the corner '-5' refers to vertex -5, but only 4 precede it");
        assertThat(rejection(SQUARE + "vt 0 0\nf 1/1 2/1 3/2\n"))
                .isEqualTo(", line 6: a face refers to texture coordinate 2, but the file has 1");
        assertThat(rejection(SQUARE + "f 1//1 2//1 3//1\n"))
                .isEqualTo(", line 5: a face refers to normal 1, but the file has 0");
        assertThat(rejection(SQUARE + "f 1 2 x\n")).isEqualTo(", line 5: the corner 'x' does not consist of integers");
        assertThat(rejection(SQUARE + "f 1 2 3/1/1/1\n"))
                .isEqualTo(", line 5: the corner '3/1/1/1' has more parts than vertex/texture/normal");
        assertThat(rejection(SQUARE + "f 1 2 /1\n")).isEqualTo(", line 5: the corner '/1' has no vertex");
        assertThat(rejection(SQUARE + "f 1 2 99999999999999999999\n")).contains("does not consist of integers");
        assertThat(rejection(SQUARE + "f 1 2 99999999999\n")).contains("99999999999, which is too large");
        assertThat(rejection(SQUARE + "vn 0 0\n")).isEqualTo(", line 5: a normal has 2 numbers instead of 3");
        assertThat(rejection("")).contains("has no vertices");
        assertThat(rejection("hello\nworld\n")).contains("has no vertices");
    }

    @Test
    void rejectsBinaryFiles() throws IOException {
        assertThat(rejection("v 1 2 3\n\0\0\0"))
                .isEqualTo(" is a binary file: byte 8 is 0, which does not occur in the text of an OBJ file");
    }

    @Test
    void rejectsMissingFilesAndFolders() {
        Path missing = folder.resolve("nowhere.obj");
        assertThat(InvalidInputs.of(() -> ObjReader.read(missing))).isEqualTo(missing + " does not exist");
        assertThat(InvalidInputs.of(() -> ObjReader.read(folder))).isEqualTo(folder + " is a folder, not a file");
    }
}
