package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.Names;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The nodes of the bones under one root. Rigid and similarity bones are a node each and hang as the skeleton says; an
 * affine bone is two nodes, the outer one moves, turns and stretches, the inner one (the joint) turns before that.
 * Affine bones all hang from the root: a child of a stretched parent could not be taken apart into turn and stretch.
 *
 * <p>Without animation every node has the bind pose: a translation to its pivot, nothing else.
 */
final class BoneNodes {
    /** Appended to the name of an affine bone for its outer node. */
    private static final String OUTER = "_frame";

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

    /** The bone that bone j hangs from, {@link Skeleton#ROOT} for the root node. */
    int parent(int j) {
        return layout == Layout.TREE ? skeleton.parents()[j] : Skeleton.ROOT;
    }

    /** Bind translation of bone j under its parent. */
    double[] translation(int j) {
        double[] c = skeleton.pivots();
        double[] t = {c[3 * j], c[3 * j + 1], c[3 * j + 2]};
        if (parent(j) != Skeleton.ROOT) {
            for (int x = 0; x < 3; x++) {
                t[x] -= c[3 * parent(j) + x];
            }
        }
        return t;
    }

    /**
     * @param nodes the file's nodes, modified
     * @param root the node the bones hang from, modified
     */
    void write(ArrayNode nodes, ObjectNode root) {
        Names taken = new Names();
        skeleton.names().forEach(taken::take);
        List<List<Integer>> children = children();
        List<Integer> top = children.get(skeleton.boneCount());
        putChildren(root, top);
        for (int j = 0; j < skeleton.boneCount(); j++) {
            String name = skeleton.names().get(j);
            ObjectNode node = nodes.addObject();
            node.put("name", type == BoneType.AFFINE ? taken.unused(name + OUTER) : name);
            ArrayNode translation = node.putArray("translation");
            for (double x : translation(j)) {
                translation.add((double) (float) x);
            }
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
            children.get(parent(j) == Skeleton.ROOT ? bones : parent(j)).add(outer(j));
        }
        return children;
    }

    private static void putChildren(ObjectNode node, List<Integer> children) {
        if (!children.isEmpty()) {
            ArrayNode array = node.putArray("children");
            children.forEach(array::add);
        }
    }
}
