package dev.sinew.model;

import dev.sinew.mesh.Mesh;
import java.util.List;
import java.util.Objects;

/**
 * A mesh in its rest pose, the bones that move it, and the clips they play.
 *
 * @param rest topology, surface and rest pose
 * @param weights one row per vertex of {@code rest}
 * @param skeleton the bones
 * @param boneType what the bones' matrices are limited to; decides how a file stores them
 * @param clips at least none; each moves every bone
 */
public record SkinnedModel(Mesh rest, SkinWeights weights, Skeleton skeleton, BoneType boneType, List<Clip> clips) {
    public SkinnedModel {
        Objects.requireNonNull(rest);
        Objects.requireNonNull(weights);
        Objects.requireNonNull(skeleton);
        Objects.requireNonNull(boneType);
        clips = List.copyOf(clips);
        if (weights.vertexCount() != rest.vertexCount()) {
            throw new IllegalArgumentException(
                    weights.vertexCount() + " rows of weights for " + rest.vertexCount() + " vertices");
        }
        for (int bone : weights.bones()) {
            if (bone < 0 || bone >= skeleton.boneCount()) {
                throw new IllegalArgumentException("a weight names bone " + bone + " of " + skeleton.boneCount());
            }
        }
        for (Clip clip : clips) {
            if (clip.motion().boneCount() != skeleton.boneCount()) {
                throw new IllegalArgumentException("clip '" + clip.name() + "' moves "
                        + clip.motion().boneCount() + " bones of " + skeleton.boneCount());
            }
        }
    }

    public SkinnedModel withRest(Mesh newRest) {
        return new SkinnedModel(newRest, weights, skeleton, boneType, clips);
    }

    /** Another surface for the same bones: its vertices and their weights change together. */
    public SkinnedModel withVertices(Mesh newRest, SkinWeights newWeights) {
        return new SkinnedModel(newRest, newWeights, skeleton, boneType, clips);
    }

    public SkinnedModel withWeights(SkinWeights newWeights) {
        return new SkinnedModel(rest, newWeights, skeleton, boneType, clips);
    }

    public SkinnedModel withSkeleton(Skeleton newSkeleton) {
        return new SkinnedModel(rest, weights, newSkeleton, boneType, clips);
    }

    public SkinnedModel withBoneType(BoneType newBoneType) {
        return new SkinnedModel(rest, weights, skeleton, newBoneType, clips);
    }

    public SkinnedModel withClips(List<Clip> newClips) {
        return new SkinnedModel(rest, weights, skeleton, boneType, newClips);
    }

    public int vertexCount() {
        return rest.vertexCount();
    }

    public int boneCount() {
        return skeleton.boneCount();
    }
}
