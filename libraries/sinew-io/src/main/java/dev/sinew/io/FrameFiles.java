package dev.sinew.io;

import dev.sinew.io.format.Format;
import dev.sinew.io.parts.ShadedFrames;
import dev.sinew.math.Workers;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads the later frames of a sequence of mesh files side by side and holds each against the first. */
final class FrameFiles {
    /** More threads than this would only wait for the disk and hold more text in memory. */
    private static final int MOST_THREADS = 8;

    private final Path firstFile;
    private final Mesh first;
    private final List<Path> files;
    private final Placement placement;
    private final float[][] frames;
    private final CornerAttribute[] normals;
    private final RefusedException[] refusals;

    /** Frames after a refused one need not be read, those before must: the refusal shown is that of the first bad frame. */
    private final AtomicInteger firstRefused = new AtomicInteger(Integer.MAX_VALUE);

    private FrameFiles(Path firstFile, Mesh first, List<Path> files, Placement placement) {
        this.firstFile = firstFile;
        this.first = first;
        this.files = files;
        this.placement = placement;
        this.frames = new float[files.size()][];
        this.normals = new CornerAttribute[files.size()];
        this.refusals = new RefusedException[files.size()];
    }

    /**
     * The frames of the files' meshes, placed, the first one's in front. Normals are told where every file has some.
     *
     * @param first the mesh of {@code firstFile}, whose faces the others must have
     */
    static FrameSource read(Path firstFile, Mesh first, List<Path> files, Placement placement) {
        FrameFiles reading = new FrameFiles(firstFile, first, files, placement);
        int threads = Math.max(
                1,
                Math.min(
                        MOST_THREADS,
                        Math.min(files.size(), Runtime.getRuntime().availableProcessors())));
        try (Workers workers = new Workers(threads)) {
            workers.forChunks(files.size(), 1, (chunk, from, to) -> reading.frame(from));
        }
        if (reading.firstRefused.get() < files.size()) {
            throw reading.refusals[reading.firstRefused.get()];
        }
        return reading.source();
    }

    private FrameSource source() {
        float[][] positions = new float[frames.length + 1][];
        positions[0] = first.positions();
        System.arraycopy(frames, 0, positions, 1, frames.length);
        boolean all =
                first.surface().normals().isPresent() && Arrays.stream(normals).allMatch(Objects::nonNull);
        return all
                ? new ShadedFrames(
                        positions, f -> f == 0 ? first.surface().normals().get() : normals[f - 1])
                : FrameSource.of(positions);
    }

    private void frame(int k) {
        if (k > firstRefused.get()) {
            return;
        }
        try {
            Path file = files.get(k);
            boolean shaded = first.surface().normals().isPresent();
            Format format = MeshSequences.meshFormat(file);
            Mesh mesh = shaded ? format.readMesh(file).mesh() : format.readGeometry(file);
            Topology.difference(first, mesh, format.firstNumber()).ifPresent(difference -> {
                throw new RefusedException(file + " and " + firstFile + " differ: " + difference);
            });
            frames[k] = placement.place(mesh, file).positions();
            normals[k] = mesh.surface().normals().map(this::withSharedRows).orElse(null);
        } catch (RefusedException e) {
            refusals[k] = e;
            firstRefused.accumulateAndGet(k, Math::min);
        }
    }

    /** Most files number their normals alike: then one array of rows serves all frames. */
    private CornerAttribute withSharedRows(CornerAttribute own) {
        int[] rows = first.surface().normals().orElseThrow().rows();
        return Arrays.equals(rows, own.rows()) ? new CornerAttribute(3, own.values(), rows) : own;
    }
}
