package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.parts.Storage;
import dev.sinew.keys.BoneReach;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import dev.sinew.math.Quaternions;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The nodes of the bones under one root. A rigid or similarity bone is one node, with the skeleton's hierarchy. An affine
 * bone is two nodes: the outer one translates, rotates and scales; the inner one (the joint) rotates before that. Affine
 * bones are all children of the root, because a child of a non-uniformly scaled parent cannot be decomposed into rotation and
 * scale.
 *
 * <p>Without animation every node has the bind pose: a translation to its pivot and, for bones with one node, the skeleton's
 * orientation; or another pose, see {@link #posed}.
 */
final class BoneNodes {
    /** Suffix of the outer node's name of an affine bone. */
    static final String OUTER = "_frame";

    /** Whether bones are children of their parents or all of the root. */
    enum Layout {
        TREE,
        FLAT
    }

    private final Skeleton skeleton;
    private final BoneType type;
    private final Layout layout;
    private final int first;
    /** The values of some nodes without animation, by node. */
    private final Map<Integer, Map<Property, double[]>> pose;

    /** @param first index of the first bone node in the file */
    BoneNodes(Skeleton skeleton, BoneType type, Layout layout, int first) {
        this(skeleton, type, layout, first, Map.of());
    }

    private BoneNodes(
            Skeleton skeleton, BoneType type, Layout layout, int first, Map<Integer, Map<Property, double[]>> pose) {
        this.skeleton = skeleton;
        this.type = type;
        this.layout = type == BoneType.AFFINE ? Layout.FLAT : layout;
        this.first = first;
        this.pose = pose;
    }

    /** The nodes of a model in a pose, or in its bind pose. */
    static BoneNodes of(SkinnedModel model, Optional<double[]> pose, int first) {
        Optional<Clip> clip = pose.map(m -> new Clip("pose", 1, new BoneMotion(model.boneCount(), 1, m)));
        List<Clip> moving = new ArrayList<>(model.clips());
        clip.ifPresent(moving::add);
        Layout layout = JointTracks.layoutOf(new SkinnedModel(
                model.rest(),
                model.weights(),
                model.skeleton(),
                model.boneType(),
                moving.stream().map(c -> c.withShapes(new double[0])).toList()));
        BoneNodes bind = new BoneNodes(model.skeleton(), model.boneType(), layout, first);
        return clip.map(c -> bind.posed(ClipTracks.full(model, new BoneReach(model), bind, c)))
                .orElse(bind);
    }

    /** The nodes with the first value of each track. */
    private BoneNodes posed(List<Track> tracks) {
        Map<Integer, Map<Property, double[]>> values = new HashMap<>();
        for (Track track : tracks) {
            double[] value = Arrays.copyOf(track.values(), track.property().width());
            values.computeIfAbsent(track.node(), n -> new EnumMap<>(Property.class))
                    .put(track.property(), value);
        }
        return new BoneNodes(skeleton, type, layout, first, values);
    }

    private Optional<double[]> posed(int node, Property property) {
        return Optional.ofNullable(pose.getOrDefault(node, Map.of()).get(property))
                .map(double[]::clone);
    }

    Layout layout() {
        return layout;
    }

    /** The node with bone j's translation and scale. */
    int outer(int j) {
        return type == BoneType.AFFINE ? first + 2 * j : first + j;
    }

    /** The node that is the skin's joint. */
    int joint(int j) {
        return type == BoneType.AFFINE ? first + 2 * j + 1 : first + j;
    }

    /** The parent of bone j, {@link Skeleton#NONE} for the root node. */
    int parent(int j) {
        return layout == Layout.TREE ? skeleton.parents()[j] : Skeleton.NONE;
    }

    /** Translation of bone j relative to its parent, without animation. */
    double[] translation(int j) {
        return posed(outer(j), Property.TRANSLATION).orElseGet(() -> bindTranslation(j));
    }

    /** Scale of bone j relative to its parent, without animation. */
    double[] scale(int j) {
        return posed(outer(j), Property.SCALE).orElse(new double[] {1, 1, 1});
    }

    /** Rotation of the joint of an affine bone, without animation. */
    double[] innerRotation(int j) {
        return posed(joint(j), Property.ROTATION).orElse(new double[] {0, 0, 0, 1});
    }

    private double[] bindTranslation(int j) {
        double[] c = skeleton.pivots();
        double[] t = {c[3 * j], c[3 * j + 1], c[3 * j + 2]};
        if (parent(j) == Skeleton.NONE) {
            return t;
        }
        for (int x = 0; x < 3; x++) {
            t[x] -= c[3 * parent(j) + x];
        }
        double[] r = orientationMatrix(parent(j));
        double[] local = new double[3];
        for (int x = 0; x < 3; x++) {
            local[x] = r[x] * t[0] + r[3 + x] * t[1] + r[6 + x] * t[2];
        }
        return local;
    }

    /** The orientation of bone j in the bind pose, as a quaternion; a copy. */
    double[] orientation(int j) {
        return type == BoneType.AFFINE
                ? new double[] {0, 0, 0, 1}
                : Arrays.copyOfRange(skeleton.orientations(), 4 * j, 4 * j + 4);
    }

    /** The same as a row-major matrix. */
    double[] orientationMatrix(int j) {
        double[] r = new double[9];
        Quaternions.toMatrix(orientation(j), 0, r, 0, 3);
        return r;
    }

    /** Rotation of bone j relative to its parent, without animation. */
    double[] rotation(int j) {
        return posed(outer(j), Property.ROTATION).orElseGet(() -> bindRotation(j));
    }

    private double[] bindRotation(int j) {
        double[] q = orientation(j);
        if (parent(j) == Skeleton.NONE) {
            return q;
        }
        double[] above = new double[4];
        Quaternions.conjugate(orientation(parent(j)), 0, above, 0);
        double[] local = new double[4];
        Quaternions.multiply(above, 0, q, 0, local, 0);
        return local;
    }

    /**
     * @param nodes the file's nodes, modified
     * @param root the parent node of the bones, modified
     * @param storage small files omit the names of outer nodes
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
            } else if (!storage.isQuantized()) {
                node.put("name", taken.unused(name + OUTER));
            }
            ArrayNode translation = node.putArray("translation");
            for (double x : translation(j)) {
                translation.add((float) x);
            }
            putRotation(node, rotation(j));
            double[] scale = scale(j);
            if (scale[0] != 1 || scale[1] != 1 || scale[2] != 1) {
                ArrayNode array = node.putArray("scale");
                Arrays.stream(scale).forEach(x -> array.add((float) x));
            }
            if (type == BoneType.AFFINE) {
                node.putArray("children").add(joint(j));
                putRotation(nodes.addObject().put("name", name), innerRotation(j));
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
