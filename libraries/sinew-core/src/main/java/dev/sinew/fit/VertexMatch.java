package dev.sinew.fit;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.run.InvalidInputException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Maps each vertex of a model to a vertex of a sequence. Maps by index if both are the same mesh: equal vertex counts, and either the rest
 * positions or the edges agree. Otherwise maps by nearest rest position, because other programs split vertices at seams and reorder them.
 * Several vertices of the model may map to one of the sequence.
 *
 * <p>Known limit: if vertices of the sequence coincide in the rest pose and indices do not help, all map to the first.
 */
public final class VertexMatch {
    /** Vertices closer than this fraction of the size are the same. */
    private static final double MATCH_FRACTION = 1e-3;

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
        double near = MATCH_FRACTION
                * (sequence.vertexCount() == 0
                        ? 0
                        : Box.around(sequence.positions()).diagonal());
        if (n == sequence.vertexCount() && (samePlaces(model, sequence, near) || sameEdges(model, sequence))) {
            int[] same = new int[n];
            Arrays.setAll(same, i -> i);
            return new VertexMatch(model, same, n);
        }
        Cells cells = new Cells(sequence.positions(), near);
        int[] vertexOf = new int[n];
        for (int i = 0; i < n; i++) {
            vertexOf[i] = cells.nearest(model.positions(), i);
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

    /** Whether the model has every edge of the sequence; its polygons may have been triangulated. */
    private static boolean sameEdges(Mesh model, Mesh sequence) {
        VertexGraph cut = VertexGraph.of(model);
        VertexGraph whole = VertexGraph.of(sequence);
        for (int i = 0; i < whole.vertexCount(); i++) {
            for (int k = whole.starts()[i]; k < whole.starts()[i + 1]; k++) {
                if (Arrays.binarySearch(cut.neighbours(), cut.starts()[i], cut.starts()[i + 1], whole.neighbours()[k])
                        < 0) {
                    return false;
                }
            }
        }
        return whole.neighbours().length > 0;
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
                        + " vertex of the sequence's rest pose; at most %.3g is allowed",
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
