package dev.sinew.skin;

import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Vec3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.SkinnedModel;

/**
 * Moves driven bones. {@link #drive(SkinnedModel, Drivers, Clip)} does so for a whole clip, {@link #step} for a live pose, frame by frame
 * without allocation. Not thread-safe.
 *
 * <p>The state of a pose is per joint 2·q_xyz, then position (3) and orientation (4, a quaternion) of the carrier. Rates compare the states now,
 * one interval and two intervals earlier; between frames, states are interpolated linearly.
 */
public final class DriverRuntime {
    /** Frames of a live pose that are remembered: two intervals of 1/30 s at 480 frames per second. */
    private static final int HISTORY = 32;

    private final Drivers drivers;
    private final double[] carrierPivot;
    private final int stateSize;
    private final double[] relative = new double[Affine3.STRIDE];
    private final double[] inverse = new double[Affine3.STRIDE];
    private final double[] local = new double[Affine3.STRIDE];
    private final double[] q = new double[4];
    private final double[] turn = new double[4];
    private final double[] vector = new double[3];
    private final double[] z;
    private final double[] kernels;
    private final double[] y;
    private final double[] shapes;
    private final double[] now;
    private final double[] once;
    private final double[] twice;
    private final double[] past;
    private final double[] ages = new double[HISTORY];
    private int remembered;
    private int newest;

    /** @param model the model whose bones the drivers number */
    public DriverRuntime(SkinnedModel model, Drivers drivers) {
        this.drivers = drivers;
        this.carrierPivot = model.skeleton().pivot(drivers.inputs().carrier());
        this.stateSize = 3 * drivers.inputs().joints().length + 7;
        z = new double[drivers.inputs().count()];
        kernels = new double[drivers.kernels().count()];
        y = new double[drivers.constant().length];
        shapes = new double[drivers.shapes()];
        now = new double[stateSize];
        once = new double[stateSize];
        twice = new double[stateSize];
        past = new double[HISTORY * stateSize];
    }

    /** The clip with its driven bones and shapes moved by the drivers; all other bones keep their motion. */
    public static Clip drive(SkinnedModel model, Drivers drivers, Clip clip) {
        DriverRuntime runtime = new DriverRuntime(model, drivers);
        BoneMotion motion = clip.motion();
        double[] inputs = runtime.inputs(clip);
        double[] matrices = motion.matrices().clone();
        int width = runtime.z.length;
        int count = runtime.shapes.length;
        double[] amounts = count == 0 ? clip.shapes() : new double[motion.frameCount() * count];
        for (int f = 0; f < motion.frameCount(); f++) {
            System.arraycopy(inputs, f * width, runtime.z, 0, width);
            runtime.apply(matrices, motion.offset(f, 0));
            System.arraycopy(runtime.shapes, 0, amounts, f * count, count);
        }
        return clip.withMotion(new BoneMotion(motion.boneCount(), motion.frameCount(), matrices))
                .withShapes(amounts);
    }

    /**
     * The inputs of every frame of a clip, F×I. In the first two intervals, which have no past, rates and accelerations are those of the first
     * moment that has one.
     */
    public double[] inputs(Clip clip) {
        BoneMotion motion = clip.motion();
        int frames = motion.frameCount();
        double[] states = new double[frames * stateSize];
        for (int f = 0; f < frames; f++) {
            state(motion.matrices(), motion.offset(f, 0), states, f * stateSize);
        }
        double[] inputs = new double[frames * z.length];
        double lag = drivers.inputs().interval() * clip.framesPerSecond();
        for (int f = 0; f < frames; f++) {
            System.arraycopy(states, f * stateSize, now, 0, stateSize);
            pose(now);
            moving(states, frames, Math.max(f, lag), lag);
            accelerating(Math.max(f, 2 * lag), states, frames, lag);
            System.arraycopy(z, 0, inputs, f * z.length, z.length);
        }
        return inputs;
    }

