package dev.sinew.reduce;

/** How influences are removed. */
public enum ReduceMethod {
    /** The largest weights of each vertex, scaled to sum to one. */
    LARGEST(false),
    /** The same bones, with weights that preserve the differences between neighbours. */
    SMOOTH(false),
    /** The bones and weights that reproduce the example poses best. */
    GEOMETRY(true),
    /** The bones that reproduce the example poses best, with weights that preserve the differences between neighbours in the poses. */
    POISSON(true);

    private final boolean byPoses;

    ReduceMethod(boolean byPoses) {
        this.byPoses = byPoses;
    }

    public boolean needsExamples() {
        return byPoses;
    }
}
