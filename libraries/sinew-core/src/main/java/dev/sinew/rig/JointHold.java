package dev.sinew.rig;

import dev.sinew.symmetry.MirrorPlane;
import java.util.List;
import java.util.Optional;

/**
 * What is known about joints beyond the motion: some are fixed, some are symmetric counterparts, the
 * others find their place.
 *
 * @param places 3B in solver units; only those of held joints mean something
 * @param held one per bone
 * @param ties joints that are each other's mirror image
 * @param guess 3B in solver units: where joints are that the motion says nothing of; nothing where what their bones share says it
 */
record JointHold(double[] places, boolean[] held, List<Tie> ties, Optional<double[]> guess) {
    /**
     * The joints of two bones that are each other's mirror image, or of one that lies on the plane.
     *
     * @param plane in solver units
     */
    record Tie(int one, int other, MirrorPlane plane) {}

    JointHold {
        ties = List.copyOf(ties);
    }

    JointHold(double[] places, boolean[] held) {
        this(places, held, List.of(), Optional.empty());
    }

    static JointHold none(int bones) {
        return new JointHold(new double[3 * bones], new boolean[bones]);
    }

    /** None is held, but joints that the motion leaves open stay where a tree has them. */
    static JointHold near(BoneTree tree) {
        int bones = tree.boneCount();
        return new JointHold(
                new double[3 * bones],
                new boolean[bones],
                List.of(),
                Optional.of(tree.joints().clone()));
    }

    JointHold withTies(List<Tie> newTies) {
        return new JointHold(places, held, newTies, guess);
    }

    /** Every joint held: those that were where they were, the others where a tree has them. */
    JointHold withOthersAt(BoneTree tree) {
        double[] all = tree.joints().clone();
        boolean[] every = new boolean[held.length];
        for (int j = 0; j < held.length; j++) {
            every[j] = true;
            if (held[j]) {
                System.arraycopy(places, 3 * j, all, 3 * j, 3);
            }
        }
        return new JointHold(all, every);
    }

    void at(int bone, double[] place) {
        held[bone] = true;
        System.arraycopy(place, 0, places, 3 * bone, 3);
    }

    /** A copy. */
    double[] place(int bone) {
        return new double[] {places[3 * bone], places[3 * bone + 1], places[3 * bone + 2]};
    }

    boolean isEmpty() {
        for (boolean some : held) {
            if (some) {
                return false;
            }
        }
        return ties.isEmpty();
    }
}
