package dev.sinew.io.format;

import java.util.List;
import java.util.Set;

/** BVH: the motion of a skeleton, written by {@link dev.sinew.io.bvh.Bvh}. */
final class BvhFormat extends Format {
    BvhFormat() {
        super("BVH", List.of(".bvh"), Set.of(), Set.of(Content.MOTION), "BVH: the motion of a skeleton alone");
    }
}
