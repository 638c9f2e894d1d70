package dev.sinew.show.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.math.Workers;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.sample.NoisySequence;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.PlayedModel;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.show.view.ViewScene;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.TwoLayerSkinning;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Writes the pages that sinew-interop/browser opens in a real browser, with Java's positions beside them. */
class BrowserPagesTest {
    private static final Path FOLDER = Path.of("target/browser");

    @Test
    void tentacle() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 40);
        write("tentacle", report(sequence, ClusterModel.of(sequence, 9, 4)), ViewBudget.PAGE);
    }

    @Test
    void manyInfluences() throws IOException {
        MeshSequence sequence = Tentacle.of(12, 40, 10);
        write("influences", report(sequence, ClusterModel.of(sequence, 20, 16)), ViewBudget.PAGE);
    }

    @Test
    void horse() throws IOException {
        Optional<Path> data = SharedData.folder();
        assumeTrue(data.isPresent(), "skipped: no folder shared/data above the working directory");
        MeshSequence sequence = SharedData.sequence(data.get(), "horse-gallop");
        write("horse", report(sequence, ClusterModel.of(sequence, 30, 4)), ViewBudget.PAGE);
    }

    @Test
    void onlyTheModel() throws IOException {
        MeshSequence sequence = Tentacle.of(12, 20, 12);
        SkinnedModel model = ClusterModel.of(sequence, 5, 4);
        ReportData data = ReportData.titled("model", "nothing to compare with")
                .withModel("Result", model, model.clips().get(0));
        write("model", data, ViewBudget.PAGE);
    }

    @Test
    void onlyTheSequence() throws IOException {
        ReportData data = ReportData.titled("sequence", "a sample").withOriginal(Tentacle.of(12, 20, 12));
        write("sequence", data, ViewBudget.PAGE);
    }

    @Test
    void thinned() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 200);
        write("thinned", report(sequence, ClusterModel.of(sequence, 9, 4)), new ViewBudget(200_000, 1 << 24, 10_000));
    }

    @Test
    void tooLarge() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 20);
        write("toolarge", report(sequence, ClusterModel.of(sequence, 9, 4)), new ViewBudget(5_000, 1 << 24, 10_000));
    }

    /** Ten times its size away at the end: the camera has to go along. */
    @Test
    void travelling() throws IOException {
        MeshSequence sequence = moved(Tentacle.of(24, 60, 60), 0.3, 0);
        write("travelling", report(sequence, ClusterModel.of(sequence, 9, 4)), ViewBudget.PAGE);
    }

    @Test
    void severalModels() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 40);
        SkinnedModel coarse = ClusterModel.of(sequence, 4, 2);
        ReportData data = report(sequence, ClusterModel.of(sequence, 9, 4))
                .withModel("Coarse", coarse, coarse.clips().get(0));
        write("models", data, ViewBudget.PAGE);
    }

    /** A skeleton, and a sequence that it does not quite follow. */
    @Test
    void skeleton() throws IOException {
        Mannequin mannequin = new Mannequin();
        SkinnedModel model = mannequin.rigged(3000, 24);
        write("skeleton", report(NoisySequence.of(mannequin.make(3000, 24), 0.002, 1), model), ViewBudget.PAGE);
    }

    /** The toggle of a compressed model: two layers, its fallback, and the dense one it came from. */
    @Test
    void twoLayers() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 40);
        SkinnedModel dense = ClusterModel.of(sequence, 15, 15);
        TwoLayerModel layered = LayeredModel.of(dense, 7);
        Clip clip = dense.clips().get(0);
        SequenceError error;
        try (Workers workers = new Workers(2)) {
            error = Measure.of(layered, clip, sequence, workers);
        }
        ReportData data = ReportData.titled(sequence.name(), "two layers of a quick dense model")
                .withOriginal(sequence)
                .withModel("Two layers", layered, clip)
                .withModel("Fallback", layered.fallback(), clip)
                .withModel("Dense", dense, clip)
                .withError(error);
        write("twolayer", data, ViewBudget.PAGE);
    }

    /** Every frame a step further, every vertex off by a little. */
    private static MeshSequence moved(MeshSequence sequence, double step, double noise) {
        Random random = new Random(1);
        float[][] frames = new float[sequence.frameCount()][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = sequence.frame(f).clone();
            for (int k = 0; k < frames[f].length; k++) {
                frames[f][k] += (float) (k % 3 == 0 ? step * f : 0) + (float) (noise * random.nextGaussian());
            }
        }
        return new MeshSequence(sequence.name(), sequence.rest(), FrameSource.of(frames), sequence.framesPerSecond());
    }

    /** 50 k vertices × 200 frames, only when asked for: it takes a while. */
    @Test
    void large() throws IOException {
        assumeTrue(Boolean.getBoolean("sinew.large"), "skipped: -Dsinew.large=true makes the large page");
        // Noise of 0.05 % of the size is hard to compress: scans have as much.
        MeshSequence sequence = moved(Tentacle.of(200, 250, 200), 0, 1e-3);
        SkinnedModel model = ClusterModel.of(sequence, 40, 4);
        Path page = write("large", report(sequence, model), ViewBudget.PAGE);
        assertThat(Files.size(page)).isLessThan(60_000_000);
    }

    private static ReportData report(MeshSequence sequence, SkinnedModel model) {
        Clip clip = model.clips().get(0);
        SequenceError error;
        try (Workers workers = new Workers(2)) {
            error = Measure.of(model, clip, sequence, workers);
        }
        return ReportData.titled(sequence.name(), "fit · " + model.boneCount() + " bones · 4 influences")
                .withOriginal(sequence)
                .withModel("Result", model, clip)
                .withFacts("Result", figures(error, model))
                .withPlot(Plot.convergence("erms", new double[] {41, 12, 6.2, 4.4, 3.6, 3.2, 3.05, 2.98, 2.95, 2.94}))
                .withError(error)
                .withPlot(Plot.errorAgainstBones(
                        "erms", new double[] {5, 10, 15, 20, 30}, new double[] {14, 6.1, 3.9, 2.9, 1.8}))
                .withFacts("Options", options(model))
                .withCommand("sinew fit " + sequence.name() + ".obj --bones " + model.boneCount() + " --seed 1 -o "
                        + sequence.name() + ".glb --report " + sequence.name() + ".html")
                .withNotes(List.of("This model comes from a quick clustering, not from the solver."));
    }

    private static List<Fact> figures(SequenceError error, SkinnedModel model) {
        return List.of(
                Fact.of("E_RMS", error.erms())
                        .meaning("1000·‖A−Â‖/√(3NF), in radii of the ball around the first frame"),
                Fact.of("RMS error", error.rmsePercent()).in("% of size"),
                Fact.of("Worst vertex", error.max().value())
                        .in("%")
                        .at(error.max().vertex(), error.max().frame()),
                Fact.of("Distortion", error.distortionPercent()).in("%"),
                Fact.of("Bones", model.boneCount()),
                Fact.of("Solve", 1.234).in("s"));
    }

    private static List<Fact> options(SkinnedModel model) {
        return List.of(
                Fact.of("bones", model.boneCount()),
                Fact.of("bone-type", "affine"),
                Fact.of("influences", model.weights().influences()),
                Fact.of("rest", "solve"),
                Fact.of("seed", 1));
    }

    /** The page, and what the models' positions are in three frames, for the browser to be held against. */
    private static Path write(String name, ReportData data, ViewBudget budget) throws IOException {
        Files.createDirectories(FOLDER);
        ViewScene scene = data.encode(budget);
        Path page = FOLDER.resolve(name + ".html");
        AtomicFile.write(page, out -> ReportPage.write(out, scene.title(), scene.json(), scene.buffers()));
        for (int m = 0; m < data.models().size(); m++) {
            BoneMotion motion = data.models().get(m).clip().motion();
            int last = motion.frameCount() - 1;
            for (int f : new int[] {0, last / 2, last}) {
                double[] xyz = positions(data.models().get(m), motion, f);
                ByteBuffer bytes = ByteBuffer.allocate(8 * xyz.length).order(ByteOrder.LITTLE_ENDIAN);
                bytes.asDoubleBuffer().put(xyz);
                String ofModel = m == 0 ? "" : ".model" + m;
                Files.write(FOLDER.resolve(name + ofModel + "." + f + ".f64"), bytes.array());
            }
        }
        return page;
    }

    private static double[] positions(PlayedModel played, BoneMotion motion, int f) {
        double[] xyz = new double[3 * played.model().vertexCount()];
        if (played.layers().isPresent()) {
            TwoLayerModel model =
                    new TwoLayerModel(played.model(), played.layers().get());
            TwoLayerSkinning skinning = new TwoLayerSkinning(model);
            double[] virtual = skinning.virtualBones(motion.matrices(), motion.offset(f, 0));
            skinning.positions(virtual, 0, model.vertexCount(), xyz);
        } else {
            new LinearSkinning(played.model()).positions(motion, f, xyz);
        }
        return xyz;
    }
}
