package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.Synthetic;
import dev.sinew.math.Svd3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sequences that are underdetermined or almost trivial. */
class DegenerateFitTest extends FitCases {
    private static final double NOTHING = 0.01;

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 20})
    void oneFrame(int bones) {
        Mesh tube = Synthetic.tube(12, 8);
        MeshSequence sequence = Synthetic.sequence(tube, tube.positions());
        assertThat(erms(fit(sequence, bones(bones)), sequence)).isLessThan(NOTHING);
    }

    @Test
    void oneBoneFollowsAnAffineMotion() {
        MeshSequence sequence =
                Synthetic.played(Synthetic.model(Synthetic.tube(12, 8), new double[] {0.3, 0, 0}, 10, 3));
        FitResult result = fit(sequence, bones(1));
        assertThat(erms(result, sequence)).isLessThan(NOTHING);
        assertThat(modelOf(result).boneCount()).isEqualTo(1);
    }

    @Test
    void removesAndReportsUnnecessaryBones() {
        MeshSequence sequence =
                Synthetic.played(Synthetic.model(Synthetic.tube(12, 8), new double[] {0.3, 0, 0}, 10, 3));
        FitResult result = fit(sequence, bones(12));
        assertThat(erms(result, sequence)).isLessThan(NOTHING);
        int left = modelOf(result).boneCount();
        // One would suffice; rounding decides which of equals are removed, so it depends on the kernels.
        assertThat(left).isLessThanOrEqualTo(4);
        assertThat(result.fitted().notes())
                .singleElement()
                .asString()
                .contains((12 - left) + " of 12 bones", "removed");
    }

    @Test
    void moreBonesThanVertices() {
        Mesh triangle = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        float[] bent = {0, 0, 1, 2, 0, 0, 0, 3, 0.5f};
        MeshSequence sequence = Synthetic.sequence(triangle, triangle.positions(), bent);
        FitResult result = fit(sequence, bones(50));
        assertThat(erms(result, sequence)).isLessThan(NOTHING);
        assertThat(modelOf(result).boneCount()).isLessThanOrEqualTo(3);
        assertThat(result.fitted().notes()).hasSize(1);
    }

    @Test
    void stillFrames() {
        Mesh tube = Synthetic.tube(12, 8);
        MeshSequence sequence =
                Synthetic.sequence(tube, tube.positions(), tube.positions(), tube.positions(), tube.positions());
        FitResult result = fit(sequence, bones(5));
        assertThat(erms(result, sequence)).isLessThan(NOTHING);
        assertThat(modelOf(result).boneCount()).isEqualTo(1);
    }

    @Test
    void allVerticesInOnePoint() {
        Mesh point = Mesh.ofTriangles(new float[9], new int[] {0, 1, 2});
        float[] elsewhere = {5, 5, 5, 5, 5, 5, 5, 5, 5};
        MeshSequence sequence = Synthetic.sequence(point, point.positions(), elsewhere);
        FitResult result = fit(sequence, bones(4));
        assertThat(erms(result, sequence)).isLessThan(NOTHING);
        assertThat(modelOf(result).boneCount()).isEqualTo(1);
    }

    @Test
    void oneVertex() {
        Mesh point = Mesh.ofTriangles(new float[] {1, 2, 3}, new int[0]);
        MeshSequence sequence = Synthetic.sequence(point, new float[] {1, 2, 3}, new float[] {2, 2, 3});
        assertThat(erms(fit(sequence, bones(3)), sequence)).isLessThan(NOTHING);
    }

    @Test
    void coincidentVerticesMaySeparate() {
        SkinnedModel known = knownModel(12);
        float[] twice = joined(known.rest().positions(), known.rest().positions());
        MeshSequence once = Synthetic.played(known);
        float[][] frames = new float[once.frameCount()][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = joined(once.frame(f), once.frame(f));
        }
        MeshSequence sequence =
                Synthetic.sequence(Mesh.ofTriangles(twice, known.rest().corners()), frames);
        assertThat(erms(fit(sequence, bones(5)), sequence)).isLessThan(1);
    }

    private static float[] joined(float[] a, float[] b) {
        float[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    @Test
    void unreferencedVerticesAreFittedLikeOthers() {
        SkinnedModel known = knownModel(12);
        MeshSequence full = Synthetic.played(known);
        Mesh bare = Mesh.ofTriangles(known.rest().positions(), new int[] {0, 1, 2});
        MeshSequence sequence = new MeshSequence("bare", bare, full.frames(), 30);
        assertThat(erms(fit(sequence, bones(5)), sequence)).isLessThan(1);
    }

    @Test
    void aFlatRestPoseLeavesNoBoneFlat() {
        Mesh grid = Synthetic.grid(24, 24);
        MeshSequence sequence =
                Synthetic.played(Synthetic.model(grid, new double[] {-0.6, 0, 0, 0.6, 0, 0, 0, 0.7, 0}, 16, 8));
        FitResult result = fit(sequence, bones(3));
        assertThat(erms(result, sequence)).isLessThan(1);
        BoneMotion motion = modelOf(result).clips().get(0).motion();
        Svd3 svd = new Svd3();
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j = 0; j < motion.boneCount(); j++) {
                svd.decompose(motion.matrices(), motion.offset(f, j), 4);
                for (double stretch : svd.sigma()) {
                    assertThat(Math.abs(stretch)).as("bone %d, frame %d", j, f).isBetween(0.1, 10.0);
                }
            }
        }
    }

    @Test
    void normalsOfAFlatRestPoseAreSound() {
        Mesh grid = Synthetic.grid(24, 24);
        SkinnedModel knownModel = Synthetic.model(grid, new double[] {-0.6, 0, 0, 0.6, 0, 0, 0, 0.7, 0}, 16, 8);
        MeshSequence sequence = Synthetic.played(knownModel);
        SkinnedModel model = modelOf(fit(sequence, bones(3)));
        for (int f = 0; f < sequence.frameCount(); f++) {
            float[] truth = Normals.ofVertices(grid, sequence.frame(f));
            double known = meanCosine(skinnedNormals(knownModel, f), truth);
            assertThat(meanCosine(skinnedNormals(model, f), truth))
                    .as("frame %d", f)
                    .isGreaterThan(known - 0.05);
        }
    }

    private static double[] skinnedNormals(SkinnedModel model, int f) {
        float[] atRest = Normals.ofVertices(model.rest(), model.rest().positions());
        double[] skinned = new double[atRest.length];
        new LinearSkinning(model).normals(model.clips().get(0).motion(), f, atRest, skinned);
        return skinned;
    }

    private static double meanCosine(double[] a, float[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return 3 * sum / a.length;
    }

    @Test
    void farFromTheOrigin() {
        MeshSequence near = Synthetic.played(knownModel(12));
        float[][] frames = new float[near.frameCount()][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = shifted(near.frame(f));
        }
        MeshSequence sequence =
                Synthetic.sequence(near.rest().withPositions(shifted(near.rest().positions())), frames);
        assertThat(erms(fit(sequence, bones(5)), sequence)).isLessThan(1);
    }

    private static float[] shifted(float[] xyz) {
        float[] out = new float[xyz.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = xyz[k] + 1000;
        }
        return out;
    }

    @Test
    void fitsAStillPartNextToAMovingOne() {
        SkinnedModel known = knownModel(12);
        MeshSequence moving = Synthetic.played(known);
        float[][] frames = new float[moving.frameCount()][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = moving.frame(f).clone();
            System.arraycopy(known.rest().positions(), 0, frames[f], 0, frames[f].length / 3);
        }
        MeshSequence sequence = Synthetic.sequence(known.rest(), frames);
        FitResult result = fit(sequence, bones(6));
        assertThat(erms(result, sequence)).isLessThan(1);
    }
}
