package dev.sinew.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of weights, of rigid predictions and of long sequences; small cases by hand, large ones by a simple loop. */
class WeightMeasuresTest extends QuietTest {
    private static final SkinWeights TRUE_WEIGHTS =
            SkinWeights.of(2, new int[] {0, 1, 2, 0}, new double[] {0.75, 0.25, 0.5, 0.5});

    @Test
    void weightsAreComparedBoneByBone() {
        // Vertex 0: (.75, .25, 0) and (.5, .5, 0); vertex 1: (.5, 0, .5) and (0, 0, 1). Σ = 2/16 + 2/4
        SkinWeights reduced = SkinWeights.of(2, new int[] {0, 1, 2, 0}, new double[] {0.5, 0.5, 1, 0});
        double wanted = 1000 * Math.sqrt(0.625 / 6);
        assertThat(WeightError.of(reduced, TRUE_WEIGHTS, 3)).isCloseTo(wanted, within(1e-9));
        assertThat(WeightError.of(TRUE_WEIGHTS, reduced, 3)).isCloseTo(wanted, within(1e-9));
        assertThat(WeightError.of(TRUE_WEIGHTS, TRUE_WEIGHTS, 3)).isZero();
    }

    @Test
    void comparesTwoLayersByTheirProduct() {
        // Virtual bones (.5, .5, 0) and (0, 0, 1): vertex 0 is the first one, vertex 1 the second
        TwoLayerWeights layers = TwoLayerWeights.of(
                3, 2, new int[] {0, 1, 2, 0}, new double[] {0.5, 0.5, 1, 0}, new int[] {0, 1, 0, 1}, new double[] {
                    1, 0, 0, 1
                });
        assertThat(WeightError.of(layers, TRUE_WEIGHTS)).isCloseTo(1000 * Math.sqrt(0.625 / 6), within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 255, 256, 257, 600})
    void rigidPredictionsUseTheBestBoneOverAllFramesOfEveryVertex(int n) {
        int bones = 3;
        int frames = 4;
        SkinnedModel model = Synthetic.model(
                Mesh.ofTriangles(points(n), new int[0]), new double[] {-1, 0, 0, 0, 1, 0, 1, 0, 0}, 4, 3);
        BoneMotion motion = model.clips().get(0).motion();
        float[] rest = model.rest().positions();
        PoseSource truth = wave(0.2);
        PoseSource approximation = wave(0.25);
        double off = 0;
        double rigid = 0;
        double[] a = new double[3];
        double[] b = new double[3];
        for (int i = 0; i < n; i++) {
            double[] perBone = new double[bones];
            for (int f = 0; f < frames; f++) {
                truth.positions(f, i, i + 1, a);
                approximation.positions(f, i, i + 1, b);
                for (int x = 0; x < 3; x++) {
                    off += (a[x] - b[x]) * (a[x] - b[x]);
                    for (int j = 0; j < bones; j++) {
                        int at = motion.offset(f, j) + 4 * x;
                        double transformed = motion.matrices()[at + 3];
                        for (int k = 0; k < 3; k++) {
                            transformed += motion.matrices()[at + k] * rest[3 * i + k];
                        }
                        perBone[j] += (a[x] - transformed) * (a[x] - transformed);
                    }
                }
            }
            rigid += Arrays.stream(perBone).min().orElseThrow();
        }
        try (Workers workers = new Workers(2)) {
            EnvelopingError error = EnvelopingError.of(approximation, truth, rest, model.weights(), motion, workers);
            assertThat(error.off()).isCloseTo(off, within(1e-9 * off));
            assertThat(error.rigid()).isCloseTo(rigid, within(1e-9 * rigid));
            assertThat(error.value()).isCloseTo(100 * Math.sqrt(off / rigid), within(1e-6));
        }
    }

