package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.meshopt.CompressedView;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An open glTF file: its JSON with locations, its buffers on demand. Not thread-safe. */
public final class GltfDocument {
    /** Extensions that do not affect vertex positions. */
    private static final Set<String> IGNORED_EXTENSIONS =
            Set.of(Vocabulary.QUANTIZATION, "KHR_lights_punctual", "KHR_node_visibility", "EXT_mesh_gpu_instancing");

    private static final List<String> IGNORED_EXTENSION_PREFIXES =
            List.of("KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_xmp", "SINEW_");
    private static final String NEWER_COMPRESSION = "KHR_meshopt_compression";

    private final Path file;
    private final GltfContainer.Content content;
    private final JsonValue root;
    private final Map<String, List<JsonValue>> lists = new HashMap<>();
    private final Map<Integer, ByteBuffer> buffers = new HashMap<>();
    /** How views are compressed, by view; removed from the tree, because files are written again with unpacked views. */
    private final Map<JsonNode, JsonValue> packed = new IdentityHashMap<>();

    private final Map<JsonNode, ByteBuffer> unpacked = new IdentityHashMap<>();

    private GltfDocument(Path file, GltfContainer.Content content) {
        this.file = file;
        this.content = content;
        this.root = JsonValue.root(file.toString(), content.root());
    }

    public static GltfDocument open(Path file) {
        GltfDocument document = new GltfDocument(file, GltfContainer.read(file));
        document.checkVersion();
        document.takePacked();
        document.decodeDraco();
        document.checkExtensions();
        return document;
    }

    /** A copy with a separate tree that may be changed; the buffers are shared. */
    public GltfDocument copy() {
        GltfContainer.Content own =
                new GltfContainer.Content(content.root().deepCopy(), content.binary(), content.fileBytes());
        GltfDocument copy = new GltfDocument(file, own);
        copy.buffers.putAll(buffers);
        for (int v = 0; v < list("bufferViews").size(); v++) {
            JsonValue how = packed.get(list("bufferViews").get(v).node());
            if (how != null) {
                copy.packed.put(copy.list("bufferViews").get(v).node(), how);
            }
        }
        return copy;
    }

    private void takePacked() {
        for (JsonValue view : list("bufferViews")) {
            Optional<JsonValue> how = view.find("extensions").flatMap(e -> e.find(Vocabulary.MESHOPT));
            if (how.isPresent() && view.node().get("extensions") instanceof ObjectNode extensions) {
                packed.put(view.node(), how.get());
                extensions.remove(Vocabulary.MESHOPT);
                if (extensions.isEmpty()) {
                    ((ObjectNode) view.node()).remove("extensions");
                }
            }
        }
        dropExtension(Vocabulary.MESHOPT);
    }

    /** Replaces compressed meshes by plain ones, in a separate buffer. */
    private void decodeDraco() {
        DracoMeshes.decode(root, content.root(), this::stored).ifPresent(decoded -> {
            lists.clear();
            buffers.put(list("buffers").size() - 1, decoded);
        });
        dropExtension(Vocabulary.DRACO);
    }

    private void dropExtension(String extension) {
        for (String list : List.of("extensionsUsed", "extensionsRequired")) {
            if (root.node().get(list) instanceof ArrayNode names) {
                names.removeIf(name -> name.asString("").equals(extension));
                if (names.isEmpty()) {
                    content.root().remove(list);
                }
            }
        }
    }

    private void checkVersion() {
        String version = root.get("asset").get("version").text();
        if (!version.startsWith("2.")) {
            throw bad("glTF version " + version + " is not supported; only version 2 is");
        }
    }

    private void checkExtensions() {
        for (JsonValue required : root.list("extensionsRequired")) {
            String name = required.text();
            if (!IGNORED_EXTENSIONS.contains(name)
                    && IGNORED_EXTENSION_PREFIXES.stream().noneMatch(name::startsWith)) {
                throw bad("the file requires the extension " + name
                        + ", which is not supported. Export it without the extension");
            }
        }
    }

    public Path file() {
        return file;
    }

