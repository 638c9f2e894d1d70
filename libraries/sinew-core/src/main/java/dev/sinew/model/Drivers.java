package dev.sinew.model;

import java.util.Objects;

/**
 * Helper bones and corrective shapes that follow the pose. Their values are a function of the skeleton's state z:
 * y = clamp(constant + matrix·z + kernels.matrix·φ(z), low, high). {@link dev.sinew.skin.DriverRuntime} computes z and applies y.
 *
 * <p>The skinning matrix of helper h is M_ref·[R·(I + S) | c + t − R·(I + S)·c] with the pivot c and y = (2·q_xyz of R, t, the upper triangle of S).
 * Without stretch, S = 0 and y has six numbers per helper. After the helpers, y has the weights of the corrective shapes.
 *
 * @param inputs what z is made of
 * @param bones H, the driven bones
 * @param references H, the bone that each driven bone is relative to; never a driven bone
 * @param pivots 3H, c in the rest pose
 * @param stretch whether helpers stretch
 * @param shapes number of the model's corrective shapes that are driven: all of them or none
 * @param constant O = H·{@link #channels()} + shapes, values of y where z and φ are 0
 * @param matrix O×I, row-major, I = {@link Inputs#count()}
 * @param kernels radial basis functions; {@link Kernels#NONE} if y is linear in z
 * @param low O, lower bounds of y
 * @param high O, upper bounds of y
 */
public record Drivers(
        Inputs inputs,
        int[] bones,
        int[] references,
        double[] pivots,
        boolean stretch,
        int shapes,
        double[] constant,
        double[] matrix,
        Kernels kernels,
        double[] low,
        double[] high) {
    /** What the inputs contain. Each kind contains the inputs of those before it. */
    public enum Kind {
        /** Nothing: helpers keep a fixed offset to their reference bones. */
        CONSTANT,
        /** Rotations of joints and the direction of gravity. */
        POSE,
        /** Also the rates of the rotations. */
        RATES,
        /** Also velocity, acceleration and angular velocity of the carrier. */
        MOTION
    }

    /**
     * The inputs z: per joint 2·q_xyz of its rotation relative to its parent and to the rest pose (q_w ≥ 0); the direction +y in the frame of
     * the carrier; per joint the rate of the first three; in the frame of the carrier its velocity, acceleration and angular velocity.
     *
     * @param joints bones whose rotations count
     * @param parents the bone that each joint's rotation is relative to, one per joint
     * @param carrier the bone whose orientation to gravity and motion count
     * @param interval seconds between the two states that a rate compares: now and {@code interval} earlier
     */
    public record Inputs(Kind kind, int[] joints, int[] parents, int carrier, double interval) {
        public Inputs {
            Objects.requireNonNull(kind);
            if (joints.length != parents.length) {
                throw new IllegalArgumentException(joints.length + " joints and " + parents.length + " parents");
            }
            if (!(interval > 0) || interval > 1) {
                throw new IllegalArgumentException("interval " + interval + " must be above 0 and at most 1 second");
            }
        }

        /** I, number of inputs. */
        public int count() {
            return switch (kind) {
                case CONSTANT -> 0;
                case POSE -> 3 * joints.length + 3;
                case RATES -> 6 * joints.length + 3;
                case MOTION -> 6 * joints.length + 12;
            };
        }

        public Inputs withKind(Kind newKind) {
            return new Inputs(newKind, joints, parents, carrier, interval);
        }
    }

    /**
     * Radial basis functions φ_m(z) = exp(−Σ_i (s_i·(z_i − c_mi))²). Far from all centres they vanish, so the linear part remains.
     *
     * @param scales s, I numbers; 0 leaves an input out
     * @param centres c, M×I
     * @param matrix O×M
     */
    public record Kernels(double[] scales, double[] centres, double[] matrix) {
        public static final Kernels NONE = new Kernels(new double[0], new double[0], new double[0]);

        /** M */
        public int count() {
            return scales.length == 0 ? 0 : centres.length / scales.length;
        }
    }

    /** Drivers of helper bones that are linear in z. */
    public Drivers(
            Inputs inputs,
            int[] bones,
            int[] references,
            double[] pivots,
            boolean stretch,
            double[] constant,
            double[] matrix,
            double[] low,
            double[] high) {
        this(inputs, bones, references, pivots, stretch, 0, constant, matrix, Kernels.NONE, low, high);
    }

    public Drivers {
        Objects.requireNonNull(inputs);
        int outputs = bones.length * channels(stretch) + shapes;
        int kernelCount = kernels.count();
        if (kernelCount > 0 && kernels.scales.length != inputs.count()
                || kernels.centres.length != kernelCount * inputs.count()
                || kernels.matrix.length != outputs * kernelCount) {
            throw new IllegalArgumentException(kernels.scales.length + " scales, " + kernels.centres.length
                    + " numbers of centres and " + kernels.matrix.length + " kernel coefficients for " + inputs.count()
                    + " inputs and " + outputs + " outputs");
        }
        if (references.length != bones.length || pivots.length != 3 * bones.length) {
            throw new IllegalArgumentException(bones.length + " driven bones, " + references.length + " references and "
                    + pivots.length / 3 + " pivots must match in number");
        }
        if (constant.length != outputs || low.length != outputs || high.length != outputs) {
            throw new IllegalArgumentException(constant.length + " constants, " + low.length + " lower and "
                    + high.length + " upper bounds for " + outputs + " outputs");
        }
        if (matrix.length != outputs * inputs.count()) {
            throw new IllegalArgumentException(
                    matrix.length + " coefficients for " + outputs + " outputs of " + inputs.count() + " inputs");
        }
        for (int reference : references) {
            for (int bone : bones) {
                if (reference == bone) {
                    throw new IllegalArgumentException("bone " + bone + " is both driven and a reference");
                }
            }
        }
    }

    /** H */
    public int count() {
        return bones.length;
    }

    /** Outputs per helper: 6, or 12 with stretch. */
    public int channels() {
        return channels(stretch);
    }

    private static int channels(boolean stretch) {
        return stretch ? 12 : 6;
    }
}
