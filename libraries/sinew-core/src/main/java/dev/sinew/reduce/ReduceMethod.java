package dev.sinew.reduce;

/** How influences are taken away. */
public enum ReduceMethod {
    /** The largest weights of each vertex, scaled to sum to one. */
    LARGEST(false),
    /** The same bones, with weights whose differences between neighbours are those of the original. */
    SMOOTH(false),
    /** The bones and weights that follow the example poses best. */
    GEOMETRY(true),
    /** The bones that follow the example poses best, with weights that keep the differences between neighbours in the poses. */
    POISSON(true);

    private final boolean byPoses;

    ReduceMethod(boolean byPoses) {
        this.byPoses = byPoses;
    }

    public boolean needsExamples() {
        return byPoses;
    }
}
