package dev.sinew.fit;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Maps each vertex of a model to a vertex of a sequence. Maps by index if both are the same mesh: equal vertex counts, and either the rest
 * positions or most triangles agree. Otherwise maps by nearest rest position, because other programs split vertices at seams and reorder them.
 * Several vertices of the model may map to one of the sequence. A solver may have moved the bind pose a little, so that a vertex that is not
 * at the same place must be much nearer than every other.
 *
 * <p>Known limit: if vertices of the sequence coincide in the rest pose and indices do not help, all map to the first.
 */
public final class VertexMatch {
    /** Vertices closer than this fraction of the size are the same. */
    private static final double MATCH_FRACTION = 1e-3;
    /** Vertices farther apart than this fraction of the size are different. */
    private static final double LARGEST_FRACTION = 2e-2;
    /** Between them, a vertex must be nearer than every other by this factor. */
    private static final double UNAMBIGUOUS_FACTOR = 2;

    private final Mesh model;
    private final int[] vertexOf;
    private final int given;

    private VertexMatch(Mesh model, int[] vertexOf, int given) {
        this.model = model;
        this.vertexOf = vertexOf;
        this.given = given;
    }

    /**
     * Matches two meshes.
     *
     * @param modelName for error messages
     * @param sequenceName for error messages
     */
    public static VertexMatch of(Mesh model, Mesh sequence, String modelName, String sequenceName) {
        int n = model.vertexCount();
        double size = sequence.vertexCount() == 0
                ? 0
                : Box.around(sequence.positions()).diagonal();
        double near = MATCH_FRACTION * size;
        if (n == sequence.vertexCount() && (samePlaces(model, sequence, near) || sameFaces(model, sequence))) {
            return new VertexMatch(model, IntStream.range(0, n).toArray(), n);
        }
        Cells same = new Cells(sequence.positions(), near);
        Cells about = new Cells(sequence.positions(), LARGEST_FRACTION * size);
        int[] vertexOf = new int[n];
        for (int i = 0; i < n; i++) {
            vertexOf[i] = same.nearest(model.positions(), i);
            if (vertexOf[i] < 0) {
                vertexOf[i] = about.unambiguous(model.positions(), i, near);
            }
            if (vertexOf[i] < 0) {
                throw mismatch(model, sequence, i, near, modelName, sequenceName);
            }
        }
        return new VertexMatch(model, vertexOf, sequence.vertexCount());
    }

    private static boolean samePlaces(Mesh a, Mesh b, double near) {
        for (int i = 0; i < a.vertexCount(); i++) {
            if (!(squared(a.positions(), i, b.positions(), i) <= near * near)) {
                return false;
            }
        }
        return true;
    }

    /** Whether at least half of the model's triangles are triangles of the sequence; without faces, indices are trusted. */
    private static boolean sameFaces(Mesh model, Mesh sequence) {
        int[] own = model.triangles();
        int[] others = sequence.triangles();
        return others.length == 0 || 2 * sharedTriangles(own, others) >= own.length / 3;
    }

    /**
     * The number of triangles of the first mesh that the second one has, too, in any order and with any first corner.
     *
     * @param first three vertices each, not modified; {@code second} the same
     */
    static long sharedTriangles(int[] first, int[] second) {
        long[] others = triangleHashes(second);
        Arrays.sort(others);
        return Arrays.stream(triangleHashes(first))
                .filter(hash -> Arrays.binarySearch(others, hash) >= 0)
                .count();
    }

    /** A hash per triangle; collisions are rare. */
    private static long[] triangleHashes(int[] triangles) {
        long[] hashes = new long[triangles.length / 3];
        for (int t = 0; t < hashes.length; t++) {
            int a = triangles[3 * t];
            int b = triangles[3 * t + 1];
            int c = triangles[3 * t + 2];
            int low = Math.min(a, Math.min(b, c));
            int high = Math.max(a, Math.max(b, c));
            hashes[t] = ((long) low << 32 | high) * 31 + (a ^ b ^ c);
        }
        return hashes;
    }

