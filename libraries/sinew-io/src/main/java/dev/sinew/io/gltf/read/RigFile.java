package dev.sinew.io.gltf.read;

import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A rigged file taken apart: what reading it and writing it back with changes both need. */
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
        bones = new BoneSet(document, tree, accessors, uses, wholeNumbers());
        blocks = new VertexBlocks(document, accessors, primitives, bones.meshSpace());
        shapes = new ShapeReader(this);
        clips = GltfClip.read(document, accessors, shapes.count() > 0 ? GltfClip.Morphs.TAKE : GltfClip.Morphs.LEAVE);
        skins().forEach(skin -> joints.put(skin, readJoints(skin)));
    }

    /** How far positions reach that are whole numbers, if any are. */
    private OptionalDouble wholeNumbers() {
        double most = 0;
        for (Primitive primitive : primitives) {
            if (!accessors.isFloat(primitive.position())) {
                for (float x : accessors.floats(primitive.position(), 3)) {
                    most = Math.max(most, Math.abs(x));
                }
            }
        }
        return most > 0 ? OptionalDouble.of(most) : OptionalDouble.empty();
    }

    /** The skins in use. */
    public List<Integer> skins() {
        return uses.stream().map(SkinnedNodes.Use::skin).distinct().toList();
    }

    /** Node of every joint of a skin in use, as the file had them when it was read. */
    public List<Integer> joints(int skin) {
        return joints.get(skin);
    }

    private List<Integer> readJoints(int skin) {
        return document.list("skins").get(skin).get("joints").elements().stream()
                .map(joint -> joint.index(tree.count(), "nodes"))
                .toList();
    }

    /** The nodes that node n hangs from, the nearest first. */
    public List<Integer> above(int n) {
        List<Integer> chain = new ArrayList<>();
        for (int at = tree.parent(n); at != NodeTree.NONE; at = tree.parent(at)) {
            chain.add(at);
        }
        return chain;
    }
}
