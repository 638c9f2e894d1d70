package dev.sinew.solve;

/**
 * Where N vertices go, as rows of d numbers: y_i is column i of the animation, in whatever orthonormal coordinates. Safe
 * for several threads.
 */
public interface Trajectories {
    int vertexCount();

    /** d */
    int dimensions();

    /**
     * The rows of vertices {@code from ≤ i < to} and their squared norms ‖y_i‖².
     *
     * @param rows (to − from)×d at least, modified
     * @param squaredNorms to − from at least, modified
     */
    void rows(int from, int to, double[] rows, double[] squaredNorms);
}
