package dev.sinew.retarget;

import dev.sinew.math.Vec3;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.RetargetResult.Contact;
import dev.sinew.solve.joints.ArticulatedForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Keeps feet where they stand. Contacts are found in the motion, by height and speed of heel and ball; on the model a foot in contact rolls
 * from heel to ball without sliding, the leg follows by inverse kinematics, and what was corrected fades before and after.
 */
final class Feet {
    /** Height above the ground at which a foot may stand, as a fraction of the length of the leg. */
    private static final double CONTACT_HEIGHT = 0.08;

    /** Speed at which a foot may stand, in lengths of the leg per second. A step takes about 4. */
    private static final double CONTACT_SPEED = 0.4;

    /** Contacts and gaps that last less than this are noise, in seconds. */
    private static final double SHORTEST = 0.06;

    /** Corrections fade in and out within this many seconds. */
    private static final double FADE = 0.25;

    /** The weight goes from heel to ball while one rises above the other by this fraction of the length of the leg. */
    private static final double ROLL_HEIGHT = 0.03;

    /** A leg is never stretched beyond this part of its length, so that the knee keeps a direction. */
    private static final double REACH = 0.998;

    /** The hips are lowered by at most this part of the length of the leg. */
    private static final double MAX_DROP = 0.15;

    /** Vertices of the sole that are looked at. */
    private static final int SOLE_POINTS = 200;

    /** Part of the frames in which no foot is lower than the ground. */
    private static final double GROUND_QUANTILE = 0.05;

    private final List<Leg> legs = new ArrayList<>();
    private final Performance source;

    /** A leg of the model and its counterpart. */
    private static final class Leg {
        private final String side;
        private final int upper;
        private final int lower;
        private final int foot;
        /** Bones from the hip to the knee without it, and from there to the foot without it. */
        private final List<Integer> above = new ArrayList<>();

        private final List<Integer> below = new ArrayList<>();
        private final double length;
        private final double[] ball;
        private final double[] heel;
        /** Points of the sole in the rest pose, and the bone that each mainly follows. */
        private final double[] sole;

        private final int[] soleBones;

        private final int sourceFoot;
        private final int sourceBall;
        private final double sourceLength;
        private boolean[] stands;
        /** Part of the weight that is on the ball, per frame; the rest is on the heel. */
        private double[] onBall;
        /** Correction per frame, 3F. */
        private double[] offset;

        private Leg(SkinnedModel model, BodyPlan plan, Performance source, BodyPlan other, String side) {
            this.side = side;
            upper = plan.roles().get(side + "UpperLeg");
            lower = plan.roles().get(side + "LowerLeg");
            foot = plan.roles().get(side + "Foot");
            length = RotationTransfer.length(plan, model.skeleton().pivots(), side);
            int at = plan.parents()[foot];
            List<Integer> into = below;
            while (at != Skeleton.NONE) {
                into.add(at);
                if (at == lower) {
                    into = above;
                }
                if (at == upper) {
                    break;
                }
                at = plan.parents()[at];
            }
            sourceFoot = other.roles().get(side + "Foot");
            sourceBall = other.bone(side + "Toes").orElse(sourceFoot);
            sourceLength = RotationTransfer.length(other, source.rest(), side);
            List<Integer> lowest = lowest(model, plan, foot);
            sole = points(model, lowest, foot);
            soleBones = bones(model, lowest, foot);
            Optional<Integer> toes = plan.bone(side + "Toes");
            ball = toes.isPresent()
                    ? model.skeleton().pivot(toes.get())
                    : front(sole, model.skeleton().pivot(foot));
            heel = model.skeleton().pivot(foot);
            for (int k = 1; k < sole.length; k += 3) {
                heel[1] = Math.min(heel[1], sole[k]);
            }
        }

        /** The lowest vertices that mainly follow the foot or bones below it. */
        private static List<Integer> lowest(SkinnedModel model, BodyPlan plan, int foot) {
            boolean[] below = ArticulatedForm.below(plan.parents());
            int b = plan.parents().length;
            float[] u = model.rest().positions();
            List<Integer> own = new ArrayList<>();
            for (int i = 0; i < model.vertexCount(); i++) {
                // The largest weight comes first.
                if (below[foot * b + model.weights().bones()[i * model.weights().influences()]]) {
                    own.add(i);
                }
            }
            own.sort((i, j) -> Float.compare(u[3 * i + 1], u[3 * j + 1]));
            return own.subList(0, Math.min(SOLE_POINTS, own.size()));
        }

