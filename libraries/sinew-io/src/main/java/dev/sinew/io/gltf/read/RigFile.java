package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.math.Affine3;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The parts of a rigged file, for readers and for writers that change it. A mesh without a skin follows the nearest joint or animated
 * node at or above the node that shows it.
 */
public final class RigFile {
    /**
     * A mesh that the file shows.
     *
     * @param node the first node that shows it
     * @param instance how it is moved
     */
    public record Part(int node, int mesh, Primitive.Instance instance) {
        boolean isSkinned() {
            return instance.skin() != NodeTree.NONE;
        }
    }

    public final GltfDocument document;
    public final AccessorReader accessors;
    public final List<SkinnedNodes.Use> uses;
    /** Skinned meshes first. */
    public final List<Part> parts;

    public final NodeTree tree;
    public final BoneSet bones;
    public final List<Primitive> primitives;
    public final VertexBlocks blocks;
    public final ShapeReader shapes;
    public final List<GltfClip> clips;
    private final Map<Integer, List<Integer>> joints = new HashMap<>();
    private final Set<Integer> jointNodes = new HashSet<>();
    private final Set<Integer> moved;

    public RigFile(GltfDocument document) {
        this.document = document;
        accessors = new AccessorReader(document);
        uses = SkinnedNodes.of(document);
        tree = new NodeTree(document);
        parts = readParts();
        boolean shaped = parts.stream().anyMatch(p -> MorphNormals.MorphTargets.count(document, p.node) > 0);
        clips = GltfClip.read(document, accessors, shaped ? GltfClip.Morphs.TAKE : GltfClip.Morphs.LEAVE);
        moved = GltfClip.movedNodes(clips);
        skins().forEach(skin -> joints.put(skin, readJoints(skin)));
        joints.values().forEach(jointNodes::addAll);
        primitives = Primitive.readAll(document, accessors, parts);
        bones = new BoneSet(document, tree, accessors, uses, carriers(), extent());
        blocks = new VertexBlocks(document, accessors, primitives, this::space);
        shapes = new ShapeReader(this);
    }

    private List<Part> readParts() {
        boolean[] inScene = SkinnedNodes.inScene(document);
        List<JsonValue> nodes = document.list("nodes");
        double[] globals = tree.pose().globals();
        List<Part> all = new ArrayList<>();
        uses.forEach(use -> all.add(new Part(
                firstNode(use, inScene), use.mesh(), new Primitive.Instance(NodeTree.NONE, use.skin(), false))));
        for (int n = 0; n < nodes.size(); n++) {
            JsonValue node = nodes.get(n);
            if (inScene[n] && node.find("mesh").isPresent() && node.find("skin").isEmpty()) {
                int mesh = node.get("mesh").index(document.list("meshes").size(), "meshes");
                boolean mirrored = Affine3.determinant(globals, Affine3.STRIDE * n) < 0;
                all.add(new Part(n, mesh, new Primitive.Instance(n, NodeTree.NONE, mirrored)));
            }
        }
        return all;
    }

    /** The first node that shows a mesh with its skin, preferably in the scene; animations move its morph targets there. */
    private int firstNode(SkinnedNodes.Use use, boolean[] inScene) {
        List<JsonValue> nodes = document.list("nodes");
        int first = NodeTree.NONE;
        for (int n = nodes.size() - 1; n >= 0; n--) {
            boolean shows = nodes.get(n)
                            .find("mesh")
                            .filter(m -> m.node().asInt(-1) == use.mesh())
                            .isPresent()
                    && nodes.get(n)
                            .find("skin")
                            .filter(s -> s.node().asInt(-1) == use.skin())
                            .isPresent();
            if (shows && (first == NodeTree.NONE || inScene[n] || !inScene[first])) {
                first = n;
            }
        }
        return first;
    }

    /** Nodes that need a bone, because they move a mesh without a skin and are no joints. */
    private List<Integer> carriers() {
        Set<Integer> carriers = new LinkedHashSet<>();
        for (Part part : parts) {
            if (!part.isSkinned()) {
                int carrier = carrier(part.node);
                if (!isJoint(carrier)) {
                    carriers.add(carrier);
                }
            }
        }
        return List.copyOf(carriers);
    }

    private boolean isJoint(int node) {
        return jointNodes.contains(node);
    }

    /** The nearest joint or animated node at or above a node, or else the topmost node above it. */
    private int carrier(int node) {
        int at = node;
        while (!moved.contains(at) && !isJoint(at) && tree.parent(at) != NodeTree.NONE) {
            at = tree.parent(at);
        }
        return at;
    }

    /** The bone that moves a mesh without a skin. */
    public int boneOf(int node) {
        int bone = bones.boneOf(carrier(node));
        if (bone == Skeleton.NONE) {
            throw new IllegalStateException("node " + node + " has no bone");
        }
        return bone;
    }

    /** 3×4 from the file's positions of a primitive to the model's rest pose. */
    private double[] space(Primitive primitive) {
        int node = primitive.instance().node();
        return node == NodeTree.NONE
                ? bones.meshSpace()
                : bones.boundSpace(boneOf(node), tree.relative(carrier(node), node));
    }

    /** The largest coordinate of any position. */
    private OptionalDouble extent() {
        double largest = 0;
        for (Primitive primitive : primitives) {
            if (primitive.skin() != NodeTree.NONE) {
                for (float x : accessors.floats(primitive.position(), 3)) {
                    largest = Math.max(largest, Math.abs(x));
                }
            }
        }
        return OptionalDouble.of(largest);
    }

    /** The skins in use. */
    public List<Integer> skins() {
        return uses.stream().map(SkinnedNodes.Use::skin).distinct().toList();
    }

    /** Node of every joint of a skin in use, as originally read. */
    public List<Integer> joints(int skin) {
        return joints.get(skin);
    }

    private List<Integer> readJoints(int skin) {
        return document.list("skins").get(skin).get("joints").elements().stream()
                .map(joint -> joint.index(tree.count(), "nodes"))
                .toList();
    }

    /** The ancestors of node n, nearest first. */
    public List<Integer> above(int n) {
        List<Integer> chain = new ArrayList<>();
        for (int at = tree.parent(n); at != NodeTree.NONE; at = tree.parent(at)) {
            chain.add(at);
        }
        return chain;
    }
}