    private static float[] points(int n) {
        float[] xyz = new float[3 * n];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = (float) Math.sin(1.7 * k + 0.3);
        }
        return xyz;
    }

    private static PoseSource wave(double speed) {
        return (f, from, to, xyz) -> {
            for (int k = 0; k < 3 * (to - from); k++) {
                xyz[k] = Math.sin(speed * (3 * from + k) + f);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {2047, 2048, 2049, 5000})
    void sumsAllChunksOfLongSequences(int n) {
        float[] rest = points(n);
        float[][] frames = new float[3][];
        for (int f = 0; f < 3; f++) {
            frames[f] = rest.clone();
            for (int k = 0; k < 3 * n; k++) {
                frames[f][k] += (float) (0.1 * f * Math.cos(k));
            }
        }
        // Off by 0.01 along x everywhere, by 0.5 along y at the last vertex in the middle frame
        PoseSource played = (f, from, to, xyz) -> {
            for (int k = 0; k < 3 * (to - from); k++) {
                xyz[k] = frames[f][3 * from + k] + (k % 3 == 0 ? 0.01 : 0);
                xyz[k] += f == 1 && 3 * from + k == 3 * n - 2 ? 0.5 : 0;
            }
        };
        MeshSequence truth = Synthetic.sequence(Mesh.ofTriangles(rest, new int[0]), frames);
        double diagonal = dev.sinew.mesh.Box.around(rest).diagonal();
        double total = 3 * n * 1e-4 + 0.25;
        try (Workers workers = new Workers(2)) {
            SequenceError error = Measure.of(played, truth, workers);
            assertThat(error.max().vertex()).isEqualTo(n - 1);
            assertThat(error.max().frame()).isEqualTo(1);
            assertThat(error.max().value()).isCloseTo(100 * Math.sqrt(0.2501) / diagonal, within(1e-6));
            assertThat(error.rmsePercent()).isCloseTo(100 * Math.sqrt(total / (3.0 * n)) / diagonal, within(1e-6));
            assertThat(error.perFrame()[1]).isCloseTo(100 * Math.sqrt((n * 1e-4 + 0.25) / n) / diagonal, within(1e-6));
            assertThat(error.perFrame()[2]).isCloseTo(100 * 0.01 / diagonal, within(1e-6));
            assertThat(error.distortionPercent()).isCloseTo(100 * Math.sqrt(total / scatter(frames)), within(1e-6));
        }
    }

    /** Squared distance of all frames from their mean. */
    private static double scatter(float[][] frames) {
        double sum = 0;
        for (int k = 0; k < frames[0].length; k++) {
            double mean = 0;
            for (float[] frame : frames) {
                mean += frame[k] / (double) frames.length;
            }
            for (float[] frame : frames) {
                sum += (frame[k] - mean) * (frame[k] - mean);
            }
        }
        return sum;
    }

    @Test
    void distortionComparesWithDistancesFromTheMeanOfEveryCoordinate() {
        // One vertex at x = 0, 1, 5: mean 2, squared distances 4 + 1 + 9 = 14
        float[][] frames = {{0, 0, 0, 3, 0, 0}, {1, 0, 0, 3, 0, 0}, {5, 0, 0, 3, 0, 0}};
        MeshSequence truth = Synthetic.sequence(Mesh.ofTriangles(frames[0], new int[0]), frames);
        PoseSource off = (f, from, to, xyz) -> {
            for (int k = 0; k < 6; k++) {
                xyz[k] = frames[f][k] + (k == 4 ? 2 : 0);
            }
        };
        SequenceError error = Measure.of(off, truth, Workers.CALLER);
        assertThat(error.distortionPercent()).isCloseTo(100 * Math.sqrt(12 / 14.0), within(1e-9));
        assertThat(error.seen()).isEmpty();
    }

    @Test
    void correctivesAreAddedInEveryFrame() {
        float[] rest = {0, 0, 0, 1, 0, 0};
        float[] shape = {0, 1, 0, 0, 0, 2};
        double[] still = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        double[] matrices = new double[36];
        for (int f = 0; f < 3; f++) {
            System.arraycopy(still, 0, matrices, 12 * f, 12);
        }
        Clip clip = new Clip("c", 30, new BoneMotion(1, 3, matrices), new double[] {0, 1, 0.5});
        SkinnedModel model = new SkinnedModel(
                Mesh.ofTriangles(rest, new int[0]),
                SkinWeights.of(1, new int[2], new double[] {1, 1}),
                Skeleton.flat(new double[3]),
                BoneType.AFFINE,
                List.of(clip),
                new Correctives(List.of("s"), new float[][] {shape}, new float[0][]));
        float[][] frames = {rest, {0, 1, 0, 1, 0, 2}, {0, 0.5f, 0, 1, 0, 1}};
        SequenceError error = Measure.of(model, clip, Synthetic.sequence(model.rest(), frames), Workers.CALLER);
        assertThat(error.erms()).isZero();
        SequenceError without = Measure.of(
                model.withoutCorrectives(),
                model.withoutCorrectives().clips().get(0),
                Synthetic.sequence(model.rest(), frames),
                Workers.CALLER);
        // Squared distances 0, 1 + 4 and 1/4 + 1
        assertThat(without.rmsePercent()).isCloseTo(100 * Math.sqrt(6.25 / 6), within(1e-9));
    }

    /** Two quads side by side, six vertices: 0 1 2 below, 3 4 5 above. */
    private static Mesh quads() {
        float[] xyz = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0};
        return Mesh.of(xyz, new int[] {0, 4, 8}, new int[] {0, 1, 4, 3, 1, 2, 5, 4}, Mesh.Surface.bare());
    }

    private static BoneRegions regions(int bones, double share, int... second) {
        int n = second.length;
        int[] table = new int[2 * n];
        double[] weights = new double[2 * n];
        for (int i = 0; i < n; i++) {
            table[2 * i + 1] = Math.max(0, second[i]);
            weights[2 * i] = second[i] < 0 ? 1 : 1 - share;
            weights[2 * i + 1] = second[i] < 0 ? 0 : share;
        }
        return BoneRegions.of(quads(), SkinWeights.of(2, table, weights), bones);
    }

    @Test
    void regionsAreConnectedByEdgesOnly() {
        // Bone 1 at 0 and 4, which are corners of one quad but not neighbours; bone 2 at 2 and 5, which are neighbours
        BoneRegions regions = regions(3, 0.4, 1, -1, 2, -1, 1, 2);
        assertThat(regions.perBone()).containsExactly(1, 2, 1);
        assertThat(regions.most()).isEqualTo(2);
        assertThat(regions.bone()).isEqualTo(1);
        assertThat(regions.mean()).isCloseTo(4 / 3.0, within(1e-12));
    }

    @Test
    void theLastEdgeOfAFaceConnects() {
        // 3 and 0 are the last and the first corner of the first quad
        assertThat(regions(2, 0.4, 1, -1, -1, 1, -1, -1).perBone()).containsExactly(1, 1);
    }

    @Test
    void ignoresWeightsOfATwentieth() {
        assertThat(regions(2, 0.05, 1, 1, 1, 1, 1, 1).perBone()).containsExactly(1, 0);
        assertThat(regions(2, 0.0625, 1, 1, 1, 1, 1, 1).perBone()).containsExactly(1, 1);
        assertThat(regions(2, 0.0625, 1, -1, 1, -1, -1, -1).perBone()).containsExactly(1, 2);
    }

    @Test
    void theFirstOfEquallyScatteredBonesIsNamed() {
        BoneRegions regions = regions(3, 0.5, 1, 2, 1, 2, 1, 2);
        assertThat(regions.perBone()).containsExactly(1, 3, 3);
        assertThat(regions.bone()).isEqualTo(1);
    }

    @Test
    void bonesWithoutVerticesDoNotLowerTheMean() {
        assertThat(regions(7, 0.5, -1, -1, -1, -1, -1, -1).mean()).isEqualTo(1);
        Mesh nothing = Mesh.ofTriangles(new float[0], new int[0]);
        BoneRegions none = BoneRegions.of(nothing, SkinWeights.of(1, new int[0], new double[0]), 0);
        assertThat(none.mean()).isZero();
        assertThat(none.most()).isZero();
    }

    /** A long strip of faces whose vertices are joined out of order: regions are found in several steps. */
    @Test
    void longRegionsAreOne() {
        int n = 41;
        float[] xyz = new float[6 * n];
        int[] triangles = new int[6 * (n - 1)];
        for (int i = 0; i < n; i++) {
            int place = i * 17 % n;
            for (int row = 0; row < 2; row++) {
                xyz[3 * (2 * i + row)] = place;
                xyz[3 * (2 * i + row) + 1] = row;
            }
        }
        int[] at = new int[n];
        for (int i = 0; i < n; i++) {
            at[i * 17 % n] = i;
        }
        for (int x = 0; x + 1 < n; x++) {
            int a = 2 * at[x];
            int b = 2 * at[x + 1];
            System.arraycopy(new int[] {a, b, b + 1, a, b + 1, a + 1}, 0, triangles, 6 * x, 6);
        }
        double[] ones = new double[2 * n];
        Arrays.fill(ones, 1);
        int[] bones = new int[2 * n];
        BoneRegions whole = BoneRegions.of(Mesh.ofTriangles(xyz, triangles), SkinWeights.of(1, bones, ones), 2);
        assertThat(whole.perBone()).containsExactly(1, 0);
        bones[2 * at[20]] = 1;
        bones[2 * at[20] + 1] = 1;
        BoneRegions cut = BoneRegions.of(Mesh.ofTriangles(xyz, triangles), SkinWeights.of(1, bones, ones), 2);
        assertThat(cut.perBone()).containsExactly(2, 1);
    }
}
