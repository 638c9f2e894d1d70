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

/** Rest pose, bones and weights of a model for the viewer. */
final class ModelPart {
    /** Up to so many weights are kept in single precision; beyond it in 16 bits. */
    private static final int FINE_WEIGHTS = 1_000_000;

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

    /** What each bone moves and how well, for the model that the error is of. */
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
        // Nodes that only carry others are not counted as bones, here as elsewhere.
        header.put("moving", model.boneCount() - idle(model, true) - idle(model, false));
        header.put("endJoints", idle(model, false));
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

    /** One per bone, null where it has no joint that motion could tell of. */
    private static void writeCertainties(PlayedModel played, ObjectNode bones) {
        if (!played.certainties().isEmpty()) {
            double[] all = played.model().skeleton().names().stream()
                    .mapToDouble(name -> played.certainties().getOrDefault(name, Double.NaN))
                    .toArray();
            numbers(all, bones.putArray("certainty"));
        }
    }

    /** Bones of a skeleton that hold no vertex: those that carry others from the root on, or those at the ends of limbs, which say how long these are. */
    private static long idle(SkinnedModel model, boolean roots) {
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

    /** What a skeleton looks like in its rest pose: pieces of bones, six coordinates each. */
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

    /** Influence by influence rather than vertex by vertex: neighbours then stand side by side. */
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
        if (fine.length <= FINE_WEIGHTS) {
            buffers.floats(prefix + "weights", fine);
        } else {
            buffers.integers(prefix + "weights", coarse(fine, n, influences), FULL);
        }
        return influences;
    }

    /** Sixteen bits each; what rounding takes or adds goes to the largest weight, so that they still sum to one. */
    private static int[] coarse(float[] fine, int n, int influences) {
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

    /** Virtual bones and what vertices take of them, for the viewer. */
    private static final class TwoLayerPart {
        private TwoLayerPart() {}

        static void write(TwoLayerWeights layers, String prefix, Buffers buffers, ObjectNode header) {
            header.put("virtualBones", layers.virtualBoneCount());
            header.put("atomInfluences", layers.atomInfluences());
            buffers.integers(prefix + "atomBones", layers.atomBones(), layers.masterBoneCount());
            buffers.floats(prefix + "atomWeights", floats(layers.atomWeights(), 1));
            // First virtual bones of all vertices, then the second ones: neighbours stand side by side.
            int n = layers.vertexCount();
            int[] virtual = new int[2 * n];
            for (int i = 0; i < n; i++) {
                virtual[i] = layers.vertexVirtual()[2 * i];
                virtual[n + i] = layers.vertexVirtual()[2 * i + 1];
            }
            buffers.integers(prefix + "virtual", virtual, layers.virtualBoneCount());
            // The second coefficient is what the first leaves to one.
            buffers.floats(prefix + "coefficients", floats(layers.vertexCoefficients(), 2));
        }

        /** Every {@code step}-th number, the first one included. */
        private static float[] floats(double[] values, int step) {
            float[] out = new float[values.length / step];
            for (int k = 0; k < out.length; k++) {
                out[k] = (float) values[k * step];
            }
            return out;
        }
    }

    /**
     * What each bone of a model moves, and how well.
     *
     * @param vertices sum of each bone's weights: how many vertices it moves, B
     * @param percent mean of the vertices' errors by the bone's weights, percent of the diagonal, B; NaN for bones that move
     *     nothing
     */
    private record BoneErrors(double[] vertices, double[] percent) {
        /** @param error of the model the weights belong to */
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
