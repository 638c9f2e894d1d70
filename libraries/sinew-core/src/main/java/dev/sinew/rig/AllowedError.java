package dev.sinew.rig;

/**
 * The error that skeletons of so many bones may have where the curve of error against bones has no end of its own: what a mesh
 * can show, a part of the distance between its vertices, or what its own stretch leaves open over the part that a bone moves,
 * whichever is more. In percent of the diagonal. Noise that can be seen is no matter of this: there the curve ends by itself.
 *
 * @param shown whatever the number of bones
 * @param stretch of one bone that moves everything; the part of a bone among B is smaller by √B
 */
record AllowedError(double shown, double stretch) {
    /**
     * As a part of size/√N, the distance between vertices. NOTE: chosen on cat-poses and horse-poses (28 and 27 bones err by 0.209
     * and 0.212 of it); dance then has 16 bones (0.183; 15 have 0.200), horse-gallop fewer than 27 (docs/decisions.md).
     */
    private static final double SHOWN = 0.2125;

    /**
     * As a part of σ·size/√B, what a part of the size of a bone's stretches by. NOTE: chosen on
     * samba and elastic-cow: 22 bones of samba err by 0.69 of it, 10 of elastic-cow by 0.54 and 9 by 0.84.
     */
    private static final double STRETCHED = 0.72;

    /** Meshes of fewer vertices are looked at as if they were smooth. */
    private static final int FEW_VERTICES = 4000;

    /** An error that was asked for. */
    static AllowedError of(double percent) {
        return new AllowedError(percent, 0);
    }

    static AllowedError of(RigProblem problem) {
        double vertices = Math.max(FEW_VERTICES, problem.poses().vertexCount());
        return new AllowedError(
                100 * SHOWN / Math.sqrt(vertices), 100 * STRETCHED * Stretch.whereLeast(problem.sequence()));
    }

    /** With twice as much allowed half the detail is left. */
    AllowedError times(double factor) {
        return new AllowedError(factor * shown, factor * stretch);
    }

    double with(int bones) {
        return Math.max(shown, stretch / Math.sqrt(bones));
    }

    boolean allows(Articulation skeleton) {
        return skeleton.rmsePercent() <= with(skeleton.tree().boneCount());
    }

    /** Whether a skeleton whose joints are not yet placed may come to be allowed: placing them costs from next to nothing to 8 %. */
    boolean mayAllow(Articulation rough) {
        return rough.rmsePercent() <= with(rough.tree().boneCount());
    }

    /** Whether it is the stretch that says how much. */
    boolean isStretch(int bones) {
        return stretch / Math.sqrt(bones) > shown;
    }
}
