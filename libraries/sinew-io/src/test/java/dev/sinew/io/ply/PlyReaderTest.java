package dev.sinew.io.ply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.InvalidInputs;
import dev.sinew.io.TestMeshes;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.parts.Srgb;
import dev.sinew.mesh.Mesh;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlyReaderTest {
    private static final String VERTICES = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
    private static final String FACES = "element face 1\nproperty list uchar int vertex_indices\n";
    private static final String SQUARE = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

    @TempDir
    Path folder;

    private Path ascii(String elements, String data) throws IOException {
        return Files.writeString(folder.resolve("x.ply"), "ply\nformat ascii 1.0\n" + elements + "end_header\n" + data);
    }

    private Path binary(ByteOrder order, String header, Consumer<ByteBuffer> data) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 12).order(order);
        data.accept(bytes);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(header.getBytes(StandardCharsets.US_ASCII));
        all.write(bytes.array(), 0, bytes.position());
        return Files.write(folder.resolve("x.ply"), all.toByteArray());
    }

    private String rejection(Path file) {
        String sentence = InvalidInputs.of(() -> PlyReader.read(file));
        assertThat(sentence).startsWith(file.toString());
        return sentence.substring(file.toString().length());
    }

    @Test
    void readsPlainText() throws IOException {
        Mesh mesh = PlyReader.read(ascii("comment hello\nobj_info x\n" + VERTICES + FACES, SQUARE + "4 0 1 2 3\n"))
                .mesh();
        assertThat(mesh.positions()).containsExactly(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
        assertThat(mesh.corners()).containsExactly(0, 1, 2, 3);
        assertThat(mesh.surface()).usingRecursiveComparison().isEqualTo(Mesh.Surface.bare());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void readsAllLineEndings(String end) throws IOException {
        String text = "ply\nformat ascii 1.0\n" + VERTICES + FACES + "end_header\n" + SQUARE + "3 0 1 2";
        Path file = Files.writeString(folder.resolve("x.ply"), text.replace("\n", end));
        assertThat(PlyReader.read(file).mesh().corners()).containsExactly(0, 1, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void readsBinaryDataThatBeginsWithLineFeed(String end) throws IOException {
        String header = ("ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar y\n"
                        + "property uchar z\nend_header\n")
                .replace("\n", end);
        Path file = binary(
                ByteOrder.LITTLE_ENDIAN,
                header,
                b -> b.put((byte) 10).put((byte) 13).put((byte) 10));
        assertThat(PlyReader.read(file).mesh().positions()).containsExactly(10, 13, 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"binary_little_endian", "binary_big_endian"})
    void readsAnyOrderAndTypesInBothByteOrders(String format) throws IOException {
        String header =
                "ply\nformat " + format + " 1.0\nelement extra 2\nproperty list ushort double stuff\nproperty int8 k\n"
                        + "element vertex 3\nproperty uchar red\nproperty double z\nproperty short y\nproperty list int int8 bits\n"
                        + "property uint8 green\nproperty float64 x\nproperty uint8 blue\nproperty uint quality\n"
                        + "element face 2\nproperty float area\nproperty list int uint vertex_index\nproperty uchar flags\n"
                        + "element edge 1\nproperty int a\nend_header\n";
        ByteOrder order = format.contains("little") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        Path file = binary(order, header, b -> {
            b.putShort((short) 2).putDouble(1).putDouble(2).put((byte) 1);
            b.putShort((short) 0).put((byte) 1);
            for (int i = 0; i < 3; i++) {
                b.put((byte) 255).putDouble(0.5 + i).putShort((short) -i);
                b.putInt(1).put((byte) 7);
                b.put((byte) 0).putDouble(i * 0.1).put((byte) 128).putInt(-1);
            }
            b.putFloat(1).putInt(3).putInt(0).putInt(1).putInt(2).put((byte) 0);
            b.putFloat(1).putInt(2).putInt(0).putInt(1).put((byte) 0);
            b.putInt(5);
        });
        ReadMesh read = PlyReader.read(file);
        assertThat(read.mesh().positions()).containsExactly(0, 0, 0.5f, 0.1f, -1, 1.5f, 0.2f, -2, 2.5f);
        assertThat(read.mesh().corners()).containsExactly(0, 1, 2);
        assertThat(read.mesh().surface().colours().orElseThrow()).startsWith(1, 0, (float) Srgb.toLinear(128 / 255.0));
        assertThat(read.notes()).singleElement().asString().contains("1 faces with fewer than 3 corners");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s t", "u v", "texture_u texture_v"})
    void readsNormalsAndUvsOfVertices(String names) throws IOException {
        String[] uv = names.split(" ");
        String header = VERTICES.replace("4", "3")
                + "property float nx\nproperty float ny\nproperty float nz\n"
                + "property float " + uv[0] + "\nproperty float " + uv[1] + "\n" + FACES;
        Mesh mesh = PlyReader.read(ascii(header, "0 0 0 0 0 2 .1 .2\n1 0 0 0 0 1 .3 .4\n1 1 0 1 0 0 .5 .6\n3 2 1 0\n"))
                .mesh();
        assertThat(TestMeshes.atCorners(mesh.surface().uvs().orElseThrow()))
                .containsExactly(.5f, .6f, .3f, .4f, .1f, .2f);
        assertThat(TestMeshes.atCorners(mesh.surface().normals().orElseThrow()))
                .containsExactly(1, 0, 0, 0, 0, 1, 0, 0, 1);
    }

    @Test
    void readsUvsOfCorners() throws IOException {
        String header = VERTICES + FACES + "property list uchar float texcoord\n";
        Mesh mesh = PlyReader.read(ascii(header, SQUARE + "3 0 1 2 6 0 0 1 0 1 1\n"))
                .mesh();
        assertThat(TestMeshes.atCorners(mesh.surface().uvs().orElseThrow())).containsExactly(0, 0, 1, 0, 1, 1);
    }

    @Test
    void readsFacesBeforeVertices() throws IOException {
        assertThat(PlyReader.read(ascii(FACES + VERTICES, "3 0 1 2\n" + SQUARE))
                        .mesh()
                        .corners())
                .containsExactly(0, 1, 2);
    }

    @Test
    void readsEmptyElementsAndPointClouds() throws IOException {
        String header =
                VERTICES + "element nothing 1000000000000\nelement face 0\nproperty list uchar int vertex_indices\n";
        assertThat(PlyReader.read(ascii(header, SQUARE)).mesh().faceCount()).isZero();
    }

    @Test
    void rejectsInvalidHeaders() throws IOException {
        assertThat(rejection(Files.writeString(folder.resolve("x.ply"), "plyx\n")))
                .isEqualTo(" is not a PLY file: it does not begin with 'ply'");
        assertThat(rejection(Files.writeString(folder.resolve("x.ply"), "ply\nformat ascii 1.0\n")))
                .isEqualTo(" has no end_header line; the file may be truncated");
        assertThat(rejection(Files.writeString(folder.resolve("x.ply"), "ply\n" + VERTICES + "end_header\n" + SQUARE)))
                .isEqualTo(" has no format line in its header");
        assertThat(rejection(ascii("element vertex many\n", "")))
                .isEqualTo(", line 3: an element needs a name and a count");
        assertThat(rejection(ascii("element vertex 1\nproperty quad x\n", "")))
                .isEqualTo(", line 4: 'quad' is not a PLY number type");
        assertThat(rejection(ascii("property float x\n", "")))
                .isEqualTo(", line 3: a property comes before any element");
        assertThat(rejection(ascii(VERTICES + VERTICES, ""))).isEqualTo(", line 7: the element 'vertex' appears twice");
        assertThat(rejection(ascii("banana\n", ""))).isEqualTo(", line 3: 'banana' is not a statement of a PLY header");
        assertThat(rejection(ascii("element vertex 1\nproperty float x\nproperty float y\n", "1 2\n")))
                .isEqualTo(": its vertices have no property z");
        assertThat(rejection(ascii(VERTICES + "element face 1\nproperty list uchar int corners\n", SQUARE + "3 0 1 2")))
                .isEqualTo(": its faces have no list named vertex_indices or vertex_index");
        assertThat(rejection(ascii(
                        VERTICES + "element tristrips 1\nproperty list int int vertex_indices\n", SQUARE + "3 0 1 2")))
                .contains("triangle strips");
        assertThat(rejection(ascii(FACES, "3 0 1 2\n"))).isEqualTo(" has no vertices");
    }

    @Test
    void rejectsCountsBeyondTheFile() throws IOException {
        assertThat(rejection(ascii(VERTICES.replace("4", "2000000000"), SQUARE)))
                .isEqualTo(
                        " claims 2000000000 rows of 'vertex', which take at least 6 bytes each, but only 24 bytes follow its header");
        assertThat(rejection(ascii(VERTICES.replace("4", "999999999999999999"), SQUARE)))
                .contains("claims 999999999999999999");
        String header = "ply\nformat binary_big_endian 1.0\n" + VERTICES.replace("4", "1000000") + "end_header\n";
        assertThat(rejection(binary(ByteOrder.BIG_ENDIAN, header, b -> b.putInt(0))))
                .contains("12 bytes each, but only 4 bytes");
    }

    @Test
    void rejectsInvalidData() throws IOException {
        assertThat(rejection(ascii(VERTICES + FACES, "0 0 0\n1 0 0\n1 1 0\n0 100000000\n")))
                .isEqualTo(" ends within vertex 3 of 4");
        assertThat(rejection(ascii(VERTICES + FACES, SQUARE + "4 0 1"))).isEqualTo(" ends within face 0 of 1");
        assertThat(rejection(ascii(VERTICES, SQUARE.replace("1 1", "1 x"))))
                .isEqualTo(", line 10: 'x' is not a number");
        assertThat(rejection(ascii(VERTICES, SQUARE.replace("1 1", "1 nan"))))
                .isEqualTo(
                        ", vertex 2: the coordinate NaN is out of range; it must be a finite single-precision number");
        assertThat(rejection(ascii(VERTICES + FACES, SQUARE + "3 0 1 4\n")))
                .isEqualTo(", face 0 refers to vertex 4, but the file has 4 vertices");
        assertThat(rejection(ascii(VERTICES + FACES, SQUARE + "3 0 1 -1\n"))).contains("refers to vertex -1, but");
        assertThat(rejection(ascii(VERTICES + FACES, SQUARE + "3 0 1 0.5\n"))).contains("refers to vertex 0.5, but");
        assertThat(rejection(ascii(VERTICES + FACES, SQUARE + "-3 0 1 2\n")))
                .isEqualTo(", face 0: the list vertex_indices claims -3.0 entries");
    }
}
