package dev.sinew.io.gltf.blend;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.GltfContainer;
import dev.sinew.io.gltf.document.GltfContainer.Binary;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Vocabulary;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file to be written again with a few changes: its JSON to edit, its buffers with added views. New accessors and views
 * reuse the indices of unused ones, so that few indices change and nothing unused remains.
 */
final class GltfEdit {
    private static final int ALIGNED = 4;

    private final GltfDocument document;
    private final ObjectNode root;
    private final TreeSet<Integer> usedBefore;
    private final Deque<Integer> freeAccessors = new ArrayDeque<>();
    private final Deque<Integer> freeViews = new ArrayDeque<>();
    /** Bytes of new views, by index. */
    private final Map<Integer, byte[]> fresh = new HashMap<>();

    GltfEdit(GltfDocument document) {
        this.document = document;
        this.root = (ObjectNode) document.root().node();
        this.usedBefore = AccessorUses.of(root);
    }

    ObjectNode root() {
        return root;
    }

    /** The array with this name; added if absent. */
    ArrayNode list(String name) {
        return root.get(name) instanceof ArrayNode array ? array : root.putArray(name);
    }

    /** Call after all obsolete references are removed and before anything is added. */
    void collectFree() {
        TreeSet<Integer> freed = new TreeSet<>(usedBefore);
        freed.removeAll(AccessorUses.of(root));
        freeAccessors.addAll(freed);
        TreeSet<Integer> viewsOfFreed = new TreeSet<>();
        TreeSet<Integer> viewsInUse = AccessorUses.otherViews(root);
        ArrayNode accessors = list("accessors");
        for (int a = 0; a < accessors.size(); a++) {
            (freed.contains(a) ? viewsOfFreed : viewsInUse).addAll(AccessorUses.views(accessors.get(a)));
        }
        viewsOfFreed.removeAll(viewsInUse);
        freeViews.addAll(viewsOfFreed);
    }

    /** Adds a view and returns its index. */
    int view(byte[] bytes, BinaryBuilder.Target target) {
        ObjectNode view = GltfContainer.newRoot();
        view.put("buffer", 0).put("byteLength", bytes.length);
        target.put(view);
        int number = put(list("bufferViews"), freeViews, view);
        fresh.put(number, bytes);
        return number;
    }

    int view(float[] values, BinaryBuilder.Target target) {
        ByteBuffer data = BinaryBuilder.littleEndian(4L * values.length);
        data.asFloatBuffer().put(values);
        return view(data.array(), target);
    }

    /** Adds an accessor and returns its index; {@link #accessor(int)} returns the accessor. */
    int accessor(int view, long byteOffset, ComponentType component, int count, String type) {
        ObjectNode accessor = GltfContainer.newRoot();
        accessor.put("bufferView", view);
        if (byteOffset > 0) {
            accessor.put("byteOffset", byteOffset);
        }
        accessor.put("componentType", component.code()).put("count", count).put("type", type);
        return put(list("accessors"), freeAccessors, accessor);
    }

    ObjectNode accessor(int number) {
        return (ObjectNode) list("accessors").get(number);
    }

    private static int put(ArrayNode array, Deque<Integer> free, ObjectNode item) {
        if (free.isEmpty()) {
            array.add(item);
            return array.size() - 1;
        }
        int number = free.pop();
        array.set(number, item);
        return number;
    }

    /** Writes the file with all buffers merged into one, and returns its size. */
    long write(Path file) {
        List<byte[]> contents = new ArrayList<>();
        List<JsonValue> slots = document.list("bufferViews");
        UnusedData leftOvers = new UnusedData(root);
        boolean clean = leftOvers.canRemove();
        for (int v = 0; v < list("bufferViews").size(); v++) {
            if (!clean || !freeViews.contains(v)) {
                contents.add(fresh.containsKey(v) ? fresh.get(v) : bytes(slots.get(v)));
            }
        }
        if (clean) {
            leftOvers.removeAccessors(List.copyOf(freeAccessors));
            leftOvers.removeViews(List.copyOf(freeViews));
        }
        List<byte[]> pieces = new ArrayList<>();
        long length = 0;
        for (int v = 0; v < contents.size(); v++) {
            ObjectNode view = (ObjectNode) list("bufferViews").get(v);
            view.put("buffer", 0).put("byteOffset", length);
            pieces.add(contents.get(v));
            length += contents.get(v).length;
            int gap = (int) ((ALIGNED - length % ALIGNED) % ALIGNED);
            pieces.add(new byte[gap]);
            length += gap;
        }
        return GltfContainer.write(file, root, buffer(), new Binary(pieces, length));
    }

