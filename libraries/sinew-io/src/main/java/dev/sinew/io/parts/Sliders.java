package dev.sinew.io.parts;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Bones that sliders drive: M_j(s) = I + Σ_k s_k·D_jk, linear like morph targets. With weights that sum to one the error of a
 * vertex is Σ_k s_k·e_k, where e_k is its error with only slider k at one. So it is at most Σ_k |s_k|·‖e_k‖.
 *
 * @param names one per slider, unique
 * @param bones number of bones
 * @param deltas K·B·12, D of slider k and bone j from {@code (k·B + j)·12} on, row-major
 * @param clips how the sliders move
 */
public record Sliders(List<String> names, int bones, double[] deltas, List<Curve> clips) {
    /**
     * The slider values in a clip.
     *
     * @param name name of the model's clip
     * @param weights F·K, frame by frame
     */
    public record Curve(String name, double framesPerSecond, double[] weights) {}

    /** The name of the clip that shows each slider at one in turn, after a frame with all at zero. */
    public static final String POSES = "sliders";

    public Sliders {
        names = List.copyOf(names);
        clips = List.copyOf(clips);
        Objects.requireNonNull(deltas);
        if (deltas.length != names.size() * bones * BoneMotion.STRIDE) {
            throw new IllegalArgumentException(
                    deltas.length + " numbers for " + names.size() + " sliders of " + bones + " bones");
        }
    }

    public int count() {
        return names.size();
    }

    /**
     * The sliders of a model that was fitted to a frame with all sliders at zero and a frame for each.
     *
     * @param poses K + 1 frames, the first of which is the identity
     */
    public static Sliders of(List<String> names, BoneMotion poses, List<Curve> clips) {
        int stride = poses.boneCount() * BoneMotion.STRIDE;
        double[] deltas = Arrays.copyOfRange(poses.matrices(), stride, poses.matrices().length);
        for (int at = 0; at < deltas.length; at++) {
            deltas[at] -= identity(at);
        }
        return new Sliders(names, poses.boneCount(), deltas, clips);
    }

    private static double identity(int at) {
        return at % BoneMotion.STRIDE % 5 == 0 ? 1 : 0;
    }

    /**
     * Skinning matrices of all bones.
     *
     * @param weights K numbers from {@code from} on, not modified
     * @param out 12 per bone from {@code to} on, modified
     */
    public void matrices(double[] weights, int from, double[] out, int to) {
        int stride = bones * BoneMotion.STRIDE;
        for (int at = 0; at < stride; at++) {
            out[to + at] = identity(at);
        }
        for (int k = 0; k < count(); k++) {
            double s = weights[from + k];
            for (int at = 0; s != 0 && at < stride; at++) {
                out[to + at] += s * deltas[k * stride + at];
            }
        }
    }

    /** The motion of the bones while the sliders follow a curve. */
    public BoneMotion motion(double[] weights) {
        int frames = weights.length / count();
        int stride = bones * BoneMotion.STRIDE;
        double[] matrices = new double[frames * stride];
        for (int f = 0; f < frames; f++) {
            matrices(weights, f * count(), matrices, f * stride);
        }
        return new BoneMotion(bones, frames, matrices);
    }

    /** The model with a clip for every curve, followed by the clip of the poses. */
    public SkinnedModel withClips(SkinnedModel model, double posesPerSecond) {
        double[] each = new double[(count() + 1) * count()];
        for (int k = 0; k < count(); k++) {
            each[(k + 1) * count() + k] = 1;
        }
        List<Clip> all = new ArrayList<>();
        clips.forEach(c -> all.add(new Clip(c.name(), c.framesPerSecond(), motion(c.weights()))));
        // Last, because viewers play the first clip.
        all.add(new Clip(POSES, posesPerSecond, motion(each)));
        return model.withClips(all);
    }
}
