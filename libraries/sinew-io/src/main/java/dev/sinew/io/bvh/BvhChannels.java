package dev.sinew.io.bvh;

import java.util.Arrays;

/**
 * The numbers of one joint, frame by frame: three angles, and a place before them where it moves.
 *
 * @param offset where it stands in its parent's space; 0 where it has a place of its own in every frame, since programs
 *     disagree whether the two are added
 * @param moves whether its place is among the channels
 * @param angles 3F degrees
 */
record BvhChannels(BvhJoint joint, double[] offset, Moves moves, EulerOrder order, double[] angles) {
    /** Whether a joint has a place of its own in every frame. */
    enum Moves {
        TURNS,
        TURNS_AND_MOVES
    }

    /** Middle angles up to 80° leave the outer two apart: no need for another order. */
    private static final double FAR_FROM_LOCK = Math.sin(Math.toRadians(80));

    static BvhChannels of(BvhJoint joint, double[] offset, Moves moves) {
        EulerOrder order = orderFor(joint);
        double[] angles = new double[3 * joint.frames()];
        double[] before = new double[3];
        for (int f = 0; f < joint.frames(); f++) {
            before = order.angles(joint.rotation(f), before);
            for (int x = 0; x < 3; x++) {
                angles[3 * f + x] = Math.toDegrees(before[x]);
            }
        }
        return new BvhChannels(joint, moves == Moves.TURNS ? offset : new double[3], moves, order, angles);
    }

    /** The usual order, or the one that stays furthest from where angles jump. */
    private static EulerOrder orderFor(BvhJoint joint) {
        EulerOrder best = EulerOrder.values()[0];
        double least = worst(best, joint);
        if (least <= FAR_FROM_LOCK) {
            return best;
        }
        for (EulerOrder order : EulerOrder.values()) {
            double locked = worst(order, joint);
            if (locked < least) {
                least = locked;
                best = order;
            }
        }
        return best;
    }

    private static double worst(EulerOrder order, BvhJoint joint) {
        double worst = 0;
        for (int f = 0; f < joint.frames(); f++) {
            worst = Math.max(worst, order.locked(joint.rotation(f)));
        }
        return worst;
    }

    /** Place in frame f, for those that move. */
    double[] place(int f) {
        return Arrays.copyOfRange(joint.positions(), 3 * f, 3 * f + 3);
    }
}
