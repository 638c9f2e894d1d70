package dev.sinew.run;

/** What a solver may do to the rest pose. */
public enum RestMode {
    /** Solved for as one soft sheet: it stays the given mesh to the eye. */
    SOLVE,
    /** Solved for vertex by vertex, as KSO10 does: the lowest error, and a mesh that only the solver knows. */
    FREE,
    /** Kept as it is given. */
    KEEP
}
