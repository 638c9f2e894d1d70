package dev.sinew.model;

/** What a bone may do to the space around it. */
public enum BoneType {
    /** Any affine map: 12 numbers per frame. */
    AFFINE,
    /** Rotation, one scale and translation. */
    SIMILARITY,
    /** Rotation and translation. */
    RIGID
}
