package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.Synthetic;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RestMode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Visual properties of a fit: shading by the blended matrix, the bind pose, seams. */
class SeenFitTest extends FitCases {
    @ParameterizedTest
    @EnumSource(BoneType.class)
    void fittedNormalsReduceTheShadingError(BoneType type) {
        MeshSequence sequence = ripples(24, 20);
        FitOptions options = bones(10).withBoneType(type);
        double without = degrees(modelOf(fit(sequence, options.withShading(0))), sequence);
        double with = degrees(modelOf(fit(sequence, options)), sequence);
        assertThat(with).isLessThan((type == BoneType.AFFINE ? 0.5 : 0.95) * without);
    }

    @Test
    void normalsHardlyRaiseThePositionError() {
        MeshSequence sequence = ripples(24, 20);
        double without = erms(fit(sequence, bones(10).withShading(0)), sequence);
        assertThat(erms(fit(sequence, bones(10)), sequence)).isLessThan(1.15 * without);
    }

    @Test
    void theBindPoseStaysCloseToTheGivenMesh() {
        MeshSequence sequence = ripples(24, 20);
        Mesh given = sequence.rest();
        Mesh membrane = modelOf(fit(sequence, bones(10))).rest();
        Mesh free = modelOf(fit(sequence, bones(10).withRest(RestMode.FREE))).rest();
        assertThat(largestRotation(membrane, given)).isLessThan(76);
        assertThat(meanRotation(membrane, given)).isLessThan(3).isLessThan(0.7 * meanRotation(free, given));
    }

    @Test
    void seamsStayClosed() {
        MeshSequence whole = ripples(20, 12);
        MeshSequence split = split(whole);
        assertThat(split.vertexCount()).isEqualTo(whole.rest().corners().length);
        SkinnedModel model = modelOf(fit(split, bones(8)));
        int[] corners = whole.rest().corners();
        int[] first = new int[whole.vertexCount()];
        Arrays.fill(first, -1);
        for (int c = 0; c < corners.length; c++) {
            int other = first[corners[c]];
            if (other < 0) {
                first[corners[c]] = c;
                continue;
            }
            assertThat(place(model, c)).containsExactly(place(model, other));
            assertThat(weights(model.weights(), c)).containsExactly(weights(model.weights(), other));
        }
    }

    /** Every corner has its own vertex, as in files without indices. */
    private static MeshSequence split(MeshSequence whole) {
        Mesh rest = whole.rest();
        int[] corners = rest.corners();
        float[][] frames = new float[whole.frameCount()][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = spread(whole.frame(f), corners);
        }
        int[] own = new int[corners.length];
        Arrays.setAll(own, c -> c);
        Mesh soup = Mesh.of(spread(rest.positions(), corners), rest.faceStarts(), own, Mesh.Surface.bare());
        return Synthetic.sequence(soup, frames);
    }

    private static float[] spread(float[] xyz, int[] corners) {
        float[] out = new float[3 * corners.length];
        for (int c = 0; c < corners.length; c++) {
            System.arraycopy(xyz, 3 * corners[c], out, 3 * c, 3);
        }
        return out;
    }

    private static float[] place(SkinnedModel model, int i) {
        return Arrays.copyOfRange(model.rest().positions(), 3 * i, 3 * i + 3);
    }

    private static double[] weights(SkinWeights weights, int i) {
        int k = weights.influences();
        return Arrays.copyOfRange(weights.weights(), i * k, (i + 1) * k);
    }

    /** Mean angle between true normals and those an engine shows, corner by corner. */
    private static double degrees(SkinnedModel model, MeshSequence sequence) {
        TrueNormals truth = TrueNormals.of(sequence);
        CornerAttribute stored = model.rest()
                .surface()
                .normals()
                .orElseGet(() -> Normals.ofCorners(model.rest(), model.rest().positions()));
        int[] corners = model.rest().corners();
        double sum = 0;
        for (int f = 0; f < sequence.frameCount(); f++) {
            float[] normals = truth.frame(f);
            for (int c = 0; c < corners.length; c++) {
                double[] shown = rotated(model, f, corners[c], stored.values(), 3 * stored.rows()[c]);
                sum += angle(shown, normals, 3 * truth.rows()[c]);
            }
        }
        return sum / sequence.frameCount() / corners.length;
    }

    private static double[] rotated(SkinnedModel model, int f, int i, float[] n, int at) {
        BoneMotion motion = model.clips().get(0).motion();
        SkinWeights weights = model.weights();
        double[] shown = new double[3];
        for (int k = i * weights.influences(); k < (i + 1) * weights.influences(); k++) {
            int m = motion.offset(f, weights.bones()[k]);
            for (int row = 0; row < 3; row++) {
                for (int x = 0; x < 3; x++) {
                    shown[row] += weights.weights()[k] * motion.matrices()[m + 4 * row + x] * n[at + x];
                }
            }
        }
        return shown;
    }

    private static double angle(double[] a, float[] b, int at) {
        double length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        double cosine = (a[0] * b[at] + a[1] * b[at + 1] + a[2] * b[at + 2]) / length;
        return Math.toDegrees(Math.acos(Math.max(-1, Math.min(1, cosine))));
    }

    private static double meanRotation(Mesh a, Mesh b) {
        return Arrays.stream(orientations(a, b)).average().orElseThrow();
    }

    private static double largestRotation(Mesh a, Mesh b) {
        return Arrays.stream(orientations(a, b)).max().orElseThrow();
    }

    private static double[] orientations(Mesh a, Mesh b) {
        double[] orientations = new double[a.faceCount()];
        double[] before = new double[3];
        double[] now = new double[3];
        for (int k = 0; k < orientations.length; k++) {
            Normals.areaNormal(a, a.positions(), k, now);
            Normals.areaNormal(b, b.positions(), k, before);
            double length = Math.sqrt(before[0] * before[0] + before[1] * before[1] + before[2] * before[2]);
            float[] unit = {(float) (before[0] / length), (float) (before[1] / length), (float) (before[2] / length)};
            orientations[k] = angle(now, unit, 0);
        }
        return orientations;
    }
}
