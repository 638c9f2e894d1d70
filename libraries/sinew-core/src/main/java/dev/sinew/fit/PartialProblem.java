package dev.sinew.fit;

import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rig that exists already and what its mesh should do. A sequence goes with the clip of its name.
 *
 * @param model its rest pose, names and hierarchy stay
 * @param takes sequences of the model's own vertices and rest pose; {@link VertexMatch} brings others there
 * @param lockedBones names of bones whose motion stays
 * @param weightLocks how firmly the weights of each vertex stay, from 0 to 1; empty where all are free
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
                throw new RefusedException(
                        "no bone is called '" + locked + "', there are: " + String.join(", ", names));
            }
        }
        weightLocks.ifPresent(locks -> check(locks, model.vertexCount()));
    }

    private static void check(double[] locks, int vertices) {
        if (locks.length != vertices) {
            throw new RefusedException(locks.length + " locks of weights for " + vertices + " vertices");
        }
        for (int i = 0; i < locks.length; i++) {
            if (!(locks[i] >= 0 && locks[i] <= 1)) {
                throw new RefusedException("the lock of vertex " + i + " is " + locks[i] + ", it must be from 0 to 1");
            }
        }
    }

    public static PartialProblem of(SkinnedModel model, Takes takes) {
        return new PartialProblem(model, takes, Set.of(), Optional.empty());
    }

    /** The clip that goes with take k and has as many frames. */
    Optional<Clip> clipOf(int k) {
        return model.clips().stream()
                .filter(clip -> clip.name().equals(takes.sequences().get(k).name()))
                .filter(clip ->
                        clip.motion().frameCount() == takes.sequences().get(k).frameCount())
                .findFirst();
    }

    /** Refuses sequences without a clip, for work that keeps motion. */
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
                    .map(clip -> new RefusedException("clip '" + name + "' of the model has "
                            + clip.motion().frameCount() + " frames and its sequence " + frames
                            + ", they must be equally many for its motion to be kept"))
                    .orElseGet(() -> new RefusedException("the model has no clip '" + name
                            + "' whose motion could be kept, it has: "
                            + String.join(
                                    ", ", model.clips().stream().map(Clip::name).toList())));
        }
    }
}
