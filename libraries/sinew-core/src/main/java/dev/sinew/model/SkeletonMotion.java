package dev.sinew.model;

import java.util.List;
import java.util.Objects;

/**
 * A skeleton and its clips without a mesh, as motion capture files contain them.
 *
 * @param clips matrices from the rest pose of the skeleton, one per bone and frame
 */
public record SkeletonMotion(Skeleton skeleton, List<Clip> clips) {
    public SkeletonMotion {
        Objects.requireNonNull(skeleton);
        clips = List.copyOf(clips);
        for (Clip clip : clips) {
            if (clip.motion().boneCount() != skeleton.boneCount()) {
                throw new IllegalArgumentException("clip '" + clip.name() + "' moves "
                        + clip.motion().boneCount() + " bones; the skeleton has " + skeleton.boneCount());
            }
        }
    }

    /** The skeleton and clips of a model. */
    public static SkeletonMotion of(SkinnedModel model) {
        return new SkeletonMotion(model.skeleton(), model.clips());
    }
}
