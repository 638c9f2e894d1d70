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
 * The training poses and the result of the operator in them. Contains only blended vertices: those of a single bone are already exact.
 * Vertices are numbered by their index among these.
 */
final class Training {
    private static final int CHUNK = 256;

    final SkinWeights weights;
    /** The training poses, then the small motions (see {@link SmallMotions}). */
    final BoneMotion motion;
    /** F, including the small motions. */
    final int frames;
    /** The blended vertices by their index in the model. */
    final int[] vertices;
    /** v: 3F per blended vertex */
    final double[] targets;
    /** EE of the input's weights under linear skinning. */
    final double linearError;
    /** The denominator of EE, over all vertices. */
    final double rigid;

    private final float[] rest;
    /** Number of training frames, on which the reported error is measured. */
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

    /** Number of blended vertices. */
    int count() {
        return vertices.length;
    }

    /** EE in percent, on the training poses. */
    double envelopingError(WeightState state) {
        double squared = 0;
        for (int a = 0; a < count(); a++) {
            for (int x = 3 * a * frames; x < 3 * (a * frames + learnt); x++) {
                squared += state.misses[x] * state.misses[x];
            }
        }
        return new EnvelopingError(squared, rigid).value();
    }

    /** Offset of the influences of blended vertex a in {@link #weights}. */
    int row(int a) {
        return vertices[a] * weights.influences();
    }

    int masters(int a) {
        return weights.influencesOf(vertices[a]);
    }

    /** A blend bone with these drivers, posed in every frame. Not thread-safe. */
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

    /** The centre of rotation of a blend bone, if its operator needs one. */
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
     * @param stride between the matrices of consecutive frames
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
     * Poses in which every bone moves a little independently, appended to the training poses. If a clip never moves a joint, it does not
     * determine the weights on its two sides, and arbitrary ones would tear in another motion. For small motions every operator equals
     * linear skinning with the model's own weights. So these poses require that a vertex's bones and their drivers add up to these weights,
     * unless the clip says otherwise.
     */
    private static final class SmallMotions {
        /** How far a bone moves, as a fraction of the model's size, in a pose with the weight of all training poses. */
        private static final double STEP_FRACTION = 3e-3;

        /** Bones with indices farther apart than three times this share a direction. */
        private static final int MAX_SMALL_POSES = 12;

        private SmallMotions() {}

        static BoneMotion after(BoneMotion learnt, double size) {
            int bones = learnt.boneCount();
            int poses = Math.min(MAX_SMALL_POSES, (bones + 2) / 3);
            int width = bones * BoneMotion.STRIDE;
            int from = learnt.frameCount() * width;
            double[] matrices = Arrays.copyOf(learnt.matrices(), from + poses * width);
            // Rest positions may be in other units than poses.
            double scale = Math.cbrt(Math.abs(Affine3.determinant(learnt.matrices(), 0)));
            double far = STEP_FRACTION * scale * size * Math.sqrt(learnt.frameCount());
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
