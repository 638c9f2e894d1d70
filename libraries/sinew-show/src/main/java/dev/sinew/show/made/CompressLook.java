package dev.sinew.show.made;

import dev.sinew.compress.CompressResult.CurvePoint;
import dev.sinew.job.CompressMade;
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
import dev.sinew.run.Fitted;
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

/** A compression: both layers and the fallback, the dense input beside them, cost and curve. */
record CompressLook(CompressMade made) implements Look {
    private TwoLayerModel layered() {
        return made.read().twoLayer().orElseThrow();
    }

    private Showcase showcase() {
        String subtitle = made.layers().virtualBoneCount() + " virtual bones, "
                + Text.number(made.cost().operations()) + " blends per vertex instead of "
                + Text.number(made.inputCost().operations());
        return new Showcase(
                        made.source().file(),
                        subtitle,
                        made.source().truth(),
                        made.read().model(),
                        made.clip(),
                        made.errors().error())
                .withLayers(made.read().twoLayer());
    }

    @Override
    public ReportData page(String command) {
        Fitted<?> fitted = made.compressed().fitted();
        VirtualBones virtual = VirtualBones.of(layered());
        ReportData page = showcase()
                .page()
                .withModel("dense input", made.source().model(), made.source().shown());
        if (virtual.fitsOnPage(made.clip())) {
            page = page.withModel("virtual bones", virtual.model(), virtual.moving(made.clip()));
        }
        String metric = made.metric().equals("erms") ? "E_RMS" : made.metric();
        List<CurvePoint> curve = made.compressed().curve();
        double[] costs = curve.stream().mapToDouble(CurvePoint::bonesPerVertex).toArray();
        double[] errors = curve.stream().mapToDouble(CurvePoint::error).toArray();
        Map<String, Object> numbers = new LinkedHashMap<>(made.result());
        numbers.put("outcome", fitted.outcome().name());
        numbers.put("iterations", fitted.iterations());
        return page.withPlot(Plot.convergence(metric, fitted.convergence()))
                .withPlot(Plot.errorAgainstCost(metric, costs, errors))
                .withFacts("Result", Showcase.facts(numbers))
                .withFacts("Cost", Showcase.facts(made.cost().tree()))
                .withFacts("Cost of the input", Showcase.facts(made.inputCost().tree()))
                .withFacts("Seconds", Showcase.facts(made.seconds()))
                .withCommand(command)
                .withNotes(made.notes());
    }

    @Override
    public void writePicture(Path file) {
        VirtualBones.of(layered()).writePicture(made, file);
    }

    /**
     * The virtual bones of a model to look at, each where its coefficient is largest (LD13 Fig. 4): a model of its own whose
     * bones they are. Coefficients below zero have no place in it, so it shows where bones are and not how they play.
     */
    private record VirtualBones(TwoLayerModel layered, SkinnedModel model) {
        /** Numbers of bone matrices that a page may be made larger by. */
        private static final long PAGE_NUMBERS = 6_000_000;

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
            return (long) clip.motion().frameCount() * model.boneCount() * BoneMotion.STRIDE <= PAGE_NUMBERS;
        }

        /** The virtual bones' own motion, the first layer of a clip. */
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

        /** The original, the virtual bones, and where the compressed model differs most. */
        void writePicture(CompressMade result, Path file) {
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

        /** Of this frame alone: a scene shows a clip that is shorter than its own frame in the clip's last one. */
        private static Clip oneFrame(Clip clip, int frame) {
            BoneMotion motion = clip.motion();
            int size = motion.boneCount() * BoneMotion.STRIDE;
            double[] matrices = Arrays.copyOfRange(motion.matrices(), frame * size, (frame + 1) * size);
            return new Clip(clip.name(), clip.framesPerSecond(), new BoneMotion(motion.boneCount(), 1, matrices));
        }
    }
}
