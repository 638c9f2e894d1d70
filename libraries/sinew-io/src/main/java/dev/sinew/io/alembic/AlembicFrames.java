package dev.sinew.io.alembic;

import dev.sinew.mesh.FrameSource;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;

/** Frames of an archive that stay in it. */
record AlembicFrames(AlembicSequence archive, List<AlembicPart> parts, int[] wanted)
        implements FrameSource, Serializable {
    @Override
    public int frameCount() {
        return wanted.length;
    }

    @Override
    public boolean isStreamed() {
        return true;
    }

    @Override
    public float[] frame(int f) {
        return archive.frame(wanted[f]);
    }

    @Override
    public void positions(int f, int from, int to, float[] out, int at) {
        double seconds = archive.seconds(wanted[f]);
        int first = 0;
        for (AlembicPart part : parts) {
            int count = part.mesh().vertexCount();
            int start = Math.max(from, first);
            int end = Math.min(to, first + count);
            if (start < end) {
                double place = part.mesh().pointPlace(seconds);
                part.points(place, part.matrix(seconds), start - first, end - first, out, at + 3 * (start - from));
            }
            first += count;
        }
    }

    /** What goes to another machine, where the archive has the same name. */
    private Object writeReplace() {
        int[] vertices =
                parts.stream().mapToInt(part -> part.mesh().vertexCount()).toArray();
        return new Sent(archive.file(), archive.objects(), vertices, wanted);
    }

    /** @param vertices of each part, as they were found */
    private record Sent(Path file, List<String> objects, int[] vertices, int[] wanted) implements Serializable {
        private Object readResolve() {
            return AlembicSequence.reopened(file, objects, vertices, wanted);
        }
    }
}
