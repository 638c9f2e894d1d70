package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.FileFacts;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.parts.Sliders;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.RunTree;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew sample}: writes a procedural sequence. */
@Command(
        name = "sample",
        header = "Write a procedural sequence or model to try things on.",
        customSynopsis = {"sinew sample NAME -o FILE [options]", "sinew sample --list"},
        footer = {
            "The names of all samples:",
            "  sinew sample --list",
            "A waving flag, as flag.pc2 and flag.obj:",
            "  sinew sample flag -o flag.pc2",
            "Noisy poses of a known skeleton, as if scanned:",
            "  sinew sample mannequin -o poses.pc2 --noise 0.1"
        })
public final class SampleVerb extends Verb {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Name of the sample.")
    private String name;

    @Option(names = "--list", order = 1, descriptionKey = OptionGroup.OUTPUT, description = "List all samples.")
    private boolean list;

    @Option(
            names = {"-o", "--output"},
            order = 2,
            paramLabel = "FILE",
            descriptionKey = OptionGroup.OUTPUT,
            description = {
                "File to write: .pc2, .mdd, FOLDER/NAME.obj, FOLDER/NAME.ply or .glb.",
                "A cache gets its mesh beside it as .obj; .obj and .ply are one file per frame. .glb is for rigged models, the"
                        + " model of the mannequin, and the face with its sliders."
            })
    private Path output;

    @Mixin
    private SampleOptions sampleOptions;

    public SampleVerb(Environment environment) {
        super(environment);
    }

    @Override
    Set<String> unusedOptions() {
        return Set.of("--threads");
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--list", "--vertices", "--frames", "--noise", "--seed");
    }

    @Override
    void run(Session session) {
        if (list) {
            list(session);
            return;
        }
        if (name == null || output == null) {
            throw new InvalidRequestException("sample needs a NAME and -o FILE; 'sinew sample --list' lists the names");
        }
        sampleOptions.check();
        Optional<ModelSample> model = Samples.modelNamed(name);
        if (model.isPresent()) {
            writeModel(() -> sampleOptions.make(model.get()), session);
            return;
        }
        Sample sample = SampleOptions.named(name);
        if (sample instanceof Sample.Rigged rigged && Inputs.namesModel(output)) {
            writeModel(() -> sampleOptions.rigged(rigged), session);
            return;
        }
        if (sample instanceof Sample.Morphed morphed && Inputs.namesModel(output)) {
            Sample.Shapes made = session.run().stage("make", "making " + name, () -> sampleOptions.morphed(morphed));
            Sliders.Curve curve = new Sliders.Curve(name, made.framesPerSecond(), made.weights());
            session.run()
                    .writing(
                            "write",
                            "writing " + output,
                            () -> Models.writeMorphs(made.examples(), made.names(), curve, output));
            session.summary(new ResultSummary()
                    .headline("wrote " + output + ": " + FileFacts.line(made.examples())
                            + ", the first is the neutral face; "
                            + Text.count(made.names().size(), "slider")));
            report(session, made.examples().rest(), made.examples().frameCount());
            return;
        }
        Outputs.requireSequence(output);
        MeshSequence sequence =
                session.run().stage("make", "making " + name, () -> sampleOptions.make(sample, common().seed()));
        session.run().writing("write", "writing " + output, () -> MeshSequences.write(sequence, output));
        session.summary(new ResultSummary().headline("wrote " + output + ": " + FileFacts.line(sequence)));
        report(session, sequence.rest(), sequence.frameCount());
    }

    private void writeModel(Supplier<SkinnedModel> sample, Session session) {
        Outputs.requireModel(output);
        SkinnedModel model = session.run().stage("make", "making " + name, sample);
        session.run().writing("write", "writing " + output, () -> Models.write(model, output));
        String clips = model.clips().stream().map(Clip::name).collect(Collectors.joining(", "));
        session.summary(new ResultSummary()
                .headline("wrote " + output + ": " + Text.count(model.vertexCount()) + " vertices, "
                        + Text.count(model.boneCount(), "bone") + ", clips " + clips));
        report(session, model.rest(), 0);
    }

    private void report(Session session, Mesh mesh, int frames) {
        RunTree tree = new RunTree("sample")
                .input(RunTree.input(name, mesh, frames))
                .options(Map.of("output", output.toString()));
        session.report(() -> report(tree.tree(), session.run().seconds()));
    }

    private void list(Session session) {
        ResultSummary summary = new ResultSummary();
        List<Map<String, Object>> samples = new ArrayList<>();
        for (Sample sample : Samples.all()) {
            summary.row(
                    sample.name(),
                    sample.summary() + " (" + Text.count(sample.defaultVertices()) + " vertices, "
                            + Text.count(sample.defaultFrames(), "frame") + ")");
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", sample.name());
            entry.put("summary", sample.summary());
            entry.put("vertices", sample.defaultVertices());
            entry.put("frames", sample.defaultFrames());
            samples.add(entry);
        }
        for (ModelSample sample : Samples.models()) {
            summary.row(
                    sample.name(),
                    sample.summary() + " (" + Text.count(sample.defaultVertices()) + " vertices; a model, as .glb)");
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", sample.name());
            entry.put("summary", sample.summary());
            entry.put("vertices", sample.defaultVertices());
            entry.put("frames", null);
            samples.add(entry);
        }
        session.answer(summary);
        session.report(() ->
                report(new RunTree("sample").result(Map.of("samples", samples)).tree(), null));
    }
}
