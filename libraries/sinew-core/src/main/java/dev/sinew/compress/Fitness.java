package dev.sinew.compress;

import dev.sinew.mesh.Importance;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import java.util.Optional;

/**
 * The additional cost of weights x compared with the vertex's own w_i: E_i² = (x−w_i)ᵀG_i(x−w_i) − 2ρ_iᵀ(x−w_i). Without examples G is the
 * identity and ρ is 0 (LD13 eq. 1a); with examples they come from the poses (eq. 7b).
 */
interface Fitness {
    int vertexCount();

    int boneCount();

    /** w_i of all vertices, n·k. Do not modify. */
    double[] targets();

    /** The reported metric, given Σ_i E_i². */
    double metric(double squaredSum);

    /** Σ_i E_i² from the metric; negative if even w_i costs more. */
    double squaredSum(double metric);

    /** Adapts rest pose and bones to the weights Dα_i; true if something changed, which invalidates all errors. */
    default boolean adapt(Factorisation factors) {
        return false;
    }

    /** Includes normals from now on; false if none exist or nothing can rotate them. */
    default boolean shade(Factorisation factors) {
        return false;
    }

    /** The metric of positions only, if normals are included. */
    default double positions(Factorisation factors) {
        return factors.metric();
    }

    /**
     * The adapted rest pose.
     *
     * @param pointOf the welded point of every vertex of the given mesh
     */
    default Mesh rest(Mesh given, int[] pointOf, Factorisation factors) {
        return given;
    }

    /** The adapted motion of the examples. */
    default BoneMotion motion(BoneMotion given) {
        return given;
    }

    /** Not thread-safe. */
    VertexMetric vertexMetric();

    /** Not thread-safe. */
    AtomStep atomStep();

    /** Weighs deviations from w_i. Not thread-safe: holds scratch memory. */
    interface VertexMetric {
        void selectVertex(int i);

        /**
         * Products of deviations e_a = d_a − w_i.
         *
         * @param e q rows of k, not modified
         * @param quadratic e_aᵀG_i·e_b at {@code a·stride + b} for b ≤ a, modified
         * @param linear ρ_iᵀe_a, q, modified
         */
        void products(double[] e, int q, double[] quadratic, int stride, double[] linear);
    }

    /** The best atom for the vertices that use it, all else fixed: eq. 5. Not thread-safe: holds scratch memory. */
    interface AtomStep {
        void begin();

        /**
         * Vertex i uses the atom with coefficient α, and another one at offset {@code other} with 1 − α. Users of the same other atom must
         * be added consecutively.
         */
        void add(int i, double alpha, double[] atoms, int other);

        /**
         * Computes the atom, with at most c elements that sum to one; returns false and writes nothing if no vertex uses it.
         *
         * @param atoms k numbers from {@code at} on modified
         */
        boolean solve(Atoms atoms, int at);
    }

    /** Weight of each vertex where vertices share an atom or a bone, 1 on average. */
    interface Counts {
        /** Vertices without importance still choose their pair of atoms, so their weight is positive: with 0 all pairs would be equal. */
        double LEAST = 1e-6;

        double of(int i);

        /** Rejects an importance for another number of vertices. */
        static Counts of(Optional<Importance> importance, int vertices) {
            if (importance.isEmpty()) {
                return i -> 1;
            }
            importance.get().require(vertices);
            double[] values = importance.get().values();
            return i -> Math.max(LEAST, values[i]);
        }
    }
}
