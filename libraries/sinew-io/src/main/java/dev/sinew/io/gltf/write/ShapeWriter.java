package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.BinaryBuilder.Target;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.quantize.PositionGrid;
import dev.sinew.io.parts.Storage;
import dev.sinew.keys.Property;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinnedModel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes correctives as morph targets, and their weights in the clips. Unmoved vertices are omitted if that takes fewer bytes
 * (sparse accessors). Quantized positions have 16 bits per number, normals 8.
 */
final class ShapeWriter {
    /** Offsets below this fraction of the model's size are omitted. */
    private static final double MIN_RELATIVE_OFFSET = 1e-6;
    /** Normal offsets below this are omitted: a hundredth of a degree. */
    private static final double MIN_NORMAL_OFFSET = 2e-4;

    private static final int SHORT = 32767;
    private static final int BYTE = 127;

    private final BinaryBuilder binary;
    private final SkinnedModel model;
    private final VertexSplit split;
    private final Optional<PositionGrid> grid;
    private final Storage storage;

    ShapeWriter(
            BinaryBuilder binary, SkinnedModel model, VertexSplit split, Optional<PositionGrid> grid, Storage storage) {
        this.binary = binary;
        this.model = model;
        this.split = split;
        this.grid = grid;
        this.storage = storage;
    }

    /**
     * @param mesh modified: its primitives receive their targets, and it receives their names
     * @param amounts weights without animation
     */
    void writeTargets(ObjectNode mesh, double[] amounts) {
        Correctives shapes = model.correctives();
        double size = Box.around(model.rest().positions()).diagonal();
        double unmoved = Math.max(MIN_RELATIVE_OFFSET, 0.1 * storage.tolerance()) * size;
        ArrayNode restWeights = mesh.putArray("weights");
        ArrayNode names = mesh.putObject("extras").putArray("targetNames");
        int[] positions = new int[shapes.count()];
        int[] normals = new int[shapes.normals().length];
        for (int k = 0; k < positions.length; k++) {
            if (amounts[k] == 0) {
                restWeights.add(0);
            } else {
                restWeights.add((float) amounts[k]);
            }
            names.add(shapes.names().get(k));
            positions[k] = put(positions(shapes.positions()[k], unmoved), positionForm());
            if (normals.length > 0) {
                float[] orientations = normals(shapes.normals()[k]);
                normals[k] = put(orientations, normalForm(orientations));
            }
        }
        for (JsonNode primitive : mesh.get("primitives")) {
            ArrayNode targets = ((ObjectNode) primitive).putArray("targets");
            for (int k = 0; k < positions.length; k++) {
                ObjectNode target = targets.addObject().put("POSITION", positions[k]);
                if (normals.length > 0) {
                    target.put("NORMAL", normals[k]);
                }
            }
        }
    }

    private float[] positions(float[] shape, double unmoved) {
        float[] out = new float[3 * split.count()];
        for (int i = 0; i < split.count(); i++) {
            copyUnlessNothing(shape, 3 * split.source(i), unmoved, out, 3 * i);
        }
        return out;
    }

    private float[] normals(float[] shape) {
        float[] out = new float[3 * split.count()];
        for (int i = 0; i < split.count(); i++) {
            if (split.normalRow(i) != VertexSplit.NO_ROW) {
                copyUnlessNothing(shape, 3 * split.normalRow(i), MIN_NORMAL_OFFSET, out, 3 * i);
            }
        }
        return out;
    }

    private static void copyUnlessNothing(float[] from, int at, double nothing, float[] out, int to) {
        double x = from[at];
        double y = from[at + 1];
        double z = from[at + 2];
        if (x * x + y * y + z * z > nothing * nothing) {
            System.arraycopy(from, at, out, to, 3);
        }
    }

    /** How a number is stored: as a fraction of {@code one} with the given type, or unchanged. */
    private record Form(ComponentType type, double one, double unit) {
        int whole(float value) {
            return (int) Math.max(-one, Math.min(one, Math.rint(value / unit * one)));
        }

        boolean isFloat() {
            return type == ComponentType.FLOAT;
        }
    }

    /** Offsets in the unit of the quantized positions. */
    private Form positionForm() {
        return grid.map(g -> new Form(ComponentType.SHORT, SHORT, g.toSpace()[0]))
                .orElse(new Form(ComponentType.FLOAT, 1, 1));
    }

    /** Normalised integers cannot represent more than one. */
    private Form normalForm(float[] orientations) {
        boolean small = grid.isPresent();
        for (float x : orientations) {
            small &= Math.abs(x) <= 1;
        }
        return small ? new Form(ComponentType.BYTE, BYTE, 1) : new Form(ComponentType.FLOAT, 1, 1);
    }

