package dev.sinew.io.format;

import dev.sinew.io.cache.Mdd;
import dev.sinew.io.cache.PointCache;
import dev.sinew.io.parts.FrameCache;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** MDD point caches. */
final class MddFormat extends Format {
    MddFormat() {
        super(
                "MDD",
                List.of(".mdd"),
                Set.of(Content.CACHE),
                Set.of(Content.CACHE),
                "MDD point caches beside a mesh, with their times");
    }

    /** MDD has no signature, but the counts at its beginning say exactly how long the file is. */
    @Override
    public boolean resembles(Head head) {
        return Mdd.fits(head.bytes(), head.size());
    }

    @Override
    public FrameCache openCache(Path file) {
        return PointCache.open(file);
    }

    @Override
    public void writeCache(OutputStream out, MeshSequence sequence) throws IOException {
        Mdd.write(out, sequence);
    }

    @Override
    public Optional<SequenceSize> size(Path file) {
        FrameCache cache = openCache(file);
        return Optional.of(SequenceSize.of(cache.vertices(), cache.frames()));
    }
}
