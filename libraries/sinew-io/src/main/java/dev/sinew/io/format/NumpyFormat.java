package dev.sinew.io.format;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.numpy.NpzWriter;
import dev.sinew.io.numpy.NumpyMesh;
import dev.sinew.io.numpy.NumpySequence;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.FrameCache;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** NumPy's files: archives of arrays, and single arrays. */
abstract class NumpyFormat extends Format {
    private NumpyFormat(String name, String ending, Set<Content> reads, Set<Content> writes, String help) {
        super(name, List.of(ending), reads, writes, help);
    }

    /** Rejects a single array and names the missing one. */
    @Override
    public ReadMesh readMesh(Path file) {
        return NumpyMesh.read(file);
    }

    @Override
    public FrameCache openCache(Path file) {
        return NumpySequence.open(file);
    }

    /** A single array with the positions of frames. */
    static final class Npy extends NumpyFormat {
        Npy() {
            super("NPY", ".npy", Set.of(Content.CACHE), Set.of(), "one NumPy array of positions, for a mesh");
        }

        @Override
        public boolean begins(Head head) {
            return NumpySequence.isSingleArray(head.bytes());
        }

        @Override
        public Optional<SequenceSize> size(Path file) {
            return Optional.of(SequenceSize.ofBytes(SequenceSize.bytes(file)));
        }
    }

    /** Archives with the arrays {@code poses}, {@code faces}, {@code rest} and {@code fps}. */
    static final class Npz extends NumpyFormat {
        Npz() {
            super(
                    "NPZ",
                    ".npz",
                    Set.of(Content.MESH, Content.CACHE, Content.SEQUENCE),
                    Set.of(Content.SEQUENCE),
                    "NumPy archives of poses and faces");
        }

        /** A zip archive. USD packages are zip archives too and come earlier in the registry. */
        @Override
        public boolean begins(Head head) {
            return NumpySequence.begins(head.bytes()) && !NumpySequence.isSingleArray(head.bytes());
        }

        @Override
        public AnimatedMesh openSequence(Path file, Selection selection) {
            if (!selection.objects().isEmpty() || selection.clip().isPresent()) {
                throw new InvalidInputException(
                        file + " contains a single mesh. Remove " + field("object") + " and " + field("clip"));
            }
            return NumpySequence.open(file);
        }

        @Override
        public void writeSequence(MeshSequence sequence, Path file) {
            AtomicFile.write(file, out -> NpzWriter.write(out, sequence));
        }

        @Override
        public Optional<SequenceSize> size(Path file) throws IOException {
            try (ZipFile zip = new ZipFile(file.toAbsolutePath().toFile())) {
                return Optional.of(SequenceSize.ofBytes(
                        zip.stream().mapToLong(ZipEntry::getSize).sum()));
            }
        }
    }
}
