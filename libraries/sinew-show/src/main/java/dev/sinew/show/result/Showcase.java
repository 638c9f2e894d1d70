package dev.sinew.show.result;

import dev.sinew.job.text.Text;
import dev.sinew.measure.BoneRegions;
import dev.sinew.measure.NormalError;
import dev.sinew.measure.RestError;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneSegments;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.show.picture.Picture;
import dev.sinew.show.picture.PictureOptions;
import dev.sinew.show.picture.SceneBuilder;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A model compared with its sequence, as a page and as a picture.
 *
 * @param title the subject
 * @param subtitle what was done to it, in a few words
 * @param layers present if the error is that of the model played in two layers
 */
record Showcase(
        String title,
        String subtitle,
        MeshSequence truth,
        SkinnedModel model,
        Clip clip,
        SequenceError error,
        Optional<TwoLayerModel> layers) {
    private static final int PANELS = 3;

    Showcase(String title, String subtitle, MeshSequence truth, SkinnedModel model, Clip clip, SequenceError error) {
        this(title, subtitle, truth, model, clip, error, Optional.empty());
    }

    /** The same for a two-layer model, whose own weights are the fallback. */
    Showcase withLayers(Optional<TwoLayerModel> newLayers) {
        return new Showcase(title, subtitle, truth, model, clip, error, newLayers);
    }

    /** The common content of the page; verbs add their own. */
    ReportData page() {
        ReportData data = ReportData.titled(title, subtitle).withOriginal(truth);
        ReportData played = layers.map(
                        two -> data.withModel("two layers", two, clip).withModel("fallback", model, clip))
                .orElseGet(() -> data.withModel("result", model, clip));
        ReportData measured = played.withError(error);
        Optional<NormalError> normals = error.seen().flatMap(SequenceError.Seen::normals);
        if (normals.isPresent()) {
            measured = measured.withPlot(Plot.shadingPerFrame(normals.get()));
        }
        ErrorFacts facts = new ErrorFacts(error);
        return measured.withVerdict(facts.verdict())
                .withFacts("Error", facts.figures())
                .withFacts("Error details", facts.details());
    }

    /** Named values as facts; absent values are skipped. */
    static List<Fact> facts(Map<String, ?> values) {
        List<Fact> facts = new ArrayList<>();
        values.forEach((name, value) -> {
            if (value instanceof Number || value instanceof String) {
                facts.add(Fact.of(name, value));
            }
        });
        return facts;
    }

    void writePicture(Path file) {
        // The worst frame shows the error best, the frame nearest to rest the skeleton.
        int frame = model.skeleton().isFlat() ? error.max().frame() : frameNearestRest();
        String caption = "error, E_RMS " + Text.number(error.erms());
        SceneBuilder scene = SceneBuilder.of(truth, frame)
                .titled(title + ", frame " + frame)
                .original("original")
                .bones(Text.count(boneCount(), "bone"), model, clip);
        scene = layers.isPresent()
                ? scene.error(caption, layers.get(), clip, error)
                : scene.error(caption, model, clip, error);
        PictureOptions options = PictureOptions.forPanels(PANELS);
        // A skeleton has more detail.
        PictureOptions chosen = model.skeleton().isFlat() ? options : options.withSize(2100, 860);
        Picture.of(scene.build(), chosen).write(file);
    }

    /** The frame nearest to the rest pose, regardless of translation. */
    private int frameNearestRest() {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int f = 0; f < truth.frameCount(); f++) {
            double moved = spread(truth.rest().positions(), truth.frame(f));
            if (moved < least) {
                least = moved;
                best = f;
            }
        }
        return best;
    }

    /** Variance of the vertex displacements. */
    private static double spread(float[] from, float[] to) {
        double[] sums = new double[3];
        double squares = 0;
        for (int k = 0; k < from.length; k++) {
            double way = to[k] - from[k];
            sums[k % 3] += way;
            squares += way * way;
        }
        return squares - (sums[0] * sums[0] + sums[1] * sums[1] + sums[2] * sums[2]) / Math.max(1, from.length / 3);
    }

    /** The number of bones that move vertices. */
    private long boneCount() {
        if (model.skeleton().isFlat()) {
            return model.boneCount();
        }
        return model.boneCount()
                - BoneSegments.roots(model).stream().filter(this::movesNothing).count();
    }

    private boolean movesNothing(int bone) {
        SkinWeights weights = model.weights();
        return IntStream.range(0, weights.bones().length)
                .noneMatch(at -> weights.bones()[at] == bone && weights.weights()[at] > 0);
    }

    /** The error of a model for the page: a verdict, some figures, and details. */
    private record ErrorFacts(SequenceError error) {
        /** Drift below which the bind pose counts as unchanged, above the effect of rounding. */
        private static final double UNCHANGED_DRIFT_PERCENT = 0.005;

        private Optional<NormalError> normals() {
            return error.seen().flatMap(SequenceError.Seen::normals);
        }

        private Optional<RestError> rest() {
            return error.seen().map(SequenceError.Seen::rest);
        }

        /** "Worst 2.0 % of the size, in frame 53; normals off by 3.2°; bind pose unchanged" */
        String verdict() {
            StringBuilder verdict =
                    new StringBuilder("Worst " + Text.number(error.max().value()) + " % of the size, in frame "
                            + error.max().frame());
            normals()
                    .ifPresent(normals -> verdict.append(
                            "; normals off by " + degrees(normals.matrix().mean())));
            rest().ifPresent(rest -> verdict.append(
                    rest.drift() < UNCHANGED_DRIFT_PERCENT
                            ? "; bind pose unchanged"
                            : "; bind-pose normals by " + degrees(rest.normals())));
            rest().filter(rest -> rest.flipped() > 0)
                    .ifPresent(rest -> verdict.append(", " + Text.number(rest.flipped()) + " % of its faces flipped"));
            return verdict.toString();
        }

        private static String degrees(double value) {
            return String.format(Locale.ROOT, value < 10 ? "%.1f°" : "%.0f°", value);
        }

        /** The main figures: position, shading, bind pose and the largest error. */
        List<Fact> figures() {
            List<Fact> facts = new ArrayList<>();
            facts.add(Fact.of("E_RMS", error.erms())
                    .meaning("root mean square per coordinate, in thousandths of the radius"));
            facts.add(Fact.of("worst", error.max().value())
                    .in("%")
                    .meaning("of the size; click to see it")
                    .at(error.max().vertex(), error.max().frame()));
            normals()
                    .ifPresent(normals -> facts.add(Fact.of(
                                    "shading", rounded(normals.matrix().mean()))
                            .in("°")
                            .meaning(
                                    "mean angle between the normals in engines and those of the original; click for the largest")
                            .at(normals.worst().vertex(), normals.worst().frame())
                            .showing("angle")));
            rest().ifPresent(rest -> facts.add(Fact.of("bind pose", rounded(rest.normals()))
                    .in("°")
                    .meaning("mean angle between the faces of the stored bind pose and of the input mesh")));
            return facts;
        }

        /** Rounds to two digits, which are enough for a mean angle. */
        private static double rounded(double degrees) {
            return Math.round(100 * degrees) / 100.0;
        }

        List<Fact> details() {
            List<Fact> facts = new ArrayList<>();
            facts.add(Fact.of("RMSE", error.rmsePercent())
                    .in("%")
                    .meaning("root mean square distance, relative to the size"));
            if (!Double.isNaN(error.distortionPercent())) {
                facts.add(
                        Fact.of("distortion", error.distortionPercent()).in("%").meaning("relative to the motion"));
            }
            normals().ifPresent(normals -> {
                facts.add(Fact.of(
                                "shading, 95th percentile",
                                rounded(normals.matrix().p95()))
                        .in("°"));
                facts.add(Fact.of(
                                "shading, off by more than 30°",
                                normals.matrix().over30())
                        .in("%"));
                facts.add(Fact.of(
                                "with inverse transpose",
                                rounded(normals.cofactor().mean()))
                        .in("°")
                        .meaning("as in Filament, Bevy and USD"));
                facts.add(Fact.of("recomputed", rounded(normals.surface().mean()))
                        .in("°")
                        .meaning("normals of the posed faces, the limit set by the geometry"));
            });
            rest().ifPresent(rest -> {
                facts.add(Fact.of("bind pose moved", rest.drift())
                        .in("%")
                        .meaning("root mean square, relative to the size"));
                facts.add(Fact.of(
                                "bind pose, edges",
                                "× " + Text.number(rest.edges().low()) + " – "
                                        + Text.number(rest.edges().high()))
                        .meaning("5th and 95th percentile of the length relative to the input"));
                facts.add(Fact.of("bind pose, flipped faces", rest.flipped()).in("%"));
            });
            error.seen().map(SequenceError.Seen::weightIslands).ifPresent(regions -> facts.add(regions(regions)));
            return facts;
        }

        private static Fact regions(BoneRegions regions) {
            return Fact.of("parts per bone", rounded(regions.mean()))
                    .meaning("connected regions with a weight above 0.05 per bone; ideally 1. Bone " + regions.bone()
                            + " has most: " + regions.most());
        }
    }
}
