package dev.sinew.cli;

import dev.sinew.io.MeshSequences;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew sample}: writes a procedural sequence. */
@Command(
        name = "sample",
        header = "Writes a procedural mesh sequence, to try things on.",
        customSynopsis = {"sinew sample NAME -o FILE [--vertices N] [--frames F]", "       sinew sample --list"},
        footer = {
            "",
            "Examples:",
            "  sinew sample --list",
            "  sinew sample flag -o flag.pc2                   writes flag.obj too",
            "  sinew sample flag -o frames/flag.ply --vertices 20000 --frames 120"
        })
final class SampleCommand extends Verb {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Which sample; --list names them.")
    private String name;

    @Option(names = "--list", order = 1, description = "Name the samples.")
    private boolean list;

    @Option(
            names = {"-o", "--output"},
            order = 2,
            paramLabel = "FILE",
            description = "A .pc2 or .mdd (the mesh goes beside it as .obj), or FOLDER/NAME.obj or .ply for one file a"
                    + " frame.")
    private Path output;

    @Mixin
    private SampleOptions sampleOptions;

    SampleCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        if (list) {
            list(session);
            return;
        }
        if (name == null || output == null) {
            throw new WrongUsageException("sample needs a NAME and -o FILE; 'sinew sample --list' names the samples");
        }
        Sample sample = SampleOptions.named(name);
        sampleOptions.check();
        Outputs.requireSequence(output);
        MeshSequence sequence = session.stage("make", "making " + name, () -> sampleOptions.make(sample));
        session.writing("write", "writing " + output, () -> {
            MeshSequences.write(sequence, output);
            return output;
        });
        session.summary(new Sheet().headline("wrote " + output + ": " + MeshFacts.line(sequence)));
        session.report(() -> newReport()
                .input(RunReport.input(name, sequence.rest(), sequence.frameCount()))
                .options(Map.of("output", output.toString()))
                .seconds(session.seconds())
                .tree());
    }

    private void list(Session session) {
        Sheet sheet = new Sheet();
        List<Map<String, Object>> samples = new ArrayList<>();
        for (Sample sample : Samples.all()) {
            sheet.row(
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
        session.answer(sheet);
        session.report(() -> newReport().result(Map.of("samples", samples)).tree());
    }
}
