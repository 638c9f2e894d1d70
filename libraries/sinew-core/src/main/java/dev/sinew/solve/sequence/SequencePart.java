package dev.sinew.solve.sequence;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A range of the welded vertices of a sequence for another machine: their positions in the frames, and the faces around them. Gives the
 * same trajectories there as here, bit for bit. The sender must be able to serialize file names ({@link java.nio.file.Path}).
 */
public final class SequencePart implements Serializable {
    private final int[] own;
    private final int[] pointOf;
    private final Patch patch;
    private final PartFrames frames;
    private final double[] centre;
    private final double scale;
    private final boolean shaded;
    private final double[] importance;
    /** Checksum of some frames on the sending machine. */
    private final long print;

    /**
     * The surrounding faces, with their own vertex and corner numbering.
     *
     * @param normals null if the mesh has none
     */
    record Patch(float[] positions, int[] faceStarts, int[] corners, CornerAttribute normals) implements Serializable {}

    /**
     * @param own index in the part of each welded vertex of the range
     * @param pointOf the welded vertex of every vertex of the part, those of the range first
     */
    SequencePart(
            int[] own,
            int[] pointOf,
            Patch patch,
            PartFrames frames,
            double[] centre,
            double scale,
            boolean shaded,
            double[] importance) {
        this.own = own;
        this.pointOf = pointOf;
        this.patch = patch;
        this.frames = frames;
        this.centre = centre;
        this.scale = scale;
        this.shaded = shaded;
        this.importance = importance;
        this.print = print();
    }

    private long print() {
        CRC32 sum = new CRC32();
        for (int f : new int[] {0, frames.frameCount() / 2, frames.frameCount() - 1}) {
            for (float x : frames.frame(f)) {
                int bits = Float.floatToRawIntBits(x);
                sum.update(bits >>> 24);
                sum.update(bits >>> 16);
                sum.update(bits >>> 8);
                sum.update(bits);
            }
        }
        return sum.getValue();
    }

    /** Whether the frames equal those on the sending machine, judged by three of them. */
    public boolean isSame() {
        return !frames.isStreamed() || print() == print;
    }

    /** Weight of each vertex; empty if all are equal. */
    double[] importance() {
        return importance;
    }

    public Trajectories positions() {
        float[] rest = new float[3 * own.length];
        for (int k = 0; k < own.length; k++) {
            System.arraycopy(patch.positions, 3 * own[k], rest, 3 * k, 3);
        }
        Mesh points = Mesh.of(rest, new int[1], new int[0], Mesh.Surface.bare());
        int[] picked = Arrays.stream(own).map(k -> frames.vertices()[k]).toArray();
        FrameSource mine = frames.isStreamed()
                ? new PartFrames(frames.file(), picked, null, null)
                : FrameSource.of(Arrays.stream(frames.held()).map(this::ownOf).toArray(float[][]::new));
        return new NormalisedSequence(new MeshSequence("part", points, mine, 1), centre, scale);
    }

    private float[] ownOf(float[] frame) {
        float[] some = new float[3 * own.length];
        for (int k = 0; k < own.length; k++) {
            System.arraycopy(frame, 3 * own[k], some, 3 * k, 3);
        }
        return some;
    }

    /** Normals if they are fitted. Rows after those of the range are incomplete and must not be used. */
    public Optional<Trajectories> normals() {
        if (!shaded) {
            return Optional.empty();
        }
        Mesh.Surface surface = Mesh.Surface.bare().withNormals(Optional.ofNullable(patch.normals));
        Mesh mesh = Mesh.of(patch.positions, patch.faceStarts, patch.corners, surface);
        NormalSequence all = new NormalSequence(new MeshSequence("part", mesh, frames, 1), pointOf, Workers.CALLER);
        return Optional.of(all.first(own.length));
    }

    /**
     * Some vertices of another source's frames, from its file or in memory.
     *
     * @param file null if in memory
     * @param vertices ascending
     * @param held one array per frame; null if read from the file
     * @param shades normals of each frame, for the corners of the part; empty if none exist
     */
    record PartFrames(FrameSource file, int[] vertices, float[][] held, CornerAttribute[] shades)
            implements FrameSource, Serializable {
        /** Vertices with indices closer than this are fetched together. */
        private static final int MAX_GAP = 64;

        @Override
        public int frameCount() {
            return held == null ? file.frameCount() : held.length;
        }

        @Override
        public boolean isStreamed() {
            return held == null;
        }

        @Override
        public float[] frame(int f) {
            if (held != null) {
                return held[f];
            }
            float[] all = new float[3 * vertices.length];
            positions(f, 0, vertices.length, all, 0);
            return all;
        }

        @Override
        public void positions(int f, int from, int to, float[] out, int at) {
            if (held != null) {
                System.arraycopy(held[f], 3 * from, out, at, 3 * (to - from));
                return;
            }
            for (int k = from; k < to; ) {
                int end = k + 1;
                while (end < to && vertices[end] - vertices[end - 1] <= MAX_GAP) {
                    end++;
                }
                float[] run = new float[3 * (vertices[end - 1] + 1 - vertices[k])];
                file.positions(f, vertices[k], vertices[end - 1] + 1, run, 0);
                for (int j = k; j < end; j++) {
                    System.arraycopy(run, 3 * (vertices[j] - vertices[k]), out, at + 3 * (j - from), 3);
                }
                k = end;
            }
        }

        @Override
        public Optional<CornerAttribute> normals(int f) {
            return held == null || shades.length == 0 ? Optional.empty() : Optional.of(shades[f]);
        }
    }
}
