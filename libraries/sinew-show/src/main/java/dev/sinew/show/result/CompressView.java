package dev.sinew.show.result;

import dev.sinew.compress.CompressResult.CurvePoint;
import dev.sinew.job.CompressJobResult;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.SolveResult;
import dev.sinew.show.picture.Picture;
import dev.sinew.show.picture.PictureOptions;
import dev.sinew.show.picture.SceneBuilder;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The view of a compression: both layers, the fallback, the dense input, cost and error curve. */
record CompressView(CompressJobResult result) implements ResultView {
    private TwoLayerModel layered() {
        return result.read().twoLayer().orElseThrow();
    }

    private Showcase showcase() {
        String subtitle = result.layers().virtualBoneCount() + " virtual bones, "
                + Text.number(result.cost().operations()) + " blends per vertex instead of "
                + Text.number(result.inputCost().operations());
        return new Showcase(
                        result.source().file(),
                        subtitle,
                        result.source().truth(),
                        result.read().model(),
                        result.clip(),
                        result.errors().error())
                .withLayers(result.read().twoLayer());
    }

    @Override
    public ReportData page(String command) {
        SolveResult<?> fitted = result.compressed().fitted();
        VirtualBones virtual = VirtualBones.of(layered());
        ReportData page = showcase()
                .page()
                .withModel(
                        "dense input", result.source().model(), result.source().shown());
        if (virtual.fitsOnPage(result.clip())) {
            page = page.withModel("virtual bones", virtual.model(), virtual.moving(result.clip()));
        }
        String metric = result.metric().equals("erms") ? "E_RMS" : result.metric();
        List<CurvePoint> curve = result.compressed().curve();
        double[] costs = curve.stream().mapToDouble(CurvePoint::bonesPerVertex).toArray();
        double[] errors = curve.stream().mapToDouble(CurvePoint::error).toArray();
        Map<String, Object> numbers = new LinkedHashMap<>(result.result());
        numbers.put("outcome", fitted.outcome().name());
        numbers.put("iterations", fitted.iterations());
        return page.withPlot(Plot.convergence(metric, fitted.convergence()))
                .withPlot(Plot.errorAgainstCost(metric, costs, errors))
                .withFacts("Result", Showcase.facts(numbers))
                .withFacts("Cost", Showcase.facts(result.cost().tree()))
                .withFacts(
                        "Cost of the input", Showcase.facts(result.inputCost().tree()))
                .withFacts("Seconds", Showcase.facts(result.seconds()))
                .withCommand(command)
                .withNotes(result.notes());
    }

    @Override
    public void writePicture(Path file) {
        VirtualBones.of(layered()).writePicture(result, file);
    }

    /**
     * The virtual bones as a separate model for display, each at the vertices where its coefficient is largest (LD13 Fig. 4).
     * Negative coefficients are left out, so it shows where virtual bones act, not how they play.
     */
    private record VirtualBones(TwoLayerModel layered, SkinnedModel model) {
        /** Limit for the bone matrices that this adds to a page, in numbers. */
        private static final long MAX_PAGE_NUMBERS = 6_000_000;

        private static final int PANELS = 3;

        static VirtualBones of(TwoLayerModel layered) {
            TwoLayerWeights layers = layered.layers();
            int m = layers.virtualBoneCount();
            double[] pivots = new double[3 * m];
            double[] largest = new double[m];
            Arrays.fill(largest, Double.NEGATIVE_INFINITY);
            double[] weights = new double[layers.vertexVirtual().length];
            float[] rest = layered.fallback().rest().positions();
            for (int at = 0; at < weights.length; at++) {
                int j = layers.vertexVirtual()[at];
                double coefficient = layers.vertexCoefficients()[at];
                weights[at] = Math.min(1, Math.max(0, coefficient));
                if (coefficient > largest[j]) {
                    largest[j] = coefficient;
                    for (int x = 0; x < 3; x++) {
                        pivots[3 * j + x] = rest[at / 2 * 3 + x];
                    }
                }
            }
            SkinWeights shares = SkinWeights.of(2, layers.vertexVirtual(), weights);
            return new VirtualBones(
                    layered,
                    new SkinnedModel(
                            layered.fallback().rest(), shares, Skeleton.flat(pivots), BoneType.AFFINE, List.of()));
        }

        boolean fitsOnPage(Clip clip) {
            return (long) clip.motion().frameCount() * model.boneCount() * BoneMotion.STRIDE <= MAX_PAGE_NUMBERS;
        }

        /** The motion of the virtual bones: the first layer of a clip. */
        Clip moving(Clip clip) {
            TwoLayerWeights layers = layered.layers();
            BoneMotion masters = clip.motion();
            int m = layers.virtualBoneCount();
            int c = layers.atomInfluences();
            double[] matrices = new double[Math.multiplyExact(masters.frameCount() * m, BoneMotion.STRIDE)];
            for (int f = 0; f < masters.frameCount(); f++) {
                for (int a = 0; a < m * c; a++) {
                    int from = masters.offset(f, layers.atomBones()[a]);
                    int to = (f * m + a / c) * BoneMotion.STRIDE;
                    for (int x = 0; x < BoneMotion.STRIDE; x++) {
                        matrices[to + x] += layers.atomWeights()[a] * masters.matrices()[from + x];
                    }
                }
            }
            return new Clip(clip.name(), clip.framesPerSecond(), new BoneMotion(m, masters.frameCount(), matrices));
        }

        /** Draws the original, the virtual bones, and the error of the compressed model. */
        void writePicture(CompressJobResult result, Path file) {
            ModelSource source = result.source();
            int frame = result.errors().error().max().frame();
            Clip shown = moving(oneFrame(result.clip(), frame));
            SceneBuilder scene = SceneBuilder.of(source.truth(), frame)
                    .titled(source.file() + ", frame " + frame)
                    .original("original")
                    .bones(model.boneCount() + " virtual bones", model, shown)
                    .error(
                            "error, E_RMS "
                                    + Text.number(result.errors().error().erms()),
                            layered,
                            result.clip(),
                            result.errors().error());
            Picture.of(scene.build(), PictureOptions.forPanels(PANELS)).write(file);
        }

        /** A clip of this frame only; a scene shows shorter clips at their last frame. */
        private static Clip oneFrame(Clip clip, int frame) {
            BoneMotion motion = clip.motion();
            int size = motion.boneCount() * BoneMotion.STRIDE;
            double[] matrices = Arrays.copyOfRange(motion.matrices(), frame * size, (frame + 1) * size);
            return new Clip(clip.name(), clip.framesPerSecond(), new BoneMotion(motion.boneCount(), 1, matrices));
        }
    }
}
