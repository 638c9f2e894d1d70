package dev.sinew.linearize;

import dev.sinew.math.Affine3;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.measure.PoseSource;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.platform.Workers;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.BonePose;
import dev.sinew.skin.operator.OperatorSkinning;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The training poses and what the operator makes of them. Only blended vertices take part: one that follows a single bone
 * is exact already. Vertices are numbered by their place among these.
 */
final class Training {
    private static final int CHUNK = 256;

    final SkinWeights weights;
    /** The training poses, then the small ones (see {@link SmallMotions}). */
    final BoneMotion motion;
    /** F, the small ones with them. */
    final int frames;
    /** The blended vertices, by their number in the model. */
    final int[] vertices;
    /** v: 3F a blended vertex */
    final double[] targets;
    /** EE of the input's own weights under linear skinning. */
    final double linearError;
    /** The lower part of EE's fraction, over all vertices. */
    final double rigid;

    private final float[] rest;
    /** How many frames are to be learnt from, and make up the error that is told. */
    private final int learnt;

    private final BonePose[] poses;
    private final BonePose.Centres centres;

    Training(SkinnedModel model, BoneMotion given, SkinningOperator operator, Workers workers) {
        this.weights = model.weights();
        this.rest = model.rest().positions();
        this.learnt = given.frameCount();
        this.motion = SmallMotions.after(given, Box.around(rest).diagonal());
        this.frames = motion.frameCount();
        this.vertices = IntStream.range(0, model.vertexCount())
                .filter(i -> weights.influencesOf(i) > 1)
                .toArray();
        this.poses = new BonePose[frames];
        this.centres = operator == SkinningOperator.CENTRES_OF_ROTATION
                ? BonePose.Centres.of(model)
                : BonePose.Centres.ofPivots(model.skeleton().pivots());
        for (int f = 0; f < frames; f++) {
            poses[f] = BonePose.of(operator, model.skeleton().pivots(), centres);
            poses[f].load(motion.matrices(), motion.offset(f, 0));
        }
        OperatorSkinning truth = new OperatorSkinning(model, operator);
        this.targets = targets(truth, workers);
        PoseSource wanted = (f, from, to, xyz) -> truth.positions(given, f, from, to, xyz);
        LinearSkinning linear = new LinearSkinning(model);
        EnvelopingError plain = EnvelopingError.of(
                (f, from, to, xyz) -> linear.positions(given.matrices(), given.offset(f, 0), from, to, xyz),
                wanted,
                rest,
                weights,
                given,
                workers);
        this.linearError = plain.value();
        this.rigid = plain.rigid();
    }

    private double[] targets(OperatorSkinning truth, Workers workers) {
        double[] all = new double[Math.multiplyExact(vertices.length, 3 * frames)];
        workers.forChunks(vertices.length, CHUNK, (chunk, from, to) -> {
            for (int f = 0; f < frames; f++) {
                BonePose pose = truth.pose(motion, f);
                double[] xyz = new double[3];
                for (int a = from; a < to; a++) {
                    truth.positions(pose, vertices[a], vertices[a] + 1, xyz);
                    System.arraycopy(xyz, 0, all, 3 * (a * frames + f), 3);
                }
            }
        });
        return all;
    }

    /** How many vertices are blended. */
    int count() {
        return vertices.length;
    }

    /** EE in percent, on the poses to be learnt from. */
    double envelopingError(WeightState state) {
        double squared = 0;
        for (int a = 0; a < count(); a++) {
            for (int x = 3 * a * frames; x < 3 * (a * frames + learnt); x++) {
                squared += state.misses[x] * state.misses[x];
            }
        }
        return new EnvelopingError(squared, rigid).value();
    }

    /** Where the influences of blended vertex a begin in {@link #weights}. */
    int row(int a) {
        return vertices[a] * weights.influences();
    }

    int masters(int a) {
        return weights.influencesOf(vertices[a]);
    }

