package dev.sinew.io.alembic;

import static dev.sinew.io.alembic.OgawaWriter.CompoundWriter.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.InvalidInputs;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.alembic.OgawaWriter.CompoundWriter;
import dev.sinew.io.alembic.OgawaWriter.CompoundWriter.Description;
import dev.sinew.io.alembic.SampledProperty.Pod;
import dev.sinew.io.alembic.TestArchive.Node;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Small hand-made archives, each for one feature. */
class AlembicSceneTest {
    private static final byte[] SLOW = TestArchive.sampling(1.0 / 24, 0);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("scene.abc");
    }

    private MeshSequence read(byte[] sampling, Node... nodes) throws IOException {
        TestArchive.write(file, sampling, nodes);
        return MeshSequences.read(SequenceInput.of(file)).validate();
    }

    private String rejection(byte[] sampling, Node... nodes) throws IOException {
        TestArchive.write(file, sampling, nodes);
        return InvalidInputs.of(() -> MeshSequences.read(SequenceInput.of(file)));
    }

    private static float[] moved(double x, double y, double z) {
        float[] xyz = TestArchive.TRIANGLE.clone();
        for (int k = 0; k < 9; k += 3) {
            xyz[k] += (float) x;
            xyz[k + 1] += (float) y;
            xyz[k + 2] += (float) z;
        }
        return xyz;
    }

    @ParameterizedTest
    @EnumSource(
            value = Pod.class,
            names = {"STRING", "WIDE_STRING"},
            mode = EnumSource.Mode.EXCLUDE)
    void readsPointsOfEveryNumberType(Pod pod) throws IOException {
        MeshSequence sequence = read(SLOW, TestArchive.mesh("m", pod, 1, k -> encoded(pod)));
        assertThat(sequence.frame(0)).isEqualTo(TestArchive.TRIANGLE);
        assertThat(sequence.rest().corners()).containsExactly(1, 2, 0);
    }

    private static byte[] encoded(Pod pod) {
        ByteBuffer out = OgawaWriter.buffer(9 * pod.bytes());
        for (float x : TestArchive.TRIANGLE) {
            switch (pod) {
                case FLOAT16 -> out.putShort((short) (x == 0 ? 0 : 0x3c00));
                case FLOAT32 -> out.putFloat(x);
                case FLOAT64 -> out.putDouble(x);
                default -> {
                    out.put((byte) x);
                    out.put(new byte[pod.bytes() - 1]);
                }
            }
        }
        return out.array();
    }

    @Test
    void convertsHalves() {
        assertThat(Pod.half((short) 0x3555)).isEqualTo(0.333251953125);
        assertThat(Pod.half((short) 0xc000)).isEqualTo(-2);
        assertThat(Pod.half((short) 0x0001)).isEqualTo(Math.pow(2, -24));
        assertThat(Pod.half((short) 0x7bff)).isEqualTo(65504);
        assertThat(Pod.half((short) 0x7c00)).isInfinite();
        assertThat(Pod.half((short) 0x7e00)).isNaN();
    }

    @ParameterizedTest
    @CsvSource({
        // operation, numbers, transformed position of (1, 0, 0)
        "0, 2 3 4, 2 0 0",
        "1, 2 3 4, 3 3 4",
        "2, 0 0 5 90, 0 1 0",
        "3, 0 1 0 0 -1 0 0 0 0 0 1 0 7 8 9 1, 7 9 9",
        "4, 90, 1 0 0",
        "5, 90, 0 0 -1",
        "6, 90, 0 1 0",
    })
    void appliesEveryOperation(int operation, String numbers, String wanted) throws IOException {
        double[] values = numbers(numbers);
        double[] point = numbers(wanted);
        MeshSequence sequence = read(
                SLOW,
                TestArchive.xform("x", new int[] {operation}, 1, k -> bytes(values), true, TestArchive.triangle("m")));
        for (int x = 0; x < 3; x++) {
            assertThat((double) sequence.frame(0)[3 + x]).isEqualTo(point[x], within(1e-6));
        }
    }

    private static double[] numbers(String text) {
        return List.of(text.trim().split(" ")).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void appliesOperationsFromLastToFirst() throws IOException {
        MeshSequence sequence = read(
                SLOW,
                TestArchive.xform(
                        "x",
                        new int[] {1, 6, 0},
                        1,
                        k -> bytes(5, 0, 0, 90, 2, 1, 1),
                        true,
                        TestArchive.triangle("m")));
        // (1,0,0) · scale → (2,0,0) · rotate → (0,2,0) · translate → (5,2,0)
        assertThat((double) sequence.frame(0)[3]).isEqualTo(5, within(1e-6));
        assertThat((double) sequence.frame(0)[4]).isEqualTo(2, within(1e-6));
    }

    @Test
    void reversesFacesOfMirroredMeshes() throws IOException {
        MeshSequence sequence = read(
                SLOW, TestArchive.xform("x", new int[] {0}, 1, k -> bytes(-1, 1, 1), true, TestArchive.triangle("m")));
        assertThat(sequence.rest().corners()).containsExactly(0, 2, 1);
    }

    @Test
    void ignoresParentsWithoutInheritance() throws IOException {
        Node inner = TestArchive.xform("b", new int[] {1}, 1, k -> bytes(0, 1, 0), false, TestArchive.triangle("m"));
        Node outer = TestArchive.xform("a", new int[] {1}, 1, k -> bytes(9, 9, 9), true, inner);
        assertThat(read(SLOW, outer).frame(0)).isEqualTo(moved(0, 1, 0));
    }

    @Test
    void samplesMovingTransforms() throws IOException {
        MeshSequence sequence = read(
                SLOW, TestArchive.xform("x", new int[] {1}, 5, k -> bytes(k, 0, 0), true, TestArchive.triangle("m")));
        assertThat(sequence.frameCount()).isEqualTo(5);
        assertThat(sequence.framesPerSecond()).isEqualTo(24);
        assertThat(sequence.frame(3)).isEqualTo(moved(3, 0, 0));
    }

    @Test
    void readsCyclicTimes() throws IOException {
        MeshSequence sequence = read(
                TestArchive.sampling(0.5, 0, 0.25), TestArchive.mesh("m", Pod.FLOAT32, 6, k -> bytes(moved(k, 0, 0))));
        assertThat(sequence.frameCount()).isEqualTo(6);
        assertThat(sequence.framesPerSecond()).isEqualTo(4);
        assertThat(sequence.frame(5)).isEqualTo(moved(5, 0, 0));
    }

    @Test
    void readsAcyclicTimes() throws IOException {
        TestArchive.write(
                file,
                TestArchive.sampling(TimeSampling.ACYCLIC, 0.1, 0.2, 0.7, 1.1),
                TestArchive.mesh("m", Pod.FLOAT32, 4, k -> bytes(moved(k, 0, 0))));
        var read = MeshSequences.readWithNotes(SequenceInput.of(file));
        assertThat(read.sequence().frameCount()).isEqualTo(4);
        assertThat(read.sequence().frame(2)).isEqualTo(moved(2, 0, 0));
        assertThat(read.notes()).anyMatch(n -> n.contains("unevenly spaced"));
    }

    @Test
    void joinsMeshesAsNamedGroups() throws IOException {
        MeshSequence sequence = read(
                SLOW,
                TestArchive.triangle("one"),
                TestArchive.xform(
                        "x",
                        new int[] {1},
                        2,
                        k -> bytes(0, 0, k),
                        true,
                        TestArchive.triangle("two"),
                        TestArchive.triangle("three")));
        assertThat(sequence.rest().surface().groups()).containsExactly("one", "x/two", "x/three");
        assertThat(sequence.rest().surface().faceGroups()).containsExactly(0, 1, 2);
        assertThat(sequence.vertexCount()).isEqualTo(9);
        assertThat(sequence.frame(1)[2]).isZero();
        assertThat(sequence.frame(1)[11]).isEqualTo(1);
    }

    @Test
    void followsInstances() throws IOException {
        Node source =
                TestArchive.xform("source", new int[] {1}, 1, k -> bytes(0, 1, 0), true, TestArchive.triangle("m"));
        Node place = TestArchive.xform(
                "place", new int[] {1}, 1, k -> bytes(0, 0, 5), true, TestArchive.instance("copy", "/source"));
        MeshSequence sequence = read(SLOW, source, place);
        assertThat(sequence.rest().surface().groups()).containsExactly("source/m", "place/copy/m");
        assertThat(sequence.frame(0)[11]).isEqualTo(5);
        assertThat(sequence.frame(0)[10]).isEqualTo(1);
    }

    @Test
    void rejectsRecursiveInstances() throws IOException {
        Node around = TestArchive.xform(
                "a",
                new int[] {1},
                1,
                k -> bytes(0, 0, 0),
                true,
                TestArchive.triangle("m"),
                TestArchive.instance("copy", "/a"));
        assertThat(rejection(SLOW, around)).contains("/a/copy is an instance of /a, which contains it");
        assertThat(rejection(SLOW, TestArchive.triangle("m"), TestArchive.instance("c", "/nowhere")))
                .contains("/c is an instance of /nowhere, which does not exist");
        Node first =
                TestArchive.xform("a", new int[] {1}, 1, k -> bytes(0, 0, 0), true, TestArchive.instance("x", "/b"));
        Node second =
                TestArchive.xform("b", new int[] {1}, 1, k -> bytes(0, 0, 0), true, TestArchive.instance("y", "/a"));
        assertThat(rejection(SLOW, first, second)).contains("more than 8 levels deep");
    }

    @Test
    void rejectsExponentialInstances() throws IOException {
        // Eight levels of twenty instances each would be 20⁸ triangles.
        Node[] nodes = new Node[9];
        nodes[0] = TestArchive.xform("l0", new int[] {1}, 1, k -> bytes(0, 0, 0), true, TestArchive.triangle("m"));
        for (int level = 1; level < nodes.length; level++) {
            String below = "/l" + (level - 1);
            Node[] copies = IntStream.range(0, 20)
                    .mapToObj(k -> TestArchive.instance("c" + k, below))
                    .toArray(Node[]::new);
            nodes[level] = TestArchive.xform("l" + level, new int[] {1}, 1, k -> bytes(0, 0, 0), true, copies);
        }
        assertThat(rejection(SLOW, nodes)).contains("more than 1000000 objects");
    }

    @Test
    void rejectsChangingTopologyWithObjectAndFrame() throws IOException {
        Node changing = new Node(
                "m",
                "schema=AbcGeom_PolyMesh_v1",
                w -> TestArchive.compound(
                        w,
                        ".geom",
                        new CompoundWriter(w)
                                .array(new Description("P", Pod.FLOAT32, 3, ""), 3, k -> bytes(moved(k, 0, 0)))
                                .array(
                                        new Description(".faceIndices", Pod.INT32, 1, ""),
                                        3,
                                        k -> k < 2 ? TestArchive.ints(0, 1, 2) : TestArchive.ints(0, 2, 1))
                                .array(new Description(".faceCounts", Pod.INT32, 1, ""), 1, k -> TestArchive.ints(3))
                                .end()),
                List.of());
        assertThat(rejection(SLOW, changing)).contains("/m: its faces change in frame 2");
        assertThat(rejection(
                        SLOW,
                        TestArchive.mesh("m", Pod.FLOAT32, 2, k -> bytes(k == 0 ? moved(0, 0, 0) : new float[12]))))
                .contains("/m: frame 1 has 4 vertices; the first frame has 3");
    }

    @Test
    void rejectsInvalidFaces() throws IOException {
        Node short_ = new Node(
                "m",
                "schema=AbcGeom_PolyMesh_v1",
                w -> TestArchive.compound(
                        w,
                        ".geom",
                        new CompoundWriter(w)
                                .array(new Description("P", Pod.FLOAT32, 3, ""), 1, k -> bytes(moved(k, 0, 0)))
                                .array(
                                        new Description(".faceIndices", Pod.INT32, 1, ""),
                                        1,
                                        k -> TestArchive.ints(0, 1, 7))
                                .array(new Description(".faceCounts", Pod.INT32, 1, ""), 1, k -> TestArchive.ints(3))
                                .end()),
                List.of());
        assertThat(rejection(SLOW, short_)).contains("/m: face corner 2 refers to vertex 7, but there are 3 vertices");
    }

    @Test
    void rejectsArchivesWithoutMeshesAndListsContent() throws IOException {
        Node camera = new Node("cam", "schema=AbcGeom_Camera_v1", w -> 0, List.of());
        assertThat(rejection(SLOW, camera)).contains("contains no mesh", "1 × AbcGeom_Camera_v1");
    }

    @Test
    void rejectsOldAndUnfinishedArchives() throws IOException {
        TestArchive.write(file, SLOW, TestArchive.triangle("m"));
        byte[] sound = Files.readAllBytes(file);
        byte[] open = sound.clone();
        open[5] = 0;
        Files.write(file, open);
        assertThat(InvalidInputs.of(() -> MeshSequences.read(SequenceInput.of(file))))
                .contains("the file is incomplete");
        Files.write(file, new byte[] {(byte) 0x89, 'H', 'D', 'F', 13, 10, 26, 10, 0, 0});
        assertThat(InvalidInputs.of(() -> MeshSequences.read(SequenceInput.of(file))))
                .contains("HDF5", "abcconvert");
        Path other = folder.resolve("scene.obj");
        Files.write(other, sound);
        assertThat(MeshSequences.read(SequenceInput.of(other)).vertexCount()).isEqualTo(3);
    }
}
