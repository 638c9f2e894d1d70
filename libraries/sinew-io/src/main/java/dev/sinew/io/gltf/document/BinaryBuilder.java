package dev.sinew.io.gltf.document;

import dev.sinew.io.gltf.meshopt.AttributeCodec;
import dev.sinew.io.gltf.meshopt.TriangleCodec;
import dev.sinew.io.parts.Storage.Packing;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Builds the single buffer of a file and its {@code bufferViews} and {@code accessors}. */
public final class BinaryBuilder {
    /** The target of a view. glTF requires it for vertices and indices and forbids it elsewhere. */
    public enum Target {
        VERTICES(34962),
        INDICES(34963),
        OTHER(0);

        private final int code;

        Target(int code) {
            this.code = code;
        }

        /** Sets the target of a view, if it has one. */
        public void put(ObjectNode view) {
            if (this != OTHER) {
                view.put("target", code);
            }
        }
    }

    private final ArrayNode views;
    private final ArrayNode accessors;
    private final List<byte[]> pieces = new ArrayList<>();
    private final Packing packing;
    private long length;
    /** Unpacked size of the packed views. */
    private long unpacked;

    public BinaryBuilder(ObjectNode root) {
        this(root, Packing.NONE);
    }

    /** @param packing how to store views with a known element size */
    public BinaryBuilder(ObjectNode root, Packing packing) {
        this.packing = packing;
        this.views = root.putArray("bufferViews");
        this.accessors = root.putArray("accessors");
    }

    public boolean isPacked() {
        return packing == Packing.MESHOPT;
    }

    /** The buffer's bytes in order; the length of every piece is a multiple of four. */
    List<byte[]> pieces() {
        return pieces;
    }

    public long length() {
        return length;
    }

    public static ByteBuffer littleEndian(long bytes) {
        if (bytes > Integer.MAX_VALUE - 16) {
            throw new InvalidInputException("the model needs a buffer of " + bytes
                    + " bytes; glTF files must be smaller than 2 GiB. Write fewer clips or frames");
        }
        return ByteBuffer.allocate((int) (bytes + 3) / 4 * 4).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Adds bytes (a multiple of four, including up to three of padding) and returns the view's index. */
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

    /** A view whose elements are this many bytes apart, a multiple of four. */
    public int strided(byte[] bytes, int stride, Target target) {
        if (packing == Packing.NONE) {
            int view = view(bytes, bytes.length, target);
            if (target == Target.VERTICES) {
                ((ObjectNode) views.get(view)).put("byteStride", stride);
            }
            return view;
        }
        return packed(AttributeCodec.encode(bytes, stride), bytes.length / stride, stride, "ATTRIBUTES", target);
    }

    /**
     * A view of filtered numbers, if views are packed.
     *
     * @param filter the filter that restores the numbers
     */
    public int filtered(byte[] bytes, int stride, String filter, Target target) {
        int view = strided(bytes, stride, target);
        ((ObjectNode) views.get(view).get("extensions").get(Vocabulary.MESHOPT)).put("filter", filter);
        return view;
    }

    /** A view of triangles; packing may change which corner of a triangle comes first. */
    public int triangles(int[] indices, ComponentType type) {
        if (packing == Packing.MESHOPT) {
            byte[] bytes = TriangleCodec.encode(indices);
            return packed(bytes, indices.length, type.bytes(), "TRIANGLES", Target.INDICES);
        }
        ByteBuffer data = littleEndian((long) indices.length * type.bytes());
        for (int index : indices) {
            if (type == ComponentType.UNSIGNED_SHORT) {
                data.putShort((short) index);
            } else {
                data.putInt(index);
            }
        }
        return view(data.array(), indices.length * type.bytes(), Target.INDICES);
    }

    private int packed(byte[] bytes, int count, int stride, String mode, Target target) {
        ObjectNode view = views.addObject();
        view.put("buffer", 1).put("byteOffset", unpacked).put("byteLength", (long) count * stride);
        if (target == Target.VERTICES) {
            view.put("byteStride", stride);
        }
        target.put(view);
        unpacked += ((long) count * stride + 3) / 4 * 4;
        ObjectNode how = view.putObject("extensions").putObject(Vocabulary.MESHOPT);
        how.put("buffer", 0).put("byteOffset", length).put("byteLength", bytes.length);
        how.put("byteStride", stride).put("count", count).put("mode", mode);
        byte[] whole = java.util.Arrays.copyOf(bytes, (bytes.length + 3) / 4 * 4);
        pieces.add(whole);
        length += whole.length;
        return views.size() - 1;
    }

    /** The unpacked buffer that packed views refer to; it is not stored in the file. */
    Optional<ObjectNode> placeholder() {
        if (unpacked == 0) {
            return Optional.empty();
        }
        ObjectNode buffer = GltfContainer.newRoot().put("byteLength", unpacked);
        buffer.putObject("extensions").putObject(Vocabulary.MESHOPT).put("fallback", true);
        return Optional.of(buffer);
    }

    /** A view of floats. */
    public int view(float[] values, Target target) {
        byte[] data = bytes(values);
        return view(data, data.length, target);
    }

    public static byte[] bytes(float[] values) {
        ByteBuffer data = littleEndian(4L * values.length);
        data.asFloatBuffer().put(values);
        return data.array();
    }

    /** Adds an accessor and returns its JSON for further properties; its index is {@link #lastAccessor}. */
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

    /** An accessor of zeros, as the base of a sparse accessor. */
    public ObjectNode zeros(ComponentType component, int count, String type) {
        ObjectNode accessor = accessors.addObject();
        accessor.put("componentType", component.code());
        accessor.put("count", count);
        accessor.put("type", type);
        return accessor;
    }

    public ObjectNode accessor(int number) {
        return (ObjectNode) accessors.get(number);
    }

    public int lastAccessor() {
        return accessors.size() - 1;
    }

    /** A float attribute of vertices, in a separate view. */
    public int vertexFloats(float[] values, int width) {
        int view = packing == Packing.NONE
                ? view(values, Target.VERTICES)
                : strided(bytes(values), 4 * width, Target.VERTICES);
        accessor(view, 0, ComponentType.FLOAT, values.length / width, "VEC" + width);
        return lastAccessor();
    }

    /** Writes the minimum and maximum of each component, exactly as stored. */
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
