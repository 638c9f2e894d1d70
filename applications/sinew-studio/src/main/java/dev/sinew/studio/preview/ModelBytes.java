package dev.sinew.studio.preview;

import dev.sinew.job.text.Json;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Encodes a model for a page that already has its mesh: a JSON header, then raw arrays in the units of the file. Nothing is
 * compressed: both programs run on the same machine, where compression costs more time than it saves.
 */
final class ModelBytes {
    private static final int ALIGNMENT_BYTES = 8;

    private final Map<String, Object> header = new LinkedHashMap<>();
    private final List<Map<String, Object>> arrays = new ArrayList<>();
    private final List<ByteBuffer> parts = new ArrayList<>();
    private int length;

    private ModelBytes() {}

    /**
     * Layout: 4 bytes with the length of the header, the header, then the arrays, each at a multiple of 8 bytes from the end of
     * the header.
     */
    static byte[] of(SkinnedModel model) {
        ModelBytes bytes = new ModelBytes();
        bytes.describe(model);
        bytes.floats("rest", model.rest().positions());
        bytes.weights(model.weights());
        bytes.doubles("motion", model.clips().get(0).motion().matrices());
        bytes.normals(model.rest());
        bytes.header.put("arrays", bytes.arrays);
        return bytes.join();
    }

    private void describe(SkinnedModel model) {
        header.put("vertices", model.vertexCount());
        header.put("frames", model.clips().get(0).motion().frameCount());
        header.put("boneType", model.boneType().name().toLowerCase(Locale.ROOT));
        header.put("names", model.skeleton().names());
        header.put("parents", Arrays.stream(model.skeleton().parents()).boxed().toList());
        header.put("pivots", Arrays.stream(model.skeleton().pivots()).boxed().toList());
    }

    /** All first influences, then all second ones and so on, as in scenes. */
    private void weights(SkinWeights weights) {
        int n = weights.vertexCount();
        int influences = Math.max(1, weights.maxInfluences());
        int[] bones = new int[n * influences];
        float[] shares = new float[n * influences];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < influences; k++) {
                bones[k * n + i] = weights.bones()[i * weights.influences() + k];
                shares[k * n + i] = (float) weights.weights()[i * weights.influences() + k];
            }
        }
        header.put("influences", influences);
        integers("bones", bones);
        floats("weights", shares);
    }

    /**
     * Normal values, and for every corner its row and its vertex. The page needs both, because it draws triangles where the mesh
     * has other faces.
     */
    private void normals(Mesh mesh) {
        mesh.surface().normals().ifPresent(given -> {
            floats("normals", given.values());
            integers("normalRows", given.rows());
            integers("normalVertices", mesh.corners());
        });
    }

    private void floats(String name, float[] values) {
        add(name, "f32", values.length, 4).asFloatBuffer().put(values);
    }

    private void doubles(String name, double[] values) {
        add(name, "f64", values.length, 8).asDoubleBuffer().put(values);
    }

    private void integers(String name, int[] values) {
        add(name, "u32", values.length, 4).asIntBuffer().put(values);
    }

    private ByteBuffer add(String name, String type, int count, int width) {
        ByteBuffer part = ByteBuffer.allocate(align(count * width)).order(ByteOrder.LITTLE_ENDIAN);
        arrays.add(new LinkedHashMap<>(Map.of("name", name, "type", type, "at", length, "length", count)));
        parts.add(part);
        length += part.capacity();
        return part;
    }

    private static int align(int bytes) {
        return (bytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    private byte[] join() {
        byte[] text = Json.text(header).getBytes(StandardCharsets.UTF_8);
        // Pad the JSON with spaces, so that browsers can read the arrays in place.
        int headerLength = align(4 + text.length) - 4;
        ByteBuffer all = ByteBuffer.allocate(4 + headerLength + length).order(ByteOrder.LITTLE_ENDIAN);
        all.putInt(headerLength).put(text);
        while (all.position() < 4 + headerLength) {
            all.put((byte) ' ');
        }
        parts.forEach(part -> all.put(part.array()));
        return all.array();
    }
}
