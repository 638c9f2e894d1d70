package dev.sinew.io.gltf.blend;

import dev.sinew.io.gltf.document.GltfDocument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a mesh that nodes show on two skins two meshes: its joints can only mean one skin's once they change. */
final class SharedMeshes {
    private SharedMeshes() {}

    /** @param document modified, before anything of it was read */
    static GltfDocument separated(GltfDocument document) {
        JsonNode root = document.root().node();
        if (!(root.path("meshes") instanceof ArrayNode meshes)) {
            return document;
        }
        Map<Integer, Integer> firstSkin = new HashMap<>();
        Map<List<Integer>, Integer> copies = new HashMap<>();
        for (JsonNode node : root.path("nodes")) {
            int mesh = node.path("mesh").asInt(-1);
            int skin = node.path("skin").asInt(-1);
            if (mesh < 0 || mesh >= meshes.size() || skin < 0 || firstSkin.computeIfAbsent(mesh, m -> skin) == skin) {
                continue;
            }
            int copy = copies.computeIfAbsent(List.of(mesh, skin), use -> {
                meshes.add(meshes.get(mesh).deepCopy());
                return meshes.size() - 1;
            });
            ((ObjectNode) node).put("mesh", copy);
        }
        return document;
    }
}
