package dev.sinew.show.view;

import dev.sinew.mesh.Mesh;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a scene as specified in docs/reference/viewer-format.md. */
final class SceneReader {
    private final ViewScene scene;
    final JsonNode header;

    SceneReader(ViewScene scene) {
        this.scene = scene;
        this.header = JsonMapper.shared().readTree(scene.json());
    }

    static byte[] unzip(byte[] gzip) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bits of every number, before differences are summed. */
    private int[] planes(String name, int width) {
        byte[] raw = unzip(scene.buffers().get(name));
        int count = header.get("buffers").get(name).get("length").asInt();
        int[] out = new int[count];
        for (int b = 0; b < width; b++) {
            for (int i = 0; i < count; i++) {
                out[i] |= (raw[b * count + i] & 0xff) << (8 * b);
            }
        }
        return out;
    }

    float[] floats(String name) {
        int[] bits = planes(name, 4);
        float[] out = new float[bits.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = Float.intBitsToFloat(bits[i]);
        }
        return out;
    }

    double[] doubles(String name) {
        byte[] raw = unzip(scene.buffers().get(name));
        double[] out = new double[header.get("buffers").get(name).get("length").asInt()];
        for (int i = 0; i < out.length; i++) {
            long bits = 0;
            for (int b = 0; b < 8; b++) {
                bits |= (raw[b * out.length + i] & 0xffL) << (8 * b);
            }
            out[i] = Double.longBitsToDouble(bits);
        }
        return out;
    }

    int[] integers(String name) {
        String type = header.get("buffers").get(name).get("type").asString();
        int width = Integer.parseInt(type.substring(1)) / 8;
        int[] out = planes(name, width);
        int mask = width == 4 ? -1 : (1 << 8 * width) - 1;
        int sum = 0;
        for (int i = 0; i < out.length; i++) {
            sum += (out[i] >>> 1) ^ -(out[i] & 1);
            out[i] = sum & mask;
        }
        return out;
    }

    /** Positions of the original in the units of the file, one array per shown frame. */
    double[][] original(Mesh mesh) {
        JsonNode stage = header.get("stage");
        int n = mesh.vertexCount();
        int[] neighbour = PositionCodec.neighbours(mesh);
        double[][] out = new double[stage.get("frames").get("count").asInt()][];
        short[][] edges = new short[out.length][3 * n];
        float[] boxes = floats("boxes");
        int f = 0;
        for (JsonNode chunk : stage.get("original").get("chunks")) {
            byte[] raw = unzip(scene.buffers().get(chunk.get("buffer").asString()));
            for (int k = 0; k < chunk.get("frames").asInt(); k++, f++) {
                decodeEdges(raw, 6 * n * k, n, edges, f);
                out[f] = positions(edges[f], neighbour, boxes, f, stage);
            }
        }
        return out;
    }

    private static void decodeEdges(byte[] raw, int at, int n, short[][] edges, int f) {
        for (int k = 0; k < 3 * n; k++) {
            int x = k % 3;
            int i = k / 3;
            int z = (raw[at + x * n + i] & 0xff) | (raw[at + (x + 3) * n + i] & 0xff) << 8;
            int last = f > 0 ? edges[f - 1][k] : 0;
            int speed = f > 1 ? (short) (last - edges[f - 2][k]) : 0;
            edges[f][k] = (short) (last + (speed >> 1) + ((z >>> 1) ^ -(z & 1)));
        }
    }

    private static double[] positions(short[] edges, int[] neighbour, float[] boxes, int f, JsonNode stage) {
        double cell = stage.get("original").get("cell").asDouble();
        double size = stage.get("unit").get("size").asDouble();
        int[] q = new int[edges.length];
        double[] out = new double[edges.length];
        for (int k = 0; k < q.length; k++) {
            int p = neighbour[k / 3];
            q[k] = (edges[k] + (p == PositionCodec.NONE ? 0 : q[3 * p + k % 3])) & 0xffff;
            double centre = stage.get("unit").get("centre").get(k % 3).asDouble();
            out[k] = centre + size * (boxes[6 * f + k % 3] + cell * q[k]);
        }
        return out;
    }
}
