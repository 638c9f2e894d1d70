package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.gltf.meshopt.CompressedView;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A glTF file opened: its JSON by place, its buffers when asked for. For one thread. */
public final class GltfDocument {
    /** Extensions that change nothing about where vertices are. */
    private static final Set<String> HARMLESS =
            Set.of(Vocabulary.QUANTIZATION, "KHR_lights_punctual", "KHR_node_visibility", "EXT_mesh_gpu_instancing");

    private static final List<String> HARMLESS_FAMILIES =
            List.of("KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_xmp", "SINEW_");
    private static final String NEWER_COMPRESSION = "KHR_meshopt_compression";

    private final Path file;
    private final GltfContainer.Content content;
    private final JsonPlace root;
    private final Map<String, List<JsonPlace>> lists = new HashMap<>();
    private final Map<Integer, ByteBuffer> buffers = new HashMap<>();
    /** How views are compressed, by the view; taken out of the tree, for whoever writes it again has them unpacked. */
    private final Map<JsonNode, JsonPlace> packed = new IdentityHashMap<>();

    private final Map<JsonNode, ByteBuffer> unpacked = new IdentityHashMap<>();

    private GltfDocument(Path file, GltfContainer.Content content) {
        this.file = file;
        this.content = content;
        this.root = JsonPlace.root(file.toString(), content.root());
    }

    public static GltfDocument open(Path file) {
        GltfDocument document = new GltfDocument(file, GltfContainer.read(file));
        document.checkVersion();
        document.takePacked();
        document.checkExtensions();
        return document;
    }

    /** The same with a tree of its own, which may be changed; the buffers are shared. */
    public GltfDocument copy() {
        GltfContainer.Content own =
                new GltfContainer.Content(content.root().deepCopy(), content.binary(), content.fileBytes());
        GltfDocument copy = new GltfDocument(file, own);
        copy.buffers.putAll(buffers);
        for (int v = 0; v < list("bufferViews").size(); v++) {
            JsonPlace how = packed.get(list("bufferViews").get(v).node());
            if (how != null) {
                copy.packed.put(copy.list("bufferViews").get(v).node(), how);
            }
        }
        return copy;
    }

    private void takePacked() {
        for (JsonPlace view : list("bufferViews")) {
            Optional<JsonPlace> how = view.find("extensions").flatMap(e -> e.find(Vocabulary.MESHOPT));
            if (how.isPresent() && view.node().get("extensions") instanceof ObjectNode extensions) {
                packed.put(view.node(), how.get());
                extensions.remove(Vocabulary.MESHOPT);
                if (extensions.isEmpty()) {
                    ((ObjectNode) view.node()).remove("extensions");
                }
            }
        }
        for (String list : List.of("extensionsUsed", "extensionsRequired")) {
            if (root.node().get(list) instanceof ArrayNode names) {
                names.removeIf(name -> name.asString("").equals(Vocabulary.MESHOPT));
                if (names.isEmpty()) {
                    content.root().remove(list);
                }
            }
        }
    }

    private void checkVersion() {
        String version = root.get("asset").get("version").text();
        if (!version.startsWith("2.")) {
            throw bad("is glTF " + version + ", only version 2 is read");
        }
    }

    private void checkExtensions() {
        for (JsonPlace required : root.list("extensionsRequired")) {
            String name = required.text();
            if (!HARMLESS.contains(name) && HARMLESS_FAMILIES.stream().noneMatch(name::startsWith)) {
                throw bad("needs the extension " + name + ", which is not read; save it without");
            }
        }
    }

    public Path file() {
        return file;
    }

    public RefusedException bad(String rest) {
        return new RefusedException(file + ": " + rest);
    }

    public JsonPlace root() {
        return root;
    }

    /** Bytes of the file and of the buffers it has loaded: the bound for what it can hold. */
    public long bytes() {
        return content.fileBytes()
                + buffers.values().stream().mapToLong(ByteBuffer::capacity).sum()
                + unpacked.values().stream().mapToLong(ByteBuffer::capacity).sum();
    }

    /** One of the file's top-level lists, such as its nodes; empty where it is absent. */
    public List<JsonPlace> list(String name) {
        return lists.computeIfAbsent(name, root::list);
    }

    /** The entry of a top-level list that {@code index} names. */
    public JsonPlace follow(JsonPlace index, String list) {
        return list(list).get(index.index(list(list).size(), list));
    }

