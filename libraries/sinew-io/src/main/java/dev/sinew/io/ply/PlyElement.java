package dev.sinew.io.ply;

import java.util.List;
import java.util.Optional;

/**
 * A table of a PLY file.
 *
 * @param count rows
 */
record PlyElement(String name, long count, List<Property> properties) {
    /**
     * A column.
     *
     * @param type of its numbers
     * @param countType of the number before a list; empty for a single number
     */
    record Property(String name, PlyType type, Optional<PlyType> countType) {
        boolean isList() {
            return countType.isPresent();
        }
    }

    /** The fewest bytes a row can take: its lists empty, its text as short as text gets. */
    long smallestRow(PlyFormat format) {
        if (format == PlyFormat.ASCII) {
            return 2L * properties.size();
        }
        return properties.stream()
                .mapToLong(p -> p.countType().orElse(p.type()).bytes())
                .sum();
    }
}
