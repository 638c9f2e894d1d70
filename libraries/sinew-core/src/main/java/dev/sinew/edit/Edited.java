package dev.sinew.edit;

import dev.sinew.model.SkinnedModel;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A model under change.
 *
 * @param locked names of the bones that are to keep weights and rotations
 */
public record Edited(SkinnedModel model, Set<String> locked) {
    public Edited {
        Objects.requireNonNull(model);
        locked = Set.copyOf(locked);
    }

    public static Edited of(SkinnedModel model) {
        return new Edited(model, Set.of());
    }

    /** One edit after the other. */
    public Edited with(List<Edit> edits) {
        Edited at = this;
        for (Edit edit : edits) {
            at = edit.apply(at);
        }
        return at;
    }
}
