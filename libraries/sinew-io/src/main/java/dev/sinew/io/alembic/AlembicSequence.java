package dev.sinew.io.alembic;

import dev.sinew.io.alembic.TimeSampling.SampleTimes;
import dev.sinew.io.cache.Mdd.FrameTimes;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.parts.ObjectChoice;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The meshes of an Alembic archive as one animated mesh in scene space: all of them, or the selected ones. Frames are the
 * times at which a mesh or its transforms have a sample. Object names become groups, face sets become materials, and the
 * first selected frame is the rest pose.
 */
public final class AlembicSequence implements AnimatedMesh {
    private final Path file;
    private final List<String> objects;
    private final Notes notes = new Notes();
    private final List<AlembicPart> parts = new ArrayList<>();
    private final double[] seconds;
    private final OptionalDouble rate;
    /** Whether the rest pose has normals. */
    private boolean shaded;

    private AlembicSequence(Path file, List<String> objects) {
        this.file = file;
        this.objects = List.copyOf(objects);
        AlembicArchive archive = AlembicArchive.open(file);
        List<MeshFinder.Found> found = MeshFinder.find(archive);
        boolean[] picked = ObjectChoice.pick(
                file.toString(),
                objects,
                found.stream().map(f -> f.path().substring(1)).toList());
        SampleTimes times = new SampleTimes(archive.file());
        for (int k = 0; k < picked.length; k++) {
            MeshFinder.Found one = found.get(k);
            if (picked[k]) {
                MeshSchema.of(archive, one, notes).ifPresent(mesh -> parts.add(new AlembicPart(one, mesh)));
            }
        }
        if (parts.isEmpty()) {
            throw archive.file().bad("none of its meshes has points and faces");
        }
        parts.forEach(part -> part.addTimes(times));
        seconds = times.seconds();
        FrameTimes timing = FrameTimes.of(file, seconds);
        rate = timing.rate();
        timing.note().ifPresent(notes::add);
    }

    /**
     * Opens an archive.
     *
     * @param objects paths or names of the meshes or of their parents; empty selects all
     */
    public static AlembicSequence open(Path file, List<String> objects) {
        return new AlembicSequence(file, objects);
    }

    /**
     * The frames of an archive that was checked elsewhere; does not read its faces again. @param vertices vertices of each
     * part
     */
    static FrameSource reopen(Path file, List<String> objects, int[] vertices, int[] wanted) {
        AlembicSequence archive = open(file, objects);
        int frames = Arrays.stream(wanted).max().orElse(-1) + 1;
        if (archive.parts.size() != vertices.length || archive.frameCount() < frames) {
            throw new InvalidInputException(file + " has " + archive.parts.size() + " meshes and "
                    + archive.frameCount() + " frames, but had " + vertices.length + " and " + frames
                    + " when it was first read. Do not change it during a job");
        }
        for (int p = 0; p < vertices.length; p++) {
            archive.parts.get(p).mesh().assumeTopology(vertices[p]);
        }
        return new AlembicFrames(archive, archive.parts, wanted);
    }

    Path file() {
        return file;
    }

    List<String> objects() {
        return objects;
    }

    /** Whether a file with these first bytes is an Alembic archive, supported or not. */
    public static boolean isArchive(byte[] head) {
        return AlembicArchive.begins(head);
    }

    @Override
    public String name() {
        String name = String.valueOf(file.getFileName());
        return name.lastIndexOf('.') > 0 ? name.substring(0, name.lastIndexOf('.')) : name;
    }

    @Override
    public int frameCount() {
        return seconds.length;
    }

    @Override
    public OptionalDouble framesPerSecond() {
        return rate;
    }

    @Override
    public List<String> notes() {
        return notes.list();
    }

    @Override
    public Mesh rest(int frame) {
        SurfaceBuilder builder = new SurfaceBuilder(file, seconds[frame], notes);
        long vertices = 0;
        for (AlembicPart part : parts) {
            part.mesh().readTopology(seconds[frame]);
            if (vertices + part.mesh().vertexCount() > Integer.MAX_VALUE / 3 - 16) {
                throw new InvalidInputException(file + ": its meshes have more vertices than fit into memory");
            }
            builder.add(part, (int) vertices);
            vertices += part.mesh().vertexCount();
        }
        float[] positions = new float[3 * (int) vertices];
        fill(positions, frame, matrices(frame));
        MeshSequence.checkFrame(file.toString(), frame, positions, (int) vertices);
        Mesh rest = builder.build(positions);
        shaded = rest.surface().normals().isPresent();
        return rest;
    }

