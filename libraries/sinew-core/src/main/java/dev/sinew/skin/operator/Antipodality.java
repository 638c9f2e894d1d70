package dev.sinew.skin.operator;

/** How to treat q̂ and −q̂, which are the same motion but give different blends. */
public enum Antipodality {
    /** Every blend flips quaternions to the hemisphere of the bone with the largest weight: the short way round. */
    SHORTEST,
    /** Signs are kept, so that a bone may have rotated by more than 180 degrees. */
    AS_GIVEN
}
