package dev.sinew.mesh;

import java.util.Arrays;
import java.util.Optional;

/**
 * Welds vertices that are one point of the shape: files repeat a point at texture seams and hard edges, and it must move as one. Vertices
 * are welded if their positions are equal bit for bit in the rest pose and in every frame, so lips that are closed only at rest stay
 * separate.
 *
 * @param pointOf the point of every vertex, numbered by the first vertex of each
 * @param first the first vertex of every point
 */
public record Weld(int[] pointOf, int[] first) {
    /** By the rest pose only. */
    public static Weld of(Mesh mesh) {
        int n = mesh.vertexCount();
        int[] group = new int[n];
        int groups = split(mesh.positions(), group, all(n));
        return numbered(group, groups);
    }

    /** By the rest pose and every frame. */
    public static Weld of(MeshSequence sequence) {
        int n = sequence.vertexCount();
        int[] group = new int[n];
        int[] doubtful = all(n);
        split(sequence.rest().positions(), group, doubtful);
        for (int f = 0; f < sequence.frameCount(); f++) {
            doubtful = sharing(group, doubtful);
            if (doubtful.length == 0) {
                break;
            }
            split(sequence.frame(f), group, doubtful);
        }
        return numbered(group, n);
    }

    private static int[] all(int n) {
        int[] all = new int[n];
        Arrays.setAll(all, i -> i);
        return all;
    }

    /** Splits the groups of some vertices by position. A group is identified by its first vertex. */
    private static int split(float[] xyz, int[] group, int[] some) {
        // NOTE: arrays of numbers, because a map of objects takes half a gigabyte for 4 M vertices.
        int[] table = new int[Integer.highestOneBit(2 * Math.max(8, some.length)) << 1];
        int[] before = new int[some.length];
        for (int k = 0; k < some.length; k++) {
            int i = some[k];
            before[k] = group[i];
            int at = hash(before[k], xyz, 3 * i) & table.length - 1;
            while (table[at] > 0 && !isSame(table[at] - 1, k, some, before, xyz)) {
                at = at + 1 & table.length - 1;
            }
            if (table[at] == 0) {
                table[at] = k + 1;
            }
            group[i] = some[table[at] - 1];
        }
        return group.length;
    }

    private static boolean isSame(int a, int b, int[] some, int[] group, float[] xyz) {
        int i = 3 * some[a];
        int k = 3 * some[b];
        // By value: −0 equals 0.
        return group[a] == group[b] && xyz[i] == xyz[k] && xyz[i + 1] == xyz[k + 1] && xyz[i + 2] == xyz[k + 2];
    }

    private static int hash(int group, float[] xyz, int at) {
        long h = group;
        for (int x = 0; x < 3; x++) {
            h = (h ^ Float.floatToRawIntBits(xyz[at + x] + 0f)) * 0x9E3779B97F4A7C15L;
            h ^= h >>> 29;
        }
        return (int) (h ^ h >>> 32);
    }

    /** Vertices that still share a group with another. */
    private static int[] sharing(int[] group, int[] some) {
        int[] sizes = new int[group.length];
        for (int i : some) {
            sizes[group[i]]++;
        }
        return Arrays.stream(some).filter(i -> sizes[group[i]] > 1).toArray();
    }

    private static Weld numbered(int[] group, int names) {
        int[] number = new int[names];
        int[] pointOf = new int[group.length];
        int[] first = new int[group.length];
        int count = 0;
        for (int i = 0; i < group.length; i++) {
            if (group[i] == i) {
                first[count] = i;
                number[i] = count++;
            }
            pointOf[i] = number[group[i]];
        }
        return new Weld(pointOf, Arrays.copyOf(first, count));
    }

    /** Whether no vertices are welded. */
    public boolean isEmpty() {
        return first.length == pointOf.length;
    }

    /** The mesh with one vertex per point. Corner attributes stay; colours are those of the first vertex. */
    public Mesh apply(Mesh mesh) {
        int[] corners = Arrays.stream(mesh.corners()).map(i -> pointOf[i]).toArray();
        Mesh.Surface s = mesh.surface();
        Mesh.Surface surface = new Mesh.Surface(
                s.uvs(),
                s.normals(),
                s.colours().map(this::apply),
                s.materials(),
                s.faceMaterials(),
                s.groups(),
                s.faceGroups());
        return Mesh.of(apply(mesh.positions()), mesh.faceStarts(), corners, surface);
    }

    /** The sequence with one vertex per point. */
    public MeshSequence apply(MeshSequence sequence) {
        FrameSource frames = sequence.frames();
        FrameSource welded = new FrameSource() {
            @Override
            public int frameCount() {
                return frames.frameCount();
            }

            @Override
            public float[] frame(int f) {
                return apply(frames.frame(f));
            }

            @Override
            public boolean isStreamed() {
                return frames.isStreamed();
            }

            @Override
            public void positions(int f, int from, int to, float[] out, int at) {
                int start = first[from];
                float[] around = new float[3 * (first[to - 1] + 1 - start)];
                frames.positions(f, start, first[to - 1] + 1, around, 0);
                for (int k = from; k < to; k++) {
                    System.arraycopy(around, 3 * (first[k] - start), out, at + 3 * (k - from), 3);
                }
            }

            @Override
            public Optional<CornerAttribute> normals(int f) {
                return frames.normals(f);
            }
        };
        return new MeshSequence(sequence.name(), apply(sequence.rest()), welded, sequence.framesPerSecond());
    }

    /** Converts three numbers per vertex to three per point. */
    public float[] apply(float[] xyz) {
        float[] out = new float[3 * first.length];
        for (int k = 0; k < first.length; k++) {
            System.arraycopy(xyz, 3 * first[k], out, 3 * k, 3);
        }
        return out;
    }

    /** Converts three numbers per point to three per vertex. */
    public float[] open(float[] xyz) {
        float[] out = new float[3 * pointOf.length];
        for (int i = 0; i < pointOf.length; i++) {
            System.arraycopy(xyz, 3 * pointOf[i], out, 3 * i, 3);
        }
        return out;
    }

    /** The same, double precision. */
    public double[] open(double[] xyz) {
        double[] out = new double[3 * pointOf.length];
        for (int i = 0; i < pointOf.length; i++) {
            System.arraycopy(xyz, 3 * pointOf[i], out, 3 * i, 3);
        }
        return out;
    }

    /** The importance of a point is the largest of its vertices. */
    public Importance apply(Importance importance) {
        return isEmpty() ? importance : Importance.of(largest(importance.values()));
    }

    /**
     * One number per point: the largest of its vertices.
     *
     * @param values at least 0
     */
    public double[] largest(double[] values) {
        double[] out = new double[first.length];
        for (int i = 0; i < values.length; i++) {
            out[pointOf[i]] = Math.max(out[pointOf[i]], values[i]);
        }
        return out;
    }
}