    /** The bytes of a view, little-endian, from 0 to its length. */
    public ByteBuffer view(JsonPlace view) {
        view.find("extensions").flatMap(e -> e.find(NEWER_COMPRESSION)).ifPresent(e -> {
            throw bad("uses the extension " + NEWER_COMPRESSION + ", which is not read; save it without");
        });
        JsonPlace how = packed.get(view.node());
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

    /** The bytes of a buffer that a view or its compression names. */
    private ByteBuffer stored(JsonPlace view) {
        JsonPlace which = view.get("buffer");
        ByteBuffer buffer = buffer(which.index(list("buffers").size(), "buffers"));
        int offset = view.find("byteOffset")
                .map(o -> o.integer(0, Integer.MAX_VALUE))
                .orElse(0);
        int length = view.get("byteLength").integer(0, Integer.MAX_VALUE);
        if ((long) offset + length > buffer.capacity()) {
            throw view.bad("claims bytes " + offset + " to " + ((long) offset + length) + " of a buffer with "
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
        JsonPlace buffer = list("buffers").get(index);
        int length = buffer.get("byteLength").integer(1, Integer.MAX_VALUE);
        Optional<JsonPlace> uri = buffer.find("uri");
        ByteBuffer data;
        if (uri.isPresent()) {
            data = UriData.load(file, uri.get());
        } else if (index == 0 && content.binary().isPresent()) {
            data = content.binary().get();
        } else {
            throw buffer.bad("has neither a 'uri' nor a binary chunk to stand for");
        }
        if (data.capacity() < length) {
            throw buffer.bad("claims " + length + " bytes but holds " + data.capacity());
        }
        return data.slice(0, length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    }

    /** What a URI of a glTF file stands for: data inside it, or a file in the same folder or below. */
    public static final class UriData {
        private static final long TOO_LONG = Integer.MAX_VALUE - 16;

        private UriData() {}

        /** @param file the glTF file, whose folder may not be left */
        public static ByteBuffer load(Path file, JsonPlace uri) {
            String text = uri.text();
            byte[] bytes = text.startsWith("data:") ? decode(text, uri) : readBeside(file, text, uri);
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        private static byte[] decode(String text, JsonPlace uri) {
            int comma = text.indexOf(',');
            if (comma < 0 || !text.substring(0, comma).endsWith(";base64")) {
                throw uri.bad("is a data URI that is not base64");
            }
            try {
                // Latin-1 keeps one byte a character; anything else is refused by the decoder.
                byte[] encoded = text.substring(comma + 1).getBytes(StandardCharsets.ISO_8859_1);
                return Base64.getDecoder().decode(encoded);
            } catch (IllegalArgumentException e) {
                throw uri.bad("holds broken base64: " + e.getMessage());
            }
        }

        private static byte[] readBeside(Path file, String text, JsonPlace uri) {
            Path target = inside(file, text, uri);
            try {
                if (!Files.isRegularFile(target)) {
                    throw uri.bad("names " + JsonPlace.shortened(text) + ", which is not there beside the file");
                }
                Path folder = file.toAbsolutePath().getParent().toRealPath();
                if (!target.toRealPath().startsWith(folder)) {
                    throw uri.bad("names " + JsonPlace.shortened(text) + ", which leads out of the file's folder");
                }
                if (Files.size(target) > TOO_LONG) {
                    throw uri.bad("names " + JsonPlace.shortened(text) + " of " + Files.size(target)
                            + " bytes, less than 2 GiB can be read");
                }
                return Files.readAllBytes(target);
            } catch (IOException e) {
                throw uri.bad("names " + JsonPlace.shortened(text) + ", which cannot be read: " + e.getMessage());
            }
        }

        private static Path inside(Path file, String text, JsonPlace uri) {
            try {
                // A plus sign is itself in paths, unlike in forms.
                String name = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
                Path folder = file.toAbsolutePath().normalize().getParent();
                Path target = folder.resolve(name).normalize();
                if (name.matches("[A-Za-z][A-Za-z0-9+.-]*:.*") || !target.startsWith(folder)) {
                    throw uri.bad("names " + JsonPlace.shortened(text) + ", which leads out of the file's folder");
                }
                return target;
            } catch (InvalidPathException e) {
                throw uri.bad("names " + JsonPlace.shortened(text) + ", which is no file name");
            } catch (IllegalArgumentException e) {
                throw uri.bad("names " + JsonPlace.shortened(text) + ", whose escapes are broken");
            }
        }
    }
}
