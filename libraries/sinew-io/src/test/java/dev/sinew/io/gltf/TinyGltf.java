package dev.sinew.io.gltf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Builds small glTF files by hand, as other programs might write them. */
public final class TinyGltf {
    public final ObjectNode root = JsonMapper.shared().createObjectNode();
    private final ByteBuffer data = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    public TinyGltf() {
        root.putObject("asset").put("version", "2.0");
    }

    public ArrayNode list(String name) {
        return root.withArray(name);
    }

    /** A view of floats. */
    public int view(double... values) {
        int from = data.position();
        for (double value : values) {
            data.putFloat((float) value);
        }
        return viewOf(from);
    }

    public int view(byte... bytes) {
        int from = data.position();
        data.put(bytes);
        int view = viewOf(from);
        data.position((data.position() + 3) / 4 * 4);
        return view;
    }

    public int shorts(int... values) {
        byte[] bytes = new byte[2 * values.length];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            buffer.putShort((short) value);
        }
        return view(bytes);
    }

    private int viewOf(int from) {
        ObjectNode view = list("bufferViews").addObject();
        view.put("buffer", 0).put("byteOffset", from).put("byteLength", data.position() - from);
        return list("bufferViews").size() - 1;
    }

    public ObjectNode accessor(int view, int component, int count, String type) {
        ObjectNode accessor = list("accessors").addObject();
        accessor.put("bufferView", view)
                .put("componentType", component)
                .put("count", count)
                .put("type", type);
        return accessor;
    }

    public int last(String list) {
        return list(list).size() - 1;
    }

    /** An accessor of floats. */
    public int floats(String type, int width, double... values) {
        accessor(view(values), 5126, values.length / width, type);
        return last("accessors");
    }

    public int bytes(String type, int width, int... values) {
        byte[] bytes = new byte[values.length];
        for (int k = 0; k < bytes.length; k++) {
            bytes[k] = (byte) values[k];
        }
        accessor(view(bytes), 5121, values.length / width, type);
        return last("accessors");
    }

    public ObjectNode node(String name) {
        return list("nodes").addObject().put("name", name);
    }

    public static void put(ObjectNode node, String name, double... values) {
        ArrayNode array = node.putArray(name);
        Arrays.stream(values).forEach(array::add);
    }

    /** A skin with these joint nodes, without inverse bind matrices. */
    public ObjectNode skin(int... joints) {
        ObjectNode skin = list("skins").addObject();
        ArrayNode array = skin.putArray("joints");
        Arrays.stream(joints).forEach(array::add);
        return skin;
    }

    /** A mesh of one triangle (0,0,0) (1,0,0) (0,1,0), with vertex k only on joint {@code joints[k]}. */
    public ObjectNode triangle(int... joints) {
        int positions = floats("VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0);
        int named = bytes("VEC4", 4, joints[0], 0, 0, 0, joints[1], 0, 0, 0, joints[2], 0, 0, 0);
        int weights = floats("VEC4", 4, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
        ObjectNode primitive = list("meshes").addObject().putArray("primitives").addObject();
        ObjectNode attributes = primitive.putObject("attributes");
        attributes.put("POSITION", positions).put("JOINTS_0", named).put("WEIGHTS_0", weights);
        return primitive;
    }

    public ObjectNode channel(int node, String path, String interpolation, int times, int values) {
        ArrayNode animations = list("animations");
        ObjectNode animation = animations.isEmpty() ? animations.addObject() : (ObjectNode) animations.get(0);
        ArrayNode samplers = animation.withArray("samplers");
        samplers.addObject().put("input", times).put("output", values).put("interpolation", interpolation);
        ObjectNode channel = animation.withArray("channels").addObject();
        channel.put("sampler", samplers.size() - 1);
        channel.putObject("target").put("node", node).put("path", path);
        return channel;
    }

    public byte[] buffer() {
        return Arrays.copyOf(data.array(), Math.max(4, data.position()));
    }

    /** Writes it with the buffer in a data URI. */
    public Path write(Path file) throws IOException {
        return write(
                file,
                "data:application/octet-stream;base64," + Base64.getEncoder().encodeToString(buffer()));
    }

    public Path write(Path file, String uri) throws IOException {
        root.remove("buffers");
        list("buffers").addObject().put("byteLength", buffer().length).put("uri", uri);
        Files.write(file, JsonMapper.shared().writeValueAsBytes(root));
        return file;
    }
}
