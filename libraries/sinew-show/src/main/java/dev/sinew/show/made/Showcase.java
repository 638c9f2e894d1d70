package dev.sinew.show.made;

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
 * A model beside the sequence it stands for, to look at: as a page and as a picture.
 *
 * @param title what was worked on
 * @param subtitle what was done to it, in a few words
 * @param layers where the error is of the model played in two layers
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

    /** The same with a model that is played in two layers, its own weights being the fallback. */
    Showcase withLayers(Optional<TwoLayerModel> newLayers) {
        return new Showcase(title, subtitle, truth, model, clip, error, newLayers);
    }

    /** The page's content so far; verbs add what only they know. */
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
                .withFacts("Error in full", facts.details());
    }

    /** Named values as facts, those that are there. */
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
        // The worst frame tells most of an error, the calmest of a skeleton.
        int frame = model.skeleton().isFlat() ? error.max().frame() : calmestFrame();
        String caption = "error, E_RMS " + Text.number(error.erms());
        SceneBuilder scene = SceneBuilder.of(truth, frame)
                .titled(title + ", frame " + frame)
                .original("original")
                .bones(Text.count(boneCount(), "bone"), model, clip);
        scene = layers.isPresent()
                ? scene.error(caption, layers.get(), clip, error)
                : scene.error(caption, model, clip, error);
        PictureOptions options = PictureOptions.forPanels(PANELS);
        // A skeleton has more to look at.
        PictureOptions chosen = model.skeleton().isFlat() ? options : options.withSize(2100, 860);
        Picture.of(scene.build(), chosen).write(file);
    }

    /** The frame nearest to the rest pose, wherever it stands. */
    private int calmestFrame() {
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

    /** Variance of the way vertices have gone. */
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

    /** Nodes of a skeleton that only carry others are not counted. */
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

    /** How far a model is from the truth, for the page: a verdict, a few figures, and the rest for those who ask. */
    private record ErrorFacts(SequenceError error) {
        /** The page must not say that a bind pose has moved by what rounding moves. */
        private static final double STILL = 0.005;

        private Optional<NormalError> normals() {
            return error.seen().flatMap(SequenceError.Seen::normals);
        }

        private Optional<RestError> rest() {
            return error.seen().map(SequenceError.Seen::rest);
        }

        /** "Worst 2.0 % of the size, in frame 53; shading 3.2° off; the bind pose has not moved" */
        String verdict() {
            StringBuilder verdict =
                    new StringBuilder("Worst " + Text.number(error.max().value()) + " % of the size, in frame "
                            + error.max().frame());
            normals()
                    .ifPresent(normals -> verdict.append(
                            "; shading " + degrees(normals.matrix().mean()) + " off"));
            rest().ifPresent(rest -> verdict.append(
                    rest.drift() < STILL
                            ? "; the bind pose has not moved"
                            : "; bind pose " + degrees(rest.normals()) + " off"));
            rest().filter(rest -> rest.flipped() > 0)
                    .ifPresent(rest -> verdict.append(", " + Text.number(rest.flipped()) + " % of it flipped"));
            return verdict.toString();
        }

        private static String degrees(double value) {
            return String.format(Locale.ROOT, value < 10 ? "%.1f°" : "%.0f°", value);
        }

        /** Set large: one each of position, shading and bind pose, and the worst place. */
        List<Fact> figures() {
            List<Fact> facts = new ArrayList<>();
            facts.add(Fact.of("E_RMS", error.erms())
                    .meaning("root mean square per coordinate, thousandths of the radius"));
            facts.add(Fact.of("worst", error.max().value())
                    .in("%")
                    .meaning("of the size; click to go there")
                    .at(error.max().vertex(), error.max().frame()));
            normals()
                    .ifPresent(normals -> facts.add(Fact.of(
                                    "shading", rounded(normals.matrix().mean()))
                            .in("°")
                            .meaning(
                                    "mean angle between the normals engines shade with and the true ones; click for the worst")
                            .at(normals.worst().vertex(), normals.worst().frame())
                            .showing("angle")));
            rest().ifPresent(rest -> facts.add(Fact.of("bind pose", rounded(rest.normals()))
                    .in("°")
                    .meaning("mean angle between the faces of the stored bind pose and of the given mesh")));
            return facts;
        }

        /** More digits of a mean angle than anybody can see. */
        private static double rounded(double degrees) {
            return Math.round(100 * degrees) / 100.0;
        }

        List<Fact> details() {
            List<Fact> facts = new ArrayList<>();
            facts.add(Fact.of("RMSE", error.rmsePercent()).in("%").meaning("root mean square distance, of the size"));
            if (!Double.isNaN(error.distortionPercent())) {
                facts.add(
                        Fact.of("distortion", error.distortionPercent()).in("%").meaning("of the motion itself"));
            }
            normals().ifPresent(normals -> {
                facts.add(Fact.of(
                                "shading, 95 % are below",
                                rounded(normals.matrix().p95()))
                        .in("°"));
                facts.add(Fact.of("shading, more than 30° off", normals.matrix().over30())
                        .in("%"));
                facts.add(Fact.of(
                                "by inverse transpose",
                                rounded(normals.cofactor().mean()))
                        .in("°")
                        .meaning("as Filament, Bevy and USD turn normals"));
                facts.add(Fact.of("recomputed", rounded(normals.surface().mean()))
                        .in("°")
                        .meaning("normals of the posed faces themselves: what the geometry allows"));
            });
            rest().ifPresent(rest -> {
                facts.add(Fact.of("bind pose moved", rest.drift()).in("%").meaning("root mean square, of the size"));
                facts.add(Fact.of(
                                "its edges",
                                "× " + Text.number(rest.edges().low()) + " – "
                                        + Text.number(rest.edges().high()))
                        .meaning("5th and 95th percentile of new to given length"));
                facts.add(Fact.of("its faces flipped", rest.flipped()).in("%"));
            });
            error.seen().map(SequenceError.Seen::weightIslands).ifPresent(islands -> facts.add(islands(islands)));
            return facts;
        }

        private static Fact islands(BoneRegions islands) {
            return Fact.of("parts per bone", rounded(islands.mean()))
                    .meaning("connected parts of the mesh where a bone's weight is above 0.05; 1 is clean. Bone "
                            + islands.bone() + " has most: " + islands.most());
        }
    }
}
