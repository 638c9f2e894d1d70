package dev.sinew.show.made;

import dev.sinew.job.text.Text;
import dev.sinew.measure.NormalError;
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
}
