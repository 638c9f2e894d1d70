package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonPlace;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers out of accessors: any component type, strides, normalised integers, sparse replacements. Nothing is allocated
 * that the file's bytes do not bear out. For one thread.
 */
public final class AccessorReader {
    private static final Map<String, Integer> WIDTHS =
            Map.of("SCALAR", 1, "VEC2", 2, "VEC3", 3, "VEC4", 4, "MAT2", 4, "MAT3", 9, "MAT4", 16);
    /** Accessors may overlap, but no sound file reads its bytes this many times over. */
    private static final int REREADS = 8;

    private static final int SMALL = 1 << 16;

    private final GltfDocument document;
    private final Map<Integer, float[]> cache = new HashMap<>();
    private long numbers;

    public AccessorReader(GltfDocument document) {
        this.document = document;
    }

    /** How an accessor's bytes are to be taken. */
    private record Layout(JsonPlace place, ComponentType component, int width, int count, boolean normalised) {}

    /** Index of the accessor a place names. */
    public int resolve(JsonPlace index) {
        return index.index(document.list("accessors").size(), "accessors");
    }

    /** The accessor's place, for messages. */
    public JsonPlace place(int accessor) {
        return document.list("accessors").get(accessor);
    }

    public int count(int accessor) {
        return place(accessor).get("count").integer(1, Integer.MAX_VALUE);
    }

    /** Whether it holds single precision, not integers. */
    public boolean isFloat(int accessor) {
        return component(place(accessor).get("componentType")) == ComponentType.FLOAT;
    }

    /** Numbers an element. */
    public int width(int accessor) {
        JsonPlace type = place(accessor).get("type");
        Integer width = WIDTHS.get(type.text());
        if (width == null) {
            throw type.bad("is '" + type.text() + "', which is no type of glTF");
        }
        return width;
    }

    /** All numbers of an accessor whose elements have the given width; shared, not to be modified. */
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

    /** Numbers that must be finite. */
    public float[] finiteFloats(int accessor, int width) {
        float[] values = floats(accessor, width);
        for (int k = 0; k < values.length; k++) {
            if (!Float.isFinite(values[k])) {
                throw place(accessor)
                        .bad("holds " + values[k] + " at element " + k / width
                                + ", only finite numbers can be worked with");
            }
        }
        return values;
    }

    /** Unsigned integers, one an element. */
    public int[] indices(int accessor) {
        Layout layout = layout(accessor, 1);
        if (layout.component == ComponentType.FLOAT) {
            throw layout.place.bad("has floats where indices are needed");
        }
        double[] values = new double[layout.count];
        view(layout).ifPresent(v -> {
            for (int k = 0; k < values.length; k++) {
                values[k] = layout.component.read(v.data, v.at(k));
            }
        });
        layout.place
                .find("sparse")
                .ifPresent(sparse -> new Sparse(layout, sparse).replace((k, x, value) -> values[k] = value));
        int[] indices = new int[values.length];
        for (int k = 0; k < indices.length; k++) {
            if (values[k] < 0 || values[k] > Integer.MAX_VALUE) {
                throw layout.place.bad("holds the index " + values[k]);
            }
            indices[k] = (int) values[k];
        }
        return indices;
    }

    private Layout layout(int accessor, int width) {
        JsonPlace place = place(accessor);
        if (width(accessor) != width) {
            throw wrongWidth(accessor, width);
        }
        int count = count(accessor);
        boolean normalised = place.find("normalized").map(JsonPlace::flag).orElse(false);
        Layout layout = new Layout(place, component(place.get("componentType")), width, count, normalised);
        view(layout);
        long most = Math.max(SMALL, document.bytes());
        numbers += (long) count * width;
        if (count > most || (long) count * width > Integer.MAX_VALUE - 16 || numbers > REREADS * most) {
            throw place.bad(
                    "claims " + count + " elements, more than the file's " + document.bytes() + " bytes bear out");
        }
        return layout;
    }

    private RuntimeException wrongWidth(int accessor, int width) {
        return place(accessor).bad("has " + width(accessor) + " numbers an element where " + width + " are needed");
    }

    private static ComponentType component(JsonPlace code) {
        int wanted = code.integer(0, Integer.MAX_VALUE);
        return Arrays.stream(ComponentType.values())
                .filter(type -> type.code() == wanted)
                .findFirst()
                .orElseThrow(() -> code.bad("is " + wanted + ", which is no component type of glTF"));
    }

    /** Bytes and where each element of them begins. */
    private record View(ByteBuffer data, int offset, int stride) {
        int at(int k) {
            return offset + k * stride;
        }
    }

    /** Checked to hold every element; absent where the accessor is all zeros. */
    private Optional<View> view(Layout layout) {
        Optional<JsonPlace> index = layout.place.find("bufferView");
        if (index.isEmpty()) {
            return Optional.empty();
        }
        JsonPlace view = document.follow(index.get(), "bufferViews");
        int element = layout.component.bytes() * layout.width;
        int stride = view.find("byteStride").map(s -> s.integer(0, 252)).orElse(0);
        if (stride != 0 && stride < element) {
            throw view.bad("has a stride of " + stride + " bytes for elements of " + element);
        }
        return Optional.of(elements(layout.place, view, layout.place, layout.count, element, stride));
    }

    private View elements(JsonPlace owner, JsonPlace view, JsonPlace offsets, int count, int element, int stride) {
        ByteBuffer data = document.view(view);
        int offset = offsets.find("byteOffset")
                .map(o -> o.integer(0, Integer.MAX_VALUE))
                .orElse(0);
        int step = stride == 0 ? element : stride;
        long end = offset + (long) (count - 1) * step + element;
        if (end > data.capacity()) {
            throw owner.bad("claims " + count + " elements up to byte " + end + " of a view with " + data.capacity());
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
        layout.place
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

    /** Takes one replaced number as stored. */
    private interface Replacement {
        void set(int element, int x, double stored);
    }

    /** Elements that stand elsewhere. */
    private final class Sparse {
        private final Layout layout;
        private final JsonPlace place;
        private final int count;

        Sparse(Layout layout, JsonPlace place) {
            this.layout = layout;
            this.place = place;
            this.count = place.get("count").integer(1, layout.count);
        }

        void replace(Replacement replacement) {
            JsonPlace indices = place.get("indices");
            JsonPlace values = place.get("values");
            ComponentType indexType = component(indices.get("componentType"));
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
                    throw indices.bad("names element " + (long) target + " of " + layout.count);
                }
                for (int x = 0; x < layout.width; x++) {
                    double stored = layout.component.read(to.data, to.at(k) + x * layout.component.bytes());
                    replacement.set((int) target, x, stored);
                }
            }
        }
    }
}
