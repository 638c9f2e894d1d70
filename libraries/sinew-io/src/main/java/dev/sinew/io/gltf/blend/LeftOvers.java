package dev.sinew.io.gltf.blend;

import dev.sinew.io.gltf.document.Vocabulary;
import java.util.Collection;
import java.util.function.IntUnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes accessors and views that nothing refers to any more out of a file, and counts the others anew. */
final class LeftOvers {
    private final ObjectNode root;

    LeftOvers(ObjectNode root) {
        this.root = root;
    }

    /** Whether all references are known: an extension of others may hold some that are not. */
    boolean canRemove() {
        return !hasForeignIndex(root);
    }

    private static boolean hasForeignIndex(JsonNode node) {
        if (node.path("extensions").isObject()) {
            boolean foreign = node.path("extensions")
                    .propertyStream()
                    .filter(extension -> !extension.getKey().equals(Vocabulary.BLEND_BONES))
                    .anyMatch(
                            extension -> extension.getKey().startsWith("SINEW_") || mentionsData(extension.getValue()));
            if (foreign) {
                return true;
            }
        }
        for (JsonNode child : node) {
            if (hasForeignIndex(child)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mentionsData(JsonNode node) {
        if (node.has("bufferView") || node.has("attributes") || node.has("accessor") || node.has("buffer")) {
            return true;
        }
        for (JsonNode child : node) {
            if (mentionsData(child)) {
                return true;
            }
        }
        return false;
    }

    void removeAccessors(Collection<Integer> gone) {
        IntUnaryOperator anew = remove("accessors", gone);
        for (JsonNode mesh : root.path("meshes")) {
            for (JsonNode primitive : mesh.path("primitives")) {
                renumber(primitive, "indices", anew);
                renumberAll(primitive.path("attributes"), anew);
                primitive.path("targets").forEach(target -> renumberAll(target, anew));
            }
        }
        root.path("skins").forEach(skin -> renumber(skin, "inverseBindMatrices", anew));
        for (JsonNode animation : root.path("animations")) {
            for (JsonNode sampler : animation.path("samplers")) {
                renumber(sampler, "input", anew);
                renumber(sampler, "output", anew);
            }
        }
    }

    void removeViews(Collection<Integer> gone) {
        IntUnaryOperator anew = remove("bufferViews", gone);
        for (JsonNode accessor : root.path("accessors")) {
            renumber(accessor, "bufferView", anew);
            renumber(accessor.path("sparse").path("indices"), "bufferView", anew);
            renumber(accessor.path("sparse").path("values"), "bufferView", anew);
        }
        root.path("images").forEach(image -> renumber(image, "bufferView", anew));
    }

    private IntUnaryOperator remove(String list, Collection<Integer> gone) {
        ArrayNode array = (ArrayNode) root.get(list);
        gone.stream().sorted((a, b) -> b - a).forEach(array::remove);
        return old -> old - (int) gone.stream().filter(g -> g < old).count();
    }

    private static void renumber(JsonNode node, String name, IntUnaryOperator anew) {
        if (node instanceof ObjectNode object && object.path(name).isIntegralNumber()) {
            object.put(name, anew.applyAsInt(object.get(name).intValue()));
        }
    }

    private static void renumberAll(JsonNode node, IntUnaryOperator anew) {
        if (node instanceof ObjectNode object) {
            object.propertyNames().stream().toList().forEach(name -> renumber(object, name, anew));
        }
    }
}
