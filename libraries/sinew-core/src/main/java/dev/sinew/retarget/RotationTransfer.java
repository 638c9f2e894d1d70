package dev.sinew.retarget;

import dev.sinew.math.Vec3;
import dev.sinew.model.Skeleton;
import dev.sinew.retarget.RetargetOptions.ReferencePose;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Puts the rotations of one body onto another. A bone gets the rotation in space that its counterpart has made since a pose in which
 * both bodies do the same, R_j(f) = R_s(f)·R_s(ref)⁻¹·A_j, where A_j turns the limb from the model's rest pose to that pose.
 */
final class RotationTransfer {
    /** If the limbs of a rest pose differ in direction from the model's by more than this root mean square, a body cannot stand in it. */
    private static final double MAX_MISMATCH = Math.toRadians(65);

    /** Frames that are looked at for a reference pose. */
    private static final int CANDIDATES = 200;

    private static final List<List<String>> LIMBS =
            List.of(List.of("UpperArm", "LowerArm", "Hand"), List.of("UpperLeg", "LowerLeg", "Foot"));
    private static final double[] UP = {0, 1, 0};

    private final Skeleton target;
    private final PoseTree tree;
    private final Optional<BodyPlan> plan;
    private final Performance source;
    private final Optional<BodyPlan> sourcePlan;
    private final BoneMatch match;
    private final int reference;
    /** A_j per bone. */
    private final double[][] aligned;

    private final double scale;
    private final int hips;

    /** @param scale of travel; empty for the ratio of the lengths of the legs, or of the sizes */
    RotationTransfer(
            Skeleton target,
            PoseTree tree,
            Optional<BodyPlan> plan,
            Performance source,
            Optional<BodyPlan> sourcePlan,
            BoneMatch match,
            ReferencePose wanted,
            OptionalDouble scale) {
        this.target = target;
        this.tree = tree;
        this.plan = plan;
        this.source = source;
        this.sourcePlan = sourcePlan;
        this.match = match;
        this.reference = reference(wanted);
        this.aligned = align();
        this.hips =
                plan.map(p -> p.roles().get("hips")).filter(match::isMatched).orElseGet(this::firstMatched);
        this.scale = scale.orElseGet(this::bodyScale);
    }

    int hips() {
        return hips;
    }

    int referenceFrame() {
        return reference;
    }

    private int firstMatched() {
        for (int j : tree.order()) {
            if (match.isMatched(j)) {
                return j;
            }
        }
        return tree.root();
    }

    private static double extent(double[] points) {
        double[] low = Vec3.at(points, 0);
        double[] high = low.clone();
        for (int k = 0; k < points.length; k++) {
            low[k % 3] = Math.min(low[k % 3], points[k]);
            high[k % 3] = Math.max(high[k % 3], points[k]);
        }
        return Math.max(Vec3.distance(low, high), 1e-12);
    }

    /** The ratio of the lengths of the legs, or of the sizes if a skeleton has no legs. */
    private double bodyScale() {
        double own = 0;
        double other = 0;
        boolean bodies = plan.isPresent() && sourcePlan.isPresent();
        for (String side : bodies ? List.of("left", "right") : List.<String>of()) {
            double a = length(plan.get(), target.pivots(), side);
            double b = length(sourcePlan.get(), source.rest(), side);
            own += a > 0 && b > 0 ? a : 0;
            other += a > 0 && b > 0 ? b : 0;
        }
        return own > 0 ? own / other : extent(target.pivots()) / extent(source.rest());
    }

    /** Of a leg from the hip to the ankle in straight pieces; 0 without one. */
    static double length(BodyPlan body, double[] rest, String side) {
        Optional<Integer> top = body.bone(side + "UpperLeg");
        Optional<Integer> knee = body.bone(side + "LowerLeg");
        Optional<Integer> ankle = body.bone(side + "Foot");
        if (top.isEmpty() || knee.isEmpty() || ankle.isEmpty()) {
            return 0;
        }
        return Math.sqrt(Vec3.squaredDistance(rest, 3 * top.get(), rest, 3 * knee.get()))
                + Math.sqrt(Vec3.squaredDistance(rest, 3 * knee.get(), rest, 3 * ankle.get()));
    }

