package dev.sinew.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Visual metrics on cases computed by hand: shading, bind pose, bone regions. */
class SeenMetricsTest extends QuietTest {
    /** A unit square in the plane z = 0, facing +z. */
    private static final float[] SQUARE = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};

    private static final int[] TWO_TRIANGLES = {0, 1, 2, 0, 2, 3};
    private static final double[] STILL = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    /** x grows with z: leaves the square unchanged, and rotates its normal by 45° if engines multiply by the matrix. */
    private static final double[] SHEAR = {1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0};

    private static SkinnedModel oneBone(Mesh mesh, double[]... matrices) {
        int n = mesh.vertexCount();
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        double[] motion =
                Arrays.stream(matrices).flatMapToDouble(Arrays::stream).toArray();
        Clip clip = new Clip("clip", 30, new BoneMotion(1, matrices.length, motion));
        return new SkinnedModel(
                mesh,
                SkinWeights.of(1, new int[n], ones),
                Skeleton.flat(new double[3]),
                BoneType.AFFINE,
                List.of(clip));
    }

    private static Optional<NormalError> shading(SkinnedModel model, MeshSequence truth, int threads) {
        try (Workers workers = new Workers(threads)) {
            return ShadingMeasure.of(model, model.clips().get(0), truth, workers);
        }
    }

    @Test
    void aShearTurnsNormalsOnlyByTheMatrixRule() {
        Mesh square = Mesh.ofTriangles(SQUARE, TWO_TRIANGLES);
        MeshSequence truth = Synthetic.sequence(square, SQUARE, SQUARE, SQUARE, SQUARE);
        NormalError error =
                shading(oneBone(square, STILL, SHEAR, STILL, STILL), truth, 1).orElseThrow();
        assertThat(error.matrix().mean()).isEqualTo(45.0 / 4, within(1e-9));
        assertThat(error.matrix().p95()).isEqualTo(45, within(0.01));
        assertThat(error.matrix().over30()).isEqualTo(25, within(1e-9));
        assertThat(error.cofactor().mean()).isEqualTo(0, within(1e-9));
        assertThat(error.surface().mean()).isEqualTo(0, within(1e-9));
        assertThat(error.worst().value()).isEqualTo(45, within(1e-9));
        assertThat(error.worst().frame()).isEqualTo(1);
        assertThat(error.perFrame()).containsExactly(new double[] {0, 45, 0, 0}, within(1e-9));
    }

    @Test
    void everyRuleDetectsARotatedSurface() {
        // The true surface rotates by 90° about x, the model stays.
        float[] up = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1};
        Mesh square = Mesh.ofTriangles(SQUARE, TWO_TRIANGLES);
        NormalError error = shading(oneBone(square, STILL), Synthetic.sequence(square, up), 1)
                .orElseThrow();
        assertThat(error.matrix().mean()).isEqualTo(90, within(1e-6));
        assertThat(error.cofactor().mean()).isEqualTo(90, within(1e-6));
        assertThat(error.surface().mean()).isEqualTo(90, within(1e-6));
        assertThat(error.surface().over30()).isEqualTo(100);
    }

    @Test
    void matchesNormalsAtHardEdges() {
        // A roof: two squares that meet at a right angle; with one normal per face all agree, whatever the file's
        // corners are.
        float[] roof = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, -1, 1, 1, -1};
        int[] triangles = {0, 1, 2, 0, 2, 3, 3, 2, 5, 3, 5, 4};
        float[] normals = {0, 0, 1, 0, 1, 0};
        int[] rows = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
        Mesh bare = Mesh.ofTriangles(roof, triangles);
        Mesh given = bare.withSurface(bare.surface().withNormals(Optional.of(new CornerAttribute(3, normals, rows))));
        int[] turnedRound = IntStream.range(0, 12).map(c -> triangles[11 - c]).toArray();
        int[] turnedRows = IntStream.range(0, 12).map(c -> rows[11 - c]).toArray();
        Mesh other = Mesh.ofTriangles(roof, turnedRound);
        Mesh stored = other.withSurface(
                other.surface().withNormals(Optional.of(new CornerAttribute(3, normals, turnedRows))));
        NormalError error = shading(oneBone(stored, STILL), Synthetic.sequence(given, roof), 1)
                .orElseThrow();
        assertThat(error.matrix().mean()).isEqualTo(0, within(1e-6));
        assertThat(error.surface().mean()).isEqualTo(0, within(1e-6));
        // Without hard edges in the file, four of the eight rows lie on the fold and are 45° off.
        Mesh smooth =
                bare.withSurface(bare.surface().withNormals(Optional.of(Normals.ofCorners(bare, bare.positions()))));
        NormalError soft = shading(oneBone(smooth, STILL), Synthetic.sequence(given, roof), 1)
                .orElseThrow();
        assertThat(soft.matrix().mean()).isEqualTo(22.5, within(1e-4));
    }

    @Test
    void isEmptyWithoutFaces() {
        Mesh points = Mesh.ofTriangles(SQUARE, new int[0]);
        assertThat(shading(oneBone(points, STILL), Synthetic.sequence(points, SQUARE), 1))
                .isEmpty();
        Mesh flat = Mesh.ofTriangles(new float[9], new int[] {0, 1, 2});
        assertThat(shading(oneBone(flat, STILL), Synthetic.sequence(flat, new float[9]), 1))
                .isEmpty();
    }

    @Test
    void resultsDoNotDependOnThreads() {
        Mesh square = Mesh.ofTriangles(SQUARE, TWO_TRIANGLES);
        double[][] motion = new double[37][];
        float[][] frames = new float[37][];
        for (int f = 0; f < 37; f++) {
            motion[f] = SHEAR.clone();
            motion[f][2] = 0.1 * f;
            frames[f] = SQUARE;
        }
        MeshSequence truth = Synthetic.sequence(square, frames);
        NormalError one = shading(oneBone(square, motion), truth, 1).orElseThrow();
        NormalError three = shading(oneBone(square, motion), truth, 3).orElseThrow();
        assertThat(three.matrix()).isEqualTo(one.matrix());
        assertThat(three.perFrame()).containsExactly(one.perFrame());
        assertThat(three.worst()).isEqualTo(one.worst());
    }

    @Test
    void theGivenBindPoseHasNoError() {
        Mesh square = Mesh.ofTriangles(SQUARE, TWO_TRIANGLES);
        RestError error = RestError.of(square, square);
        assertThat(error.drift()).isZero();
        assertThat(error.normals()).isZero();
        assertThat(error.edges()).isEqualTo(new RestError.Edges(1, 1));
        assertThat(error.flipped()).isZero();
    }

    @Test
    void reportsAFlippedAndStretchedBindPose() {
        // The fourth corner is pulled over the diagonal to (2, 0): its triangle flips.
        float[] moved = SQUARE.clone();
        moved[9] = 2;
        moved[10] = 0;
        RestError error = RestError.of(Mesh.ofTriangles(moved, TWO_TRIANGLES), Mesh.ofTriangles(SQUARE, TWO_TRIANGLES));
        assertThat(error.flipped()).isEqualTo(50, within(1e-9));
        assertThat(error.normals()).isEqualTo(90, within(1e-9));
        double way = Math.sqrt(5);
        assertThat(error.drift()).isEqualTo(100 * Math.sqrt(5.0 / 4) / Math.sqrt(2), within(1e-6));
        assertThat(error.worst().value()).isEqualTo(100 * way / Math.sqrt(2), within(1e-6));
        assertThat(error.worst().vertex()).isEqualTo(3);
        // Ratios 1, 1, 1 and √2 (2–3), 2 (3–0): numpy's percentiles of five values.
        assertThat(error.edges().low()).isEqualTo(1, within(1e-9));
        assertThat(error.edges().high()).isEqualTo(Math.sqrt(2) + 0.8 * (2 - Math.sqrt(2)), within(1e-6));
    }

    @Test
    void rejectsAnotherMesh() {
        Mesh square = Mesh.ofTriangles(SQUARE, TWO_TRIANGLES);
        Mesh triangle = Mesh.ofTriangles(new float[9], new int[] {0, 1, 2});
        assertThatThrownBy(() -> RestError.of(triangle, square))
                .hasMessageContaining("3")
                .hasMessageContaining("4");
    }

    @Test
    void countsRegionsOnTheWeldedMesh() {
        // A strip of squares whose columns are 0..6; bone 0 has weight in columns 0–1 and 5–6, bone 1 in 2–4, bone 2
        // nowhere.
        int columns = 7;
        float[] xyz = new float[6 * columns];
        int[] bones = new int[2 * 2 * columns];
        double[] weights = new double[2 * 2 * columns];
        for (int i = 0; i < 2 * columns; i++) {
            int x = i / 2;
            xyz[3 * i] = x;
            xyz[3 * i + 1] = i % 2;
            boolean middle = x >= 2 && x <= 4;
            bones[2 * i] = middle ? 1 : 0;
            bones[2 * i + 1] = 2;
            weights[2 * i] = 0.96;
            weights[2 * i + 1] = 0.04;
        }
        int[] triangles = new int[6 * (columns - 1)];
        for (int x = 0; x + 1 < columns; x++) {
            int[] pair = {2 * x, 2 * x + 2, 2 * x + 3, 2 * x, 2 * x + 3, 2 * x + 1};
            System.arraycopy(pair, 0, triangles, 6 * x, 6);
        }
        SkinWeights table = SkinWeights.of(2, bones, weights);
        BoneRegions whole = BoneRegions.of(Mesh.ofTriangles(xyz, triangles), table, 3);
        assertThat(whole.perBone()).containsExactly(2, 1, 0);
        assertThat(whole.mean()).isEqualTo(1.5);
        assertThat(whole.most()).isEqualTo(2);
        assertThat(whole.bone()).isZero();

        // The same with separate vertices for every triangle.
        float[] apart = new float[3 * triangles.length];
        int[] apartBones = new int[2 * triangles.length];
        double[] apartWeights = new double[2 * triangles.length];
        for (int c = 0; c < triangles.length; c++) {
            System.arraycopy(xyz, 3 * triangles[c], apart, 3 * c, 3);
            System.arraycopy(bones, 2 * triangles[c], apartBones, 2 * c, 2);
            System.arraycopy(weights, 2 * triangles[c], apartWeights, 2 * c, 2);
        }
        int[] own = IntStream.range(0, triangles.length).toArray();
        SkinWeights apartTable = SkinWeights.of(2, apartBones, apartWeights);
        BoneRegions soup = BoneRegions.of(Mesh.ofTriangles(apart, own), apartTable, 3);
        assertThat(soup.perBone()).containsExactly(2, 1, 0);
    }
}
