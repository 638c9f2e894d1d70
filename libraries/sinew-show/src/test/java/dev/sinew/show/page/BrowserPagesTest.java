package dev.sinew.show.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.platform.Workers;
import dev.sinew.sample.NoisySequence;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ReportData.PlayedModel;
import dev.sinew.show.view.ReportData.ShownClip;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.show.view.ViewScene;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.TwoLayerSkinning;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Writes the pages that proof/sinew-interop/browser opens in a real browser, with reference positions from Java. */
class BrowserPagesTest {
    private static final Path FOLDER = Path.of("target/browser");

    @Test
    void tentacle() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 40);
        Written page = write("tentacle", report(sequence, ClusterModel.of(sequence, 9, 4)), ViewBudget.PAGE);
        assertThat(page.stage().get("frames").get("count").asInt()).isEqualTo(40);
        assertThat(page.stage().get("frames").get("stills").asBoolean()).isFalse();
        assertThat(page.stage().get("original").get("bits").asInt()).isEqualTo(16);
        assertThat(page.scene.get("plots")).hasSize(4);
    }

    @Test
    void manyInfluences() throws IOException {
        MeshSequence sequence = Tentacle.of(12, 40, 10);
        Written page = write("influences", report(sequence, ClusterModel.of(sequence, 20, 16)), ViewBudget.PAGE);
        assertThat(page.model(0).get("influences").asInt()).isBetween(5, 16);
    }

    @Test
    void horse() throws IOException {
        Optional<Path> data = SharedData.folder();
        assumeTrue(data.isPresent(), "skipped: no folder shared/data above the working directory");
        MeshSequence sequence = SharedData.sequence(data.get(), "horse-gallop");
        Written page = write("horse", report(sequence, ClusterModel.of(sequence, 30, 4)), ViewBudget.PAGE);
        assertThat(page.stage().get("mesh").get("vertices").asInt()).isEqualTo(8431);
        assertThat(Files.size(page.file)).isLessThan(4_000_000);
    }

    @Test
    void onlyTheModel() throws IOException {
        MeshSequence sequence = Tentacle.of(12, 20, 12);
        SkinnedModel model = ClusterModel.of(sequence, 5, 4);
        ReportData data = ReportData.titled("model", "nothing to compare with")
                .withModel("Result", model, model.clips().get(0));
        Written page = write("model", data, ViewBudget.PAGE);
        assertThat(page.stage().has("original")).isFalse();
        assertThat(page.stage().has("given")).isFalse();
    }

    @Test
    void onlyTheSequence() throws IOException {
        ReportData data = ReportData.titled("sequence", "a sample").withOriginal(Tentacle.of(12, 20, 12));
        Written page = write("sequence", data, ViewBudget.PAGE);
        assertThat(page.stage().get("models")).isEmpty();
    }

    @Test
    void thinned() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 200);
        ReportData data = report(sequence, ClusterModel.of(sequence, 9, 4));
        Written page = write("thinned", data, new ViewBudget(200_000, 1 << 24, 10_000));
        int stride = page.stage().get("frames").get("stride").asInt();
        assertThat(stride).isGreaterThan(1);
        assertThat(page.notes()).contains("every " + stride);
    }

    @Test
    void tooLarge() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 20);
        ReportData data = report(sequence, ClusterModel.of(sequence, 9, 4));
        Written page = write("toolarge", data, new ViewBudget(5_000, 1 << 24, 10_000));
        assertThat(page.scene.has("stage")).isFalse();
        assertThat(page.scene.get("buffers")).isEmpty();
        assertThat(page.notes()).contains("The 3D view is left out");
    }

    /** Moves by ten times its size, so the camera has to follow. */
    @Test
    void travelling() throws IOException {
        MeshSequence sequence = moved(Tentacle.of(24, 60, 60), 0.3, 0);
        Written page = write("travelling", report(sequence, ClusterModel.of(sequence, 9, 4)), ViewBudget.PAGE);
        assertThat(page.stage().get("frames").get("count").asInt()).isEqualTo(60);
    }

    @Test
    void severalModels() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 40);
        SkinnedModel coarse = ClusterModel.of(sequence, 4, 2);
        ReportData data = report(sequence, ClusterModel.of(sequence, 9, 4))
                .withModel("Coarse", coarse, coarse.clips().get(0));
        Written page = write("models", data, ViewBudget.PAGE);
        assertThat(page.stage().get("models")).hasSize(2);
        assertThat(page.model(1).get("name").asString()).isEqualTo("Coarse");
    }

    /** A skeleton with a sequence that it approximates. */
    @Test
    void skeleton() throws IOException {
        Mannequin mannequin = new Mannequin();
        SkinnedModel model = mannequin.rigged(3000, 24);
        MeshSequence noisy = NoisySequence.of(mannequin.make(3000, 24), 0.002, 1);
        Written page = write("skeleton", report(noisy, model), ViewBudget.PAGE);
        assertThat(page.model(0).get("bones").get("segments").get("bones")).isNotEmpty();
        assertThat(page.model(0).get("bones").get("moving").asInt()).isBetween(1, model.boneCount());
    }

    /** A compressed model: two layers, the fallback, and the dense model. */
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
        Written page = write("twolayer", data, ViewBudget.PAGE);
        assertThat(page.model(0).get("kind").asString()).isEqualTo("twoLayer");
        assertThat(page.model(1).get("kind").asString()).isEqualTo("linear");
    }

    /** Stored normals that differ from those of the faces, and a bind pose that has moved. */
    @Test
    void seen() throws IOException {
        MeshSequence sequence = Tentacle.of(24, 60, 40);
        SkinnedModel model = ClusterModel.of(sequence, 9, 4);
        float[] pulled = model.rest().positions().clone();
        for (int i = 0; i < pulled.length / 3; i++) {
            pulled[3 * i] += 0.05f * (float) Math.sin(9 * pulled[3 * i + 1]);
        }
        Mesh bind = model.rest().withPositions(pulled);
        float[] turned = Normals.ofVertices(bind, pulled);
        for (int i = 0; i < turned.length; i += 3) {
            float z = turned[i + 2];
            turned[i + 2] = turned[i];
            turned[i] = z;
        }
        CornerAttribute normals = new CornerAttribute(3, turned, bind.corners());
        Mesh stored = bind.withSurface(bind.surface().withNormals(Optional.of(normals)));
        SkinnedModel seen =
                new SkinnedModel(stored, model.weights(), model.skeleton(), model.boneType(), model.clips());
        ReportData data = report(sequence, seen).withVerdict("worst 2 %, frame 3; shading 40°");
        Written page = write("seen", data, ViewBudget.PAGE);
        assertThat(page.stage().get("given").asString()).isEqualTo("given");
        assertThat(page.scene.get("verdict").asString()).contains("40°");
        assertThat(page.scene.get("buffers").get("model0.normals").get("length").asInt())
                .isEqualTo(3 * page.stage().get("mesh").get("rows").asInt());
        writeShaded("seen", seen, 17);
    }

    /** Two clips in sequence, and five separate poses. */
    @Test
    void clipsAndPoses() throws IOException {
        MeshSequence sequence = Tentacle.of(12, 40, 30);
        SkinnedModel model = ClusterModel.of(sequence, 6, 4);
        List<ShownClip> clips = List.of(new ShownClip("wave", 20), new ShownClip("curl", 10));
        Written page = write("clips", report(sequence, model).withClips(clips), ViewBudget.PAGE);
        assertThat(page.stage().get("frames").get("clips").get(1).get("first").asInt())
                .isEqualTo(20);
        assertThat(page.stage().get("frames").get("clips").get(1).get("count").asInt())
                .isEqualTo(10);

        MeshSequence whole = moved(Tentacle.of(12, 40, 60), 0.05, 0);
        float[][] few = {whole.frame(0), whole.frame(14), whole.frame(29), whole.frame(44), whole.frame(59)};
        MeshSequence poses = new MeshSequence("poses", whole.rest(), FrameSource.of(few), 30);
        Written stills = write("poses", report(poses, ClusterModel.of(poses, 6, 4)), ViewBudget.PAGE);
        assertThat(stills.stage().get("frames").get("stills").asBoolean()).isTrue();
    }

    /** A square with an image: red, green, blue and white quarters. */
    @Test
    void textured() throws IOException {
        float[] square = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
        int[] corners = {0, 1, 2, 3};
        BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        int[] quarters = {0xff0000, 0x00ff00, 0x0000ff, 0xffffff};
        for (int p = 0; p < 64 * 64; p++) {
            image.setRGB(p % 64, p / 64, quarters[(p / 64 < 32 ? 0 : 2) + (p % 64 < 32 ? 0 : 1)]);
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(image, "png", png);
        Material material = new Material(
                "quarters",
                1,
                1,
                1,
                1,
                0.9f,
                0,
                Optional.of(new Material.Texture("quarters.png", "image/png", png.toByteArray())));
        CornerAttribute uvs = new CornerAttribute(2, new float[] {0, 0, 1, 0, 1, 1, 0, 1}, corners);
        Mesh.Surface surface = new Mesh.Surface(
                Optional.of(uvs),
                Optional.empty(),
                Optional.empty(),
                List.of(material),
                new int[] {0},
                List.of(),
                new int[0]);
        Mesh mesh = Mesh.of(square, new int[] {0, 4}, corners, surface);
        MeshSequence sequence = new MeshSequence("square", mesh, FrameSource.of(new float[][] {square}), 30);
        Written page =
                write("textured", ReportData.titled("square", "an image").withOriginal(sequence), ViewBudget.PAGE);
        JsonNode shown = page.stage().get("mesh").get("materials").get(0).get("image");
        assertThat(shown.get("mimeType").asString()).isEqualTo("image/png");
        assertThat(page.scene
                        .get("buffers")
                        .get(shown.get("buffer").asString())
                        .get("length")
                        .asInt())
                .isEqualTo(png.size());
    }

    /** Normals of a frame by both rules, as reference for the browser. */
    private static void writeShaded(String name, SkinnedModel model, int f) throws IOException {
        int n = model.vertexCount();
        BoneMotion motion = model.clips().get(0).motion();
        LinearSkinning skinning = new LinearSkinning(model);
        float[] stored = model.rest().surface().normals().orElseThrow().values();
        double[] engine = new double[3 * n];
        double[] transpose = new double[3 * n];
        double[] m = new double[12];
        for (int i = 0; i < n; i++) {
            skinning.blend(motion.matrices(), motion.offset(f, 0), i, m);
            double length = 0;
            for (int x = 0; x < 3; x++) {
                engine[3 * i + x] =
                        m[4 * x] * stored[3 * i] + m[4 * x + 1] * stored[3 * i + 1] + m[4 * x + 2] * stored[3 * i + 2];
                length = Math.hypot(length, engine[3 * i + x]);
            }
            for (int x = 0; x < 3; x++) {
                engine[3 * i + x] /= length;
            }
        }
        skinning.normals(motion, f, stored, transpose);
        writeDoubles(name + "." + f + ".engine", engine);
        writeDoubles(name + "." + f + ".transpose", transpose);
    }

    private static void writeDoubles(String name, double[] values) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asDoubleBuffer().put(values);
        Files.write(FOLDER.resolve(name), bytes.array());
    }

    /** A page on disk. */
    private record Written(Path file, JsonNode scene) {
        JsonNode stage() {
            return scene.get("stage");
        }

        JsonNode model(int k) {
            return stage().get("models").get(k);
        }

        String notes() {
            return scene.get("notes").toString();
        }
    }

    /** Checks that the page contains everything its header names and loads nothing. */
    private static Written readBack(Path page) throws IOException {
        String html = Files.readString(page);
        String opening = "id=\"sinew-scene\">";
        int from = html.indexOf(opening) + opening.length();
        JsonNode scene = JsonMapper.shared().readTree(html.substring(from, html.indexOf("</script>", from)));
        assertThat(scene.get("format").asString()).isEqualTo("sinew-view");
        for (String buffer : scene.get("buffers").propertyNames()) {
            assertThat(html).contains("data-buffer=\"" + buffer + "\"");
        }
        assertThat(html)
                .doesNotContain("src=\"http")
                .doesNotContain("href=\"http")
                .doesNotContain("{{");
        return new Written(page, scene);
    }

    /** Every frame is shifted further, every vertex has noise. */
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

    /** 50,000 vertices × 200 frames; slow, so only on request. */
    @Test
    void large() throws IOException {
        assumeTrue(Boolean.getBoolean("sinew.large"), "skipped: set -Dsinew.large=true to write the large page");
        // Noise of 0.05 % of the size, as in scans, is hard to compress.
        MeshSequence sequence = moved(Tentacle.of(200, 250, 200), 0, 1e-3);
        SkinnedModel model = ClusterModel.of(sequence, 40, 4);
        Written page = write("large", report(sequence, model), ViewBudget.PAGE);
        assertThat(Files.size(page.file)).isLessThan(60_000_000);
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

    /** Writes the page, and the models' positions at three frames as reference for the browser. */
    private static Written write(String name, ReportData data, ViewBudget budget) throws IOException {
        Files.createDirectories(FOLDER);
        ViewScene scene = data.encode(budget);
        Path page = FOLDER.resolve(name + ".html");
        AtomicFile.write(page, out -> ReportPage.write(out, scene.title(), scene.json(), scene.buffers()));
        for (int m = 0; m < data.models().size(); m++) {
            BoneMotion motion = data.models().get(m).clip().motion();
            int last = motion.frameCount() - 1;
            for (int f : new int[] {0, last / 2, last}) {
                double[] xyz = positions(data.models().get(m), motion, f);
                writeDoubles(name + (m == 0 ? "" : ".model" + m) + "." + f + ".f64", xyz);
            }
        }
        return readBack(page);
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
