package dev.sinew.fit;

import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An existing rig and the sequences its mesh should follow. Sequences and clips are matched by name.
 *
 * @param model its rest pose, names and hierarchy stay
 * @param takes sequences with the model's vertices and rest pose; {@link VertexMatch} converts others
 * @param lockedBones names of bones whose motion stays
 * @param weightLocks how firmly the weights of each vertex stay, 0–1; empty if all are free
 */
public record PartialProblem(SkinnedModel model, Takes takes, Set<String> lockedBones, Optional<double[]> weightLocks) {
    public PartialProblem {
        lockedBones = Set.copyOf(lockedBones);
        if (takes.first().vertexCount() != model.vertexCount()) {
            throw new IllegalArgumentException("the model has " + model.vertexCount() + " vertices, the sequence "
                    + takes.first().vertexCount());
        }
        List<String> names = model.skeleton().names();
        for (String locked : lockedBones) {
            if (!names.contains(locked)) {
                throw new InvalidInputException("no bone '" + locked + "'; bones: " + String.join(", ", names));
            }
        }
        weightLocks.ifPresent(locks -> check(locks, model.vertexCount()));
    }

    private static void check(double[] locks, int vertices) {
        if (locks.length != vertices) {
            throw new InvalidInputException(locks.length + " locks of weights for " + vertices + " vertices");
        }
        for (int i = 0; i < locks.length; i++) {
            if (!(locks[i] >= 0 && locks[i] <= 1)) {
                throw new InvalidInputException(
                        "the lock of vertex " + i + " is " + locks[i] + ", it must be from 0 to 1");
            }
        }
    }

    public static PartialProblem of(SkinnedModel model, Takes takes) {
        return new PartialProblem(model, takes, Set.of(), Optional.empty());
    }

    /** The clip with the name and frame count of take k. */
    Optional<Clip> clipOf(int k) {
        return model.clips().stream()
                .filter(clip -> clip.name().equals(takes.sequences().get(k).name()))
                .filter(clip ->
                        clip.motion().frameCount() == takes.sequences().get(k).frameCount())
                .findFirst();
    }

    /** Throws if a sequence has no clip; for solves that keep the motion. */
    void requireClips() {
        for (int k = 0; k < takes.sequences().size(); k++) {
            if (clipOf(k).isPresent()) {
                continue;
            }
            String name = takes.sequences().get(k).name();
            int frames = takes.sequences().get(k).frameCount();
            throw model.clips().stream()
                    .filter(clip -> clip.name().equals(name))
                    .findFirst()
                    .map(clip -> new InvalidInputException("clip '" + name + "' of the model has "
                            + clip.motion().frameCount() + " frames and its sequence " + frames
                            + "; both must be equal to keep its motion"))
                    .orElseGet(() -> new InvalidInputException("the model has no clip '" + name
                            + "' whose motion could be kept; clips: "
                            + String.join(
                                    ", ", model.clips().stream().map(Clip::name).toList())));
        }
    }
}