    private int reference(ReferencePose wanted) {
        if (plan.isEmpty() || sourcePlan.isEmpty() || wanted == ReferencePose.SOURCE) {
            return Performance.REST;
        }
        boolean standing = source.stands(sourcePlan.get(), Performance.REST);
        if (wanted == ReferencePose.AUTO && standing && mismatch(Performance.REST) <= MAX_MISMATCH) {
            return Performance.REST;
        }
        int best = wanted == ReferencePose.AUTO ? Performance.REST : 0;
        int step = Math.max(1, source.frames() / CANDIDATES);
        for (int f = 0; f < source.frames(); f += step) {
            best = mismatch(f) < mismatch(best) ? f : best;
        }
        return best;
    }

    /** How far the limbs of a frame point from those of the model's rest pose, in radians. */
    private double mismatch(int frame) {
        double[] turn = heading(frame);
        double sum = 0;
        int count = 0;
        for (String side : List.of("left", "right")) {
            for (List<String> limb : LIMBS) {
                for (int k = 0; k < 2; k++) {
                    Optional<double[]> own = ownDirection(side + limb.get(k), side + limb.get(k + 1));
                    Optional<double[]> other = direction(frame, side + limb.get(k), side + limb.get(k + 1));
                    if (own.isPresent() && other.isPresent()) {
                        double angle = Rotations.angle(Rotations.apply(turn, own.get()), other.get());
                        sum += angle * angle;
                        count++;
                    }
                }
            }
        }
        return count == 0 ? 0 : Math.sqrt(sum / count);
    }

    private Optional<double[]> ownDirection(String from, String to) {
        return plan.get()
                .bone(from)
                .flatMap(a -> plan.get().bone(to).map(b -> Vec3.fromTo(target.pivot(a), target.pivot(b))));
    }

    private Optional<double[]> direction(int frame, String from, String to) {
        return sourcePlan
                .get()
                .bone(from)
                .flatMap(a -> sourcePlan
                        .get()
                        .bone(to)
                        .map(b -> Vec3.fromTo(source.position(frame, a), source.position(frame, b))));
    }

    /** The turn about the vertical from where the model looks to where the motion looks. */
    private double[] heading(int frame) {
        for (String part : List.of("UpperLeg", "UpperArm")) {
            Optional<double[]> own = ownDirection("right" + part, "left" + part);
            Optional<double[]> other = direction(frame, "right" + part, "left" + part);
            if (own.isPresent() && other.isPresent()) {
                return about(own.get(), other.get());
            }
        }
        return Rotations.identity();
    }

    /** The turn about the vertical between two directions. */
    private static double[] about(double[] from, double[] to) {
        double angle = Math.atan2(to[0], to[2]) - Math.atan2(from[0], from[2]);
        boolean vertical = Math.hypot(from[0], from[2]) < 1e-9 || Math.hypot(to[0], to[2]) < 1e-9;
        return vertical ? Rotations.identity() : Rotations.about(UP, angle);
    }

