package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.CornerAttribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * The normals of meshes whose morph targets have normals: blended like positions, then transformed by the inverse transpose,
 * as glTF specifies. Authored normals are more exact than normals computed from faces.
 */
public final class MorphNormals {
    private final AccessorReader accessors;
    private final VertexBlocks blocks;
    private final List<Primitive> primitives;
    private final boolean known;
    /** The row of every corner, and the primitives that have rows, in order; computed on demand. */
    private int[] rows = new int[0];

    private final List<Primitive> tables = new ArrayList<>();

    /** The values that determine the normals of a primitive's vertices. */
    private record Key(int node, int skin, int position, int normal, List<OptionalInt> targetNormals) {}

    public MorphNormals(AccessorReader accessors, VertexBlocks blocks, List<Primitive> primitives) {
        this.accessors = accessors;
        this.blocks = blocks;
        this.primitives = primitives;
        this.known = primitives.stream().allMatch(MorphNormals::hasAllNormals)
                && primitives.stream().anyMatch(p -> !p.targets().isEmpty());
    }

    /** A target that moves positions but has no normals requires normals computed from faces. */
    private static boolean hasAllNormals(Primitive primitive) {
        boolean whole = primitive.normal().isPresent();
        for (int t = 0; t < primitive.targets().size(); t++) {
            whole &= primitive.targets().get(t).isEmpty()
                    || primitive.targetNormals().get(t).isPresent();
        }
        return whole;
    }

    /** Whether there are morph targets, and all of them have normals. */
    public boolean known() {
        return known;
    }

    /** The matrix that moves a vertex, without its last row. */
    @FunctionalInterface
    public interface Matrices {
        /** @param m modified: twelve numbers */
        void of(VertexBlocks.Block block, int vertex, double[] m);
    }

    /** @param weights weights of the morph targets, by node */
    public CornerAttribute at(IntFunction<double[]> weights, Matrices matrices) {
        number();
        int count =
                tables.stream().mapToInt(p -> blocks.block(p).toModel().length).sum();
        float[] values = new float[3 * count];
        int first = 0;
        for (Primitive primitive : tables) {
            VertexBlocks.Block block = blocks.block(primitive);
            fill(primitive, block, weights.apply(primitive.instance().node()), matrices, values, first);
            first += block.toModel().length;
        }
        return new CornerAttribute(3, values, rows);
    }

    private void number() {
        if (rows.length > 0) {
            return;
        }
        Map<Key, Integer> firstRow = new HashMap<>();
        List<int[]> all = new ArrayList<>();
        int count = 0;
        int corners = 0;
        for (Primitive p : primitives) {
            Key key = new Key(
                    p.instance().node(), p.skin(), p.position(), p.normal().getAsInt(), p.targetNormals());
            if (!firstRow.containsKey(key)) {
                firstRow.put(key, count);
                tables.add(p);
                count += blocks.block(p).toModel().length;
            }
            int[] own = p.triangles(accessors);
            for (int c = 0; c < own.length; c++) {
                own[c] += firstRow.get(key);
            }
            all.add(own);
            corners += own.length;
        }
        int[] numbered = new int[corners];
        int at = 0;
        for (int[] own : all) {
            System.arraycopy(own, 0, numbered, at, own.length);
            at += own.length;
        }
        rows = numbered;
    }

    private void fill(
            Primitive primitive,
            VertexBlocks.Block block,
            double[] weights,
            Matrices matrices,
            float[] values,
            int first) {
        int vertices = block.toModel().length;
        float[] own = blocks.sized(primitive.normal().getAsInt(), 3, vertices);
        double[] n = new double[own.length];
        for (int k = 0; k < n.length; k++) {
            n[k] = own[k];
        }
        MorphTargets.add(accessors, blocks, block, primitive.targetNormals(), weights, n);
        double[] m = new double[Affine3.STRIDE];
        for (int k = 0; k < vertices; k++) {
            matrices.of(block, block.toModel()[k], m);
            transformNormal(m, n, 3 * k, values, 3 * (first + k));
        }
    }

    /** The cofactors equal the inverse transpose up to a factor, whose sign shows whether the matrix mirrors. */
    private static void transformNormal(double[] m, double[] n, int from, float[] out, int to) {
        double sign = Affine3.determinant(m, 0) < 0 ? -1 : 1;
        double[] transformed = new double[3];
        for (int r = 0; r < 3; r++) {
            int a = 4 * ((r + 1) % 3);
            int b = 4 * ((r + 2) % 3);
            transformed[r] = sign
                    * ((m[a + 1] * m[b + 2] - m[a + 2] * m[b + 1]) * n[from]
                            + (m[a + 2] * m[b] - m[a] * m[b + 2]) * n[from + 1]
                            + (m[a] * m[b + 1] - m[a + 1] * m[b]) * n[from + 2]);
        }
        double length = Math.sqrt(
                transformed[0] * transformed[0] + transformed[1] * transformed[1] + transformed[2] * transformed[2]);
        for (int x = 0; x < 3; x++) {
            out[to + x] = length > 0 ? (float) (transformed[x] / length) : 0;
        }
    }

    /** Morph targets of meshes: their number, weights and effect on vertices. */
    public static final class MorphTargets {
        private MorphTargets() {}

        /** Number of morph targets of the mesh that a node shows; 0 if it shows none. */
        static int count(GltfDocument document, int node) {
            return document.list("nodes")
                    .get(node)
                    .find("mesh")
                    .map(mesh ->
                            document.follow(mesh, "meshes").get("primitives").elements())
                    .filter(primitives -> !primitives.isEmpty())
                    .map(primitives -> primitives.get(0).list("targets").size())
                    .orElse(0);
        }

        /** Weights without animation: the node's, else the mesh's, else zeros. */
        public static double[] restWeights(GltfDocument document, int node) {
            int count = count(document, node);
            JsonValue shown = document.list("nodes").get(node);
            Optional<JsonValue> weights = shown.find("weights")
                    .or(() -> document.follow(shown.get("mesh"), "meshes").find("weights"));
            return weights.map(w -> Arrays.copyOf(
                            w.elements().stream().mapToDouble(JsonValue::number).toArray(), count))
                    .orElse(new double[count]);
        }

        /**
         * Adds the targets to positions.
         *
         * @param xyz modified
         */
        public static void add(
                AccessorReader accessors,
                VertexBlocks blocks,
                VertexBlocks.Block block,
                double[] weights,
                double[] xyz) {
            add(accessors, blocks, block, block.primitive().targets(), weights, xyz);
        }

        /** Adds the targets' positions or normals. @param xyz modified */
        static void add(
                AccessorReader accessors,
                VertexBlocks blocks,
                VertexBlocks.Block block,
                List<OptionalInt> targets,
                double[] weights,
                double[] xyz) {
            for (int t = 0; t < Math.min(targets.size(), weights.length); t++) {
                if (weights[t] == 0 || targets.get(t).isEmpty()) {
                    continue;
                }
                int accessor = targets.get(t).getAsInt();
                accessors.finiteFloats(accessor, 3);
                float[] offsets = blocks.sized(accessor, 3, block.toModel().length);
                for (int k = 0; k < xyz.length; k++) {
                    xyz[k] += weights[t] * offsets[k];
                }
            }
        }
    }
}
