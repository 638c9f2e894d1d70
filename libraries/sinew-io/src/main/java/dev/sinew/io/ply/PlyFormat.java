package dev.sinew.io.ply;

import java.util.Locale;
import java.util.Optional;

/** How the numbers of a PLY file are stored. */
enum PlyFormat {
    ASCII,
    BINARY_LITTLE_ENDIAN,
    BINARY_BIG_ENDIAN;

    static Optional<PlyFormat> named(String name) {
        for (PlyFormat format : values()) {
            if (format.word().equals(name)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** As the header spells it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
