package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.parts.MovedNodes;
import dev.sinew.keys.Property;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The nodes of a file: their parents and their transforms without animation. */
public final class NodeTree {
    /** Means "no parent". */
    public static final int NONE = -1;

    /** Count of numbers for translation, rotation and scale. */
    private static final int TRS = 10;

    private final int count;
    private final int[] parents;
    /** Parents before their children. */
    private final int[] order;
    /** Translation, quaternion and scale per node. */
    private final double[] restTransforms;
    /** Local matrices of the nodes that have a matrix; unused for the others. */
    private final double[] matrices;

    private final boolean[] hasMatrix;

    public NodeTree(GltfDocument document) {
        List<JsonValue> nodes = document.list("nodes");
        count = nodes.size();
        parents = parents(document, nodes);
        order = order(document);
        restTransforms = new double[TRS * count];
        matrices = new double[Affine3.STRIDE * count];
        hasMatrix = new boolean[count];
        for (int n = 0; n < count; n++) {
            readTransform(nodes.get(n), n);
        }
    }

    private static int[] parents(GltfDocument document, List<JsonValue> nodes) {
        int[] parents = new int[nodes.size()];
        Arrays.fill(parents, NONE);
        for (int n = 0; n < parents.length; n++) {
            for (JsonValue child : nodes.get(n).list("children")) {
                int c = child.index(parents.length, "nodes");
                if (parents[c] != NONE) {
                    throw document.bad("node " + c + " has two parents, node " + parents[c] + " and node " + n);
                }
                parents[c] = n;
            }
        }
        return parents;
    }

    private int[] order(GltfDocument document) {
        int[] sorted = new int[count];
        boolean[] transformed = new boolean[count];
        int filled = 0;
        for (int n = 0; n < count; n++) {
            Deque<Integer> chain = new ArrayDeque<>();
            for (int at = n; at != NONE && !transformed[at]; at = parents[at]) {
                chain.push(at);
                if (chain.size() > count) {
                    throw document.bad("node " + n + " is its own ancestor: the nodes form a cycle");
                }
            }
            for (int at : chain) {
                transformed[at] = true;
                sorted[filled++] = at;
            }
        }
        return sorted;
    }

    private void readTransform(JsonValue node, int n) {
        double[] t = node.find("translation").map(p -> p.numbers(3)).orElse(new double[3]);
        double[] q = node.find("rotation").map(p -> p.numbers(4)).orElse(new double[] {0, 0, 0, 1});
        double[] s = node.find("scale").map(p -> p.numbers(3)).orElse(new double[] {1, 1, 1});
        Optional<double[]> matrix = node.find("matrix").map(p -> p.numbers(16));
        if (matrix.isPresent()) {
            hasMatrix[n] = true;
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 4; c++) {
                    // glTF's matrices are stored by column.
                    matrices[Affine3.STRIDE * n + 4 * r + c] = matrix.get()[4 * c + r];
                }
            }
            decompose(n, t, q, s);
        }
        System.arraycopy(t, 0, restTransforms, TRS * n, 3);
        System.arraycopy(q, 0, restTransforms, TRS * n + 3, 4);
        System.arraycopy(s, 0, restTransforms, TRS * n + 7, 3);
        Quaternions.normalise(restTransforms, TRS * n + 3);
    }

    /**
     * Decomposes the matrix of a node that is animated nevertheless; properties without animation stay as close as possible.
     */
    private void decompose(int n, double[] t, double[] q, double[] s) {
        int at = Affine3.STRIDE * n;
        double flip = Affine3.determinant(matrices, at) < 0 ? -1 : 1;
        double[] r = new double[9];
        for (int c = 0; c < 3; c++) {
            double length =
                    Math.sqrt(square(matrices[at + c]) + square(matrices[at + 4 + c]) + square(matrices[at + 8 + c]));
            s[c] = c == 0 ? flip * length : length;
            t[c] = matrices[at + 4 * c + 3];
            for (int row = 0; row < 3; row++) {
                r[3 * row + c] = length > 0 ? matrices[at + 4 * row + c] / s[c] : (row == c ? 1 : 0);
            }
        }
        Quaternions.fromMatrix(r, 0, 3, q, 0);
    }

    private static double square(double x) {
        return x * x;
    }

    public int count() {
        return count;
    }

    /** All nodes, parents before their children; do not modify. */
    int[] order() {
        return order;
    }

    /** The parent of node n, {@link #NONE} for a root. */
    int parent(int n) {
        return parents[n];
    }

    /** 3×4 from a node's space to that of an ancestor, or of the node itself, without animation. */
    double[] relative(int ancestor, int node) {
        double[] m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        for (int n = node; n != ancestor; n = parents[n]) {
            double[] local = new double[Affine3.STRIDE];
            if (hasMatrix[n]) {
                System.arraycopy(matrices, Affine3.STRIDE * n, local, 0, Affine3.STRIDE);
            } else {
                Affine3.compose(
                        restTransforms, TRS * n, restTransforms, TRS * n + 3, restTransforms, TRS * n + 7, local, 0);
            }
            double[] product = new double[Affine3.STRIDE];
            Affine3.multiply(local, 0, m, 0, product, 0);
            m = product;
        }
        return m;
    }

    /** The nodes that form a skeleton if these move; see {@link MovedNodes}. */
    public List<Integer> skeleton(Set<Integer> moved) {
        return MovedNodes.skeleton(parents, order, moved::contains);
    }

    /** A pose without animation, to be changed by channels. Not thread-safe. */
    public Pose pose() {
        return new Pose();
    }

    /** The transforms of all nodes at a time. */
    public final class Pose {
        private final double[] local = new double[TRS * count];
        private final boolean[] moved = new boolean[count];
        private final double[] matrix = new double[Affine3.STRIDE];
        private final double[] globals = new double[Affine3.STRIDE * count];

        private Pose() {
            reset();
        }

        public void reset() {
            System.arraycopy(restTransforms, 0, local, 0, local.length);
            Arrays.fill(moved, false);
        }

        void set(int node, Property property, double[] value) {
            int offset = switch (property) {
                case TRANSLATION -> 0;
                case ROTATION -> 3;
                case SCALE -> 7;
                case WEIGHTS -> throw new IllegalArgumentException("a node's transform has no weights");
            };
            System.arraycopy(value, 0, local, TRS * node + offset, property.width());
            moved[node] = true;
        }

        /** 3×4 global matrices of all nodes; overwritten by the next call. */
        public double[] globals() {
            for (int n : order) {
                int from = 0;
                double[] mine = matrix;
                if (hasMatrix[n] && !moved[n]) {
                    mine = matrices;
                    from = Affine3.STRIDE * n;
                } else {
                    Affine3.compose(local, TRS * n, local, TRS * n + 3, local, TRS * n + 7, matrix, 0);
                }
                if (parents[n] == NONE) {
                    System.arraycopy(mine, from, globals, Affine3.STRIDE * n, Affine3.STRIDE);
                } else {
                    Affine3.multiply(globals, Affine3.STRIDE * parents[n], mine, from, globals, Affine3.STRIDE * n);
                }
            }
            return globals;
        }
    }
}
