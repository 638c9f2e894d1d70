package dev.sinew.solve.sequence;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Other machines that keep the trajectories of a solver's vertices, one chunk of vertices each. Variables (weights, rest pose, normals)
 * stay with the solver and are sent with each task, so everything on a lost machine can be recomputed.
 */
public interface RemoteVertices {
    /**
     * Sets the sequence for the following calls.
     *
     * @param parts splits the sequence into parts with the given number of vertices
     */
    void use(int vertexCount, IntFunction<SequenceParts> parts);

    /** Vertices per chunk; the last chunk may have fewer. Constant for a sequence, because sums are added in the order of the chunks. */
    int chunkSize(int vertices);

    /** Squared norms that a projection lost. */
    record Lost(double positions, double normals) implements Serializable {}

    /**
     * Projects the trajectories of every chunk and keeps the result there.
     *
     * @param basisRows Pᵀ, d×3F
     * @param vertices N
     */
    Lost project(double[] basisRows, int dimensions, int vertices);

    /**
     * Fetches the projected rows of some vertices.
     *
     * @param normals rows of normals instead of positions
     */
    double[] rows(int[] vertices, boolean normals);

    /**
     * Work on one chunk.
     *
     * @param <S> what all chunks share
     * @param <R> the result
     */
    interface Task<S extends Serializable, R extends Serializable> extends Serializable {
        /**
         * @param y trajectories of the chunk's vertices, starting at row 0
         * @param z the same for normals, if they are fitted
         */
        R run(Trajectories y, Optional<Trajectories> z, S shared);
    }

    /** Receives results as they arrive, one at a time, in any order. */
    @FunctionalInterface
    interface Listener<R> {
        void accept(int chunk, R result);
    }

    /**
     * Runs one task per chunk.
     *
     * @param reduced true for the projected trajectories, false for all frames
     */
    <S extends Serializable, R extends Serializable> void run(
            boolean reduced, S shared, List<? extends Task<S, R>> tasks, Listener<R> listener);
}
