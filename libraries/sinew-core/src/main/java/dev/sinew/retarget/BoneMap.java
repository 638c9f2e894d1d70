package dev.sinew.retarget;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which bones of a model follow which bones of a motion.
 *
 * @param entries in the order of the model's bones
 * @param unmatched bones of the model that keep their rest rotation relative to the parent
 * @param unused bones of the motion that no bone follows
 */
public record BoneMap(List<Entry> entries, List<String> unmatched, List<String> unused) {
    /**
     * One bone.
     *
     * @param bone of the model
     * @param source the bone of the motion that it follows; empty in a given map: none
     * @param second another one that it follows partly
     * @param share part of the second one, 0 to 1
     * @param role part of the body by its name in VRM 1.0, if known
     * @param confidence 0 to 1
     * @param by what it was matched by: {@code name}, {@code shape}, {@code position}, {@code mesh} or {@code map}
     */
    public record Entry(
            String bone,
            Optional<String> source,
            Optional<String> second,
            double share,
            Optional<String> role,
            double confidence,
            String by) {
        public Entry {
            Objects.requireNonNull(bone);
            Objects.requireNonNull(source);
            Objects.requireNonNull(second);
            Objects.requireNonNull(role);
            Objects.requireNonNull(by);
        }

        /** A match that somebody gives. */
        public static Entry given(String bone, Optional<String> source, Optional<String> role) {
            return new Entry(bone, source, Optional.empty(), 0, role, 1, "map");
        }
    }

    public BoneMap {
        entries = List.copyOf(entries);
        unmatched = List.copyOf(unmatched);
        unused = List.copyOf(unused);
    }
}
