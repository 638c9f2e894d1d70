package dev.sinew.run;

/** What a solver may do to the rest pose. */
public enum RestMode {
    /** Solved for, starting from the given one and staying near it. */
    SOLVE,
    /** Kept as it is given. */
    KEEP
}