    /** A blend bone with these drivers, posed in every frame. For one thread. */
    BlendBone pose(int[] masters, double[] u) {
        int n = masters.length;
        double[] matrices = new double[frames * Affine3.STRIDE];
        double[] derivatives = new double[frames * n * Affine3.STRIDE];
        double[] matrix = new double[Affine3.STRIDE];
        double[] partials = new double[n * Affine3.STRIDE];
        for (int f = 0; f < frames; f++) {
            poses[f].differentiate(masters, u, 0, n, matrix, partials);
            System.arraycopy(matrix, 0, matrices, f * Affine3.STRIDE, Affine3.STRIDE);
            System.arraycopy(partials, 0, derivatives, f * partials.length, partials.length);
        }
        return new BlendBone(masters, u, matrices, derivatives);
    }

    /** What a blend bone turns about, where its operator asks. */
    double[] centre(BlendBone bone) {
        double[] out = new double[3];
        centres.of(bone.masters(), bone.weights(), 0, bone.masters().length, out);
        return out;
    }

    /** out = p_ia of a master bone. */
    void predict(int a, int master, double[] out, int to) {
        predict(a, motion.matrices(), motion.offset(0, master), motion.offset(1, 0), out, to);
    }

    /**
     * out = matrices·ũ_i stacked over the frames, 3F numbers.
     *
     * @param stride from the matrix of one frame to that of the next
     */
    void predict(int a, double[] matrices, int from, int stride, double[] out, int to) {
        int i = vertices[a];
        double x = rest[3 * i];
        double y = rest[3 * i + 1];
        double z = rest[3 * i + 2];
        for (int f = 0; f < frames; f++) {
            int m = from + f * stride;
            out[to + 3 * f] = matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3];
            out[to + 3 * f + 1] = matrices[m + 4] * x + matrices[m + 5] * y + matrices[m + 6] * z + matrices[m + 7];
            out[to + 3 * f + 2] = matrices[m + 8] * x + matrices[m + 9] * y + matrices[m + 10] * z + matrices[m + 11];
        }
    }

    /** out = ∂p_ik/∂u_kl of a blend bone and one of its drivers. */
    void predict(int a, BlendBone bone, int driver, double[] out, int to) {
        int n = bone.masters().length;
        predict(a, bone.derivatives(), driver * Affine3.STRIDE, n * Affine3.STRIDE, out, to);
    }

    /**
     * Poses in which every bone moves a little for itself, appended to those that are learnt from. Where a clip leaves a joint still, any
     * weights on its two sides are as good as others, and the least squares would take any; what is small in the clip would be torn apart
     * in another motion. For small motions every operator is linear skinning with the model's own weights, so that these poses ask of a
     * vertex that its bones and what drives them add up to these weights, as far as the clip does not say otherwise.
     */
    private static final class SmallMotions {
        /** How far a bone moves, of the size of the model, in a pose as important as all that are learnt from. */
        private static final double REACH = 3e-4;

        /** Bones that are farther apart in the list than three times this share a direction. */
        private static final int MOST_POSES = 12;

        private SmallMotions() {}

        static BoneMotion after(BoneMotion learnt, double size) {
            int bones = learnt.boneCount();
            int poses = Math.min(MOST_POSES, (bones + 2) / 3);
            int width = bones * BoneMotion.STRIDE;
            int from = learnt.frameCount() * width;
            double[] matrices = Arrays.copyOf(learnt.matrices(), from + poses * width);
            // Rest positions may be in other units than poses.
            double scale = Math.cbrt(Math.abs(Affine3.determinant(learnt.matrices(), 0)));
            double far = REACH * scale * size * Math.sqrt(learnt.frameCount());
            for (int p = 0; p < poses; p++) {
                for (int j = 0; j < bones; j++) {
                    int at = from + p * width + j * BoneMotion.STRIDE;
                    for (int x = 0; x < 3; x++) {
                        matrices[at + 5 * x] = scale;
                        matrices[at + 4 * x + 3] = j % (3 * poses) == 3 * p + x ? far : 0;
                    }
                }
            }
            return new BoneMotion(bones, learnt.frameCount() + poses, matrices);
        }
    }
}