    private void moving(double[] states, int frames, double at, double lag) {
        if (drivers.inputs().kind().compareTo(Kind.RATES) >= 0) {
            sample(states, frames, at, now);
            sample(states, frames, at - lag, once);
            rates();
        }
    }

    private void accelerating(double at, double[] states, int frames, double lag) {
        if (drivers.inputs().kind() == Kind.MOTION) {
            velocity();
            sample(states, frames, at, now);
            sample(states, frames, at - lag, once);
            sample(states, frames, at - 2 * lag, twice);
            acceleration();
        }
    }

    private void sample(double[] states, int frames, double at, double[] out) {
        double within = Math.max(0, Math.min(frames - 1, at));
        int f = Math.min(Math.max(0, frames - 2), (int) within);
        between(states, f * stateSize, Math.min(frames - 1, f + 1) * stateSize, within - f, out);
    }

    private void between(double[] states, int a, int b, double share, double[] out) {
        int quaternion = stateSize - 4;
        for (int k = 0; k < quaternion; k++) {
            out[k] = states[a + k] + share * (states[b + k] - states[a + k]);
        }
        double sign = Quaternions.dot(states, a + quaternion, states, b + quaternion) < 0 ? -1 : 1;
        for (int k = quaternion; k < stateSize; k++) {
            out[k] = (1 - share) * states[a + k] + share * sign * states[b + k];
        }
        Quaternions.normalise(out, quaternion);
    }

    /** Forgets the past of a live pose, for a cut or a teleport: rates start from zero. */
    public void reset() {
        remembered = 0;
    }

    /**
     * Moves the driven bones of a live pose. No allocation.
     *
     * @param seconds since the last step, ignored by the first one
     * @param matrices skinning matrices of all bones, 12 numbers each from {@code at} on; those of driven bones are modified
     */
    public void step(double seconds, double[] matrices, int at) {
        state(matrices, at, now, 0);
        remember(seconds);
        pose(now);
        if (drivers.inputs().kind().compareTo(Kind.RATES) >= 0) {
            earlier(drivers.inputs().interval(), once);
            rates();
        }
        if (drivers.inputs().kind() == Kind.MOTION) {
            velocity();
            earlier(2 * drivers.inputs().interval(), twice);
            acceleration();
        }
        apply(matrices, at);
    }

    private void remember(double seconds) {
        for (int k = 0; k < remembered; k++) {
            ages[(newest + k) % HISTORY] += seconds;
        }
        newest = (newest + HISTORY - 1) % HISTORY;
        remembered = Math.min(HISTORY, remembered + 1);
        ages[newest] = 0;
        System.arraycopy(now, 0, past, newest * stateSize, stateSize);
    }

    private void earlier(double age, double[] out) {
        int k = 1;
        while (k < remembered && ages[(newest + k) % HISTORY] < age * (1 - 1e-9)) {
            k++;
        }
        int older = (newest + Math.min(k, remembered - 1)) % HISTORY;
        int younger = (newest + Math.max(0, Math.min(k, remembered) - 1)) % HISTORY;
        double span = ages[older] - ages[younger];
        double share = span > 0 ? Math.min(1, (age - ages[younger]) / span) : 0;
        between(past, younger * stateSize, older * stateSize, share, out);
    }

    /** The state of a pose, written from {@code to} on. */
    private void state(double[] matrices, int at, double[] out, int to) {
        Drivers.Inputs inputs = drivers.inputs();
        for (int k = 0; k < inputs.joints().length; k++) {
            Affine3.invert(matrices, at + Affine3.STRIDE * inputs.parents()[k], inverse, 0);
            Affine3.multiply(inverse, 0, matrices, at + Affine3.STRIDE * inputs.joints()[k], relative, 0);
            rotation(relative, 0, q, 0);
            for (int x = 0; x < 3; x++) {
                out[to + 3 * k + x] = 2 * q[x];
            }
        }
        int carrier = at + Affine3.STRIDE * inputs.carrier();
        int place = to + 3 * inputs.joints().length;
        for (int r = 0; r < 3; r++) {
            out[place + r] = Affine3.row(matrices, carrier + 4 * r, carrierPivot[0], carrierPivot[1], carrierPivot[2]);
        }
        rotation(matrices, carrier, out, place + 3);
    }

