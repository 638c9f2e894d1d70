package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonValue;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads numbers from accessors: any component type, strides, normalised integers, sparse replacements. Never allocates more
 * than the file's bytes justify. Not thread-safe.
 */
public final class AccessorReader {
    private static final Map<String, Integer> WIDTHS =
            Map.of("SCALAR", 1, "VEC2", 2, "VEC3", 3, "VEC4", 4, "MAT2", 4, "MAT3", 9, "MAT4", 16);
    /** Accessors may overlap, but no valid file reads its bytes this many times. */
    private static final int MAX_REREADS = 8;
    /** Many instances of a small mesh share their accessors: this many numbers are read from any file. */
    private static final long SHARED_NUMBERS = 1L << 26;

    private static final int SMALL = 1 << 16;

    private final GltfDocument document;
    private final Map<Integer, float[]> cache = new HashMap<>();
    private long numbers;

    public AccessorReader(GltfDocument document) {
        this.document = document;
    }

    /** How to interpret an accessor's bytes. */
    private record Layout(JsonValue location, ComponentType component, int width, int count, boolean normalised) {}

    /** Index of the accessor that a JSON value refers to. */
    public int resolve(JsonValue index) {
        return index.index(document.list("accessors").size(), "accessors");
    }

    /** The accessor's location, for messages. */
    public JsonValue location(int accessor) {
        return document.list("accessors").get(accessor);
    }

    public int count(int accessor) {
        return location(accessor).get("count").integer(1, Integer.MAX_VALUE);
    }

    /** Whether it contains single-precision floats, not integers. */
    public boolean isFloat(int accessor) {
        return ComponentType.of(location(accessor).get("componentType")) == ComponentType.FLOAT;
    }

    /** Numbers per element. */
    public int width(int accessor) {
        return components(location(accessor).get("type"));
    }

    /** All numbers of an accessor whose elements have this width; shared, do not modify. */
    public float[] floats(int accessor, int width) {
        float[] known = cache.get(accessor);
        if (known == null) {
            Layout layout = layout(accessor, width);
            known = new float[layout.count * width];
            read(layout, known);
            cache.put(accessor, known);
        } else if (width(accessor) != width) {
            throw wrongWidth(accessor, width);
        }
        return known;
    }

    /** Like {@link #floats}, but rejects numbers that are not finite. */
    public float[] finiteFloats(int accessor, int width) {
        float[] values = floats(accessor, width);
        for (int k = 0; k < values.length; k++) {
            if (!Float.isFinite(values[k])) {
                throw location(accessor)
                        .bad("contains " + values[k] + " at element " + k / width
                                + "; only finite numbers are supported");
            }
        }
        return values;
    }

    /** Unsigned integers, one per element. */
    public int[] indices(int accessor) {
        Layout layout = layout(accessor, 1);
        if (layout.component == ComponentType.FLOAT) {
            throw layout.location.bad("contains floats instead of indices");
        }
        double[] values = new double[layout.count];
        view(layout).ifPresent(v -> {
            for (int k = 0; k < values.length; k++) {
                values[k] = layout.component.read(v.data, v.at(k));
            }
        });
        layout.location
                .find("sparse")
                .ifPresent(sparse -> new Sparse(layout, sparse).replace((k, x, value) -> values[k] = value));
        int[] indices = new int[values.length];
        for (int k = 0; k < indices.length; k++) {
            if (values[k] < 0 || values[k] > Integer.MAX_VALUE) {
                throw layout.location.bad("contains the invalid index " + values[k]);
            }
            indices[k] = (int) values[k];
        }
        return indices;
    }

    private Layout layout(int accessor, int width) {
        JsonValue location = location(accessor);
        if (width(accessor) != width) {
            throw wrongWidth(accessor, width);
        }
        int count = count(accessor);
        boolean normalised = location.find("normalized").map(JsonValue::flag).orElse(false);
        Layout layout = new Layout(location, ComponentType.of(location.get("componentType")), width, count, normalised);
        view(layout);
        long most = Math.max(SMALL, document.bytes());
        numbers += (long) count * width;
        if (count > most
                || (long) count * width > Integer.MAX_VALUE - 16
                || numbers > Math.max(SHARED_NUMBERS, MAX_REREADS * most)) {
            throw location.bad(
                    "claims " + count + " elements, more than the file's " + document.bytes() + " bytes can contain");
        }
        return layout;
    }

