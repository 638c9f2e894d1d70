package dev.sinew.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A minimal GLB reader: reads the bone type and maps vertices to the original mesh. */
record GlbContent(JsonNode json, ByteBuffer binary) {
    private static final int HEADERS = 20;
    private static final int CHUNK_HEADER = 8;

    static GlbContent read(Path file) {
        ByteBuffer data = ByteBuffer.wrap(bytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int length = data.getInt(12);
        String text = new String(data.array(), HEADERS, length, StandardCharsets.UTF_8);
        int start = HEADERS + length + CHUNK_HEADER;
        ByteBuffer binary = data.slice(start, data.capacity() - start).order(ByteOrder.LITTLE_ENDIAN);
        return new GlbContent(JsonMapper.shared().readTree(text), binary);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bone type that the writer stores with the skin: rigid, similarity or affine. */
    String boneType() {
        return json.at("/skins/0/extras/boneType").asString("unknown");
    }

    boolean hasMorphTargets() {
        return json.at("/meshes/0/primitives/0").has("targets");
    }

    /** For each primitive, the original vertex of each of its vertices. */
    List<int[]> sources() {
        List<int[]> sources = new ArrayList<>();
        for (JsonNode primitive : json.at("/meshes/0/primitives")) {
            JsonNode attributes = primitive.get("attributes");
            int count = accessor(attributes.get("POSITION")).get("count").asInt();
            JsonNode marked = attributes.get("_SOURCE_VERTEX");
            sources.add(marked == null ? IntStream.range(0, count).toArray() : halves(accessor(marked), count));
        }
        return sources;
    }

    private JsonNode accessor(JsonNode index) {
        return json.get("accessors").get(index.asInt());
    }

    /** Vertex numbers as low and high half, 16 bits each. */
    private int[] halves(JsonNode accessor, int count) {
        JsonNode view = json.get("bufferViews").get(accessor.get("bufferView").asInt());
        int start =
                view.path("byteOffset").asInt(0) + accessor.path("byteOffset").asInt(0);
        int stride = view.path("byteStride").asInt(4);
        return IntStream.range(0, count)
                .map(k -> binary.getInt(start + k * stride))
                .toArray();
    }
}
