package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonPlace;
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
 * The normals of meshes that say them for their morph targets: blended as positions are, then turned by the inverse transpose of what moves them, as glTF
 * has it. Somebody made these normals; faces around a vertex would only come near them.
 */
public final class MorphNormals {
    private final AccessorReader accessors;
    private final VertexBlocks blocks;
    private final List<Primitive> primitives;
    private final boolean known;
    /** The row of every corner, and the primitives whose vertices have rows of their own, in order; made when they are asked for. */
    private int[] rows = new int[0];

    private final List<Primitive> tables = new ArrayList<>();

    /** What decides the normals of a primitive's vertices. */
    private record Key(int node, int skin, int position, int normal, List<OptionalInt> targetNormals) {}

    public MorphNormals(AccessorReader accessors, VertexBlocks blocks, List<Primitive> primitives) {
        this.accessors = accessors;
        this.blocks = blocks;
        this.primitives = primitives;
        this.known = primitives.stream().allMatch(MorphNormals::isWhole)
                && primitives.stream().anyMatch(p -> !p.targets().isEmpty());
    }

    /** A target that moves places and says nothing of normals leaves them to the faces. */
    private static boolean isWhole(Primitive primitive) {
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

    /** Three of the four rows of a matrix that moves a vertex. */
    @FunctionalInterface
    public interface Matrices {
        /** @param m modified: twelve numbers */
        void of(VertexBlocks.Block block, int vertex, double[] m);
    }

    /** @param weights of the morph targets, by node */
    public CornerAttribute at(IntFunction<double[]> weights, Matrices matrices) {
        number();
        int count =
                tables.stream().mapToInt(p -> blocks.block(p).toModel().length).sum();
        float[] values = new float[3 * count];
        int first = 0;
        for (Primitive primitive : tables) {
            VertexBlocks.Block block = blocks.block(primitive);
            fill(primitive, block, weights.apply(primitive.stand().node()), matrices, values, first);
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
            Key key =
                    new Key(p.stand().node(), p.skin(), p.position(), p.normal().getAsInt(), p.targetNormals());
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
            turn(m, n, 3 * k, values, 3 * (first + k));
        }
    }

    /** The cofactors, which are the inverse transpose but for a factor; its sign tells whether the matrix mirrors. */
    private static void turn(double[] m, double[] n, int from, float[] out, int to) {
        double sign = Affine3.determinant(m, 0) < 0 ? -1 : 1;
        double[] turned = new double[3];
        for (int r = 0; r < 3; r++) {
            int a = 4 * ((r + 1) % 3);
            int b = 4 * ((r + 2) % 3);
            turned[r] = sign
                    * ((m[a + 1] * m[b + 2] - m[a + 2] * m[b + 1]) * n[from]
                            + (m[a + 2] * m[b] - m[a] * m[b + 2]) * n[from + 1]
                            + (m[a] * m[b + 1] - m[a + 1] * m[b]) * n[from + 2]);
        }
        double length = Math.sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]);
        for (int x = 0; x < 3; x++) {
            out[to + x] = length > 0 ? (float) (turned[x] / length) : 0;
        }
    }

    /** Shapes that a mesh blends with its own: how many there are, how much of each, and what comes of it. */
    public static final class MorphTargets {
        private MorphTargets() {}

        /** Morph targets of the mesh that a node shows; 0 where it shows none. */
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

        /** Weights without animation: the node's own, else the mesh's, else none. */
        public static double[] still(GltfDocument document, int node) {
            int count = count(document, node);
            JsonPlace shown = document.list("nodes").get(node);
            Optional<JsonPlace> weights = shown.find("weights")
                    .or(() -> document.follow(shown.get("mesh"), "meshes").find("weights"));
            return weights.map(w -> Arrays.copyOf(
                            w.elements().stream().mapToDouble(JsonPlace::number).toArray(), count))
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

        /** Adds what the targets name of positions or normals. @param xyz modified */
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
