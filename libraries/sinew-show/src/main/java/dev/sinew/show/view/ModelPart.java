package dev.sinew.show.view;

import dev.sinew.measure.SequenceError;
import dev.sinew.model.BoneSegments;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.show.view.ReportData.PlayedModel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Encodes rest pose, bones and weights of a model for the viewer. */
final class ModelPart {
    /** Up to this many weights are stored in single precision, more in 16 bits. */
    private static final int MAX_FLOAT_WEIGHTS = 1_000_000;

    private static final int FULL = 0xffff;

    private ModelPart() {}

    static void write(PlayedModel played, int index, ViewUnit unit, Buffers buffers, ObjectNode header) {
        SkinnedModel model = played.model();
        String prefix = "model" + index + ".";
        header.put("name", played.name());
        header.put("boneType", model.boneType().name().toLowerCase(Locale.ROOT));
        header.put("buffers", prefix);
        writeBones(model, unit, header.putObject("bones"));
        writeCertainties(played, header.withObject("/bones"));
        buffers.floats(prefix + "rest", unit.rest(model.rest().positions()));
        if (played.layers().isPresent()) {
            TwoLayerPart.write(played.layers().get(), prefix, buffers, header.put("kind", "twoLayer"));
        } else {
            header.put("kind", "linear");
            header.put("influences", writeWeights(model.weights(), prefix, model.boneCount(), buffers));
        }
    }

    /** Writes the vertices and the error of each bone, for the model that the error belongs to. */
    static void writeBoneErrors(SkinnedModel model, SequenceError error, ObjectNode header) {
        BoneErrors errors = BoneErrors.of(model.weights(), model.boneCount(), error);
        ObjectNode bones = header.withObject("/bones");
        numbers(errors.vertices(), bones.putArray("vertices"));
        numbers(errors.percent(), bones.putArray("errorPercent"));
    }

    private static void numbers(double[] values, ArrayNode out) {
        for (double value : values) {
            if (Double.isFinite(value)) {
                // Six digits are more than the page shows.
                out.add(new BigDecimal(value).round(new MathContext(6)).doubleValue());
            } else {
                out.addNull();
            }
        }
    }

    private static void writeBones(SkinnedModel model, ViewUnit unit, ObjectNode header) {
        ArrayNode names = header.putArray("names");
        model.skeleton().names().forEach(names::add);
        // Helper nodes are not counted as bones, here as elsewhere.
        header.put("moving", model.boneCount() - countUnweighted(model, true) - countUnweighted(model, false));
        header.put("endJoints", countUnweighted(model, false));
        ArrayNode parents = header.putArray("parents");
        Arrays.stream(model.skeleton().parents()).forEach(parents::add);
        ArrayNode pivots = header.putArray("pivots");
        for (float x : unit.rest(model.skeleton().pivots())) {
            pivots.add(x);
        }
        if (!model.skeleton().isFlat()) {
            writeSegments(model, unit, header.putObject("segments"));
        }
    }

    /** One per bone; null if it has no joint or the motion does not determine it. */
    private static void writeCertainties(PlayedModel played, ObjectNode bones) {
        if (!played.certainties().isEmpty()) {
            double[] all = played.model().skeleton().names().stream()
                    .mapToDouble(name -> played.certainties().getOrDefault(name, Double.NaN))
                    .toArray();
            numbers(all, bones.putArray("certainty"));
        }
    }

    /** Bones of a skeleton without vertices: helper nodes at the root, or end joints. */
    private static long countUnweighted(SkinnedModel model, boolean roots) {
        if (model.skeleton().isFlat()) {
            return 0;
        }
        SkinWeights weights = model.weights();
        boolean[] moves = new boolean[model.boneCount()];
        for (int at = 0; at < weights.bones().length; at++) {
            moves[weights.bones()[at]] |= weights.weights()[at] > 0;
        }
        if (roots) {
            return BoneSegments.roots(model).stream().filter(j -> !moves[j]).count();
        }
        boolean[] carries = new boolean[model.boneCount()];
        Arrays.stream(model.skeleton().parents()).filter(p -> p >= 0).forEach(p -> carries[p] = true);
        return IntStream.range(0, model.boneCount())
                .filter(j ->
                        !moves[j] && !carries[j] && !BoneSegments.roots(model).contains(j))
                .count();
    }

