package dev.sinew.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three rules for normals under general matrices, against independently computed angles. */
class ShadingRulesTest extends QuietTest {
    private static final int FRAMES = 5;

    /** A closed, bumpy surface with normals in general directions. */
    private static Mesh surface(Random random) {
        Mesh tube = Synthetic.tube(4, 5);
        float[] xyz = tube.positions().clone();
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] += (float) (0.1 * random.nextGaussian());
        }
        Mesh bumpy = tube.withPositions(xyz);
        return bumpy.withSurface(Mesh.Surface.bare().withNormals(Optional.of(perVertex(bumpy, random))));
    }

    private static CornerAttribute perVertex(Mesh mesh, Random random) {
        float[] values = new float[3 * mesh.vertexCount()];
        for (int i = 0; i < values.length; i += 3) {
            double[] n = Vec3.unit(new double[] {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()});
            for (int x = 0; x < 3; x++) {
                values[i + x] = (float) n[x];
            }
        }
        return new CornerAttribute(3, values, mesh.corners());
    }

    private static double[] matrices(int count, Random random) {
        return random.doubles(12L * count, -2, 2).toArray();
    }

    private static SkinnedModel oneBone(Mesh mesh, double[] matrices) {
        double[] ones = new double[mesh.vertexCount()];
        Arrays.fill(ones, 1);
        Clip clip = new Clip("clip", 30, new BoneMotion(1, matrices.length / 12, matrices));
        return new SkinnedModel(
                mesh,
                SkinWeights.of(1, new int[ones.length], ones),
                Skeleton.flat(new double[3]),
                BoneType.AFFINE,
                List.of(clip));
    }

    private static MeshSequence randomTruth(Mesh rest, int frames, Random random) {
        float[][] all = new float[frames][rest.positions().length];
        for (float[] frame : all) {
            for (int k = 0; k < frame.length; k++) {
                frame[k] = (float) (rest.positions()[k] + 0.7 * random.nextGaussian());
            }
        }
        return Synthetic.sequence(rest.withSurface(Mesh.Surface.bare()), all);
    }

    private static NormalError measure(SkinnedModel model, MeshSequence truth) {
        try (Workers workers = new Workers(1)) {
            return ShadingMeasure.of(model, model.clips().get(0), truth, workers)
                    .orElseThrow();
        }
    }

    private static double[] linear(double[] m, int at, double[] v) {
        double[] out = new double[3];
        for (int r = 0; r < 3; r++) {
            out[r] = m[at + 4 * r] * v[0] + m[at + 4 * r + 1] * v[1] + m[at + 4 * r + 2] * v[2];
        }
        return out;
    }

    /** The normal of the image of the plane perpendicular to n. */
    private static double[] normalOfMovedPlane(double[] m, int at, double[] n) {
        double[] other = Math.abs(n[0]) < 0.5 ? new double[] {1, 0, 0} : new double[] {0, 1, 0};
        double[] a = Vec3.cross(n, other);
        double[] b = Vec3.cross(n, a);
        return Vec3.cross(linear(m, at, a), linear(m, at, b));
    }

    private static double angle(double[] a, double[] b) {
        double cosine = Vec3.dot(Vec3.unit(a), Vec3.unit(b));
        return Math.toDegrees(Math.acos(Math.max(-1, Math.min(1, cosine))));
    }

    private static float[] posed(Mesh mesh, double[] m, int at) {
        float[] out = new float[mesh.positions().length];
        for (int i = 0; i < out.length; i += 3) {
            double[] moved = linear(m, at, Vec3.at(mesh.positions(), i));
            for (int x = 0; x < 3; x++) {
                out[i + x] = (float) (moved[x] + m[at + 4 * x + 3]);
            }
        }
        return out;
    }

    private static double mean(double[][] angles) {
        return Arrays.stream(angles).flatMapToDouble(Arrays::stream).average().orElseThrow();
    }

    private static double over30(double[][] angles) {
        double[] all = Arrays.stream(angles).flatMapToDouble(Arrays::stream).toArray();
        return 100.0 * Arrays.stream(all).filter(a -> a > 30).count() / all.length;
    }

    /** As in numpy. */
    private static double percentile95(double[][] angles) {
        double[] sorted =
                Arrays.stream(angles).flatMapToDouble(Arrays::stream).sorted().toArray();
        double rank = 0.95 * (sorted.length - 1);
        int low = (int) rank;
        return sorted[low] + (rank - low) * (sorted[Math.min(sorted.length - 1, low + 1)] - sorted[low]);
    }

    private static void check(NormalError.Angles got, double[][] wanted) {
        assertThat(got.mean()).isCloseTo(mean(wanted), within(1e-4));
        assertThat(got.p95()).isCloseTo(percentile95(wanted), within(0.0101));
        assertThat(got.over30()).isCloseTo(over30(wanted), within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyRuleUnderGeneralMatrices(long seed) {
        Random random = new Random(seed);
        Mesh mesh = surface(random);
        double[] m = matrices(FRAMES, random);
        MeshSequence truth = randomTruth(mesh, FRAMES, random);
        int n = mesh.vertexCount();
        double[][] byMatrix = new double[FRAMES][n];
        double[][] byCofactor = new double[FRAMES][n];
        double[][] ofSurface = new double[FRAMES][n];
        float[] stored = mesh.surface().normals().orElseThrow().values();
        for (int f = 0; f < FRAMES; f++) {
            float[] wanted = Normals.ofVertices(mesh, truth.frame(f));
            float[] surface = Normals.ofVertices(mesh, posed(mesh, m, 12 * f));
            for (int i = 0; i < n; i++) {
                double[] right = Vec3.at(wanted, 3 * i);
                double[] normal = Vec3.at(stored, 3 * i);
                byMatrix[f][i] = angle(linear(m, 12 * f, normal), right);
                byCofactor[f][i] = angle(normalOfMovedPlane(m, 12 * f, normal), right);
                ofSurface[f][i] = angle(Vec3.at(surface, 3 * i), right);
            }
        }
        NormalError error = measure(oneBone(mesh, m), truth);
        check(error.matrix(), byMatrix);
        check(error.cofactor(), byCofactor);
        check(error.surface(), ofSurface);
        double[] perFrame = Arrays.stream(byMatrix)
                .mapToDouble(frame -> Arrays.stream(frame).average().orElseThrow())
                .toArray();
        assertThat(error.perFrame()).containsExactly(perFrame, within(1e-4));
        assertThat(error.stride()).isEqualTo(1);
        NormalError.Located worst = error.worst();
        double most =
                Arrays.stream(byMatrix).flatMapToDouble(Arrays::stream).max().orElseThrow();
        assertThat(worst.value()).isCloseTo(most, within(1e-4));
        assertThat(byMatrix[worst.frame()][worst.vertex()]).isCloseTo(most, within(1e-9));
    }

    /** One normal and one matrix entry at a time, so that signs cannot cancel. */
    @Test
    void theCofactorRuleFollowsThePlaneForEveryEntry() {
        float[] xyz = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        Mesh triangle = Mesh.ofTriangles(xyz, new int[] {0, 1, 2});
        double[][] directions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, -0.48, 0.64}};
        for (double[] direction : directions) {
            float[] values = {(float) direction[0], (float) direction[1], (float) direction[2]};
            CornerAttribute normals = new CornerAttribute(3, values, new int[3]);
            Mesh stored = triangle.withSurface(Mesh.Surface.bare().withNormals(Optional.of(normals)));
            for (int entry = 0; entry < 11; entry++) {
                double[] m = {2, 0.3, -0.4, 9, 0.5, 3, 0.7, 9, -0.6, 0.2, 5, 9};
                m[entry] += entry % 4 == 3 ? 1 : 1.5;
                NormalError error = measure(oneBone(stored, m), Synthetic.sequence(triangle, xyz));
                double[] up = {0, 0, 1};
                double[] n = Vec3.at(values, 0);
                assertThat(error.cofactor().mean()).isCloseTo(angle(normalOfMovedPlane(m, 0, n), up), within(1e-5));
                assertThat(error.matrix().mean()).isCloseTo(angle(linear(m, 0, n), up), within(1e-5));
            }
        }
    }

    @Test
    void correctivesTurnNormalsAndMovePositionsAsIfTheyWereBakedIn() {
        Random random = new Random(5);
        Mesh mesh = surface(random);
        CornerAttribute normals = mesh.surface().normals().orElseThrow();
        float[] bend = noise(mesh.positions().length, random);
        float[] turn = noise(normals.values().length, random);
        double[] m = matrices(2, random);
        MeshSequence truth = randomTruth(mesh, 2, random);
        SkinnedModel plain = oneBone(mesh, m);
        Correctives shapes = new Correctives(List.of("bend"), new float[][] {bend}, new float[][] {turn});
        // All of the shape in the second frame, half of it in the first
        Clip clip = plain.clips().get(0).withShapes(new double[] {0.5, 1});
        NormalError error = measure(plain.withCorrectives(shapes, List.of(clip)), truth);
        for (int f = 0; f < 2; f++) {
            float share = f == 0 ? 0.5f : 1;
            Mesh baked = mesh.withPositions(plus(mesh.positions(), share, bend))
                    .withSurface(Mesh.Surface.bare()
                            .withNormals(Optional.of(
                                    new CornerAttribute(3, plus(normals.values(), share, turn), normals.rows()))));
            MeshSequence frame = Synthetic.sequence(truth.rest(), truth.frame(f));
            NormalError one = measure(oneBone(baked, Arrays.copyOfRange(m, 12 * f, 12 * f + 12)), frame);
            assertThat(error.perFrame()[f]).isCloseTo(one.matrix().mean(), within(1e-3));
        }
        // Shapes without normals leave the normals unchanged and move the surface.
        Correctives still = new Correctives(List.of("bend"), new float[][] {bend}, new float[0][]);
        NormalError moved = measure(plain.withCorrectives(still, List.of(clip)), truth);
        NormalError unmoved = measure(plain, truth);
        assertThat(moved.matrix()).isEqualTo(unmoved.matrix());
        assertThat(moved.surface()).isNotEqualTo(unmoved.surface()).isEqualTo(error.surface());
    }

    private static float[] noise(int count, Random random) {
        float[] out = new float[count];
        for (int k = 0; k < count; k++) {
            out[k] = (float) (0.4 * random.nextGaussian());
        }
        return out;
    }

    private static float[] plus(float[] a, float share, float[] b) {
        float[] out = new float[a.length];
        for (int k = 0; k < a.length; k++) {
            out[k] = a[k] + share * b[k];
        }
        return out;
    }

    @Test
    void aVertexThatNoFaceOfTheFileUsesIsShadedWithTheGivenDirection() {
        // The true mesh has two triangles that meet at a right angle; the file has lost the second one.
        float[] xyz = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 5, 1, 0, 5, 0, 1};
        Mesh given = Mesh.ofTriangles(xyz, new int[] {0, 1, 2, 3, 4, 5});
        Mesh file = Mesh.ofTriangles(xyz, new int[] {0, 1, 2});
        double[] still = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        NormalError error = measure(oneBone(file, still), Synthetic.sequence(given, xyz));
        assertThat(error.matrix().mean()).isCloseTo(0, within(1e-6));
        SkinnedModel shaped = oneBone(file, still)
                .withCorrectives(
                        new Correctives(List.of("s"), new float[][] {new float[18]}, new float[][] {new float[18]}),
                        List.of(oneBone(file, still).clips().get(0).withShapes(new double[] {1})));
        assertThat(measure(shaped, Synthetic.sequence(given, xyz)).matrix().mean())
                .isCloseTo(0, within(1e-6));
    }

    @Test
    void twoLayersShadeLikeTheirProduct() {
        Random random = new Random(8);
        Mesh mesh = surface(random);
        int n = mesh.vertexCount();
        // Virtual bones: half of each master bone, and the second one alone
        int[] atomBones = {0, 1, 1, 0};
        double[] atomWeights = {0.5, 0.5, 1, 0};
        int[] virtual = IntStream.range(0, 2 * n).map(v -> v % 2).toArray();
        double[] coefficients = new double[2 * n];
        int[] bones = new int[2 * n];
        double[] product = new double[2 * n];
        for (int i = 0; i < n; i++) {
            double c = random.nextDouble();
            coefficients[2 * i] = c;
            coefficients[2 * i + 1] = 1 - c;
            bones[2 * i + 1] = 1;
            product[2 * i] = c / 2;
            product[2 * i + 1] = 1 - c / 2;
        }
        double[] m = matrices(2 * FRAMES, random);
        Clip clip = new Clip("clip", 30, new BoneMotion(2, FRAMES, m));
        Skeleton skeleton = Skeleton.flat(new double[6]);
        SkinnedModel linear =
                new SkinnedModel(mesh, SkinWeights.of(2, bones, product), skeleton, BoneType.AFFINE, List.of(clip));
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        SkinnedModel poor = linear.withWeights(SkinWeights.of(1, new int[n], ones));
        TwoLayerModel layered =
                new TwoLayerModel(poor, TwoLayerWeights.of(2, 2, atomBones, atomWeights, virtual, coefficients));
        MeshSequence truth = randomTruth(mesh, FRAMES, random);
        try (Workers workers = new Workers(1)) {
            SequenceError wanted = Measure.withVisualErrors(linear, clip, truth, workers);
            SequenceError got = Measure.withVisualErrors(layered, clip, truth, workers);
            assertThat(got.erms()).isCloseTo(wanted.erms(), within(1e-9));
            assertThat(got.perFrame()).containsExactly(wanted.perFrame(), within(1e-9));
            assertThat(got.perVertex()).containsExactly(wanted.perVertex(), within(1e-9));
            assertThat(Measure.of(layered, clip, truth, workers).seen()).isEmpty();
            SequenceError.Seen seen = got.seen().orElseThrow();
            NormalError normals = seen.normals().orElseThrow();
            NormalError right = wanted.seen().orElseThrow().normals().orElseThrow();
            assertThat(normals.perFrame()).containsExactly(right.perFrame(), within(1e-9));
            assertThat(normals.cofactor().mean()).isCloseTo(right.cofactor().mean(), within(1e-9));
            assertThat(seen.weightIslands().perBone()).as("of the fallback").containsExactly(1, 0);
            assertThat(wanted.seen().orElseThrow().weightIslands().perBone()).hasSize(2);
            assertThat(seen.rest().drift()).isZero();
        }
    }
}
