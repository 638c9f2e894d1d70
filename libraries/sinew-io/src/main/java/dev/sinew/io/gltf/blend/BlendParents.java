package dev.sinew.io.gltf.blend;

import dev.sinew.io.gltf.read.FrameTimes;
import dev.sinew.io.gltf.read.GltfClip;
import dev.sinew.io.gltf.read.NodeTree;
import dev.sinew.io.gltf.read.RigFile;
import dev.sinew.math.Affine3;
import dev.sinew.math.Svd3;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Where blend bones hang: from the nearest node above all joints of their skins that is no joint itself and never stretches
 * unevenly, so that they go where the character is put; where there is none, from a new node above the old ones.
 */
final class BlendParents {
    /** How unequal the scales of a node may be that a turn and one scale can undo. */
    private static final double EVEN = 1e-5;

    private final RigFile rig;
    private final GltfEdit edit;
    private OptionalInt top = OptionalInt.empty();

    BlendParents(RigFile rig, GltfEdit edit) {
        this.rig = rig;
        this.edit = edit;
    }

    /** The node that carries the blend bones of these skins, with its number; made where it must be. */
    int of(List<Integer> skins) {
        List<Integer> joints = skins.stream()
                .flatMap(skin -> rig.joints(skin).stream())
                .distinct()
                .toList();
        List<Integer> common = rig.above(joints.get(0));
        joints.forEach(joint -> common.retainAll(rig.above(joint)));
        common.removeAll(joints);
        Set<Integer> uneven = uneven(common);
        OptionalInt known = common.stream()
                .filter(node -> !uneven.contains(node))
                .mapToInt(node -> node)
                .findFirst();
        return known.orElseGet(this::newTop);
    }

    /** Nodes whose place in space, at some key of some clip, no turn, scale and translation undoes. */
    private Set<Integer> uneven(List<Integer> nodes) {
        Set<Integer> found = new LinkedHashSet<>();
        NodeTree.Pose pose = rig.tree.pose();
        look(nodes, pose, found);
        for (GltfClip clip : rig.clips) {
            for (float time : FrameTimes.keyTimes(clip)) {
                clip.pose(time, pose);
                look(nodes, pose, found);
            }
        }
        return found;
    }

    private static void look(List<Integer> nodes, NodeTree.Pose pose, Set<Integer> found) {
        double[] globals = pose.globals();
        Svd3 svd = new Svd3();
        for (int node : nodes) {
            svd.decompose(globals, Affine3.STRIDE * node, 4);
            if (!(svd.sigma()[2] > (1 - EVEN) * svd.sigma()[0])) {
                found.add(node);
            }
        }
    }

    /** A node without a place of its own above the topmost nodes of all joints, in every scene that shows them. */
    private int newTop() {
        if (top.isPresent()) {
            return top.getAsInt();
        }
        Set<Integer> tops = new LinkedHashSet<>();
        for (int skin : rig.skins()) {
            for (int joint : rig.joints(skin)) {
                List<Integer> chain = rig.above(joint);
                tops.add(chain.isEmpty() ? joint : chain.get(chain.size() - 1));
            }
        }
        ArrayNode nodes = edit.list("nodes");
        int number = nodes.size();
        ArrayNode children = nodes.addObject().put("name", "blend_root").putArray("children");
        tops.forEach(children::add);
        edit.root().path("scenes").forEach(scene -> replace(scene, tops, number));
        top = OptionalInt.of(number);
        return number;
    }

    private static void replace(JsonNode scene, Set<Integer> tops, int number) {
        if (!(scene.path("nodes") instanceof ArrayNode shown)) {
            return;
        }
        List<Integer> kept = new ArrayList<>();
        shown.forEach(node -> kept.add(tops.contains(node.intValue()) ? number : node.intValue()));
        shown.removeAll();
        kept.stream().distinct().forEach(shown::add);
    }
}
