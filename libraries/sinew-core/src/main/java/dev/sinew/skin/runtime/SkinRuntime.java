package dev.sinew.skin.runtime;

import dev.sinew.math.Affine3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;

/**
 * Plays a model: {@link #pose} sets the bones of a frame, then call {@link #positions}, {@link #normals} or {@link #surface} for both.
 * Single precision. Allocates nothing per frame on one thread, and a handful of small objects on several. Not thread-safe: it distributes
 * the work itself.
 */
public abstract class SkinRuntime {
    /** Marks an output that was not requested. */
    private static final float[] NOT_REQUESTED = {};

    /** Vertices per block: their matrices, 16 KiB, stay in the L1 cache. */
    private static final int BLOCK = 256;
    /** Several chunks per thread, so that one delayed thread does not delay all. */
    private static final int CHUNKS_PER_THREAD = 4;

    private final SkinningKernels kernels;
    private final Workers workers;
    private final float[] rest;
    private final float[] restNormals;
    private final int chunk;
    /** Matrices of a block, one array per chunk. */
    private final float[][] blocks;

    private final Workers.ChunkTask task = this::work;
    private float[] positionsOut = NOT_REQUESTED;
    private float[] normalsOut = NOT_REQUESTED;

    SkinRuntime(Mesh rest, SkinningKernels kernels, Workers workers) {
        this.kernels = kernels;
        this.workers = workers;
        this.rest = rest.positions();
        this.restNormals = Normals.ofVertices(rest, rest.positions());
        int n = rest.vertexCount();
        int wanted = workers.threads() == 1 ? 1 : CHUNKS_PER_THREAD * workers.threads();
        // Whole blocks: kernels may treat the last vertex of a block differently, and results must not depend on the
        // number of threads.
        this.chunk = BLOCK * Math.max(1, Workers.chunks(Workers.chunks(n, BLOCK), wanted));
        this.blocks = new float[Workers.chunks(n, chunk)][SkinningKernels.MATRIX * Math.min(n, BLOCK)];
    }

    /** Sets the bones to frame f. */
    public final void pose(BoneMotion motion, int f) {
        pose(motion.matrices(), motion.offset(f, 0));
    }

    /**
     * Sets the bones' skinning matrices.
     *
     * @param matrices row-major 3×4, bone after bone from {@code from} on, not modified
     */
    public abstract void pose(double[] matrices, int from);

    /** @param xyz 3N posed positions, modified */
    public final void positions(float[] xyz) {
        run(require(xyz), NOT_REQUESTED);
    }

    /** @param normals 3N posed unit normals, modified */
    public final void normals(float[] normals) {
        run(NOT_REQUESTED, require(normals));
    }

    /** Positions and normals at little more than the cost of one. */
    public final void surface(float[] xyz, float[] normals) {
        run(require(xyz), require(normals));
    }

    /** The kernels in use: {@code plain} or {@code vector}. */
    public final String kernelName() {
        return kernels.name();
    }

    public final int vertexCount() {
        return rest.length / 3;
    }

    private float[] require(float[] out) {
        if (out.length < rest.length) {
            throw new IllegalArgumentException(out.length + " numbers for " + vertexCount() + " vertices");
        }
        return out;
    }

    private void run(float[] xyz, float[] normals) {
        positionsOut = xyz;
        normalsOut = normals;
        workers.forChunks(vertexCount(), chunk, task);
        positionsOut = NOT_REQUESTED;
        normalsOut = NOT_REQUESTED;
    }

    private void work(int number, int from, int to) {
        float[] matrices = blocks[number];
        for (int start = from; start < to; start += BLOCK) {
            int end = Math.min(to, start + BLOCK);
            blend(start, end, matrices);
            if (positionsOut != NOT_REQUESTED) {
                kernels.points(matrices, start, end, rest, positionsOut);
            }
            if (normalsOut != NOT_REQUESTED) {
                kernels.normals(matrices, start, end, restNormals, normalsOut);
            }
        }
    }

    /**
     * The matrices of the vertices {@code from ≤ i < to}.
     *
     * @param matrices that of {@code from} at 0, modified
     */
    abstract void blend(int from, int to, float[] matrices);

    final SkinningKernels kernels() {
        return kernels;
    }

    final Workers workers() {
        return workers;
    }

    /**
     * Weights in single precision and offsets into the palette, with the same number of entries for every vertex.
     *
     * @param places entries per vertex
     * @param offsets N·places, bone times floats per bone
     * @param weights N·places, 0 for unused entries
     */
    record Influences(int places, int[] offsets, float[] weights) {
        static Influences of(SkinWeights from, int places, int stride) {
            int n = from.vertexCount();
            int[] offsets = new int[Math.multiplyExact(n, places)];
            float[] weights = new float[offsets.length];
            int given = Math.min(places, from.influences());
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < given; k++) {
                    offsets[i * places + k] = stride * from.bones()[i * from.influences() + k];
                    weights[i * places + k] = (float) from.weights()[i * from.influences() + k];
                }
            }
            return new Influences(places, offsets, weights);
        }
    }

    /** Skinning matrices in the kernels' layout: 16 floats per bone, column by column. */
    static final class Palette {
        private final float[] columns;

        Palette(int bones) {
            columns = new float[bones * SkinningKernels.MATRIX];
        }

        float[] columns() {
            return columns;
        }

        /** @param matrices row-major 3×4, bone after bone from {@code from} on, not modified */
        void load(double[] matrices, int from) {
            for (int m = 0, at = from; m < columns.length; m += SkinningKernels.MATRIX, at += Affine3.STRIDE) {
                for (int c = 0; c < 4; c++) {
                    columns[m + 4 * c] = (float) matrices[at + c];
                    columns[m + 4 * c + 1] = (float) matrices[at + 4 + c];
                    columns[m + 4 * c + 2] = (float) matrices[at + 8 + c];
                }
            }
        }
    }
}
