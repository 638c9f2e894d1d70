package dev.sinew.run;

/** How a solver may change the rest pose. */
public enum RestMode {
    /** Adjust it smoothly; it stays visually unchanged. */
    SOLVE,
    /** Adjust each vertex independently, as in KSO10: lowest error, but the mesh may look different. */
    FREE,
    /** Keep it. */
    KEEP
}