    public InvalidInputException bad(String rest) {
        return new InvalidInputException(file + ": " + rest);
    }

    public JsonValue root() {
        return root;
    }

    /** Bytes of the file and of its loaded buffers: the bound for its content. */
    public long bytes() {
        return content.fileBytes()
                + buffers.values().stream().mapToLong(ByteBuffer::capacity).sum()
                + unpacked.values().stream().mapToLong(ByteBuffer::capacity).sum();
    }

    /** One of the file's top-level lists, such as its nodes; empty if absent. */
    public List<JsonValue> list(String name) {
        return lists.computeIfAbsent(name, root::list);
    }

    /** The entry of a top-level list that {@code index} refers to. */
    public JsonValue follow(JsonValue index, String list) {
        return list(list).get(index.index(list(list).size(), list));
    }

    /** The bytes of a view, little-endian, from 0 to its length. */
    public ByteBuffer view(JsonValue view) {
        view.find("extensions").flatMap(e -> e.find(NEWER_COMPRESSION)).ifPresent(e -> {
            throw bad("the file uses the extension " + NEWER_COMPRESSION
                    + ", which is not supported. Export it without the extension");
        });
        JsonValue how = packed.get(view.node());
        if (how == null) {
            return stored(view);
        }
        ByteBuffer known = unpacked.get(view.node());
        if (known == null) {
            known = CompressedView.decode(how, stored(how));
            unpacked.put(view.node(), known);
        }
        return known.duplicate().order(known.order());
    }

    /** The bytes of the buffer range that a view or its compression refers to. */
    private ByteBuffer stored(JsonValue view) {
        JsonValue which = view.get("buffer");
        ByteBuffer buffer = buffer(which.index(list("buffers").size(), "buffers"));
        int offset = view.find("byteOffset")
                .map(o -> o.integer(0, Integer.MAX_VALUE))
                .orElse(0);
        int length = view.get("byteLength").integer(0, Integer.MAX_VALUE);
        if ((long) offset + length > buffer.capacity()) {
            throw view.bad("claims bytes " + offset + " to " + ((long) offset + length) + ", but its buffer has "
                    + buffer.capacity());
        }
        return buffer.slice(offset, length).order(buffer.order());
    }

    private ByteBuffer buffer(int index) {
        ByteBuffer known = buffers.get(index);
        if (known == null) {
            known = loadBuffer(index);
            buffers.put(index, known);
        }
        return known;
    }

