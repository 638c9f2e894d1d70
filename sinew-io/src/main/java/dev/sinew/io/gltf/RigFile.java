package dev.sinew.io.gltf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A rigged file taken apart: what reading it and writing it back with changes both need. */
final class RigFile {
    final GltfDocument document;
    final AccessorReader accessors;
    final List<SkinnedNodes.Use> uses;
    final NodeTree tree;
    final BoneSet bones;
    final List<Primitive> primitives;
    final VertexBlocks blocks;
    final List<GltfClip> clips;
    private final Map<Integer, List<Integer>> joints = new HashMap<>();

    RigFile(GltfDocument document) {
        this.document = document;
        accessors = new AccessorReader(document);
        uses = SkinnedNodes.of(document);
        tree = new NodeTree(document);
        bones = new BoneSet(document, tree, accessors, uses);
        primitives = Primitive.readAll(document, accessors, uses);
        blocks = new VertexBlocks(document, accessors, primitives);
        clips = GltfClip.read(document, accessors);
        skins().forEach(skin -> joints.put(skin, readJoints(skin)));
    }

    /** The skins in use. */
    List<Integer> skins() {
        return uses.stream().map(SkinnedNodes.Use::skin).distinct().toList();
    }

    /** Node of every joint of a skin in use, as the file had them when it was read. */
    List<Integer> joints(int skin) {
        return joints.get(skin);
    }

    private List<Integer> readJoints(int skin) {
        return document.list("skins").get(skin).get("joints").elements().stream()
                .map(joint -> joint.index(tree.count(), "nodes"))
                .toList();
    }

    /** The nodes that node n hangs from, the nearest first. */
    List<Integer> above(int n) {
        List<Integer> chain = new ArrayList<>();
        for (int at = tree.parent(n); at != NodeTree.NONE; at = tree.parent(at)) {
            chain.add(at);
        }
        return chain;
    }
}
