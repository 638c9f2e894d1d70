package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.GltfDocument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The skinned meshes of a file: those of its scene in the order of their nodes, or of the whole file if the scene has none. A
 * mesh that several nodes show with the same skin occurs once, because bones, not nodes, place a skinned mesh.
 */
public final class SkinnedNodes {
    /**
     * A mesh on a skin.
     *
     * @param mesh index of the mesh
     * @param skin index of the skin
     */
    public record Use(int mesh, int skin) {}

    private SkinnedNodes() {}

    /** Every skin once, with no mesh: for files that contain only a skeleton and its motion. */
    public static List<Use> skinsOnly(GltfDocument document) {
        return IntStream.range(0, document.list("skins").size())
                .mapToObj(skin -> new Use(NodeTree.NONE, skin))
                .toList();
    }

    /** Whether some node shows a mesh with a skin. */
    public static boolean any(GltfDocument document) {
        return !uses(document, all(document)).isEmpty();
    }

    static List<Use> of(GltfDocument document) {
        List<Use> shown = uses(document, inScene(document));
        List<Use> uses = shown.isEmpty() ? uses(document, all(document)) : shown;
        if (uses.isEmpty()) {
            throw document.bad(
                    document.list("skins").isEmpty()
                            ? "the file has no skin, so it is not a skinned model"
                            : "the file has a skin, but no mesh uses it");
        }
        return uses;
    }

    private static List<Use> uses(GltfDocument document, boolean[] wanted) {
        LinkedHashSet<Use> uses = new LinkedHashSet<>();
        List<JsonValue> nodes = document.list("nodes");
        for (int n = 0; n < nodes.size(); n++) {
            Optional<JsonValue> mesh = nodes.get(n).find("mesh");
            Optional<JsonValue> skin = nodes.get(n).find("skin");
            if (wanted[n] && mesh.isPresent() && skin.isPresent()) {
                int m = mesh.get().index(document.list("meshes").size(), "meshes");
                int s = skin.get().index(document.list("skins").size(), "skins");
                uses.add(new Use(m, s));
            }
        }
        return new ArrayList<>(uses);
    }

    private static boolean[] all(GltfDocument document) {
        boolean[] all = new boolean[document.list("nodes").size()];
        java.util.Arrays.fill(all, true);
        return all;
    }

    static boolean[] inScene(GltfDocument document) {
        List<JsonValue> scenes = document.list("scenes");
        List<JsonValue> nodes = document.list("nodes");
        if (scenes.isEmpty()) {
            return all(document);
        }
        int scene = document.root()
                .find("scene")
                .map(s -> s.index(scenes.size(), "scenes"))
                .orElse(0);
        boolean[] shown = new boolean[nodes.size()];
        Deque<Integer> open = new ArrayDeque<>();
        for (JsonValue node : scenes.get(scene).list("nodes")) {
            open.add(node.index(nodes.size(), "nodes"));
        }
        while (!open.isEmpty()) {
            int n = open.pop();
            if (!shown[n]) {
                shown[n] = true;
                for (JsonValue child : nodes.get(n).list("children")) {
                    open.push(child.index(nodes.size(), "nodes"));
                }
            }
        }
        return shown;
    }
}
