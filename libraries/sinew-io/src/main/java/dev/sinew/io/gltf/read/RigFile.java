package dev.sinew.io.gltf.read;

import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The parts of a rigged file, for readers and for writers that change it. */
public final class RigFile {
    public final GltfDocument document;
    public final AccessorReader accessors;
    public final List<SkinnedNodes.Use> uses;
    public final NodeTree tree;
    public final BoneSet bones;
    public final List<Primitive> primitives;
    public final VertexBlocks blocks;
    public final ShapeReader shapes;
    public final List<GltfClip> clips;
    private final Map<Integer, List<Integer>> joints = new HashMap<>();

    public RigFile(GltfDocument document) {
        this.document = document;
        accessors = new AccessorReader(document);
        uses = SkinnedNodes.of(document);
        tree = new NodeTree(document);
        primitives = Primitive.readAll(document, accessors, uses);
        bones = new BoneSet(document, tree, accessors, uses, List.of(), extent());
        blocks = new VertexBlocks(document, accessors, primitives, bones.meshSpace());
        shapes = new ShapeReader(this);
        clips = GltfClip.read(document, accessors, shapes.count() > 0 ? GltfClip.Morphs.TAKE : GltfClip.Morphs.LEAVE);
        skins().forEach(skin -> joints.put(skin, readJoints(skin)));
    }

    /** The largest coordinate of any position. */
    private OptionalDouble extent() {
        double largest = 0;
        for (Primitive primitive : primitives) {
            for (float x : accessors.floats(primitive.position(), 3)) {
                largest = Math.max(largest, Math.abs(x));
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
