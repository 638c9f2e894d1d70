package dev.sinew.fit;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.run.RefusedException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Which vertex of a sequence each vertex of a model is. By number where the two are the same mesh: as many vertices, and
 * either the rest positions or the edges agree. Else by nearest rest position, since other programs split vertices at
 * seams and reorder them: several vertices of the model may be one of the sequence.
 *
 * <p>Known limit: where vertices of the sequence coincide in the rest pose and the numbers do not help, the first of
 * them is taken for all.
 */
public final class VertexMatch {
    /** Vertices nearer than this part of the size are the same. */
    private static final double NEAR = 1e-3;

    private final Mesh model;
    private final int[] vertexOf;
    private final int given;

    private VertexMatch(Mesh model, int[] vertexOf, int given) {
        this.model = model;
        this.vertexOf = vertexOf;
        this.given = given;
    }

    /**
     * @param modelName for the sentence where they do not match
     * @param sequenceName the same
     */
    public static VertexMatch of(Mesh model, Mesh sequence, String modelName, String sequenceName) {
        int n = model.vertexCount();
        double near = NEAR
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
                throw strange(model, sequence, i, near, modelName, sequenceName);
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

    /** Whether the model has every edge of the sequence; its polygons may have been cut into triangles. */
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

    private static RefusedException strange(
            Mesh model, Mesh sequence, int i, double near, String modelName, String sequenceName) {
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < sequence.vertexCount(); k++) {
            least = Math.min(least, squared(model.positions(), i, sequence.positions(), k));
        }
        return new RefusedException(String.format(
                Locale.ROOT,
                "%s (%d vertices) is not the mesh of %s (%d vertices): vertex %d of the model is %.3g away from every"
                        + " vertex of the sequence's rest pose, at most %.3g is allowed",
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

    /** Vertices of the sequence that no vertex of the model stands for. */
    public int unused() {
        BitSet used = new BitSet(given);
        Arrays.stream(vertexOf).forEach(used::set);
        return given - used.cardinality();
    }

    /** Vertices the sequence has. */
    public int sequenceVertices() {
        return given;
    }

    /** The sequence on the model's vertices and in its rest pose. */
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

    /** One number per vertex of the sequence as one per vertex of the model. */
    public double[] apply(double[] values) {
        return Arrays.stream(vertexOf).mapToDouble(i -> values[i]).toArray();
    }

    /** Points in cubes of a given side, to find the nearest of them within that distance. */
    private static final class Cells {
        private final float[] points;
        private final double side;
        /** First point of a cube, by the cube's key; the others follow by {@code next}. */
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

        /** The cube of a point, or one of those around it: 0 to 26, 13 is its own. Far ones may share a key. */
        private long key(float[] p, int i, int around) {
            long x = (long) Math.floor(p[3 * i] / side) + around / 9 - 1;
            long y = (long) Math.floor(p[3 * i + 1] / side) + around / 3 % 3 - 1;
            long z = (long) Math.floor(p[3 * i + 2] / side) + around % 3 - 1;
            return (x & 0x1fffff) << 42 | (y & 0x1fffff) << 21 | z & 0x1fffff;
        }

        /** The nearest point, the first of several; negative where none is near. */
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