    private byte[] bytes(JsonValue view) {
        ByteBuffer data = document.view(view);
        byte[] bytes = new byte[data.capacity()];
        data.get(0, bytes);
        return bytes;
    }

    /** The properties of the first buffer, without its location. */
    private ObjectNode buffer() {
        JsonNode first = list("buffers").get(0);
        ObjectNode buffer = first instanceof ObjectNode object ? object.deepCopy() : GltfContainer.newRoot();
        buffer.remove("uri");
        return buffer;
    }

    /** Finds the accessors and views that a file refers to. Numbers in unknown extensions count as references. */
    static final class AccessorUses {
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

        /** Views that are referred to by something other than an accessor. */
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

    /** Removes unreferenced accessors and views from a file and renumbers the others. */
    private static final class UnusedData {
        private final ObjectNode root;

        UnusedData(ObjectNode root) {
            this.root = root;
        }

        /** Whether all references are known: an unknown extension may contain others. */
        boolean canRemove() {
            return !hasForeignIndex(root);
        }

        private static boolean hasForeignIndex(JsonNode node) {
            if (node.path("extensions").isObject()) {
                boolean foreign = node.path("extensions")
                        .propertyStream()
                        .filter(extension -> !extension.getKey().equals(Vocabulary.BLEND_BONES))
                        .anyMatch(extension ->
                                extension.getKey().startsWith("SINEW_") || mentionsData(extension.getValue()));
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
            IntUnaryOperator newIndex = remove("accessors", gone);
            for (JsonNode mesh : root.path("meshes")) {
                for (JsonNode primitive : mesh.path("primitives")) {
                    renumber(primitive, "indices", newIndex);
                    renumberAll(primitive.path("attributes"), newIndex);
                    primitive.path("targets").forEach(target -> renumberAll(target, newIndex));
                }
            }
            root.path("skins").forEach(skin -> renumber(skin, "inverseBindMatrices", newIndex));
            for (JsonNode animation : root.path("animations")) {
                for (JsonNode sampler : animation.path("samplers")) {
                    renumber(sampler, "input", newIndex);
                    renumber(sampler, "output", newIndex);
                }
            }
        }

        void removeViews(Collection<Integer> gone) {
            IntUnaryOperator newIndex = remove("bufferViews", gone);
            for (JsonNode accessor : root.path("accessors")) {
                renumber(accessor, "bufferView", newIndex);
                renumber(accessor.path("sparse").path("indices"), "bufferView", newIndex);
                renumber(accessor.path("sparse").path("values"), "bufferView", newIndex);
            }
            root.path("images").forEach(image -> renumber(image, "bufferView", newIndex));
        }

        private IntUnaryOperator remove(String list, Collection<Integer> gone) {
            ArrayNode array = (ArrayNode) root.get(list);
            gone.stream().sorted((a, b) -> b - a).forEach(array::remove);
            return old -> old - (int) gone.stream().filter(g -> g < old).count();
        }

        private static void renumber(JsonNode node, String name, IntUnaryOperator newIndex) {
            if (node instanceof ObjectNode object && object.path(name).isIntegralNumber()) {
                object.put(name, newIndex.applyAsInt(object.get(name).intValue()));
            }
        }

        private static void renumberAll(JsonNode node, IntUnaryOperator newIndex) {
            if (node instanceof ObjectNode object) {
                object.propertyNames().stream().toList().forEach(name -> renumber(object, name, newIndex));
            }
        }
    }
}