        /** The positions of vertices; the joint without any. */
        private static double[] points(SkinnedModel model, List<Integer> vertices, int foot) {
            double[] points = new double[3 * Math.max(1, vertices.size())];
            System.arraycopy(model.skeleton().pivots(), 3 * foot, points, 0, 3);
            for (int k = 0; k < 3 * vertices.size(); k++) {
                points[k] = model.rest().positions()[3 * vertices.get(k / 3) + k % 3];
            }
            return points;
        }

        private static int[] bones(SkinnedModel model, List<Integer> vertices, int foot) {
            int[] bones = new int[Math.max(1, vertices.size())];
            bones[0] = foot;
            for (int k = 0; k < vertices.size(); k++) {
                bones[k] = model.weights()
                        .bones()[vertices.get(k) * model.weights().influences()];
            }
            return bones;
        }

        /** The point of the sole below the middle of its points. */
        private static double[] front(double[] sole, double[] ankle) {
            double[] middle = new double[3];
            double lowest = ankle[1];
            for (int k = 0; k < sole.length; k++) {
                middle[k % 3] += sole[k] / (sole.length / 3.0);
                lowest = k % 3 == 1 ? Math.min(lowest, sole[k]) : lowest;
            }
            middle[1] = lowest;
            return middle;
        }
    }

    private Feet(Performance source) {
        this.source = source;
    }

    /** The legs that both bodies have, and when their feet stand. */
    static Feet of(SkinnedModel model, BodyPlan plan, Performance source, BodyPlan other) {
        Feet feet = new Feet(source);
        for (String side : List.of("left", "right")) {
            boolean both = RotationTransfer.length(plan, model.skeleton().pivots(), side) > 0
                    && RotationTransfer.length(other, source.rest(), side) > 0;
            if (both) {
                feet.legs.add(new Leg(model, plan, source, other, side));
            }
        }
        feet.legs.forEach(feet::findContacts);
        return feet;
    }

    /** Height of the ankles of the motion when feet stand; NaN without feet. */
    double sourceAnkles() {
        if (legs.isEmpty() || source.frames() == 0) {
            return Double.NaN;
        }
        double[] lowest = new double[source.frames()];
        for (int f = 0; f < lowest.length; f++) {
            lowest[f] = Double.POSITIVE_INFINITY;
            for (Leg leg : legs) {
                lowest[f] = Math.min(lowest[f], source.position(f, leg.sourceFoot)[1]);
            }
        }
        return quantile(lowest);
    }

