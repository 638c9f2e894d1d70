package dev.sinew.io;

import java.nio.file.Path;
import java.util.List;

/** The files that a sequence is made of, found but not read. */
sealed interface SequenceFiles {
    /** What the sequence is called. */
    String name();

    /** One mesh file a frame, in order. */
    record Frames(String name, List<Path> files) implements SequenceFiles {
        public Frames {
            files = List.copyOf(files);
        }
    }

    /** A mesh and a point cache that moves it. */
    record Cached(String name, Path mesh, Path cache) implements SequenceFiles {}

    /** One file that holds mesh and frames. */
    record Animated(String name, Path file, FileKind kind) implements SequenceFiles {}
}
