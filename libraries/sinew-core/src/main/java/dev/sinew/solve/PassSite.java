package dev.sinew.solve;

import java.io.Serializable;
import java.util.List;

/**
 * Other machines that have the trajectories, a chunk of vertices each. What changes (weights, rest pose, normals) stays here and goes there and back with every pass, so a
 * machine that is lost takes nothing with it that cannot be read or asked for again.
 */
public interface PassSite {
    /** From now on it is this sequence whose vertices are asked about. */
    void take(Subject subject);

    /** Vertices of a chunk; the last may have fewer. The same in every pass: sums are added in the order of chunks. */
    int chunkSize(int vertices);

    /** Squared norms that a projection lost. */
    record Lost(double positions, double normals) implements Serializable {}

    /**
     * Every chunk projects its trajectories, and keeps them.
     *
     * @param basisRows Pᵀ, d×3F
     * @param vertices there are in all
     */
    Lost project(double[] basisRows, int dimensions, int vertices);

    /**
     * Projected rows of some vertices, fetched.
     *
     * @param normals rows of normals instead of positions
     */
    double[] some(int[] vertices, boolean normals);

    /** Hears answers as they come, one at a time. */
    @FunctionalInterface
    interface Listener {
        /** @param chunk whose order is answered */
        void hear(int chunk, PassAnswer answer);
    }

    /**
     * A pass: an answer per order, in whatever order they come.
     *
     * @param reduced over the projected trajectories, else over all frames
     * @param orders one per chunk
     */
    void run(boolean reduced, BoneForms bones, List<PassOrder> orders, Listener listener);
}
