package dev.sinew.studio.library;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A file of the library.
 *
 * @param name relative to the folder
 * @param bytes total size of all its files
 * @param known its facts; empty until it has been read
 */
public record LibraryItem(String name, long bytes, Optional<Known> known) {
    /**
     * Facts of a file.
     *
     * @param kind sequence, model, mesh or unreadable
     * @param facts number of vertices, frames, bones and so on, by name
     * @param problem why it cannot be read; empty if it can
     * @param picture whether there is a thumbnail
     */
    public record Known(String kind, Map<String, Object> facts, String problem, boolean picture) {
        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("kind", kind);
            tree.put("facts", facts);
            tree.put("problem", problem);
            tree.put("picture", picture);
            return tree;
        }

        @SuppressWarnings("unchecked")
        static Known of(Map<String, Object> tree) {
            return new Known(
                    String.valueOf(tree.get("kind")),
                    (Map<String, Object>) tree.get("facts"),
                    String.valueOf(tree.get("problem")),
                    Boolean.TRUE.equals(tree.get("picture")));
        }
    }

    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", name);
        tree.put("bytes", bytes);
        tree.put("known", known.map(Known::tree).orElse(null));
        return tree;
    }

    /** A numeric fact. */
    public Optional<Double> fact(String of) {
        return known.map(k -> k.facts().get(of))
                .filter(Number.class::isInstance)
                .map(value -> ((Number) value).doubleValue());
    }
}
