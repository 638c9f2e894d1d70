package dev.sinew.sample.twist;

import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Inputs;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.surface.Tube;
import dev.sinew.skin.DriverRuntime;
import java.util.Arrays;
import java.util.List;

/** An arm of two bones along y. Its biceps and triceps are helper bones that bulge as the elbow bends; their drivers are known. */
public final class Muscles extends ModelSample {
    private static final int VERTICES = 1500;
    private static final int FRAMES = 60;
    private static final double FRAMES_PER_SECOND = 30;
    private static final double LENGTH = 2;
    private static final double ELBOW = 1;
    private static final double RADIUS = 0.14;

    private static final int UPPER = 0;
    private static final int FOREARM = 1;
    private static final int BONES = 4;
    private static final int BICEPS = 2;
    private static final int TRICEPS = 3;
    /** Height of the muscles along the arm, half the length of their region, and their largest weight. */
    private static final double MUSCLE_HEIGHT = 0.55;

    private static final double MUSCLE_REACH = 0.4;
    private static final double MUSCLE_WEIGHT = 0.9;

    /** Largest bend of the elbow and largest turn of the forearm in the clips, in radians. */
    private static final double MAX_BEND = 1.9;

    private static final double MAX_TURN = 1.1;

    public Muscles() {
        super("muscles", "an arm whose biceps and triceps are helper bones that follow the elbow", VERTICES);
    }

    @Override
    public SkinnedModel make(int vertices) {
        SkinnedModel still = still(vertices);
        Drivers drivers = drivers();
        List<Clip> clips = still.clips().stream()
                .map(clip -> DriverRuntime.drive(still, drivers, clip))
                .toList();
        return still.withClips(clips);
    }

    /** The same arm with muscles that stay at rest on the upper arm. */
    public SkinnedModel still(int vertices) {
        check(vertices);
        Mesh mesh = TwistedBox.Rod.of(Tube.near(vertices, 2.5), LENGTH, t ->
                new double[] {RADIUS * Math.sin(2 * Math.PI * t), RADIUS * Math.cos(2 * Math.PI * t)});
        Skeleton skeleton = new Skeleton(
                List.of("upper_arm", "forearm", "helper_biceps", "helper_triceps"),
                new int[] {Skeleton.NONE, UPPER, UPPER, UPPER},
                new double[] {0, 0, 0, 0, ELBOW, 0, -RADIUS / 2, MUSCLE_HEIGHT, 0, RADIUS / 2, MUSCLE_HEIGHT, 0});
        List<Clip> clips =
                List.of(clip("curl", 1, 0.2), clip("turn", 2, 1.7), clip("work", 3, 3.1), clip("reach", 5, 4.4));
        return new SkinnedModel(mesh, weights(mesh), skeleton, BoneType.RIGID, clips);
    }

    /** What the muscles do: they move outwards and along the arm with the bend of the elbow, and roll with the turn of the forearm. */
    public static Drivers drivers() {
        Inputs inputs = new Inputs(Kind.POSE, new int[] {FOREARM}, new int[] {UPPER}, UPPER, 1 / FRAMES_PER_SECOND);
        int outputs = 12;
        double[] matrix = new double[outputs * inputs.count()];
        for (int h = 0; h < 2; h++) {
            double side = h == 0 ? -1 : 1;
            // Of the inputs, 1 is the turn about y and 2 the bend about z.
            matrix[(6 * h + 1) * inputs.count() + 1] = 0.3;
            matrix[(6 * h + 2) * inputs.count() + 2] = 0.1 * side;
            matrix[(6 * h + 3) * inputs.count() + 2] = 0.045 * side;
            matrix[(6 * h + 4) * inputs.count() + 2] = -0.03;
            matrix[(6 * h + 5) * inputs.count() + 1] = 0.02;
        }
        double[] high = new double[outputs];
        Arrays.fill(high, 1);
        double[] low = new double[outputs];
        Arrays.fill(low, -1);
        double[] pivots = {-RADIUS / 2, MUSCLE_HEIGHT, 0, RADIUS / 2, MUSCLE_HEIGHT, 0};
        return new Drivers(
                inputs,
                new int[] {BICEPS, TRICEPS},
                new int[] {UPPER, UPPER},
                pivots,
                false,
                new double[outputs],
                matrix,
                low,
                high);
    }

    private static SkinWeights weights(Mesh mesh) {
        int[] bones = new int[BONES * mesh.vertexCount()];
        double[] weights = new double[bones.length];
        float[] p = mesh.positions();
        for (int i = 0; i < mesh.vertexCount(); i++) {
            double along = Math.min(1, Math.abs(p[3 * i + 1] - MUSCLE_HEIGHT) / MUSCLE_REACH);
            double near = MUSCLE_WEIGHT * (1 - along * along) * (1 - along * along);
            double side = Math.max(-1, Math.min(1, p[3 * i] / RADIUS));
            double biceps = near * Math.max(0, -side);
            double triceps = near * Math.max(0, side);
            double t = Math.max(0, Math.min(1, (p[3 * i + 1] - ELBOW) / 0.4 + 0.5));
            double lower = t * t * (3 - 2 * t);
            double left = 1 - biceps - triceps;
            double[] row = {left * (1 - lower), left * lower, biceps, triceps};
            for (int j = 0; j < BONES; j++) {
                bones[BONES * i + j] = j;
                weights[BONES * i + j] = row[j];
            }
        }
        return SkinWeights.of(BONES, bones, weights);
    }

    private static Clip clip(String name, int speed, double phase) {
        double[] m = new double[FRAMES * BONES * Affine3.STRIDE];
        double[] local = new double[Affine3.STRIDE];
        for (int f = 0; f < FRAMES; f++) {
            int at = f * BONES * Affine3.STRIDE;
            double t = 2 * Math.PI * f / FRAMES;
            double lift = 0.4 * Math.sin(t + phase);
            turnAt(0, lift, 0.2 * Math.sin(speed * t), m, at);
            double bend = MAX_BEND / 2 * (1 - Math.cos(speed * t + phase));
            double turn = MAX_TURN * Math.sin((speed + 1) * t + 2 * phase);
            turnAt(ELBOW, bend, turn, local, 0);
            Affine3.multiply(m, at, local, 0, m, at + FOREARM * Affine3.STRIDE);
            System.arraycopy(m, at, m, at + BICEPS * Affine3.STRIDE, Affine3.STRIDE);
            System.arraycopy(m, at, m, at + TRICEPS * Affine3.STRIDE, Affine3.STRIDE);
        }
        return new Clip(name, FRAMES_PER_SECOND, new BoneMotion(BONES, FRAMES, m));
    }

    /** A bend about z after a turn about y, both about a point of the axis. */
    private static void turnAt(double height, double bend, double turn, double[] out, int at) {
        double[] q = new double[4];
        double[] z = {0, 0, Math.sin(bend / 2), Math.cos(bend / 2)};
        double[] y = {0, Math.sin(turn / 2), 0, Math.cos(turn / 2)};
        Quaternions.multiply(z, 0, y, 0, q, 0);
        Quaternions.toMatrix(q, 0, out, at, 4);
        for (int r = 0; r < 3; r++) {
            out[at + 4 * r + 3] = (r == 1 ? height : 0) - out[at + 4 * r + 1] * height;
        }
    }
}
