package dev.sinew.io.alembic;

import dev.sinew.mesh.FrameSource;
import java.util.List;

/** Frames of an archive that stay in it. */
record AlembicFrames(AlembicSequence archive, List<AlembicPart> parts, int[] wanted) implements FrameSource {
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
}
