package dev.sinew.sample.rig;

import dev.sinew.sample.surface.Vec;

/** Two-bone inverse kinematics: bends a limb so that its end reaches a target. */
public final class TwoBones {
    /** Maximum stretch of a limb; a fully straight limb would snap. */
    private static final double MAX_STRETCH = 0.985;

    private TwoBones() {}

    /**
     * Sets joints {@code upper} and {@code lower} so that the rest position {@code end} reaches {@code target}.
     *
     * @param bend the side to which the middle joint points, both at rest and posed
     */
    public static void reach(Posture posture, Joints joints, int upper, int lower, Vec end, Vec target, Vec bend) {
        Vec hip = joints.pivot(upper);
        Vec knee = joints.pivot(lower);
        double a = knee.minus(hip).length();
        double b = end.minus(knee).length();
        Vec from = posture.carry(joints.parent(upper), hip);
        Vec way = target.minus(from);
        double distance = Math.min(way.length(), MAX_STRETCH * (a + b));
        Vec along = way.unit();
        Vec side = bend.minus(along.times(bend.dot(along))).unit();
        // Law of cosines: the knee's offset along and perpendicular to the limb.
        double forth = (a * a - b * b + distance * distance) / (2 * distance);
        double aside = Math.sqrt(Math.max(0, a * a - forth * forth));
        Vec posedKnee = from.plus(along.times(forth)).plus(side.times(aside));
        Vec posedEnd = from.plus(along.times(distance));
        posture.aim(upper, Quat.between(knee.minus(hip), bend, posedKnee.minus(from), bend));
        posture.aim(lower, Quat.between(end.minus(knee), bend, posedEnd.minus(posedKnee), bend));
    }
}
