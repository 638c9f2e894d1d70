package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.PosedIterate;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.transform.BoneForms;

/** A fit between two steps: the current weights and bones, posed frame by frame in full coordinates. */
record FitIterate(SolverInput input, ReducedSequence reduced, BoneType boneType, SkinState state, BoneForms bones)
        implements Progress.Iterate {
    @Override
    public int frameCount() {
        return input.poses().frameCount();
    }

    @Override
    public float[] pose(int frame) {
        double[] xyz = PosedIterate.blended(state, transforms(frame), 0, 4 * bones.boneCount());
        return inModelUnits(input.perVertex(xyz));
    }

    /** T of a frame, 3×4B. Affine bones are stored in reduced coordinates, T = P_f·T_r; others in full ones. */
    private double[] transforms(int frame) {
        int wide = 4 * bones.boneCount();
        double[] t = new double[3 * wide];
        double[] all = bones.transforms();
        if (boneType != BoneType.AFFINE) {
            System.arraycopy(all, 3 * frame * wide, t, 0, t.length);
            return t;
        }
        int m = input.poses().dimensions();
        for (int k = 0; k < reduced.dimensions(); k++) {
            for (int x = 0; x < 3; x++) {
                double p = reduced.basisRows()[k * m + 3 * frame + x];
                for (int c = 0; c < wide; c++) {
                    t[x * wide + c] += p * all[k * wide + c];
                }
            }
        }
        return t;
    }

    /** The complete model between two steps, with face-based normals. */
    SkinnedModel model(MeshSequence sequence, FitOptions options) {
        int wide = 4 * bones.boneCount();
        double[] all = new double[3 * frameCount() * wide];
        for (int f = 0; f < frameCount(); f++) {
            System.arraycopy(transforms(f), 0, all, 3 * f * wide, 3 * wide);
        }
        return FitAssembly.early(sequence, input, state, all, options);
    }

    private float[] inModelUnits(double[] xyz) {
        NormalisedSequence poses = input.poses();
        float[] out = new float[xyz.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) (xyz[k] / poses.scale() + poses.centre()[k % 3]);
        }
        return out;
    }
}
