package dev.sinew.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.QuietTest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Welding against a map of positions, and its effect on the attributes of a mesh. */
class WeldTest extends QuietTest {
    private static float[] lattice(int count, Random random) {
        float[] xyz = new float[3 * count];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = random.nextInt(3) * (random.nextBoolean() ? 1f : -1f);
        }
        return xyz;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 50, 400})
    void weldsVerticesThatCoincideInEveryFrame(int count) {
        Random random = new Random(count);
        float[][] poses = {lattice(count, random), lattice(count, random), lattice(count, random)};
        // Half of the vertices move together with the one before
        for (float[] pose : poses) {
            for (int i = 1; i < count; i += 2) {
                System.arraycopy(pose, 3 * i - 3, pose, 3 * i, 3);
            }
        }
        Mesh rest = Mesh.ofTriangles(poses[0], new int[0]);
        check(Weld.of(rest), count, poses[0]);
        check(Weld.of(sequence(rest, poses[1], poses[2])), count, poses);
        assertThat(rest.firstAtPosition()).containsExactly(firsts(count, poses[0]));
    }

    private static int[] firsts(int count, float[]... poses) {
        Map<List<Float>, Integer> firsts = new HashMap<>();
        int[] out = new int[count];
        for (int i = 0; i < count; i++) {
            Float[] key = new Float[3 * poses.length];
            for (int k = 0; k < key.length; k++) {
                key[k] = poses[k / 3][3 * i + k % 3] + 0f;
            }
            firsts.putIfAbsent(List.of(key), i);
            out[i] = firsts.get(List.of(key));
        }
        return out;
    }

    private static void check(Weld weld, int count, float[]... poses) {
        int[] firsts = firsts(count, poses);
        assertThat(weld.first())
                .containsExactly(Arrays.stream(firsts).distinct().toArray());
        for (int i = 0; i < count; i++) {
            assertThat(weld.first()[weld.pointOf()[i]]).isEqualTo(firsts[i]);
        }
        assertThat(weld.isEmpty()).isEqualTo(Arrays.stream(firsts).distinct().count() == count);
    }

    private static MeshSequence sequence(Mesh rest, float[]... frames) {
        return new MeshSequence("s", rest, FrameSource.of(frames), 24);
    }

    /** Vertices 2 and 4 repeat vertex 0. */
    private static final float[] REST = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};

    private static final float[] FRAME = {9, 8, 7, 1, 2, 3, 9, 8, 7, 4, 5, 6, 9, 8, 7, 6, 5, 4};

    private static Mesh mesh() {
        CornerAttribute uvs = new CornerAttribute(2, new float[] {0, 0, 1, 1}, new int[] {0, 1, 0, 1, 0, 1});
        float[] colours = new float[18];
        for (int k = 0; k < 18; k++) {
            colours[k] = k;
        }
        Mesh.Surface surface = new Mesh.Surface(
                Optional.of(uvs),
                Optional.empty(),
                Optional.of(colours),
                List.of(Material.plain("clay")),
                new int[] {0, 0},
                List.of("a", "b"),
                new int[] {1, 0});
        return Mesh.of(REST, new int[] {0, 3, 6}, new int[] {0, 1, 3, 2, 5, 4}, surface);
    }

    @Test
    void weldedMeshesKeepTheirAttributes() {
        Weld weld = Weld.of(mesh());
        Mesh welded = weld.apply(mesh());
        assertThat(welded.positions()).containsExactly(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
        assertThat(welded.corners()).containsExactly(0, 1, 2, 0, 3, 0);
        assertThat(welded.surface().colours().orElseThrow()).containsExactly(0, 1, 2, 3, 4, 5, 9, 10, 11, 15, 16, 17);
        assertThat(welded.surface().uvs().orElseThrow().rows()).containsExactly(0, 1, 0, 1, 0, 1);
        assertThat(welded.surface().materials()).extracting(Material::name).containsExactly("clay");
        assertThat(welded.surface().faceGroups()).containsExactly(1, 0);
        assertThat(weld.isEmpty()).isFalse();
    }

    @Test
    void weldedSequencesGiveWholeFramesAndRangesOfThem() {
        MeshSequence given = sequence(mesh(), REST, FRAME);
        MeshSequence welded = Weld.of(given).apply(given);
        float[] wanted = {9, 8, 7, 1, 2, 3, 4, 5, 6, 6, 5, 4};
        assertThat(welded.name()).isEqualTo("s");
        assertThat(welded.framesPerSecond()).isEqualTo(24);
        assertThat(welded.frameCount()).isEqualTo(2);
        assertThat(welded.frame(1)).containsExactly(wanted);
        assertThat(welded.frames().isStreamed()).isFalse();
        assertThat(welded.normals(1)).isEmpty();
        for (int from = 0; from < 4; from++) {
            for (int to = from + 1; to <= 4; to++) {
                float[] out = new float[20];
                Arrays.fill(out, -1);
                welded.frames().positions(1, from, to, out, 5);
                float[] expected = new float[20];
                Arrays.fill(expected, -1);
                System.arraycopy(wanted, 3 * from, expected, 5, 3 * (to - from));
                assertThat(out).containsExactly(expected);
            }
        }
    }

    @Test
    void aStreamedSequenceStaysStreamed() {
        FrameSource streamed = new FrameSource() {
            @Override
            public int frameCount() {
                return 1;
            }

            @Override
            public float[] frame(int f) {
                return FRAME;
            }

            @Override
            public boolean isStreamed() {
                return true;
            }
        };
        MeshSequence given = new MeshSequence("s", mesh(), streamed, 24);
        assertThat(Weld.of(given).apply(given).frames().isStreamed()).isTrue();
        float[] out = {7, 0, 0, 0, 0, 0, 0, 7};
        streamed.positions(0, 1, 3, out, 1);
        assertThat(out).containsExactly(7, 1, 2, 3, 9, 8, 7, 7);
    }

    @Test
    void expandsPointsToVertices() {
        Weld weld = Weld.of(mesh());
        assertThat(weld.open(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}))
                .containsExactly(1, 2, 3, 4, 5, 6, 1, 2, 3, 7, 8, 9, 1, 2, 3, 10, 11, 12);
        assertThat(weld.open(weld.apply(FRAME))).containsExactly(FRAME);
    }

    @Test
    void aPointHasTheLargestImportanceOfItsVertices() {
        Weld weld = Weld.of(mesh());
        assertThat(weld.largest(new double[] {1, 2, 7, 3, 4, 5})).containsExactly(7, 2, 3, 5);
        Importance importance = weld.apply(Importance.of(new double[] {1, 2, 8, 2, 0, 4}));
        assertThat(importance.values()).containsExactly(2, 0.5, 0.5, 1);
        Mesh apart = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0}, new int[0]);
        Importance same = Importance.of(new double[] {1, 3});
        assertThat(Weld.of(apart).isEmpty()).isTrue();
        assertThat(Weld.of(apart).apply(same)).isSameAs(same);
    }
}
