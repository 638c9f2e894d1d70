package dev.sinew.io;

import dev.sinew.io.alembic.AlembicSequence;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.InputFiles;
import java.nio.file.Path;
import java.util.Optional;

/** Files that hold a mesh with its frames: known by what is inside, whatever they are called. */
final class AnimatedFiles {
    private static final int BYTES_LOOKED_AT = 32;

    private AnimatedFiles() {}

    /** The kind of such a file; nothing where it is none. */
    static Optional<FileKind> kind(Path file) {
        byte[] head = InputFiles.head(file, BYTES_LOOKED_AT);
        if (AlembicSequence.isArchive(head) || FileKind.of(file) == FileKind.ALEMBIC) {
            return Optional.of(FileKind.ALEMBIC);
        }
        return Optional.empty();
    }

    static AnimatedMesh open(SequenceFiles.Animated animated, SequenceInput input) {
        return AlembicSequence.open(animated.file(), input.choice().objects());
    }
}
