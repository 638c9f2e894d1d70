package dev.sinew.skin.operator;

/** What to do about q̂ and −q̂ being the same motion but blending to different ones. */
public enum Antipodality {
    /** Every blend turns its quaternions to the side of the bone with the largest weight: the short way round. */
    SHORTEST,
    /** Signs are taken as they are, so that a bone may have turned by more than 180 degrees. */
    AS_GIVEN
}