    /** The rotation of a matrix without its uniform scale, with q_w ≥ 0. */
    private void rotation(double[] m, int from, double[] out, int to) {
        double volume = Affine3.determinant(m, from);
        double scale = volume > 0 ? 1 / Math.cbrt(volume) : 1;
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                local[4 * r + c] = scale * m[from + 4 * r + c];
            }
        }
        Quaternions.fromMatrix(local, 0, 4, out, to);
        if (out[to + 3] < 0) {
            for (int k = to; k < to + 4; k++) {
                out[k] = -out[k];
            }
        }
    }

    /** Rotations, and the direction +y in the frame of the carrier. */
    private void pose(double[] state) {
        int joints = drivers.inputs().joints().length;
        if (drivers.inputs().kind() == Kind.CONSTANT) {
            return;
        }
        System.arraycopy(state, 0, z, 0, 3 * joints);
        vector[0] = 0;
        vector[1] = 1;
        vector[2] = 0;
        intoCarrier(state, 3 * joints);
    }

    private void rates() {
        int joints = drivers.inputs().joints().length;
        double perSecond = 1 / drivers.inputs().interval();
        for (int k = 0; k < 3 * joints; k++) {
            z[3 * joints + 3 + k] = perSecond * (now[k] - once[k]);
        }
    }

    private void velocity() {
        int joints = drivers.inputs().joints().length;
        int position = 3 * joints;
        int to = 6 * joints + 3;
        double perSecond = 1 / drivers.inputs().interval();
        for (int x = 0; x < 3; x++) {
            vector[x] = perSecond * (now[position + x] - once[position + x]);
        }
        intoCarrier(now, to);
        Quaternions.conjugate(once, position + 3, q, 0);
        Quaternions.multiply(now, position + 3, q, 0, turn, 0);
        double sign = turn[3] < 0 ? -2 : 2;
        for (int x = 0; x < 3; x++) {
            vector[x] = perSecond * sign * turn[x];
        }
        intoCarrier(now, to + 6);
    }

    private void acceleration() {
        int position = 3 * drivers.inputs().joints().length;
        double perSecond = 1 / drivers.inputs().interval();
        for (int x = 0; x < 3; x++) {
            vector[x] = perSecond * perSecond * (now[position + x] - 2 * once[position + x] + twice[position + x]);
        }
        intoCarrier(now, 2 * position + 6);
    }

    /** Writes {@code vector} in the frame of the carrier into z. */
    private void intoCarrier(double[] state, int to) {
        Quaternions.toMatrix(state, stateSize - 4, local, 0, 4);
        for (int x = 0; x < 3; x++) {
            z[to + x] = local[x] * vector[0] + local[4 + x] * vector[1] + local[8 + x] * vector[2];
        }
    }

    /** Weights of the corrective shapes of the last {@link #step}, K numbers that the next one overwrites; empty if none are driven. */
    public double[] shapes() {
        return shapes;
    }

    /** φ(z), see {@link Drivers.Kernels}. */
    private void evaluateKernels() {
        double[] scales = drivers.kernels().scales();
        double[] centres = drivers.kernels().centres();
        for (int m = 0; m < kernels.length; m++) {
            double squared = 0;
            for (int k = 0; k < z.length; k++) {
                double off = scales[k] * (z[k] - centres[m * z.length + k]);
                squared += off * off;
            }
            kernels[m] = Math.exp(-squared);
        }
    }

    /** y from z, the skinning matrices of the driven bones and the weights of the shapes from y. */
    private void apply(double[] matrices, int at) {
        evaluateKernels();
        for (int o = 0; o < y.length; o++) {
            double sum = drivers.constant()[o];
            for (int k = 0; k < z.length; k++) {
                sum += drivers.matrix()[o * z.length + k] * z[k];
            }
            for (int m = 0; m < kernels.length; m++) {
                sum += drivers.kernels().matrix()[o * kernels.length + m] * kernels[m];
            }
            y[o] = Math.max(drivers.low()[o], Math.min(drivers.high()[o], sum));
        }
        System.arraycopy(y, y.length - shapes.length, shapes, 0, shapes.length);
        for (int h = 0; h < drivers.count(); h++) {
            transform(drivers, h, y, h * drivers.channels(), relative, inverse, q);
            Affine3.multiply(
                    matrices,
                    at + Affine3.STRIDE * drivers.references()[h],
                    relative,
                    0,
                    matrices,
                    at + Affine3.STRIDE * drivers.bones()[h]);
        }
    }

    /** The transform of helper h relative to its reference bone for its outputs. */
    private static void transform(
            Drivers drivers, int h, double[] y, int from, double[] out, double[] scratch, double[] q) {
        double length = 0;
        for (int x = 0; x < 3; x++) {
            q[x] = y[from + x] / 2;
            length += q[x] * q[x];
        }
        double scale = length > 1 ? 1 / Math.sqrt(length) : 1;
        for (int x = 0; x < 3; x++) {
            q[x] *= scale;
        }
        q[3] = Math.sqrt(Math.max(0, 1 - length));
        Quaternions.toMatrix(q, 0, out, 0, 4);
        if (drivers.stretch()) {
            stretch(y, from + 6, out, scratch);
        }
        double[] c = drivers.pivots();
        for (int r = 0; r < 3; r++) {
            out[4 * r + 3] = c[3 * h + r] + y[from + 3 + r] - Vec3.dot(out, 4 * r, c, 3 * h);
        }
    }

    /** R·(I + S) in place; S by its upper triangle xx, xy, xz, yy, yz, zz. */
    private static void stretch(double[] y, int from, double[] out, double[] s) {
        s[0] = 1 + y[from];
        s[1] = y[from + 1];
        s[2] = y[from + 2];
        s[4] = s[1];
        s[5] = 1 + y[from + 3];
        s[6] = y[from + 4];
        s[8] = s[2];
        s[9] = s[6];
        s[10] = 1 + y[from + 5];
        for (int r = 0; r < 3; r++) {
            double a = out[4 * r];
            double b = out[4 * r + 1];
            double c = out[4 * r + 2];
            for (int k = 0; k < 3; k++) {
                out[4 * r + k] = a * s[k] + b * s[4 + k] + c * s[8 + k];
            }
        }
    }

    /**
     * The outputs of a transform relative to a reference bone: what {@link Drivers} turns back into it.
     *
     * @param x 12 numbers, not modified
     * @param pivots c, three numbers from {@code pivot} on
     * @param y six numbers, or twelve with stretch, from {@code to} on, modified
     */
    public static void encode(double[] x, double[] pivots, int pivot, boolean stretch, double[] y, int to) {
        double[] r = new double[9];
        double[] q = new double[4];
        new NearestRotation().of(x, 0, 4, r, 0, 3);
        Quaternions.fromMatrix(r, 0, 3, q, 0);
        double sign = q[3] < 0 ? -2 : 2;
        for (int k = 0; k < 3; k++) {
            y[to + k] = sign * q[k];
            y[to + 3 + k] =
                    Affine3.row(x, 4 * k, pivots[pivot], pivots[pivot + 1], pivots[pivot + 2]) - pivots[pivot + k];
        }
        int at = to + 6;
        for (int a = 0; stretch && a < 3; a++) {
            for (int b = a; b < 3; b++) {
                // Rᵀ·X = I + S
                double s = r[a] * x[b] + r[3 + a] * x[4 + b] + r[6 + a] * x[8 + b];
                y[at++] = a == b ? s - 1 : s;
            }
        }
    }
}