    private static InvalidInputException mismatch(
            Mesh model, Mesh sequence, int i, double near, String modelName, String sequenceName) {
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < sequence.vertexCount(); k++) {
            least = Math.min(least, squared(model.positions(), i, sequence.positions(), k));
        }
        return new InvalidInputException(String.format(
                Locale.ROOT,
                "%s (%d vertices) is not the mesh of %s (%d vertices): vertex %d of the model is %.3g away from every"
                        + " vertex of the sequence's rest pose; more than %.3g is allowed only where no other vertex is near",
                modelName,
                model.vertexCount(),
                sequenceName,
                sequence.vertexCount(),
                i,
                Math.sqrt(least),
                near));
    }

    private static double squared(float[] a, int i, float[] b, int k) {
        double x = a[3 * i] - (double) b[3 * k];
        double y = a[3 * i + 1] - (double) b[3 * k + 1];
        double z = a[3 * i + 2] - (double) b[3 * k + 2];
        return x * x + y * y + z * z;
    }

    /** Whether every vertex has the same index in both. */
    public boolean isByIndex() {
        return given == vertexOf.length && IntStream.range(0, given).allMatch(i -> vertexOf[i] == i);
    }

    /** Number of vertices of the sequence that match no vertex of the model. */
    public int unused() {
        BitSet used = new BitSet(given);
        Arrays.stream(vertexOf).forEach(used::set);
        return given - used.cardinality();
    }

    /** Number of vertices of the sequence. */
    public int sequenceVertices() {
        return given;
    }

    /** Converts the sequence to the model's vertices and rest pose. */
    public MeshSequence apply(MeshSequence sequence) {
        FrameSource frames = sequence.frames();
        FrameSource matched = new FrameSource() {
            @Override
            public int frameCount() {
                return frames.frameCount();
            }

            @Override
            public float[] frame(int f) {
                return gather(frames.frame(f));
            }
        };
        return new MeshSequence(sequence.name(), model, matched, sequence.framesPerSecond());
    }

    private float[] gather(float[] from) {
        float[] to = new float[3 * vertexOf.length];
        for (int i = 0; i < vertexOf.length; i++) {
            System.arraycopy(from, 3 * vertexOf[i], to, 3 * i, 3);
        }
        return to;
    }

    /** Converts one value per vertex of the sequence to one per vertex of the model. */
    public double[] apply(double[] values) {
        return Arrays.stream(vertexOf).mapToDouble(i -> values[i]).toArray();
    }

    /** Points in cubic cells, to find the nearest one within the cell size. */
    private static final class Cells {
        private final float[] points;
        private final double side;
        /** First point of a cell by key; the others follow in {@code next}. */
        private final Map<Long, Integer> first = new HashMap<>();

        private final int[] next;

        Cells(float[] points, double side) {
            this.points = points;
            this.side = Math.max(side, Double.MIN_NORMAL);
            this.next = new int[points.length / 3];
            for (int i = next.length - 1; i >= 0; i--) {
                Integer before = first.put(key(points, i, 13), i);
                next[i] = before == null ? -1 : before;
            }
        }

        /** Key of a point's cell or of a neighbouring one: 0–26, 13 is its own. Distant cells may share a key. */
        private long key(float[] p, int i, int around) {
            long x = (long) Math.floor(p[3 * i] / side) + around / 9 - 1;
            long y = (long) Math.floor(p[3 * i + 1] / side) + around / 3 % 3 - 1;
            long z = (long) Math.floor(p[3 * i + 2] / side) + around % 3 - 1;
            return (x & 0x1fffff) << 42 | (y & 0x1fffff) << 21 | z & 0x1fffff;
        }

        /** The nearest point if every other that is not at its place is much farther away, else negative. */
        int unambiguous(float[] p, int i, double place) {
            int found = nearest(p, i);
            if (found < 0) {
                return -1;
            }
            double most = UNAMBIGUOUS_FACTOR * UNAMBIGUOUS_FACTOR * squared(p, i, points, found);
            for (int around = 0; around < 27; around++) {
                for (int k = first.getOrDefault(key(p, i, around), -1); k >= 0; k = next[k]) {
                    if (squared(p, i, points, k) < most && squared(points, found, points, k) > place * place) {
                        return -1;
                    }
                }
            }
            return found;
        }

        /** The nearest point, the first of several; negative if none is in range. */
        int nearest(float[] p, int i) {
            int best = -1;
            double least = Math.nextUp(side * side);
            for (int around = 0; around < 27; around++) {
                for (int k = first.getOrDefault(key(p, i, around), -1); k >= 0; k = next[k]) {
                    double squared = squared(p, i, points, k);
                    if (squared < least || (squared == least && k < best)) {
                        least = squared;
                        best = k;
                    }
                }
            }
            return best;
        }
    }
}
