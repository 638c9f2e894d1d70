package dev.sinew.model;

import dev.sinew.mesh.Mesh;
import java.util.List;
import java.util.Objects;

/**
 * A skeleton and its clips, without a mesh: what animation files contain.
 *
 * @param skeleton the bones in the bind pose
 * @param clips skinning matrices relative to the bind pose; each moves every bone
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

    /** The skeleton and the clips of a model. */
    public static SkeletonMotion of(SkinnedModel model) {
        return new SkeletonMotion(
                model.skeleton(),
                model.clips().stream()
                        .map(clip -> clip.withShapes(new double[0]))
                        .toList());
    }

    /** A model without vertices, of rigid bones. */
    public SkinnedModel withoutMesh() {
        return new SkinnedModel(
                Mesh.ofTriangles(new float[0], new int[0]),
                SkinWeights.of(1, new int[0], new double[0]),
                skeleton,
                BoneType.RIGID,
                clips);
    }
}