    /** Three numbers per vertex as an accessor: all, or only those that are not zero. */
    private int put(float[] values, Form form) {
        int count = values.length / 3;
        int[] some = moved(values);
        int tight = 3 * form.type.bytes();
        int index = count <= 65535 ? 2 : 4;
        boolean sparse = !storage.isPacked() && (long) some.length * (tight + index) < (long) count * padded(tight);
        ObjectNode accessor;
        if (sparse) {
            accessor = binary.zeros(form.type, count, "VEC3");
            if (some.length > 0) {
                putSparse(accessor, values, some, form, index);
            }
        } else {
            byte[] bytes = bytes(values, all(count), form, padded(tight));
            int view = form.isFloat() && !storage.isPacked()
                    ? binary.view(bytes, bytes.length, Target.VERTICES)
                    : binary.strided(bytes, padded(tight), Target.VERTICES);
            accessor = binary.accessor(view, 0, form.type, count, "VEC3");
        }
        if (!form.isFloat()) {
            accessor.put("normalized", true);
        }
        putBounds(accessor, values, form);
        return binary.lastAccessor();
    }

    private static int padded(int bytes) {
        return (bytes + 3) / 4 * 4;
    }

    private static int[] all(int count) {
        int[] all = new int[count];
        java.util.Arrays.setAll(all, i -> i);
        return all;
    }

    private static int[] moved(float[] values) {
        return java.util.stream.IntStream.range(0, values.length / 3)
                .filter(i -> values[3 * i] != 0 || values[3 * i + 1] != 0 || values[3 * i + 2] != 0)
                .toArray();
    }

    private void putSparse(ObjectNode accessor, float[] values, int[] some, Form form, int index) {
        ByteBuffer indices = BinaryBuilder.littleEndian((long) index * some.length);
        for (int i : some) {
            if (index == 2) {
                indices.putShort((short) i);
            } else {
                indices.putInt(i);
            }
        }
        byte[] stored = bytes(values, some, form, 3 * form.type.bytes());
        ObjectNode sparse = accessor.putObject("sparse");
        sparse.put("count", some.length);
        ComponentType type = index == 2 ? ComponentType.UNSIGNED_SHORT : ComponentType.UNSIGNED_INT;
        sparse.putObject("indices")
                .put("bufferView", binary.view(indices.array(), index * some.length, Target.OTHER))
                .put("componentType", type.code());
        int used = 3 * form.type.bytes() * some.length;
        sparse.putObject("values").put("bufferView", binary.view(stored, used, Target.OTHER));
    }

    private static byte[] bytes(float[] values, int[] some, Form form, int stride) {
        ByteBuffer data = BinaryBuilder.littleEndian((long) stride * some.length);
        for (int n = 0; n < some.length; n++) {
            data.position(n * stride);
            for (int x = 0; x < 3; x++) {
                float value = values[3 * some[n] + x];
                switch (form.type) {
                    case SHORT -> data.putShort((short) form.whole(value));
                    case BYTE -> data.put((byte) form.whole(value));
                    default -> data.putFloat(value);
                }
            }
        }
        return data.array();
    }

    /** The bounds of the stored numbers, not of their values. */
    private void putBounds(ObjectNode accessor, float[] values, Form form) {
        if (form.isFloat()) {
            binary.putBounds(accessor, values, 0, values.length / 3, 3);
            return;
        }
        ArrayNode min = accessor.putArray("min");
        ArrayNode max = accessor.putArray("max");
        for (int x = 0; x < 3; x++) {
            int low = Integer.MAX_VALUE;
            int high = Integer.MIN_VALUE;
            for (int k = x; k < values.length; k += 3) {
                low = Math.min(low, form.whole(values[k]));
                high = Math.max(high, form.whole(values[k]));
            }
            min.add(low);
            max.add(high);
        }
    }

    /** @param animations one per clip, modified: receives a channel for each clip with weights */
    void writeAmounts(ArrayNode animations, int node) {
        for (int c = 0; c < animations.size(); c++) {
            Clip clip = model.clips().get(c);
            if (clip.shapes().length > 0) {
                writeAmounts((ObjectNode) animations.get(c), clip, node);
            }
        }
    }

    private void writeAmounts(ObjectNode animation, Clip clip, int node) {
        int frames = clip.motion().frameCount();
        float[] times = new float[frames];
        for (int f = 0; f < frames; f++) {
            times[f] = Vocabulary.time(f, clip.framesPerSecond());
        }
        float[] amounts = new float[clip.shapes().length];
        for (int k = 0; k < amounts.length; k++) {
            amounts[k] = (float) clip.shapes()[k];
        }
        ArrayNode samplers = (ArrayNode) animation.get("samplers");
        ObjectNode sampler = samplers.addObject();
        sampler.put("input", scalars(times, true)).put("interpolation", "LINEAR");
        sampler.put("output", scalars(amounts, false));
        ObjectNode channel = ((ArrayNode) animation.get("channels")).addObject();
        channel.put("sampler", samplers.size() - 1)
                .putObject("target")
                .put("node", node)
                .put("path", Property.WEIGHTS.path());
    }

