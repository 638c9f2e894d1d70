package dev.sinew.io.numpy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.FrameRange;
import dev.sinew.io.InvalidInputs;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.Mutations;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.TestMeshes;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumpySequenceTest {
    private static final double[] TRIANGLE_TWICE = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 1, 0, 6, 0, 1, 7};

    @TempDir
    Path folder;

    private static MeshSequence read(Path file) {
        return MeshSequences.read(SequenceInput.of(file));
    }

    private Path triangle(String type, String faces) throws IOException {
        return new TestArrays()
                .with("poses", type, "(2, 3, 3)", TRIANGLE_TWICE)
                .with("faces", faces, "(1, 3)", 0, 1, 2)
                .write(folder.resolve("t.npz"), ZipEntry.DEFLATED);
    }

    private String rejection(TestArrays arrays) throws IOException {
        Path file = arrays.write(folder.resolve("bad.npz"), ZipEntry.DEFLATED);
        return InvalidInputs.of(() -> read(file)).replace(file.toString(), "FILE");
    }

    @ParameterizedTest
    @CsvSource({"<f4,<i4", ">f4,>i8", "<f8,<u2", ">f8,|u1", "<f4,<i8", "=f8,>u4", "<f4,>i2", "<f4,|i1"})
    void readsEveryType(String type, String faces) throws IOException {
        MeshSequence sequence = read(triangle(type, faces));
        assertThat(sequence.name()).isEqualTo("t");
        assertThat(sequence.framesPerSecond()).isEqualTo(30);
        assertThat(sequence.frame(1)).containsExactly(0, 0, 5, 1, 0, 6, 0, 1, 7);
        assertThat(sequence.rest().positions()).containsExactly(0, 0, 0, 1, 0, 0, 0, 1, 0);
        assertThat(sequence.rest().corners()).containsExactly(0, 1, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void readsFortranOrderInEveryVersion(int version) throws IOException {
        double[] turned = new double[18];
        for (int k = 0; k < 18; k++) {
            int f = k / 9;
            int v = k / 3 % 3;
            int c = k % 3;
            turned[f + 2 * (v + 3 * c)] = TRIANGLE_TWICE[k];
        }
        Path file = new TestArrays()
                .with("verts", TestArrays.npy(version, "<f8", "True", "(2, 3, 3)", turned))
                .with("triangles", TestArrays.npy(version, "<i4", "True", "(2, 3)", 0, 2, 1, 1, 2, 0))
                .with("fps", "<i8", "()", 24)
                .with("rest", TestArrays.npy(version, "<f4", "True", "(3, 3)", 9, 8, 7, 6, 5, 4, 3, 2, 1))
                .write(folder.resolve("f.npz"), ZipEntry.STORED);
        MeshSequence sequence = read(file);
        assertThat(sequence.frame(0)).containsExactly(0, 0, 0, 1, 0, 0, 0, 1, 0);
        assertThat(sequence.frame(1)).containsExactly(0, 0, 5, 1, 0, 6, 0, 1, 7);
        assertThat(sequence.rest().corners()).containsExactly(0, 1, 2, 2, 1, 0);
        assertThat(sequence.rest().positions()).containsExactly(9, 6, 3, 8, 5, 2, 7, 4, 1);
        assertThat(sequence.framesPerSecond()).isEqualTo(24);
    }

    @Test
    void readsFacesOfSeveralLengths() throws IOException {
        double[] square = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
        TestArrays rows = new TestArrays()
                .with("vertices", "<f4", "(1, 4, 3)", square)
                .with("faces", "<i4", "(2, 4)", 0, 1, 2, 3, 0, 1, 3, -1);
        TestArrays list = new TestArrays()
                .with("vertices", "<f4", "(1, 4, 3)", square)
                .with("faces", "<i8", "(8,)", 0, 1, 2, 3, -1, 0, 1, 3);
        for (TestArrays arrays : new TestArrays[] {rows, list}) {
            Mesh mesh =
                    read(arrays.write(folder.resolve("q.npz"), ZipEntry.STORED)).rest();
            assertThat(mesh.faceStarts()).containsExactly(0, 4, 7);
            assertThat(mesh.corners()).containsExactly(0, 1, 2, 3, 0, 1, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void roundTripKeepsSequence(long seed) throws IOException {
        MeshSequence sequence = TestMeshes.sequence(TestMeshes.plain(seed), 5, 24);
        Path file = folder.resolve("a.npz");
        MeshSequences.write(sequence, file);
        byte[] bytes = Files.readAllBytes(file);
        MeshSequence back = read(file);
        TestMeshes.assertSameGeometry(back.rest(), sequence.rest());
        TestMeshes.assertSameGeometry(MeshSequences.readMesh(file), sequence.rest());
        assertThat(back.framesPerSecond()).isEqualTo(24);
        for (int f = 0; f < 5; f++) {
            assertThat(back.frame(f)).isEqualTo(sequence.frame(f));
        }
        MeshSequences.write(back, file);
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }

    @Test
    void readsSingleArrayWithMesh() throws IOException {
        Files.writeString(folder.resolve("t.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        Path array =
                Files.write(folder.resolve("t.npy"), TestArrays.npy(1, "<f8", "False", "(2, 3, 3)", TRIANGLE_TWICE));
        for (Path path : new Path[] {array, folder.resolve("t.obj")}) {
            assertThat(read(path).frame(1)).containsExactly(0, 0, 5, 1, 0, 6, 0, 1, 7);
        }
        Files.move(array, folder.resolve("other.npy"));
        assertThat(InvalidInputs.of(() -> read(folder.resolve("other.npy"))))
                .contains("there is no mesh with the same name");
    }

    @Test
    void readsOnlyRequestedFrames() throws IOException {
        Path file = triangle("<f8", "<i4");
        MeshSequence second = MeshSequences.read(new SequenceInput(
                List.of(file),
                Optional.empty(),
                new FrameRange(1, 1, 1),
                OptionalDouble.empty(),
                SequenceInput.UpAxis.Y,
                1));
        assertThat(second.frameCount()).isEqualTo(1);
        assertThat(second.rest().positions()).containsExactly(0, 0, 5, 1, 0, 6, 0, 1, 7);
    }

    @Test
    void rejectsInvalidArrays() throws IOException {
        TestArrays poses = new TestArrays().with("poses", "<f4", "(2, 3, 3)", TRIANGLE_TWICE);
        assertThat(rejection(poses))
                .isEqualTo("FILE has poses but no faces. Add an array named faces of shape (faces, 3),"
                        + " or give a mesh as input and this file with frames");
        assertThat(rejection(new TestArrays().with("x", "<f4", "(1,)", 1)))
                .isEqualTo("FILE has no array named poses of shape (frames, vertices, 3); it has: x");
        assertThat(rejection(new TestArrays().with("poses", "<f4", "(6, 3)", TRIANGLE_TWICE)))
                .isEqualTo("FILE: poses has the shape (6, 3); it must be (frames, vertices, 3)");
        assertThat(rejection(new TestArrays().with("poses", "<i4", "(2, 3, 3)", TRIANGLE_TWICE)))
                .isEqualTo("FILE: poses contains integers; positions must be float32 or float64");
        assertThat(rejection(new TestArrays().with("poses", "<f4", "(3, 3, 3)", TRIANGLE_TWICE)))
                .isEqualTo("FILE: poses is truncated: the shape (3, 3, 3) needs 108 bytes, but only 72 follow");
        assertThat(rejection(new TestArrays().with("poses", "|O8", "(1, 1, 3)", 0, 0, 0)))
                .startsWith("FILE: poses contains Python objects. Supported are float32");
        assertThat(rejection(poses.with("faces", "<i4", "(1, 3)", 0, 1, 3)))
                .isEqualTo("FILE: faces: number 2 is 3; it must be a vertex from 0 to 2, or -1");
        assertThat(rejection(poses.with("faces", "<i4", "(1, 3)", 0, 1, -1)))
                .isEqualTo("FILE: faces: face 0 has 2 corners; at least 3 are required");
        assertThat(rejection(poses.with("faces", "<i4", "(3,)", 0, 1, 2))).contains("without a -1");
        assertThat(rejection(poses.with("faces", "<f4", "(1, 3)", 0, 1, 2))).contains("it must be integers");
        poses.with("faces", "<i4", "(1, 3)", 0, 1, 2);
        assertThat(rejection(poses.with("rest", "<f4", "(1, 3)", 0, 0, 0)))
                .isEqualTo("FILE: its rest pose has 1 vertices, but its poses have 3");
        double[] bad = TRIANGLE_TWICE.clone();
        bad[13] = Double.NaN;
        assertThat(rejection(new TestArrays()
                        .with("poses", "<f8", "(2, 3, 3)", bad)
                        .with("faces", "<i4", "(1, 3)", 0, 1, 2)))
                .isEqualTo("FILE, frame 1: vertex 1 has the coordinate NaN; coordinates must be finite");
    }

    @Test
    void rejectsShapesBeyondTheFile() throws IOException {
        assertThat(rejection(new TestArrays().with("poses", "<f8", "(9999999999, 9999999999, 3)")))
                .contains("which is too large");
        assertThat(rejection(new TestArrays().with("poses", "<f8", "(1000000, 1000000, 3)")))
                .contains("which is too large");
        assertThat(rejection(new TestArrays().with("poses", "<f8", "(1000, 1000000, 3)")))
                .contains("is truncated");
    }

    @Test
    void readsOrRejectsDamagedFiles() throws IOException {
        Path file = folder.resolve("x.npz");
        MeshSequences.write(TestMeshes.sequence(TestMeshes.plain(3), 4, 24), file);
        Mutations.damage(file, f -> read(f).validate());
        Mutations.damage(triangle("<f8", "<u2"), f -> read(f).validate());
    }

    @Test
    void readsOrRejectsDamagedArrayOfMesh() throws IOException {
        Path mesh = Files.writeString(folder.resolve("t.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        Path array =
                Files.write(folder.resolve("t.npy"), TestArrays.npy(2, ">f4", "True", "(2, 3, 3)", TRIANGLE_TWICE));
        Mutations.damage(array, f -> read(mesh).validate());
    }
}
