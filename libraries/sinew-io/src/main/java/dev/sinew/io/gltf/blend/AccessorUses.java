package dev.sinew.io.gltf.blend;

import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Which accessors and views a file refers to. Numbers in extensions that are not known here count as references. */
final class AccessorUses {
    private AccessorUses() {}

    static TreeSet<Integer> of(JsonNode root) {
        TreeSet<Integer> used = new TreeSet<>();
        for (JsonNode mesh : root.path("meshes")) {
            for (JsonNode primitive : mesh.path("primitives")) {
                add(primitive.path("indices"), used);
                primitive.path("attributes").forEach(index -> add(index, used));
                primitive.path("targets").forEach(target -> target.forEach(index -> add(index, used)));
            }
        }
        root.path("skins").forEach(skin -> add(skin.path("inverseBindMatrices"), used));
        for (JsonNode animation : root.path("animations")) {
            for (JsonNode sampler : animation.path("samplers")) {
                add(sampler.path("input"), used);
                add(sampler.path("output"), used);
            }
        }
        addExtensions(root, used);
        return used;
    }

    /** Views that something else than an accessor refers to. */
    static TreeSet<Integer> otherViews(JsonNode root) {
        TreeSet<Integer> used = new TreeSet<>();
        root.path("images").forEach(image -> add(image.path("bufferView"), used));
        addExtensions(root, used);
        return used;
    }

    /** Views of an accessor. */
    static TreeSet<Integer> views(JsonNode accessor) {
        TreeSet<Integer> used = new TreeSet<>();
        add(accessor.path("bufferView"), used);
        add(accessor.path("sparse").path("indices").path("bufferView"), used);
        add(accessor.path("sparse").path("values").path("bufferView"), used);
        return used;
    }

    private static void add(JsonNode index, TreeSet<Integer> used) {
        if (index.isIntegralNumber() && index.canConvertToInt()) {
            used.add(index.intValue());
        }
    }

    private static void addExtensions(JsonNode node, TreeSet<Integer> used) {
        if (node.isObject() && node.has("extensions")) {
            addAll(node.get("extensions"), used);
        }
        node.forEach(child -> addExtensions(child, used));
    }

    private static void addAll(JsonNode node, TreeSet<Integer> used) {
        add(node, used);
        node.forEach(child -> addAll(child, used));
    }
}
