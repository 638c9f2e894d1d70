package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.draco.DracoDecoder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decodes {@code KHR_draco_mesh_compression}: each accessor of a compressed primitive gets a plain buffer view in a new buffer, and the
 * extension is removed, so that readers and writers see an ordinary file.
 */
final class DracoMeshes {
    private final JsonValue root;
    private final ObjectNode tree;
    private final Function<JsonValue, ByteBuffer> stored;
    private final ByteArrayOutputStream decoded = new ByteArrayOutputStream();

    private DracoMeshes(JsonValue root, ObjectNode tree, Function<JsonValue, ByteBuffer> stored) {
        this.root = root;
        this.tree = tree;
        this.stored = stored;
    }

    /** A compressed primitive: its extension, and its accessors without data by Draco's attribute id. */
    private record Compressed(
            JsonValue primitive, JsonValue extension, ByteBuffer data, Map<Integer, Integer> accessors) {}

    /**
     * @param tree the document's JSON, modified
     * @param stored finds the bytes of a buffer view
     * @return the content of the buffer that was added last; empty if nothing had to be decoded
     */
    static Optional<ByteBuffer> decode(JsonValue root, ObjectNode tree, Function<JsonValue, ByteBuffer> stored) {
        DracoMeshes meshes = new DracoMeshes(root, tree, stored);
        List<Compressed> compressed = meshes.find();
        if (compressed.isEmpty()) {
            return Optional.empty();
        }
        long bytes = compressed.stream().mapToLong(c -> c.data.remaining()).sum();
        try (DracoDecoder decoder =
                DracoDecoder.start(root.bad("").getMessage().strip().replaceAll(":$", ""), bytes)) {
            compressed.forEach(each -> meshes.decode(each, decoder));
        }
        byte[] content = meshes.decoded.toByteArray();
        array(tree, "buffers").addObject().put("byteLength", content.length);
        return Optional.of(ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN));
    }

    private List<Compressed> find() {
        List<JsonValue> accessors = root.list("accessors");
        List<JsonValue> views = root.list("bufferViews");
        List<Compressed> found = new ArrayList<>();
        for (JsonValue mesh : root.list("meshes")) {
            for (JsonValue primitive : mesh.list("primitives")) {
                Optional<JsonValue> extension = primitive.find("extensions").flatMap(e -> e.find(Vocabulary.DRACO));
                if (extension.isEmpty()) {
                    continue;
                }
                dropExtension(primitive);
                Map<Integer, Integer> wanted = new LinkedHashMap<>();
                boolean needed = primitive.find("indices").stream().anyMatch(i -> isEmpty(accessors, i));
                for (String name : extension.get().get("attributes").node().propertyNames()) {
                    JsonValue id = extension.get().get("attributes").get(name);
                    JsonValue accessor = primitive.get("attributes").get(name);
                    if (isEmpty(accessors, accessor)) {
                        wanted.put(id.integer(0, 65535), accessor.index(accessors.size(), "accessors"));
                        needed = true;
                    }
                }
                // A file may store plain data beside the compressed data.
                if (needed) {
                    JsonValue view = extension.get().get("bufferView");
                    ByteBuffer data = stored.apply(views.get(view.index(views.size(), "bufferViews")));
                    found.add(new Compressed(primitive, extension.get(), data, wanted));
                }
            }
        }
        return found;
    }

    private static boolean isEmpty(List<JsonValue> accessors, JsonValue index) {
        JsonValue accessor = accessors.get(index.index(accessors.size(), "accessors"));
        return accessor.find("bufferView").isEmpty() && accessor.find("sparse").isEmpty();
    }

    private static void dropExtension(JsonValue primitive) {
        if (primitive.node() instanceof ObjectNode node && node.get("extensions") instanceof ObjectNode extensions) {
            extensions.remove(Vocabulary.DRACO);
            if (extensions.isEmpty()) {
                node.remove("extensions");
            }
        }
    }

    private void decode(Compressed compressed, DracoDecoder decoder) {
        int[] ids = compressed.accessors.keySet().stream().mapToInt(id -> id).toArray();
        String description = compressed.extension.bad("").getMessage().strip();
        DracoDecoder.Mesh mesh = decoder.decode(description, compressed.data, ids);
        List<JsonValue> accessors = root.list("accessors");
        int k = 0;
        for (int accessor : compressed.accessors.values()) {
            fill(accessors.get(accessor), mesh.points(), mesh.components()[k], mesh.values()[k]);
            k++;
        }
        double[] indices = IntStream.of(mesh.indices()).asDoubleStream().toArray();
        Optional<JsonValue> named = compressed.primitive.find("indices");
        if (named.isEmpty()) {
            ArrayNode all = array(tree, "accessors");
            ObjectNode added = all.addObject();
            added.put("componentType", ComponentType.UNSIGNED_INT.code()).put("type", "SCALAR");
            ((ObjectNode) compressed.primitive.node()).put("indices", all.size() - 1);
            fill(root.list("accessors").get(all.size() - 1), indices.length, 1, indices);
        } else if (isEmpty(accessors, named.get())) {
            fill(accessors.get(named.get().index(accessors.size(), "accessors")), indices.length, 1, indices);
        }
    }

    /** Stores the values in the accessor's own component type. */
    private void fill(JsonValue accessor, int count, int components, double[] values) {
        ComponentType type = ComponentType.of(accessor.get("componentType"));
        int wanted = AccessorReader.components(accessor.get("type"));
        if (components != wanted) {
            throw accessor.bad("has " + wanted + " components, its Draco data has " + components);
        }
        int stride = (components * type.bytes() + 3) / 4 * 4;
        boolean isVertexData = components > 1;
        int step = isVertexData ? stride : type.bytes();
        ByteBuffer out = ByteBuffer.allocate((count * step + 3) / 4 * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (int k = 0; k < values.length; k++) {
            type.write(out, k / components * step + k % components * type.bytes(), values[k]);
        }
        ArrayNode views = array(tree, "bufferViews");
        ObjectNode view = views.addObject();
        view.put("buffer", root.list("buffers").size());
        view.put("byteOffset", decoded.size());
        view.put("byteLength", out.capacity());
        if (isVertexData && stride != components * type.bytes()) {
            view.put("byteStride", stride);
        }
        decoded.writeBytes(out.array());
        ObjectNode node = (ObjectNode) accessor.node();
        node.put("bufferView", views.size() - 1);
        node.put("count", count);
        node.remove("byteOffset");
    }

    private static ArrayNode array(ObjectNode node, String name) {
        return node.get(name) instanceof ArrayNode known ? known : node.putArray(name);
    }
}
