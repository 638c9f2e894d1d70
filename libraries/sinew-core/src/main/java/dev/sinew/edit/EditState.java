package dev.sinew.edit;

import dev.sinew.model.SkinnedModel;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A model being edited.
 *
 * @param locked names of the bones that keep their weights and rotations
 */
public record EditState(SkinnedModel model, Set<String> locked) {
    public EditState {
        Objects.requireNonNull(model);
        locked = Set.copyOf(locked);
    }

    public static EditState of(SkinnedModel model) {
        return new EditState(model, Set.of());
    }

    /** Applies the edits in order. */
    public EditState with(List<Edit> edits) {
        EditState at = this;
        for (Edit edit : edits) {
            at = edit.apply(at);
        }
        return at;
    }
}