    private ByteBuffer loadBuffer(int index) {
        JsonValue buffer = list("buffers").get(index);
        int length = buffer.get("byteLength").integer(1, Integer.MAX_VALUE);
        Optional<JsonValue> uri = buffer.find("uri");
        ByteBuffer data;
        if (uri.isPresent()) {
            data = UriData.load(file, uri.get());
        } else if (index == 0 && content.binary().isPresent()) {
            data = content.binary().get();
        } else {
            throw buffer.bad("has no 'uri', and the file has no binary chunk");
        }
        if (data.capacity() < length) {
            throw buffer.bad("claims " + length + " bytes but has " + data.capacity());
        }
        return data.slice(0, length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    }

    /** What the file contains and no model can hold: extensions, cameras, points and lines, other scenes, parts of materials, extras. */
    public List<String> unread() {
        Set<String> read = Set.of(Vocabulary.QUANTIZATION, Vocabulary.MESHOPT, Vocabulary.DRACO);
        List<String> unread = root.list("extensionsUsed").stream()
                .map(JsonValue::text)
                .filter(name -> !read.contains(name) && !name.startsWith("SINEW_"))
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
        if (!list("cameras").isEmpty()) {
            unread.add("cameras");
        }
        boolean strokes = list("meshes").stream()
                .flatMap(mesh -> mesh.list("primitives").stream())
                .anyMatch(
                        primitive -> primitive.node().path("mode").asInt(Vocabulary.TRIANGLES) < Vocabulary.TRIANGLES);
        if (strokes) {
            unread.add("points and lines");
        }
        if (list("scenes").size() > 1) {
            unread.add("other scenes");
        }
        List<JsonNode> materials =
                list("materials").stream().map(JsonValue::node).toList();
        if (materials.stream().anyMatch(GltfDocument::glows)) {
            unread.add("emission");
        }
        if (materials.stream()
                .anyMatch(material -> material.has("occlusionTexture")
                        || material.path("pbrMetallicRoughness").has("metallicRoughnessTexture"))) {
            unread.add("images of occlusion, metal and roughness");
        }
        if (materials.stream()
                .anyMatch(material -> material.path("alphaMode").asString("").equals("MASK"))) {
            unread.add("alpha masks");
        }
        String generator = root.node().path("asset").path("generator").asString("");
        boolean tagged = Stream.of("nodes", "materials", "scenes")
                .flatMap(kind -> list(kind).stream())
                .anyMatch(owner -> owner.node().has("extras"));
        if (tagged && !generator.startsWith("Sinew ")) {
            unread.add("extras");
        }
        return unread;
    }

    private static boolean glows(JsonNode material) {
        boolean glows = material.has("emissiveTexture");
        for (JsonNode part : material.path("emissiveFactor")) {
            glows |= part.asDouble(0) > 0;
        }
        return glows;
    }

    /** The data of a URI in a glTF file: inline, or a file in the same folder or below. */
    public static final class UriData {
        private static final long TOO_LONG = Integer.MAX_VALUE - 16;

        private UriData() {}

        /** @param file the glTF file; URIs must not leave its folder */
        public static ByteBuffer load(Path file, JsonValue uri) {
            String text = uri.text();
            byte[] bytes = text.startsWith("data:") ? decode(text, uri) : readBeside(file, text, uri);
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        private static byte[] decode(String text, JsonValue uri) {
            int comma = text.indexOf(',');
            if (comma < 0 || !text.substring(0, comma).endsWith(";base64")) {
                throw uri.bad("is a data URI that is not base64");
            }
            try {
                // Latin-1 keeps one byte per character; the decoder rejects anything else.
                byte[] encoded = text.substring(comma + 1).getBytes(StandardCharsets.ISO_8859_1);
                return Base64.getDecoder().decode(encoded);
            } catch (IllegalArgumentException e) {
                throw uri.bad("contains invalid base64: " + e.getMessage());
            }
        }

        private static byte[] readBeside(Path file, String text, JsonValue uri) {
            Path target = inside(file, text, uri);
            try {
                if (!Files.isRegularFile(target)) {
                    throw uri.bad(
                            "refers to " + JsonValue.shortened(text) + ", which does not exist in the file's folder");
                }
                Path folder = file.toAbsolutePath().getParent().toRealPath();
                if (!target.toRealPath().startsWith(folder)) {
                    throw uri.bad("refers to " + JsonValue.shortened(text) + ", which is outside the file's folder");
                }
                if (Files.size(target) > TOO_LONG) {
                    throw uri.bad("refers to " + JsonValue.shortened(text) + " with " + Files.size(target)
                            + " bytes; files must be smaller than 2 GiB");
                }
                return Files.readAllBytes(target);
            } catch (IOException e) {
                throw uri.bad("refers to " + JsonValue.shortened(text) + ", which cannot be read: " + e.getMessage());
            }
        }

        private static Path inside(Path file, String text, JsonValue uri) {
            try {
                // A plus sign is literal in paths, unlike in forms.
                String name = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
                Path folder = file.toAbsolutePath().normalize().getParent();
                Path target = folder.resolve(name).normalize();
                if (name.matches("[A-Za-z][A-Za-z0-9+.-]*:.*") || !target.startsWith(folder)) {
                    throw uri.bad("refers to " + JsonValue.shortened(text) + ", which is outside the file's folder");
                }
                return target;
            } catch (InvalidPathException e) {
                throw uri.bad("refers to " + JsonValue.shortened(text) + ", which is not a valid file name");
            } catch (IllegalArgumentException e) {
                throw uri.bad("refers to " + JsonValue.shortened(text) + ", which contains invalid escapes");
            }
        }
    }
}