    private int scalars(float[] values, boolean bounds) {
        int view = storage.isPacked()
                ? binary.strided(BinaryBuilder.bytes(values), 4, Target.OTHER)
                : binary.view(values, Target.OTHER);
        ObjectNode accessor = binary.accessor(view, 0, ComponentType.FLOAT, values.length, "SCALAR");
        if (bounds) {
            binary.putBounds(accessor, values, 0, values.length, 1);
        }
        return binary.lastAccessor();
    }

    /**
     * Scales shapes so that their weights are from 0 to 1, the range of sliders in other programs; Blender clips values below
     * it. The shape at its lowest weight becomes part of the mesh, u′ = u + low·d, and weights are relative to it: c′ = (c −
     * low)/(high − low), d′ = (high − low)·d. So u′ + c′·d′ = u + c·d, on keys and between. Without animation the file has
     * the weights that give u.
     *
     * @param restWeights these weights, one per shape
     */
    record SliderRange(SkinnedModel model, double[] restWeights) {
        /** Minimum length of a normal: shorter ones keep their direction. */
        private static final double MIN_NORMAL_LENGTH = 1e-6;

        static SliderRange of(SkinnedModel model) {
            int count = model.correctives().count();
            double[] low = new double[count];
            double[] high = new double[count];
            for (Clip clip : model.clips()) {
                for (int at = 0; at < clip.shapes().length; at++) {
                    low[at % count] = Math.min(low[at % count], clip.shapes()[at]);
                    high[at % count] = Math.max(high[at % count], clip.shapes()[at]);
                }
            }
            if (Arrays.stream(low).allMatch(x -> x == 0)) {
                return new SliderRange(model, new double[count]);
            }
            return new Shift(low, high).of(model);
        }

        /** c = from + c′·span per shape; the end closer to zero is the lower one. */
        private static final class Shift {
            private final double[] from;
            private final double[] span;

            Shift(double[] low, double[] high) {
                from = new double[low.length];
                span = new double[low.length];
                for (int k = 0; k < low.length; k++) {
                    boolean turned = -low[k] > high[k];
                    from[k] = low[k] == 0 ? 0 : turned ? high[k] : low[k];
                    span[k] = low[k] == 0 ? 1 : turned ? low[k] - high[k] : high[k] - low[k];
                }
            }

            SliderRange of(SkinnedModel model) {
                Correctives shapes = model.correctives();
                double[] one = from;
                Mesh rest = model.rest()
                        .withPositions(shapes.addToPositions(model.rest().positions(), one, 0));
                float[][] positions = scaled(shapes.positions());
                float[][] normals = scaled(shapes.normals());
                Optional<CornerAttribute> rows = rest.surface().normals();
                if (normals.length > 0 && rows.isPresent()) {
                    float[] unit = unit(
                            rows.get().values(), shapes.addToNormals(rows.get().values(), one, 0), normals);
                    CornerAttribute turned =
                            new CornerAttribute(3, unit, rows.get().rows());
                    rest = rest.withSurface(rest.surface().withNormals(Optional.of(turned)));
                }
                List<Clip> clips = new ArrayList<>();
                for (Clip clip : model.clips()) {
                    double[] amounts = clip.shapes().clone();
                    Arrays.setAll(amounts, at -> (amounts[at] - from[at % from.length]) / span[at % from.length]);
                    clips.add(clip.withShapes(amounts));
                }
                double[] restWeights = new double[from.length];
                Arrays.setAll(restWeights, k -> -from[k] / span[k] + 0.0);
                SkinnedModel moved = model.withRest(rest)
                        .withCorrectives(new Correctives(shapes.names(), positions, normals), clips);
                return new SliderRange(moved, restWeights);
            }

            private float[][] scaled(float[][] shapes) {
                float[][] out = new float[shapes.length][];
                for (int k = 0; k < shapes.length; k++) {
                    out[k] = new float[shapes[k].length];
                    for (int x = 0; x < out[k].length; x++) {
                        out[k][x] = (float) (span[k] * shapes[k][x]);
                    }
                }
                return out;
            }

            /** Normalises rows and divides the shapes' offsets by the same lengths. @param shapes modified */
            private static float[] unit(float[] before, float[] rows, float[][] shapes) {
                float[] out = rows.clone();
                for (int at = 0; at + 2 < out.length; at += 3) {
                    double length = length(out, at);
                    if (length < MIN_NORMAL_LENGTH) {
                        for (int x = at; x < at + 3; x++) {
                            out[x] += (float) (MIN_NORMAL_LENGTH * before[x]);
                        }
                        length = length(out, at);
                    }
                    for (int x = at; x < at + 3 && length > 0; x++) {
                        out[x] = (float) (out[x] / length);
                        for (float[] shape : shapes) {
                            shape[x] = (float) (shape[x] / length);
                        }
                    }
                }
                return out;
            }

            private static double length(float[] v, int at) {
                return Math.sqrt(
                        (double) v[at] * v[at] + (double) v[at + 1] * v[at + 1] + (double) v[at + 2] * v[at + 2]);
            }
        }
    }
}
