package dev.sinew.solve.sequence;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.solve.sequence.SequencePart.PartFrames;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Splits a sequence into ranges of welded vertices, each with the faces around them that its normals need. */
public final class SequenceParts {
    private final MeshSequence given;
    private final int[] pointOf;
    private final int[] first;
    private final NormalisedSequence poses;
    private final boolean shaded;
    private final double[] importance;
    private final int size;
    /** Faces of part p: {@code faces[starts[p]]} to {@code faces[starts[p + 1] − 1]}, ascending; a face on a border is in several. */
    private final int[] starts;

    private final int[] faces;

    public SequenceParts(
            MeshSequence given,
            int[] pointOf,
            int[] first,
            NormalisedSequence poses,
            boolean shaded,
            double[] importance,
            int size) {
        this.given = given;
        this.pointOf = pointOf;
        this.first = first;
        this.poses = poses;
        this.shaded = shaded;
        this.importance = importance;
        this.size = size;
        starts = new int[count() + 1];
        if (!shaded) {
            faces = new int[0];
            return;
        }
        forFaces((part, face) -> starts[part + 1]++);
        for (int p = 0; p < count(); p++) {
            starts[p + 1] += starts[p];
        }
        faces = new int[starts[count()]];
        int[] ends = starts.clone();
        forFaces((part, face) -> faces[ends[part]++] = face);
    }

    public int count() {
        return (first.length + size - 1) / size;
    }

    @FunctionalInterface
    private interface FaceOfPart {
        void found(int part, int face);
    }

    /** Visits every face once per part that has one of its corners. */
    private void forFaces(FaceOfPart use) {
        int[] faceStarts = given.rest().faceStarts();
        for (int k = 0; k + 1 < faceStarts.length; k++) {
            for (int c = faceStarts[k]; c < faceStarts[k + 1]; c++) {
                int part = partOf(c);
                boolean isFirst = true;
                for (int b = faceStarts[k]; b < c; b++) {
                    isFirst &= partOf(b) != part;
                }
                if (isFirst) {
                    use.found(part, k);
                }
            }
        }
    }

    private int partOf(int corner) {
        return pointOf[given.rest().corners()[corner]] / size;
    }

    /** Creates part p; not cached. */
    public SequencePart part(int p) {
        int from = p * size;
        int to = Math.min(first.length, from + size);
        Mesh mesh = given.rest();
        int[] own = Arrays.copyOfRange(first, from, to);
        int[] around = Arrays.copyOfRange(faces, starts[p], starts[p + 1]);
        int[] corners = Arrays.stream(around)
                .flatMap(k -> IntStream.range(mesh.faceStarts()[k], mesh.faceStarts()[k + 1]))
                .toArray();
        int[] vertices = IntStream.concat(
                        Arrays.stream(own), Arrays.stream(corners).map(c -> mesh.corners()[c]))
                .sorted()
                .distinct()
                .toArray();
        int[] faceStarts = new int[around.length + 1];
        for (int k = 0; k < around.length; k++) {
            faceStarts[k + 1] = faceStarts[k] + mesh.faceStarts()[around[k] + 1] - mesh.faceStarts()[around[k]];
        }
        SequencePart.Patch patch = new SequencePart.Patch(
                picked(mesh.positions(), vertices),
                faceStarts,
                Arrays.stream(corners)
                        .map(c -> Arrays.binarySearch(vertices, mesh.corners()[c]))
                        .toArray(),
                mesh.surface().normals().map(n -> n.some(corners)).orElse(null));
        return new SequencePart(
                Arrays.stream(own).map(i -> Arrays.binarySearch(vertices, i)).toArray(),
                pointOf(vertices, from, to),
                patch,
                frames(vertices, corners),
                poses.centre(),
                poses.scale(),
                shaded,
                importance.length == 0 ? importance : Arrays.copyOfRange(importance, from, to));
    }

    /** The part's own vertices first, in order, then the surrounding ones. */
    private int[] pointOf(int[] vertices, int from, int to) {
        int[] others = Arrays.stream(vertices)
                .map(i -> pointOf[i])
                .filter(i -> i < from || i >= to)
                .sorted()
                .distinct()
                .toArray();
        return Arrays.stream(vertices)
                .map(i -> pointOf[i])
                .map(i -> i >= from && i < to ? i - from : to - from + Arrays.binarySearch(others, i))
                .toArray();
    }

    private static float[] picked(float[] xyz, int[] vertices) {
        float[] some = new float[3 * vertices.length];
        for (int k = 0; k < vertices.length; k++) {
            System.arraycopy(xyz, 3 * vertices[k], some, 3 * k, 3);
        }
        return some;
    }

    /** Frames in a file are read by the other machine; frames in memory are sent. */
    private PartFrames frames(int[] vertices, int[] corners) {
        FrameSource all = given.frames();
        PartFrames inFile = new PartFrames(all, vertices, null, null);
        if (all.isStreamed() && all instanceof Serializable) {
            return inFile;
        }
        float[][] positions = new float[all.frameCount()][];
        CornerAttribute[] normals = new CornerAttribute[shaded && all.normals(0).isPresent() ? positions.length : 0];
        for (int f = 0; f < positions.length; f++) {
            positions[f] = inFile.frame(f);
            if (normals.length > 0) {
                normals[f] = all.normals(f).orElseThrow().some(corners);
            }
        }
        return new PartFrames(null, vertices, positions, normals);
    }
}