    private static double quantile(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) (GROUND_QUANTILE * (sorted.length - 1))];
    }

    /** Finds when the heel or the ball of a foot is low and slow. */
    private void findContacts(Leg leg) {
        int frames = source.frames();
        double[] ball = new double[3 * frames];
        for (int f = 0; f < frames; f++) {
            System.arraycopy(source.position(f, leg.sourceBall), 0, ball, 3 * f, 3);
        }
        boolean[] ballStands = standing(leg, ball);
        double[] heel = heel(leg, ball, ballStands);
        boolean[] heelStands = standing(leg, heel);
        leg.stands = new boolean[frames];
        leg.onBall = new double[frames];
        for (int f = 0; f < frames; f++) {
            leg.stands[f] = ballStands[f] || heelStands[f];
            double above = (heel[3 * f + 1] - ball[3 * f + 1]) / (ROLL_HEIGHT * leg.sourceLength);
            leg.onBall[f] = 1 - ease(above + 0.5);
        }
        int shortest = Math.max(1, (int) Math.round(SHORTEST * source.fps()));
        dropRuns(leg.stands, false, shortest);
        dropRuns(leg.stands, true, shortest);
    }

    /** The point of a foot that is below the ankle and as low as the ball while the ball stands; 3F. */
    private double[] heel(Leg leg, double[] ball, boolean[] ballStands) {
        double[] local = new double[3];
        int count = 0;
        for (int f = 0; f < source.frames(); f++) {
            if (ballStands[f]) {
                double[] down = {0, ball[3 * f + 1] - source.position(f, leg.sourceFoot)[1], 0};
                local = Vec3.along(
                        local, Rotations.apply(Rotations.transpose(source.rotation(f, leg.sourceFoot)), down), 1);
                count++;
            }
        }
        double[] heel = new double[ball.length];
        for (int f = 0; f < source.frames(); f++) {
            double[] at = Vec3.along(
                    source.position(f, leg.sourceFoot),
                    Rotations.apply(source.rotation(f, leg.sourceFoot), local),
                    1.0 / Math.max(1, count));
            System.arraycopy(at, 0, heel, 3 * f, 3);
        }
        return heel;
    }

    /** Whether a point is low and slow, per frame. */
    private boolean[] standing(Leg leg, double[] path) {
        int frames = source.frames();
        double[] heights = new double[frames];
        for (int f = 0; f < frames; f++) {
            heights[f] = path[3 * f + 1];
        }
        double ground = frames == 0 ? 0 : quantile(heights);
        boolean[] stands = new boolean[frames];
        int reach = Math.max(1, (int) Math.round(source.fps() / 60));
        for (int f = 0; f < frames; f++) {
            int from = Math.max(0, f - reach);
            int to = Math.min(frames - 1, f + reach);
            double way = Math.sqrt(Vec3.squaredDistance(path, 3 * from, path, 3 * to));
            double speed = to > from ? way * source.fps() / (to - from) : 0;
            stands[f] =
                    heights[f] - ground < CONTACT_HEIGHT * leg.sourceLength && speed < CONTACT_SPEED * leg.sourceLength;
        }
        return stands;
    }

    /** Turns runs of a value that are shorter than this, and not at an end, into the other value. */
    private static void dropRuns(boolean[] values, boolean value, int shortest) {
        int from = 0;
        for (int f = 1; f <= values.length; f++) {
            if (f == values.length || values[f] != values[from]) {
                if (values[from] == value && f - from < shortest && from > 0 && f < values.length) {
                    Arrays.fill(values, from, f, !value);
                }
                from = f;
            }
        }
    }

    List<Contact> contacts() {
        List<Contact> all = new ArrayList<>();
        for (Leg leg : legs) {
            for (int[] run : runs(leg.stands)) {
                all.add(new Contact(leg.side, run[0], run[1]));
            }
        }
        return all;
    }

    private static List<int[]> runs(boolean[] stands) {
        List<int[]> runs = new ArrayList<>();
        for (int f = 0; f < stands.length; f++) {
            if (stands[f] && (f == 0 || !stands[f - 1])) {
                runs.add(new int[] {f, f});
            }
            if (stands[f]) {
                runs.get(runs.size() - 1)[1] = f;
            }
        }
        return runs;
    }

    /**
     * Corrects poses such that feet stand.
     *
     * @param ground height of the ground under the model
     */
    void plant(ModelPoses poses, double ground) {
        for (Leg leg : legs) {
            leg.offset = corrections(leg, poses, ground);
        }
        lowerHips(poses);
        for (int f = 0; f < poses.frames(); f++) {
            for (Leg leg : legs) {
                double[] ankle = poses.position(f, leg.foot);
                double[] goal = Vec3.along(ankle, Vec3.at(leg.offset, 3 * f), 1);
                // The hips have been lowered since the corrections were found.
                goal[1] -= poses.drop(f);
                bend(leg, poses, f, goal);
            }
        }
    }

    /** From where the ankle is to where it ought to be, per frame. */
    private static double[] corrections(Leg leg, ModelPoses poses, double ground) {
        int frames = poses.frames();
        double[] out = new double[3 * frames];
        double[] lowest = new double[frames];
        double[][] balls = new double[frames][];
        double[][] heels = new double[frames][];
        for (int f = 0; f < frames; f++) {
            balls[f] = poses.carried(f, leg.foot, leg.ball);
            heels[f] = poses.carried(f, leg.foot, leg.heel);
            lowest[f] = Double.POSITIVE_INFINITY;
            for (int p = 0; p < leg.sole.length; p += 3) {
                lowest[f] = Math.min(lowest[f], poses.carried(f, leg.soleBones[p / 3], Vec3.at(leg.sole, p))[1]);
            }
        }
        for (int[] run : runs(leg.stands)) {
            double[] mean = new double[3];
            for (int f = run[0]; f <= run[1]; f++) {
                for (int x = 0; x < 3 && f > run[0]; x += 2) {
                    double onBall = (leg.onBall[f - 1] + leg.onBall[f]) / 2;
                    double slide =
                            onBall * (balls[f][x] - balls[f - 1][x]) + (1 - onBall) * (heels[f][x] - heels[f - 1][x]);
                    out[3 * f + x] = out[3 * (f - 1) + x] - slide;
                }
                mean = Vec3.along(mean, Vec3.at(out, 3 * f), 1.0 / (run[1] - run[0] + 1));
            }
            for (int f = run[0]; f <= run[1]; f++) {
                out[3 * f] -= mean[0];
                out[3 * f + 1] = ground - lowest[f];
                out[3 * f + 2] -= mean[2];
            }
        }
        fade(leg.stands, out, poses.fps());
        for (int f = 0; f < frames; f++) {
            out[3 * f + 1] = Math.max(out[3 * f + 1], ground - lowest[f]);
        }
        return out;
    }

    /** Between contacts: smoothly from the last correction to none, and from none to the next. */
    private static void fade(boolean[] stands, double[] out, double fps) {
        int frames = stands.length;
        double width = Math.max(1, FADE * fps);
        int[] before = new int[frames];
        int[] after = new int[frames];
        int last = -1;
        for (int f = 0; f < frames; f++) {
            last = stands[f] ? f : last;
            before[f] = last;
        }
        last = -1;
        for (int f = frames - 1; f >= 0; f--) {
            last = stands[f] ? f : last;
            after[f] = last;
        }
        for (int f = 0; f < frames; f++) {
            if (stands[f]) {
                continue;
            }
            double gap = before[f] >= 0 && after[f] >= 0 ? after[f] - before[f] : Double.POSITIVE_INFINITY;
            double reach = Math.min(width, gap);
            for (int x = 0; x < 3; x++) {
                double sum = before[f] >= 0 ? ease((f - before[f]) / reach) * out[3 * before[f] + x] : 0;
                sum += after[f] >= 0 ? ease((after[f] - f) / reach) * out[3 * after[f] + x] : 0;
                out[3 * f + x] = sum;
            }
        }
    }

    /** 1 at 0, 0 from 1 on, level at both. */
    private static double ease(double t) {
        double s = Math.min(1, Math.max(0, t));
        return 1 - s * s * (3 - 2 * s);
    }

    /** Lowers the hips where a leg is too short for where its foot stands. */
    private void lowerHips(ModelPoses poses) {
        int frames = poses.frames();
        double[] drop = new double[frames];
        for (Leg leg : legs) {
            for (int f = 0; f < frames; f++) {
                double[] top = poses.position(f, leg.upper);
                double[] goal = Vec3.along(poses.position(f, leg.foot), Vec3.at(leg.offset, 3 * f), 1);
                double reach = REACH * reach(leg, poses, f);
                double side = Math.hypot(top[0] - goal[0], top[2] - goal[2]);
                boolean far = leg.stands[f] && side < reach;
                double allowed = far ? Math.sqrt(reach * reach - side * side) : Double.POSITIVE_INFINITY;
                drop[f] = Math.min(MAX_DROP * leg.length, Math.max(drop[f], top[1] - goal[1] - allowed));
            }
        }
        poses.lower(smoothed(drop, (int) Math.round(FADE / 2 * poses.fps())));
    }

    private static double reach(Leg leg, ModelPoses poses, int f) {
        double[] knee = poses.position(f, leg.lower);
        return Vec3.distance(poses.position(f, leg.upper), knee) + Vec3.distance(knee, poses.position(f, leg.foot));
    }

    /** At least the values, without steps: the largest of the neighbours, averaged. */
    private static double[] smoothed(double[] values, int width) {
        double[] largest = new double[values.length];
        double[] out = new double[values.length];
        for (int f = 0; f < values.length; f++) {
            for (int k = Math.max(0, f - width); k <= Math.min(values.length - 1, f + width); k++) {
                largest[f] = Math.max(largest[f], values[k]);
            }
        }
        for (int f = 0; f < values.length; f++) {
            double sum = 0;
            for (int k = f - width; k <= f + width; k++) {
                sum += largest[Math.max(0, Math.min(values.length - 1, k))];
            }
            out[f] = sum / (2 * width + 1);
        }
        return out;
    }

    /** Two rigid parts, from hip to knee and from knee to ankle: bends the knee, then turns the leg to the goal. */
    private static void bend(Leg leg, ModelPoses poses, int f, double[] goal) {
        double[] top = poses.position(f, leg.upper);
        double[] knee = poses.position(f, leg.lower);
        double[] ankle = poses.position(f, leg.foot);
        double a = Vec3.distance(top, knee);
        double b = Vec3.distance(knee, ankle);
        double[] axis = Vec3.cross(Vec3.fromTo(top, knee), Vec3.fromTo(knee, ankle));
        if (!(Vec3.length(axis) > 1e-4 * a * b)) {
            axis = poses.sideways(f);
        }
        double distance = Math.max(Math.abs(a - b) + 1e-6 * a, Math.min(REACH * (a + b), Vec3.distance(top, goal)));
        double cosine = (distance * distance - a * a - b * b) / (2 * a * b);
        double wanted = Math.acos(Math.max(-1, Math.min(1, cosine)));
        double now = Rotations.angle(Vec3.fromTo(top, knee), Vec3.fromTo(knee, ankle));
        double[] bend = Rotations.about(Vec3.unit(axis), wanted - now);
        double[] end = Vec3.along(knee, Rotations.apply(bend, Vec3.fromTo(knee, ankle)), 1);
        double[] swing = Rotations.between(Vec3.fromTo(top, end), Vec3.fromTo(top, goal));
        for (int j : leg.above) {
            poses.turn(f, j, swing);
        }
        for (int j : leg.below) {
            poses.turn(f, j, Rotations.product(swing, bend));
        }
        poses.arrange(f);
    }
}
