package dev.sinew.io.format;

import dev.sinew.io.numpy.NumpyMesh;
import dev.sinew.io.numpy.NumpySequence;
import dev.sinew.io.parts.FrameCache;
import dev.sinew.io.parts.ReadMesh;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A single NumPy array with the positions of frames. */
final class NpyFormat extends Format {
    NpyFormat() {
        super("NPY", List.of(".npy"), Set.of(Content.CACHE), Set.of(), "one NumPy array of positions beside a mesh");
    }

    @Override
    public boolean begins(Head head) {
        return NumpySequence.isSingleArray(head.bytes());
    }

    /** Rejected, with what is missing. */
    @Override
    public ReadMesh readMesh(Path file) {
        return NumpyMesh.read(file);
    }

    @Override
    public FrameCache openCache(Path file) {
        return NumpySequence.open(file);
    }

    @Override
    public Optional<SequenceSize> size(Path file) {
        return Optional.of(SequenceSize.ofBytes(SequenceSize.bytes(file)));
    }
}
