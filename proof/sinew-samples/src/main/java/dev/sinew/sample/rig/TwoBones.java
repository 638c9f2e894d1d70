package dev.sinew.sample.rig;

import dev.sinew.sample.surface.Vec;

/** Bends a limb of two bones so that its end reaches a place: hip, knee, ankle. */
public final class TwoBones {
    /** A limb is never pulled quite straight: knees would snap. */
    private static final double LONGEST = 0.985;

    private TwoBones() {}

    /**
     * Sets joints {@code upper} and {@code lower} so that the rest position {@code end} comes to {@code target}.
     *
     * @param bend the side the middle joint points to, both at rest and posed
     */
    public static void reach(Posture posture, Joints joints, int upper, int lower, Vec end, Vec target, Vec bend) {
        Vec hip = joints.pivot(upper);
        Vec knee = joints.pivot(lower);
        double a = knee.minus(hip).length();
        double b = end.minus(knee).length();
        Vec from = posture.carry(joints.parent(upper), hip);
        Vec way = target.minus(from);
        double distance = Math.min(way.length(), LONGEST * (a + b));
        Vec along = way.unit();
        Vec side = bend.minus(along.times(bend.dot(along))).unit();
        // Law of cosines: how far along and aside the knee stands.
        double forth = (a * a - b * b + distance * distance) / (2 * distance);
        double aside = Math.sqrt(Math.max(0, a * a - forth * forth));
        Vec posedKnee = from.plus(along.times(forth)).plus(side.times(aside));
        Vec posedEnd = from.plus(along.times(distance));
        posture.aim(upper, Quat.between(knee.minus(hip), bend, posedKnee.minus(from), bend));
        posture.aim(lower, Quat.between(end.minus(knee), bend, posedEnd.minus(posedKnee), bend));
    }
}
