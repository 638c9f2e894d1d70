package dev.sinew.io.format;

import dev.sinew.io.cache.Mdd;
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

/** Point caches (PC2 and MDD), which contain positions but no faces. */
abstract class PointCacheFormat extends Format {
    private PointCacheFormat(String name, String ending, String help) {
        super(name, List.of(ending), Set.of(Content.CACHE), Set.of(Content.CACHE), help);
    }

    /** The content decides which of the two it is, not the name. */
    @Override
    public FrameCache openCache(Path file) {
        return PointCache.open(file);
    }

    @Override
    public Optional<SequenceSize> size(Path file) {
        FrameCache cache = openCache(file);
        return Optional.of(SequenceSize.of(cache.vertices(), cache.frames()));
    }

    /** PC2. */
    static final class OfPc2 extends PointCacheFormat {
        OfPc2() {
            super("PC2", ".pc2", "PC2 point caches for a mesh");
        }

        @Override
        public boolean begins(Head head) {
            return head.startsWith(Pc2.MAGIC);
        }

        @Override
        public void writeCache(OutputStream out, MeshSequence sequence) throws IOException {
            Pc2.write(out, sequence);
        }
    }

    /** MDD, which has no signature; the counts at its beginning determine the exact length of the file. */
    static final class OfMdd extends PointCacheFormat {
        OfMdd() {
            super("MDD", ".mdd", "MDD point caches for a mesh, with frame times");
        }

        @Override
        public boolean resembles(Head head) {
            return Mdd.fits(head.bytes(), head.size());
        }

        @Override
        public void writeCache(OutputStream out, MeshSequence sequence) throws IOException {
            Mdd.write(out, sequence);
        }
    }
}
