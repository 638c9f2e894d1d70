package dev.sinew.model;

import dev.sinew.mesh.Mesh;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A mesh in its rest pose, the bones that move it, and the clips they play.
 *
 * @param rest topology, surface and rest pose
 * @param weights one row per vertex of {@code rest}
 * @param skeleton the bones
 * @param boneType transforms the bones may have; determines how a file stores them
 * @param clips may be empty; each moves every bone
 * @param correctives shapes the clips add to the rest pose; {@link Correctives#NONE} without any
 */
public record SkinnedModel(
        Mesh rest,
        SkinWeights weights,
        Skeleton skeleton,
        BoneType boneType,
        List<Clip> clips,
        Correctives correctives) {
    public SkinnedModel {
        Objects.requireNonNull(rest);
        Objects.requireNonNull(weights);
        Objects.requireNonNull(skeleton);
        Objects.requireNonNull(boneType);
        Objects.requireNonNull(correctives);
        clips = List.copyOf(clips);
        if (weights.vertexCount() != rest.vertexCount()) {
            throw new IllegalArgumentException(
                    weights.vertexCount() + " rows of weights for " + rest.vertexCount() + " vertices");
        }
        for (int bone : weights.bones()) {
            if (bone < 0 || bone >= skeleton.boneCount()) {
                throw new IllegalArgumentException("a weight refers to bone " + bone + " of " + skeleton.boneCount());
            }
        }
        for (Clip clip : clips) {
            if (clip.motion().boneCount() != skeleton.boneCount()) {
                throw new IllegalArgumentException("clip '" + clip.name() + "' moves "
                        + clip.motion().boneCount() + " bones; the model has " + skeleton.boneCount());
            }
            int numbers = clip.motion().frameCount() * correctives.count();
            if (clip.shapes().length != 0 && clip.shapes().length != numbers) {
                throw new IllegalArgumentException("clip '" + clip.name() + "' has " + clip.shapes().length
                        + " numbers for " + correctives.count() + " shapes");
            }
        }
        for (float[] shape : correctives.positions()) {
            if (shape.length != 3 * rest.vertexCount()) {
                throw new IllegalArgumentException(
                        "a shape of " + shape.length / 3 + " vertices for " + rest.vertexCount());
            }
        }
    }

    /** A model without correctives. */
    public SkinnedModel(Mesh rest, SkinWeights weights, Skeleton skeleton, BoneType boneType, List<Clip> clips) {
        this(rest, weights, skeleton, boneType, clips, Correctives.NONE);
    }

    public SkinnedModel withRest(Mesh newRest) {
        return new SkinnedModel(newRest, weights, skeleton, boneType, clips, correctives);
    }

    /** The same bones with other vertices and weights. Correctives must have the same number of vertices. */
    public SkinnedModel withVertices(Mesh newRest, SkinWeights newWeights) {
        return new SkinnedModel(newRest, newWeights, skeleton, boneType, clips, correctives);
    }

    /** Other correctives, and clips with weights for them. */
    public SkinnedModel withCorrectives(Correctives newCorrectives, List<Clip> newClips) {
        return new SkinnedModel(rest, weights, skeleton, boneType, newClips, newCorrectives);
    }

    /** The same without correctives. */
    public SkinnedModel withoutCorrectives() {
        return withCorrectives(
                Correctives.NONE,
                clips.stream().map(clip -> clip.withShapes(new double[0])).toList());
    }

    public SkinnedModel withWeights(SkinWeights newWeights) {
        return new SkinnedModel(rest, newWeights, skeleton, boneType, clips, correctives);
    }

    public SkinnedModel withSkeleton(Skeleton newSkeleton) {
        return new SkinnedModel(rest, weights, newSkeleton, boneType, clips, correctives);
    }

    public SkinnedModel withBoneType(BoneType newBoneType) {
        return new SkinnedModel(rest, weights, skeleton, newBoneType, clips, correctives);
    }

    public SkinnedModel withClips(List<Clip> newClips) {
        return new SkinnedModel(rest, weights, skeleton, boneType, newClips, correctives);
    }

    public int vertexCount() {
        return rest.vertexCount();
    }

    public int boneCount() {
        return skeleton.boneCount();
    }

    /** Number of bones that move vertices, unlike joints that only carry others or mark the end of a limb. */
    public int movingBoneCount() {
        return (int) Arrays.stream(weights.totals(boneCount()))
                .filter(total -> total > 0)
                .count();
    }
}
