package dev.sinew.io.format;

import dev.sinew.io.cache.Pc2;
import dev.sinew.io.cache.PointCache;
import dev.sinew.io.parts.FrameCache;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** PC2 point caches. */
final class Pc2Format extends Format {
    Pc2Format() {
        super("PC2", List.of(".pc2"), Set.of(Content.CACHE), Set.of(Content.CACHE), "PC2 point caches beside a mesh");
    }

    @Override
    public boolean begins(Head head) {
        return head.startsWith(Pc2.MAGIC);
    }

    @Override
    public FrameCache openCache(Path file) {
        return PointCache.open(file);
    }

    @Override
    public void writeCache(OutputStream out, MeshSequence sequence) throws IOException {
        Pc2.write(out, sequence);
    }

    @Override
    public Optional<SequenceSize> size(Path file) {
        FrameCache cache = openCache(file);
        return Optional.of(SequenceSize.of(cache.vertices(), cache.frames()));
    }
}
