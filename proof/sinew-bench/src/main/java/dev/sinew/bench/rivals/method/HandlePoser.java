package dev.sinew.bench.rivals.method;

/** A way to deform a mesh by saying where some of its vertices are. */
public interface HandlePoser {
    /**
     * @param targets of the held vertices, 3 numbers each, not modified
     * @return 3N
     */
    double[] pose(double[] targets);
}
