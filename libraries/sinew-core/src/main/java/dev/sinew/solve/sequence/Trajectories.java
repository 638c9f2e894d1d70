package dev.sinew.solve.sequence;

import java.util.Optional;

/** Trajectories of N vertices as rows of d numbers: y_i is column i of the animation in some orthonormal coordinates. Thread-safe. */
public interface Trajectories {
    /** Maximum number of chunks in a pass over all vertices. */
    int MAX_CHUNKS = 16;

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

    /** Number of consecutive vertices that one thread should read together, because they are fetched at once. */
    default int span() {
        return 1;
    }

    /** The first n vertices only. */
    default Trajectories first(int n) {
        Trajectories all = this;
        return new Trajectories() {
            @Override
            public int vertexCount() {
                return n;
            }

            @Override
            public int dimensions() {
                return all.dimensions();
            }

            @Override
            public void rows(int from, int to, double[] rows, double[] squaredNorms) {
                all.rows(from, to, rows, squaredNorms);
            }

            @Override
            public int span() {
                return all.span();
            }
        };
    }

    /** The machines that keep the rows if they are not in this process: passes run there, and only {@link #some} are fetched. */
    default Optional<RemoteVertices> remote() {
        return Optional.empty();
    }

    /**
     * The rows of any vertices, in the given order.
     *
     * @param vertices not modified
     */
    default double[] some(int[] vertices) {
        int d = dimensions();
        double[] all = new double[vertices.length * d];
        double[] row = new double[d];
        double[] norm = new double[1];
        for (int k = 0; k < vertices.length; k++) {
            rows(vertices[k], vertices[k] + 1, row, norm);
            System.arraycopy(row, 0, all, k * d, d);
        }
        return all;
    }
}