    private double[][] align() {
        int b = target.boneCount();
        double[][] a = new double[b][];
        double[] body = Rotations.identity();
        if (plan.isPresent() && sourcePlan.isPresent()) {
            body = heading(reference);
            double[] trunk = body;
            if (reference != Performance.REST) {
                trunk = turnedTo(body, "hips", "head");
            }
            for (int j : plan.get().trunk()) {
                a[j] = trunk;
            }
            for (int j : plan.get().neck()) {
                a[j] = trunk;
            }
            put(a, "hips", trunk);
            put(a, "head", trunk);
            for (String side : List.of("left", "right")) {
                put(a, side + "Shoulder", trunk);
                double[] upper = put(a, side + "UpperArm", turnedTo(trunk, side + "UpperArm", side + "LowerArm"));
                double[] lower = put(a, side + "LowerArm", turnedTo(upper, side + "LowerArm", side + "Hand"));
                put(a, side + "Hand", lower);
                upper = put(a, side + "UpperLeg", turnedTo(trunk, side + "UpperLeg", side + "LowerLeg"));
                put(a, side + "LowerLeg", turnedTo(upper, side + "LowerLeg", side + "Foot"));
                // Soles are flat in both poses: feet only turn about the vertical.
                Optional<double[]> own = ownDirection(side + "Foot", side + "Toes");
                Optional<double[]> other = direction(reference, side + "Foot", side + "Toes");
                double[] foot = own.isPresent() && other.isPresent()
                        ? Rotations.product(about(Rotations.apply(body, own.get()), other.get()), body)
                        : body;
                put(a, side + "Foot", foot);
                put(a, side + "Toes", foot);
            }
        }
        for (int j : tree.order()) {
            if (a[j] == null) {
                int p = tree.parents()[j];
                a[j] = p == Skeleton.NONE ? body : a[p];
            }
        }
        return a;
    }

    private double[] turnedTo(double[] before, String from, String to) {
        Optional<double[]> own = ownDirection(from, to);
        Optional<double[]> other = direction(reference, from, to);
        return own.isPresent() && other.isPresent()
                ? Rotations.product(Rotations.between(Rotations.apply(before, own.get()), other.get()), before)
                : before;
    }

    private double[] put(double[][] a, String role, double[] rotation) {
        plan.get().bone(role).ifPresent(j -> a[j] = rotation);
        return rotation;
    }

    /** The rotation of a matched bone in a frame, from its rest pose. */
    double[] rotation(int frame, int bone) {
        double[] since = since(frame, match.first()[bone]);
        if (match.second()[bone] != Skeleton.NONE) {
            since = Rotations.between(since, since(frame, match.second()[bone]), match.share()[bone]);
        }
        return Rotations.product(since, aligned[bone]);
    }

    private double[] since(int frame, int bone) {
        return Rotations.product(source.rotation(frame, bone), Rotations.transpose(source.rotation(reference, bone)));
    }

    /**
     * The position of the hips: travel scaled by the length of the legs, height such that straight legs reach the ground on both.
     *
     * @param sourceAnkles height of the motion's ankles when they stand
     */
    double[] hipsPosition(int frame, double sourceAnkles) {
        int other = match.first()[hips];
        double[] at = source.position(frame, other);
        double[] own = target.pivot(hips);
        double[] rest = source.position(Performance.REST, other);
        double[] out = new double[3];
        for (int x = 0; x < 3; x += 2) {
            out[x] = own[x] + scale * (at[x] - rest[x]);
        }
        Optional<Double> ownStand = plan.flatMap(p -> standing(p, target.pivots(), hips, Double.NaN));
        // The rest pose of a motion need not be one in which a body stands.
        double[] standing = source.positions(reference);
        Optional<Double> otherStand = sourcePlan.flatMap(p -> standing(p, standing, other, sourceAnkles));
        out[1] = ownStand.isPresent() && otherStand.isPresent()
                ? ownStand.get() + scale * (at[1] - otherStand.get())
                : own[1] + scale * (at[1] - rest[1]);
        return out;
    }

    /** Height of the hips on straight legs, with the ankles at a height, NaN for that in the rest pose. */
    private static Optional<Double> standing(BodyPlan body, double[] rest, int hips, double ankles) {
        double sum = 0;
        int legs = 0;
        for (String side : List.of("left", "right")) {
            double length = length(body, rest, side);
            if (length > 0) {
                double ankle = Double.isNaN(ankles) ? rest[3 * body.roles().get(side + "Foot") + 1] : ankles;
                double above = rest[3 * hips + 1] - rest[3 * body.roles().get(side + "UpperLeg") + 1];
                sum += ankle + length + above;
                legs++;
            }
        }
        return legs == 0 ? Optional.empty() : Optional.of(sum / legs);
    }
}