    private RuntimeException wrongWidth(int accessor, int width) {
        return location(accessor).bad("has " + width(accessor) + " numbers per element instead of " + width);
    }

    /** Number of components of an accessor's {@code type}. */
    static int components(JsonValue type) {
        Integer width = WIDTHS.get(type.text());
        if (width == null) {
            throw type.bad("is '" + type.text() + "', which is not a glTF accessor type");
        }
        return width;
    }

    /** Bytes with the offset and stride of their elements. */
    private record View(ByteBuffer data, int offset, int stride) {
        int at(int k) {
            return offset + k * stride;
        }
    }

    /** Checked to contain every element; empty if the accessor is all zeros. */
    private Optional<View> view(Layout layout) {
        Optional<JsonValue> index = layout.location.find("bufferView");
        if (index.isEmpty()) {
            return Optional.empty();
        }
        JsonValue view = document.follow(index.get(), "bufferViews");
        int element = layout.component.bytes() * layout.width;
        int stride = view.find("byteStride").map(s -> s.integer(0, 252)).orElse(0);
        if (stride != 0 && stride < element) {
            throw view.bad("has a stride of " + stride + " bytes, less than its elements of " + element + " bytes");
        }
        return Optional.of(elements(layout.location, view, layout.location, layout.count, element, stride));
    }

    private View elements(JsonValue owner, JsonValue view, JsonValue offsets, int count, int element, int stride) {
        ByteBuffer data = document.view(view);
        int offset = offsets.find("byteOffset")
                .map(o -> o.integer(0, Integer.MAX_VALUE))
                .orElse(0);
        int step = stride == 0 ? element : stride;
        long end = offset + (long) (count - 1) * step + element;
        if (end > data.capacity()) {
            throw owner.bad(
                    "claims " + count + " elements up to byte " + end + ", but its view has " + data.capacity());
        }
        return new View(data, offset, step);
    }

    private void read(Layout layout, float[] out) {
        view(layout).ifPresent(v -> {
            for (int k = 0; k < layout.count; k++) {
                int at = v.at(k);
                for (int x = 0; x < layout.width; x++) {
                    out[k * layout.width + x] = value(layout, v.data, at + x * layout.component.bytes());
                }
            }
        });
        layout.location
                .find("sparse")
                .ifPresent(sparse -> new Sparse(layout, sparse).replace((k, x, stored) -> {
                    double value = layout.normalised ? layout.component.normalised(stored) : stored;
                    out[k * layout.width + x] = (float) value;
                }));
    }

    private static float value(Layout layout, ByteBuffer data, int at) {
        double stored = layout.component.read(data, at);
        return (float) (layout.normalised ? layout.component.normalised(stored) : stored);
    }

    /** Receives one replaced number as stored. */
    private interface Replacement {
        void set(int element, int x, double stored);
    }

    /** Elements that are stored separately. */
    private final class Sparse {
        private final Layout layout;
        private final JsonValue location;
        private final int count;

        Sparse(Layout layout, JsonValue location) {
            this.layout = layout;
            this.location = location;
            this.count = location.get("count").integer(1, layout.count);
        }

        void replace(Replacement replacement) {
            JsonValue indices = location.get("indices");
            JsonValue values = location.get("values");
            ComponentType indexType = ComponentType.of(indices.get("componentType"));
            int element = layout.component.bytes() * layout.width;
            View from = elements(
                    indices,
                    document.follow(indices.get("bufferView"), "bufferViews"),
                    indices,
                    count,
                    indexType.bytes(),
                    0);
            View to = elements(
                    values, document.follow(values.get("bufferView"), "bufferViews"), values, count, element, 0);
            for (int k = 0; k < count; k++) {
                double target = indexType.read(from.data, from.at(k));
                if (!(target >= 0 && target < layout.count)) {
                    throw indices.bad("refers to element " + (long) target + ", but there are " + layout.count);
                }
                for (int x = 0; x < layout.width; x++) {
                    double stored = layout.component.read(to.data, to.at(k) + x * layout.component.bytes());
                    replacement.set((int) target, x, stored);
                }
            }
        }
    }
}
