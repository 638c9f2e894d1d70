package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.fit.FitOptions;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Formats;
import dev.sinew.job.Job;
import dev.sinew.job.JobResult;
import dev.sinew.job.Requests;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.text.Text;
import dev.sinew.job.text.Verdict;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import dev.sinew.sample.Sample;
import dev.sinew.show.result.ResultView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew demo}: samples that need no download become skinned models on one page. */
@Command(
        name = "demo",
        header = "Create three samples, skin them, and write a page that shows them.",
        customSynopsis = "sinew demo [NAME] [-o FOLDER] [options]",
        footer = {
            "Three samples on one page:",
            "  sinew demo",
            "One sample:",
            "  sinew demo flag --bones 40 -o /tmp/flag"
        })
public final class DemoVerb extends Verb {
    private static final int DEFAULT_BONES = 30;
    private static final String PAGE = "index.html";

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "Fit this sample only. 'sinew sample --list' prints the names.")
    private String name;

    @Option(
            names = {"-o", "--output"},
            order = 1,
            paramLabel = "FOLDER",
            descriptionKey = OptionGroup.OUTPUT,
            description = "Output folder (default: sinew-demo). Created if it does not exist.")
    private Path folder = Path.of("sinew-demo");

    @Option(
            names = "--bones",
            order = 2,
            paramLabel = "N",
            descriptionKey = OptionGroup.GOAL,
            description = "Number of bones, with NAME (default: " + DEFAULT_BONES + ").")
    private Integer bones;

    @Option(
            names = "--vertices",
            order = 20,
            paramLabel = "N",
            descriptionKey = OptionGroup.GOAL,
            description = "Approximate vertex count of each sample.")
    private Integer vertices;

    @Option(
            names = "--frames",
            order = 21,
            paramLabel = "F",
            descriptionKey = OptionGroup.GOAL,
            description = "Number of frames of each sample.")
    private Integer frames;

    public DemoVerb(Environment environment) {
        super(environment);
    }

    @Override
    Set<String> unusedOptions() {
        return Set.of();
    }

    /**
     * One result of the demo.
     *
     * @param options of the request, by name
     */
    private record Scene(
            String sample,
            int vertices,
            int frames,
            String verb,
            Map<String, Object> options,
            String title,
            String text) {
        String command() {
            return "sinew sample " + sample + " --vertices " + vertices + " --frames " + frames + " -o " + sample
                    + ".pc2\n"
                    + "sinew " + verb + " " + sample + Formats.OBJ.ending()
                    + options.entrySet().stream()
                            .map(option -> " --" + option.getKey() + " " + option.getValue())
                            .collect(Collectors.joining())
                    + " -o " + sample + ".glb --report " + sample + ".html";
        }
    }

    /** A scene and its result. */
    private record Shown(Scene scene, JobResult result, double rmsePercent, int bones) {}

    private List<Scene> scenes() {
        if (name == null) {
            return List.of(
                    scene(
                            "cape",
                            4000,
                            72,
                            "fit",
                            Map.of("bones", 60),
                            "A cape that keeps its folds",
                            "A cloth simulation moves every vertex in every frame. 60 bones with four weights per"
                                    + " vertex reproduce it."),
                    scene(
                            "creature",
                            5000,
                            72,
                            "fit",
                            Map.of("bones", 24),
                            "A creature with soft skin",
                            "24 bones follow the walk, the tail and the wobble of the belly."),
                    scene(
                            "mannequin",
                            1500,
                            24,
                            "rig",
                            Map.of(),
                            "A skeleton found in poses",
                            "The input is a handful of poses without any bones. The joints, the hierarchy, the weights and"
                                    + " the names come from the poses alone."));
        }
        Sample sample = SampleOptions.named(name);
        return List.of(scene(
                name,
                sample.defaultVertices(),
                sample.defaultFrames(),
                "fit",
                Map.of("bones", bones == null ? DEFAULT_BONES : bones),
                name,
                sample.summary() + "."));
    }

    private Scene scene(
            String sample,
            int defaultVertices,
            int defaultFrames,
            String verb,
            Map<String, Object> options,
            String title,
            String text) {
        return new Scene(
                sample,
                vertices == null ? defaultVertices : vertices,
                frames == null ? defaultFrames : frames,
                verb,
                options,
                title,
                text);
    }

    private void check() {
        if (bones != null && name == null) {
            throw new InvalidRequestException("--bones needs a NAME: sinew demo flag --bones 40");
        }
        requireRange("--bones", bones, 1, FitOptions.MAX_BONES);
        requireRange("--vertices", vertices, Sample.MIN_VERTICES, Sample.MAX_VERTICES);
        requireRange("--frames", frames, 1, Integer.MAX_VALUE);
    }

    private static void requireRange(String option, Integer value, int min, int max) {
        if (value != null && (value < min || value > max)) {
            throw new InvalidRequestException(option + " " + value + " must be from " + min + " to " + max);
        }
    }

    @Override
    void run(Session session) {
        check();
        List<Scene> scenes = scenes();
        boolean created = !Files.exists(folder);
        createFolder();
        try {
            List<Shown> shown = new ArrayList<>();
            for (Scene scene : scenes) {
                shown.add(show(scene, session));
            }
            Path page = folder.resolve(PAGE);
            session.run().writing("show", "writing " + page, () -> writePage(shown, page));
            session.summary(summary(shown, page));
            session.report(() -> report(
                    Map.of("results", shown.stream().map(s -> s.result().tree()).toList()),
                    session.run().seconds()));
        } catch (RuntimeException | Error failure) {
            if (created) {
                deleteIfEmpty();
            }
            throw failure;
        }
    }

    /** Writes the sample, runs the request on its files as the command line would, and writes the report. */
    private Shown show(Scene scene, Session session) {
        JobRun work = session.run();
        Path cache = folder.resolve(scene.sample() + Formats.PC2.ending());
        Path mesh = folder.resolve(scene.sample() + Formats.OBJ.ending());
        Path report = folder.resolve(scene.sample() + ".html");
        Path picture = folder.resolve(scene.sample() + ".png");
        List.of(cache, mesh, report, picture).forEach(AtomicFile::requireWritable);
        work.writing("make", "making the sample '" + scene.sample() + "'", () -> {
            MeshSequence sequence = SampleOptions.named(scene.sample()).make(scene.vertices(), scene.frames());
            MeshSequences.write(sequence, cache);
        });
        Map<String, Object> values = new LinkedHashMap<>(scene.options());
        values.put("input", List.of(mesh.toString()));
        values.put(
                "output", folder.resolve(scene.sample() + Formats.GLTF.ending()).toString());
        values.put("seed", common().seed());
        Job<?> job = Requests.of(scene.verb(), values);
        JobResult result = job.run(session.context());
        work.writing("show", "writing " + report, () -> {
            ResultView.of(result).writePage(scene.command(), report);
            ResultView.of(result).writePicture(picture);
        });
        Map<String, Object> tree = result.tree();
        return new Shown(
                scene,
                result,
                ((Number) ((Map<?, ?>) tree.get("error")).get("rmsePercent")).doubleValue(),
                ((Number) ((Map<?, ?>) tree.get("result")).get("bones")).intValue());
    }

    private static void writePage(List<Shown> all, Path page) {
        String cards = all.stream().map(DemoVerb::card).collect(Collectors.joining("\n"));
        String html = template().replace("{{cards}}", cards);
        AtomicFile.write(page, out -> out.write(html.getBytes(StandardCharsets.UTF_8)));
    }

    private static String card(Shown shown) {
        Scene scene = shown.scene();
        return """
                <section>
                  <h2>%s</h2>
                  <iframe src="%s.html" title="%s, live" loading="lazy"></iframe>
                  <p>%s</p>
                  <p class="numbers">%s · error %s · <a href="%s.html">full report</a> · <a href="%s.glb" download>%s.glb</a></p>
                  <pre>%s</pre>
                </section>""".formatted(
                        scene.title(),
                        scene.sample(),
                        scene.title(),
                        scene.text(),
                        Text.count(shown.bones(), "bone"),
                        Verdict.average(shown.rmsePercent()),
                        scene.sample(),
                        scene.sample(),
                        scene.sample(),
                        scene.command());
    }

    private static String template() {
        try (InputStream in = DemoVerb.class.getResourceAsStream("demo.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("demo.html is not in the jar", e);
        }
    }

    private ResultSummary summary(List<Shown> all, Path page) {
        ResultSummary summary = new ResultSummary();
        for (Shown shown : all) {
            summary.row(
                    shown.scene().sample(),
                    Text.count(shown.bones(), "bone") + ", error " + Verdict.average(shown.rmsePercent()) + ": "
                            + folder.resolve(shown.scene().sample() + Formats.GLTF.ending()));
        }
        String first = all.get(0).scene().sample();
        // The launcher passes the name it was called by, so that the line below can be pasted.
        String command = System.getProperty("sinew.command", "sinew");
        return summary.blank()
                .headline("Open " + page + " in a browser: "
                        + Optional.of(all.size())
                                .filter(count -> count > 1)
                                .map(count -> "all " + count + " results, live.")
                                .orElse("original and result, live."))
                .headline("The meshes (.obj), their frames (.pc2), reports (.html) and pictures (.png) are beside it.")
                .blank()
                .headline("Try next: " + command + " fit " + folder.resolve(first + Formats.OBJ.ending())
                        + " --bones 20 -o fewer.glb");
    }

    private void createFolder() {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new InvalidInputException("cannot create the folder " + folder + ": " + e.getMessage(), e);
        }
    }

    private void deleteIfEmpty() {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException notEmpty) {
            // The folder holds finished results; they stay.
        }
    }
}
