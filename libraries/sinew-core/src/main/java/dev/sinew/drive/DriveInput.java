package dev.sinew.drive;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A model whose helper bones or corrective shapes follow some clips, and the sequences they follow.
 *
 * @param all solved with all examples
 * @param examples the sequences; the clip of the same name and length has the solved motion of the helpers and shapes
 * @param folds the same solved without some of the examples. Empty if the model was given: then its helpers, weights and shapes are the same
 *     in every fold
 */
public record DriveInput(Solved all, List<MeshSequence> examples, List<Fold> folds) {
    /**
     * @param model its clips move every bone. Clips of examples have solved motion; in a fold, those that were left out do not
     * @param helpers indices of the helper bones, not all bones; may be empty if the model has correctives
     * @param plain the same rig solved without helper bones and shapes, for comparison; bones by index, without the helpers
     */
    public record Solved(SkinnedModel model, int[] helpers, Optional<SkinnedModel> plain) {
        public Solved {
            Objects.requireNonNull(plain);
            boolean something = helpers.length > 0 || !model.correctives().isEmpty();
            if (!something || helpers.length >= model.boneCount()) {
                throw new InvalidInputException("the model has " + model.boneCount() + " bones, " + helpers.length
                        + " helper bones and no corrective shapes; drivers need at least one helper bone or corrective"
                        + " shape and one other bone");
            }
        }

        boolean isHelper(int bone) {
            for (int helper : helpers) {
                if (helper == bone) {
                    return true;
                }
            }
            return false;
        }
    }

    /** @param without names of the examples that took no part in the solve */
    public record Fold(Solved solved, Set<String> without) {
        public Fold {
            without = Set.copyOf(without);
        }

        /**
         * One of the groups into which examples are divided to leave each out once.
         *
         * @param names of those left out
         * @param first name of the first of them
         * @param count number of groups
         */
        public record Without(List<MeshSequence> kept, Set<String> names, String first, int count) {}

        /** At most {@code most} groups of examples to leave out; none if there is one example only. */
        public static List<Without> parts(List<MeshSequence> examples, int most) {
            int count = examples.size() == 1 ? 0 : Math.min(most, examples.size());
            List<Without> parts = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                List<MeshSequence> kept = new ArrayList<>();
                Set<String> names = new TreeSet<>();
                for (int t = 0; t < examples.size(); t++) {
                    if (t % count == k) {
                        names.add(examples.get(t).name());
                    } else {
                        kept.add(examples.get(t));
                    }
                }
                parts.add(new Without(kept, names, examples.get(k).name(), count));
            }
            return parts;
        }
    }

    public DriveInput {
        examples = List.copyOf(examples);
        folds = List.copyOf(folds);
        if (examples.isEmpty()) {
            throw new InvalidInputException("drivers need at least one sequence to learn from");
        }
        for (MeshSequence example : examples) {
            Clip clip = clipOf(all.model, example);
            if (clip.motion().frameCount() != example.frameCount()) {
                throw new InvalidInputException("clip '" + clip.name() + "' has "
                        + clip.motion().frameCount() + " frames and its sequence " + example.frameCount()
                        + "; both must be equal");
            }
            if (example.vertexCount() != all.model.vertexCount()) {
                throw new InvalidInputException("sequence '" + example.name() + "' has " + example.vertexCount()
                        + " vertices and the model " + all.model.vertexCount() + "; both must be equal");
            }
        }
    }

    /** The clip of a model that a sequence belongs to. */
    static Clip clipOf(SkinnedModel model, MeshSequence example) {
        return model.clips().stream()
                .filter(clip -> clip.name().equals(example.name()))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("the model has no clip '" + example.name() + "'; clips: "
                        + String.join(
                                ", ", model.clips().stream().map(Clip::name).toList())));
    }
}
