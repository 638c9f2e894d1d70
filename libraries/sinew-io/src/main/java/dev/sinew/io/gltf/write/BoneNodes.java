package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.parts.Storage;
import dev.sinew.math.Quaternions;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The nodes of the bones under one root. Rigid and similarity bones are a node each and hang as the skeleton says; an
 * affine bone is two nodes, the outer one moves, turns and stretches, the inner one (the joint) turns before that.
 * Affine bones all hang from the root: a child of a stretched parent could not be taken apart into turn and stretch.
 *
 * <p>Without animation every node has the bind pose: a translation to its pivot, and its axes as the skeleton has them where bones
 * are a node each.
 */
final class BoneNodes {
    /** Appended to the name of an affine bone for its outer node. */
    static final String OUTER = "_frame";

    /** Whether bones hang from their parents or all from the root. */
    enum Layout {
        TREE,
        FLAT
    }

    private final Skeleton skeleton;
    private final BoneType type;
    private final Layout layout;
    private final int first;

    /** @param first index of the first bone node in the file */
    BoneNodes(Skeleton skeleton, BoneType type, Layout layout, int first) {
        this.skeleton = skeleton;
        this.type = type;
        this.layout = type == BoneType.AFFINE ? Layout.FLAT : layout;
        this.first = first;
    }

    Layout layout() {
        return layout;
    }

    /** The node that carries bone j's translation and scale. */
    int outer(int j) {
        return type == BoneType.AFFINE ? first + 2 * j : first + j;
    }

    /** The node that is the skin's joint. */
    int joint(int j) {
        return type == BoneType.AFFINE ? first + 2 * j + 1 : first + j;
    }

    /** The bone that bone j hangs from, {@link Skeleton#NONE} for the root node. */
    int parent(int j) {
        return layout == Layout.TREE ? skeleton.parents()[j] : Skeleton.NONE;
    }

    /** Bind translation of bone j under its parent. */
    double[] translation(int j) {
        double[] c = skeleton.pivots();
        double[] t = {c[3 * j], c[3 * j + 1], c[3 * j + 2]};
        if (parent(j) == Skeleton.NONE) {
            return t;
        }
        for (int x = 0; x < 3; x++) {
            t[x] -= c[3 * parent(j) + x];
        }
        double[] r = turn(parent(j));
        double[] local = new double[3];
        for (int x = 0; x < 3; x++) {
            local[x] = r[x] * t[0] + r[3 + x] * t[1] + r[6 + x] * t[2];
        }
        return local;
    }

    /** How bone j's axes lie in space in the bind pose, as a quaternion; a copy. */
    double[] spaceTurn(int j) {
        return type == BoneType.AFFINE
                ? new double[] {0, 0, 0, 1}
                : Arrays.copyOfRange(skeleton.turns(), 4 * j, 4 * j + 4);
    }

    /** The same as a matrix, row by row. */
    double[] turn(int j) {
        double[] r = new double[9];
        Quaternions.toMatrix(spaceTurn(j), 0, r, 0, 3);
        return r;
    }

    /** Bind rotation of bone j under its parent. */
    double[] rotation(int j) {
        double[] q = spaceTurn(j);
        if (parent(j) == Skeleton.NONE) {
            return q;
        }
        double[] above = new double[4];
        Quaternions.conjugate(spaceTurn(parent(j)), 0, above, 0);
        double[] local = new double[4];
        Quaternions.multiply(above, 0, q, 0, local, 0);
        return local;
    }

    /**
     * @param nodes the file's nodes, modified
     * @param root the node the bones hang from, modified
     * @param storage small files leave the outer nodes without a name
     */
    void write(ArrayNode nodes, ObjectNode root, Storage storage) {
        Names taken = new Names();
        skeleton.names().forEach(taken::take);
        List<List<Integer>> children = children();
        List<Integer> top = children.get(skeleton.boneCount());
        putChildren(root, top);
        for (int j = 0; j < skeleton.boneCount(); j++) {
            String name = skeleton.names().get(j);
            ObjectNode node = nodes.addObject();
            if (type != BoneType.AFFINE) {
                node.put("name", name);
            } else if (!storage.isFitted()) {
                node.put("name", taken.unused(name + OUTER));
            }
            ArrayNode translation = node.putArray("translation");
            for (double x : translation(j)) {
                translation.add((float) x);
            }
            putRotation(node, rotation(j));
            if (type == BoneType.AFFINE) {
                node.putArray("children").add(joint(j));
                nodes.addObject().put("name", name);
            } else {
                putChildren(node, children.get(j));
            }
        }
    }

    private List<List<Integer>> children() {
        int bones = skeleton.boneCount();
        List<List<Integer>> children = new ArrayList<>();
        for (int j = 0; j <= bones; j++) {
            children.add(new ArrayList<>());
        }
        for (int j = 0; j < bones; j++) {
            children.get(parent(j) == Skeleton.NONE ? bones : parent(j)).add(outer(j));
        }
        return children;
    }

    private static void putRotation(ObjectNode node, double[] q) {
        if (q[0] != 0 || q[1] != 0 || q[2] != 0) {
            ArrayNode rotation = node.putArray("rotation");
            for (double x : q) {
                rotation.add((float) x);
            }
        }
    }

    private static void putChildren(ObjectNode node, List<Integer> children) {
        if (!children.isEmpty()) {
            ArrayNode array = node.putArray("children");
            children.forEach(array::add);
        }
    }
}
