package dev.sinew.solve.pass;

import dev.sinew.run.Progress;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.transform.BoneForms;
import java.util.function.UnaryOperator;

/**
 * Bones and weights between two steps of a solver in full coordinates, for previews.
 *
 * @param opened converts positions of the solver's vertices to those of the input
 */
public record PosedIterate(NormalisedSequence poses, SkinState state, BoneForms bones, UnaryOperator<float[]> opened)
        implements Progress.Iterate {
    /** Listeners of a step may preview its result. */
    public static Progress withPreview(
            Progress progress,
            NormalisedSequence poses,
            SkinState state,
            Alternation alternation,
            UnaryOperator<float[]> opened) {
        return step -> {
            Progress.Answer answer = progress.report(step);
            progress.preview(new PosedIterate(poses, state, alternation.bones(), opened));
            return answer;
        };
    }

    @Override
    public int frameCount() {
        return poses.frameCount();
    }

    @Override
    public float[] pose(int frame) {
        int wide = 4 * bones.boneCount();
        int at = 3 * frame * wide;
        double[] xyz = blended(state, bones.transforms(), at, wide);
        float[] out = new float[xyz.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) (xyz[k] / poses.scale() + poses.centre()[k % 3]);
        }
        return opened.apply(out);
    }

    /**
     * Σ_j w_ij·M_j·u_i of a frame, 3N.
     *
     * @param transforms 3×4B from {@code at} on, not modified
     * @param wide 4B
     */
    public static double[] blended(SkinState state, double[] transforms, int at, int wide) {
        int most = state.influences();
        double[] xyz = new double[3 * state.vertexCount()];
        for (int i = 0; i < state.vertexCount(); i++) {
            double[] u = {state.rest()[3 * i], state.rest()[3 * i + 1], state.rest()[3 * i + 2], 1};
            for (int k = i * most; k < (i + 1) * most; k++) {
                double w = state.weights()[k];
                for (int x = 0; w > 0 && x < 3; x++) {
                    int m = at + x * wide + 4 * state.bones()[k];
                    xyz[3 * i + x] += w
                            * (transforms[m] * u[0]
                                    + transforms[m + 1] * u[1]
                                    + transforms[m + 2] * u[2]
                                    + transforms[m + 3]);
                }
            }
        }
        return xyz;
    }
}