    /**
     * {@inheritDoc} Reads ranges of vertices from the mapped file. The first pass over the frames must read whole frames,
     * which detects changing faces.
     */
    @Override
    public Optional<FrameSource> streamFrames(int[] wanted) {
        if (hasNormals()) {
            notes.add(file + " is too large for memory, so its normals are ignored; face normals are used instead");
        }
        return Optional.of(new AlembicFrames(this, parts, wanted.clone()));
    }

    /** Positions of a frame, 3N. */
    float[] frame(int frame) {
        float[] xyz = new float
                [3 * parts.stream().mapToInt(p -> p.mesh().vertexCount()).sum()];
        fill(xyz, frame, matrices(frame));
        return xyz;
    }

    double seconds(int frame) {
        return seconds[frame];
    }

    private synchronized void requireSameFaces(int frame) {
        parts.forEach(part -> part.mesh().requireSameFaces(seconds[frame], frame));
    }

    private void fill(float[] xyz, int frame, double[][] matrices) {
        requireSameFaces(frame);
        int at = 0;
        for (int p = 0; p < parts.size(); p++) {
            AlembicPart part = parts.get(p);
            part.points(part.mesh().samplePosition(seconds[frame]), matrices[p], frame, xyz, at);
            at += 3 * part.mesh().vertexCount();
        }
    }

    private double[][] matrices(int frame) {
        return parts.stream().map(part -> part.matrix(seconds[frame])).toArray(double[][]::new);
    }

    /** The stored points of each part; equal keys mean equal points. */
    private Object[] pointKeys(int frame) {
        return parts.stream()
                .map(part -> part.mesh().pointKey(part.mesh().samplePosition(seconds[frame])))
                .toArray();
    }

    /** Whether all parts have normals for each sample of their points, and the rest pose has normals. */
    @Override
    public boolean hasNormals() {
        return shaded && parts.stream().allMatch(part -> part.mesh().hasMovingNormals());
    }

    @Override
    public synchronized CornerAttribute normals(int frame) {
        SurfaceBuilder builder = new SurfaceBuilder(file, seconds[frame], new Notes());
        int vertices = 0;
        for (AlembicPart part : parts) {
            builder.add(part, vertices);
            vertices += part.mesh().vertexCount();
        }
        float[] positions = new float[3 * vertices];
        fill(positions, frame, matrices(frame));
        return builder.build(positions)
                .surface()
                .normals()
                .orElseThrow(() -> new InvalidInputException(
                        file + ": frame " + frame + " has no normals, but the first frame has"));
    }

    /** {@inheritDoc} Call {@link #rest} first: frames must have the faces and vertices of the rest pose. */
    @Override
    public float[][] read(int[] wanted) {
        int vertices = parts.stream().mapToInt(p -> p.mesh().vertexCount()).sum();
        float[][] frames = new float[wanted.length][];
        Object[] keysBefore = {};
        double[][] matricesBefore = {};
        for (int k = 0; k < wanted.length; k++) {
            Object[] keys = pointKeys(wanted[k]);
            double[][] matrices = matrices(wanted[k]);
            // Static meshes share memory.
            if (k > 0 && Arrays.equals(keys, keysBefore) && Arrays.deepEquals(matrices, matricesBefore)) {
                requireSameFaces(wanted[k]);
                frames[k] = frames[k - 1];
            } else {
                frames[k] = FrameMemory.allocate(file, 1, vertices)[0];
                fill(frames[k], wanted[k], matrices);
            }
            keysBefore = keys;
            matricesBefore = matrices;
        }
        return frames;
    }

    /** Frames that are read from the archive on demand. */
    private record AlembicFrames(AlembicSequence archive, List<AlembicPart> parts, int[] wanted)
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
                    double position = part.mesh().samplePosition(seconds);
                    part.points(
                            position, part.matrix(seconds), start - first, end - first, out, at + 3 * (start - from));
                }
                first += count;
            }
        }

        /** Serialized instead of the frames; the other machine must have the archive under the same path. */
        private Object writeReplace() {
            int[] vertices =
                    parts.stream().mapToInt(part -> part.mesh().vertexCount()).toArray();
            return new SequenceHandle(archive.file(), archive.objects(), vertices, wanted);
        }

        /** @param vertices vertices of each part when it was first read */
        private record SequenceHandle(Path file, List<String> objects, int[] vertices, int[] wanted)
                implements Serializable {
            private Object readResolve() {
                return AlembicSequence.reopen(file, objects, vertices, wanted);
            }
        }
    }
}
