package dev.sinew.io.gltf.document;

import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Collects the one buffer of a file and describes it in {@code bufferViews} and {@code accessors}. */
public final class BinaryBuilder {
    /** What a view is for; glTF wants it said for vertices and indices and unsaid elsewhere. */
    public enum Target {
        VERTICES(34962),
        INDICES(34963),
        OTHER(0);

        private final int code;

        Target(int code) {
            this.code = code;
        }

        /** Says it in a view, where it is to be said. */
        public void put(ObjectNode view) {
            if (this != OTHER) {
                view.put("target", code);
            }
        }
    }

    private final ArrayNode views;
    private final ArrayNode accessors;
    private final List<byte[]> pieces = new ArrayList<>();
    private long length;

    public BinaryBuilder(ObjectNode root) {
        this.views = root.putArray("bufferViews");
        this.accessors = root.putArray("accessors");
    }

    /** The buffer's bytes in order; every piece is a multiple of four long. */
    List<byte[]> pieces() {
        return pieces;
    }

    long length() {
        return length;
    }

    public static ByteBuffer littleEndian(long bytes) {
        if (bytes > Integer.MAX_VALUE - 16) {
            throw new RefusedException(
                    "the model needs " + bytes + " bytes in one piece, a file holds less than 2 GiB");
        }
        return ByteBuffer.allocate((int) (bytes + 3) / 4 * 4).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Adds bytes (a multiple of four of them, the last up to three padding) and returns the view's index. */
    public int view(byte[] bytes, int used, Target target) {
        ObjectNode view = views.addObject();
        view.put("buffer", 0);
        view.put("byteOffset", length);
        view.put("byteLength", used);
        target.put(view);
        pieces.add(bytes);
        length += bytes.length;
        return views.size() - 1;
    }

    /** A view of floats. */
    public int view(float[] values, Target target) {
        ByteBuffer data = littleEndian(4L * values.length);
        data.asFloatBuffer().put(values);
        return view(data.array(), data.capacity(), target);
    }

    /** Adds an accessor and returns it, for what else it should say; its index is {@link #lastAccessor}. */
    public ObjectNode accessor(int view, long byteOffset, ComponentType component, int count, String type) {
        ObjectNode accessor = accessors.addObject();
        accessor.put("bufferView", view);
        if (byteOffset > 0) {
            accessor.put("byteOffset", byteOffset);
        }
        accessor.put("componentType", component.code());
        accessor.put("count", count);
        accessor.put("type", type);
        return accessor;
    }

    public int lastAccessor() {
        return accessors.size() - 1;
    }

    /** A float attribute of vertices, in a view of its own. */
    public int vertexFloats(float[] values, int width) {
        accessor(view(values, Target.VERTICES), 0, ComponentType.FLOAT, values.length / width, "VEC" + width);
        return lastAccessor();
    }

    /** Says the smallest and largest value of each component, as exactly as the floats are stored. */
    public void putBounds(ObjectNode accessor, float[] values, int from, int count, int width) {
        ArrayNode min = accessor.putArray("min");
        ArrayNode max = accessor.putArray("max");
        for (int x = 0; x < width; x++) {
            float low = values[from + x];
            float high = low;
            for (int k = 1; k < count; k++) {
                low = Math.min(low, values[from + k * width + x]);
                high = Math.max(high, values[from + k * width + x]);
            }
            min.add((double) low);
            max.add((double) high);
        }
    }
}
