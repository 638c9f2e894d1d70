package dev.sinew.mesh;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The normals a sequence is seen with: its own where the source has them in every frame, else those of the faces around, with the hard edges of the rest
 * mesh. Corners share a row where they share place and normal in the rest mesh; without normals of its own, where they share the vertex.
 * Immutable, safe for several threads.
 */
public final class TrueNormals {
    private final MeshSequence sequence;
    private final CornerRows corners;
    private final int[] vertices;
    /** Made when it is asked for. */
    private RowFaces faces;

    private TrueNormals(MeshSequence sequence, CornerRows corners, int[] vertices) {
        this.sequence = sequence;
        this.corners = corners;
        this.vertices = vertices;
    }

    public static TrueNormals of(MeshSequence sequence) {
        return of(sequence, Weld.of(sequence));
    }

    /** @param weld which vertices of the sequence are one */
    public static TrueNormals of(MeshSequence sequence, Weld weld) {
        Mesh mesh = sequence.rest();
        int[] keys = mesh.surface().normals().map(CornerAttribute::rowsByValue).orElseGet(mesh::corners);
        int[] places =
                Arrays.stream(mesh.corners()).map(i -> weld.weldedOf()[i]).toArray();
        CornerRows corners = CornerRows.of(places, keys);
        int[] vertices = new int[corners.count()];
        for (int c = places.length - 1; c >= 0; c--) {
            vertices[corners.rows()[c]] = mesh.corners()[c];
        }
        return new TrueNormals(sequence, corners, vertices);
    }

    /** Rows there are. */
    public int count() {
        return corners.count();
    }

    /** The row of every corner of the rest mesh, not to be modified. */
    public int[] rows() {
        return corners.rows();
    }

    /** The first vertex that uses each row, not to be modified. */
    public int[] vertices() {
        return vertices;
    }

    /** Three numbers per row, unit length; 0 where the faces around give no direction. */
    public float[] frame(int f) {
        Optional<CornerAttribute> own = sequence.normals(f);
        return own.isPresent() ? gathered(own.get()) : recomputed(sequence.frame(f));
    }

    /**
     * The same for some rows only, from no more of a frame than they need; always from the faces around. Frames may be asked for by several threads.
     *
     * @param rows not modified
     */
    public IntFunction<float[]> some(int[] rows) {
        return faces().part(rows);
    }

    private synchronized RowFaces faces() {
        if (faces == null) {
            faces = new RowFaces(sequence, corners);
        }
        return faces;
    }

    /** The same of the rest pose: the mesh's own where it has any. */
    public float[] rest() {
        Optional<CornerAttribute> own = sequence.rest().surface().normals();
        return own.isPresent()
                ? gathered(own.get())
                : recomputed(sequence.rest().positions());
    }

    /** The same of any pose of the mesh, from its faces. */
    public float[] recomputed(float[] positions) {
        return Normals.unit(Normals.sums(sequence.rest(), positions, corners.rows(), count()), 0);
    }

    /** Corners that share a row may have normals of their own in a frame: their mean. */
    private float[] gathered(CornerAttribute own) {
        double[] sum = new double[3 * count()];
        float[] values = own.values();
        for (int c = 0; c < own.rows().length; c++) {
            int to = 3 * corners.rows()[c];
            int from = 3 * own.rows()[c];
            for (int x = 0; x < 3; x++) {
                sum[to + x] += values[from + x];
            }
        }
        return Normals.unit(sum, 0);
    }
}
