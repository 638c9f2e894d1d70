package dev.sinew.compress;

import dev.sinew.mesh.Importance;
import java.util.Optional;

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
