package dev.sinew.model;

/** The transforms a bone may have. */
public enum BoneType {
    /** Any affine map: 12 numbers per frame. */
    AFFINE,
    /** Rotation, one scale and translation. */
    SIMILARITY,
    /** Rotation and translation. */
    RIGID
}