    /** The bones of a skeleton in its rest pose, as segments of six coordinates. */
    private static void writeSegments(SkinnedModel model, ViewUnit unit, ObjectNode header) {
        ArrayNode roots = header.putArray("roots");
        BoneSegments.roots(model).forEach(roots::add);
        ArrayNode bones = header.putArray("bones");
        ArrayNode ends = header.putArray("ends");
        for (BoneSegments.Segment segment : BoneSegments.of(model)) {
            bones.add(segment.bone());
            for (float x : unit.rest(segment.from())) {
                ends.add(x);
            }
            for (float x : unit.rest(segment.to())) {
                ends.add(x);
            }
        }
    }

    /** Stored influence by influence, which compresses better because neighbouring vertices are similar. */
    private static int writeWeights(SkinWeights weights, String prefix, int boneCount, Buffers buffers) {
        int n = weights.vertexCount();
        int influences = Math.max(1, weights.maxInfluences());
        int[] bones = new int[n * influences];
        float[] fine = new float[n * influences];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < influences; k++) {
                int from = i * weights.influences() + k;
                bones[k * n + i] = weights.bones()[from];
                fine[k * n + i] = (float) weights.weights()[from];
            }
        }
        buffers.integers(prefix + "bones", bones, boneCount);
        if (fine.length <= MAX_FLOAT_WEIGHTS) {
            buffers.floats(prefix + "weights", fine);
        } else {
            buffers.integers(prefix + "weights", toSixteenBits(fine, n, influences), FULL);
        }
        return influences;
    }

    /** Converts to 16 bits; the rounding error goes to the largest weight, so that weights sum to one. */
    private static int[] toSixteenBits(float[] fine, int n, int influences) {
        int[] out = new int[fine.length];
        for (int i = 0; i < n; i++) {
            int rest = FULL;
            for (int k = influences - 1; k > 0; k--) {
                out[k * n + i] = Math.round(FULL * fine[k * n + i]);
                rest -= out[k * n + i];
            }
            out[i] = rest;
        }
        return out;
    }

    /** Encodes virtual bones and their vertex coefficients for the viewer. */
    private static final class TwoLayerPart {
        private TwoLayerPart() {}

        static void write(TwoLayerWeights layers, String prefix, Buffers buffers, ObjectNode header) {
            header.put("virtualBones", layers.virtualBoneCount());
            header.put("atomInfluences", layers.atomInfluences());
            buffers.integers(prefix + "atomBones", layers.atomBones(), layers.masterBoneCount());
            buffers.floats(prefix + "atomWeights", floats(layers.atomWeights(), 1));
            // First virtual bone of all vertices, then the second: neighbouring vertices are similar.
            int n = layers.vertexCount();
            int[] virtual = new int[2 * n];
            for (int i = 0; i < n; i++) {
                virtual[i] = layers.vertexVirtual()[2 * i];
                virtual[n + i] = layers.vertexVirtual()[2 * i + 1];
            }
            buffers.integers(prefix + "virtual", virtual, layers.virtualBoneCount());
            // The two coefficients sum to one.
            buffers.floats(prefix + "coefficients", floats(layers.vertexCoefficients(), 2));
        }

        /** Every {@code step}-th number, starting with the first. */
        private static float[] floats(double[] values, int step) {
            float[] out = new float[values.length / step];
            for (int k = 0; k < out.length; k++) {
                out[k] = (float) values[k * step];
            }
            return out;
        }
    }

    /**
     * Vertices and error of each bone.
     *
     * @param vertices sum of the bone's weights, B
     * @param percent mean vertex error weighted by the bone's weights, percent of the diagonal, B; NaN for bones without vertices
     */
    private record BoneErrors(double[] vertices, double[] percent) {
        /** @param error of the model that the weights belong to */
        public static BoneErrors of(SkinWeights weights, int bones, SequenceError error) {
            double[] perVertex = error.perVertex();
            double[] vertices = new double[bones];
            double[] percent = new double[bones];
            for (int at = 0; at < weights.bones().length; at++) {
                int j = weights.bones()[at];
                double w = weights.weights()[at];
                vertices[j] += w;
                percent[j] += w * perVertex[at / weights.influences()];
            }
            for (int j = 0; j < bones; j++) {
                percent[j] /= vertices[j];
            }
            return new BoneErrors(vertices, percent);
        }
    }
}
