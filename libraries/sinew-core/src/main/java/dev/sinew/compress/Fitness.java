package dev.sinew.compress;

import dev.sinew.mesh.Importance;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import java.util.Optional;

/**
 * What weights x cost a vertex more than its own w_i do: E_i² = (x−w_i)ᵀG_i(x−w_i) − 2ρ_iᵀ(x−w_i). Without examples G is
 * the identity and ρ is 0 (LD13 eq. 1a); with them they come from the poses (eq. 7b).
 */
interface Fitness {
    int vertexCount();

    int boneCount();

    /** w_i of all vertices, n·k, not to be modified. */
    double[] targets();

    /** The verb's metric, given Σ_i E_i². */
    double metric(double squaredSum);

    /** Σ_i E_i² from the metric; negative where even w_i costs more than that. */
    double squaredSum(double metric);

    /** Lets what is not weights adapt to the weights Dα_i; true where something did, and every error is another. */
    default boolean adapt(Factorisation factors) {
        return false;
    }

    /** Lets normals count from now on; false where there are none, or nothing to turn them. */
    default boolean shade(Factorisation factors) {
        return false;
    }

    /** The metric of positions alone, where normals count too. */
    default double positions(Factorisation factors) {
        return factors.metric();
    }

    /** The rest pose as it has become. @param pointOf the point of every vertex of the given mesh */
    default Mesh rest(Mesh given, int[] pointOf, Factorisation factors) {
        return given;
    }

    /** The examples' motion as it has become. */
    default BoneMotion motion(BoneMotion given) {
        return given;
    }

    /** For one thread. */
    Judge judge();

    /** For one thread. */
    AtomStep atomStep();

    /** Weighs deviations from w_i. Scratch memory inside. */
    interface Judge {
        void turnTo(int i);

        /**
         * Products of deviations e_a = d_a − w_i.
         *
         * @param e q rows of k, not modified
         * @param quadratic e_aᵀG_i·e_b at {@code a·stride + b} for b ≤ a, modified
         * @param linear ρ_iᵀe_a, q, modified
         */
        void products(double[] e, int q, double[] quadratic, int stride, double[] linear);
    }

    /** The best atom for the vertices that use it, all else fixed: eq. 5. Scratch memory inside. */
    interface AtomStep {
        void begin();

        /**
         * Vertex i uses the atom with coefficient α and another one, which stands at {@code other}, with 1 − α. Users of
         * the same other atom come one after the other.
         */
        void add(int i, double alpha, double[] atoms, int other);

        /**
         * The atom, with at most c elements that sum to one; false, and nothing written, where nobody uses it.
         *
         * @param atoms k numbers from {@code at} on modified
         */
        boolean solve(Atoms atoms, int at);
    }

    /** How much each vertex counts where vertices share an atom or a bone, 1 on average. */
    interface Counts {
        /**
         * A vertex that counts for nothing still chooses its own pair of atoms, for which any number above 0 will do; with 0 all
         * pairs would be alike to it.
         */
        double LEAST = 1e-6;

        double of(int i);

        /** Refuses an importance of another number of vertices. */
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
