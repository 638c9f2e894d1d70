package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.GltfDocument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The nodes of a file's scene that show meshes, with or without a skin. */
public final class MeshNodes {
    /** Maximum number of node names in a path. */
    private static final int MAX_PATH_NAMES = 64;

    /**
     * A mesh shown in the scene.
     *
     * @param path names from the root down
     * @param skin the skin that moves it instead of its node
     */
    public record Shown(String path, int node, int mesh, OptionalInt skin) {}

    private MeshNodes() {}

    /** In the order of the nodes; a mesh that several nodes show with the same skin occurs once. */
    public static List<Shown> of(GltfDocument document, NodeTree tree) {
        boolean[] inScene = SkinnedNodes.inScene(document);
        List<JsonValue> nodes = document.list("nodes");
        List<Shown> all = new ArrayList<>();
        Set<SkinnedNodes.Use> skinned = new HashSet<>();
        for (int n = 0; n < nodes.size(); n++) {
            Optional<JsonValue> named = nodes.get(n).find("mesh");
            if (!inScene[n] || named.isEmpty()) {
                continue;
            }
            int mesh = named.get().index(document.list("meshes").size(), "meshes");
            Optional<Integer> skin = nodes.get(n)
                    .find("skin")
                    .map(s -> s.index(document.list("skins").size(), "skins"));
            if (skin.isEmpty() || skinned.add(new SkinnedNodes.Use(mesh, skin.get()))) {
                all.add(new Shown(
                        path(document, tree, n, mesh),
                        n,
                        mesh,
                        skin.map(OptionalInt::of).orElse(OptionalInt.empty())));
            }
        }
        if (all.isEmpty()) {
            throw document.bad("the scene shows no mesh");
        }
        return all;
    }

    private static String path(GltfDocument document, NodeTree tree, int node, int mesh) {
        Deque<String> names = new ArrayDeque<>();
        String meshName = name(document.list("meshes").get(mesh), "mesh_" + mesh);
        String nodeName = name(document.list("nodes").get(node), meshName);
        if (!meshName.equals(nodeName)) {
            names.push(meshName);
        }
        names.push(nodeName);
        for (int at = tree.parent(node); at != NodeTree.NONE && names.size() < MAX_PATH_NAMES; at = tree.parent(at)) {
            names.push(name(document.list("nodes").get(at), "node_" + at));
        }
        return String.join("/", names);
    }

    private static String name(JsonValue location, String otherwise) {
        return location.find("name")
                .filter(n -> n.node().isString())
                .map(n -> n.text().replaceAll("\\p{Cntrl}", "_"))
                .filter(n -> !n.isBlank())
                .orElse(otherwise);
    }
}
