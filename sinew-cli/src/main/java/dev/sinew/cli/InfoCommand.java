package dev.sinew.cli;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sinew info}: what files hold. */
@Command(
        name = "info",
        header = "What a file holds: vertices, frames, shells, bones, influences, clips.",
        customSynopsis = "sinew info FILE… [options]",
        footer = {
            "",
            "With several files, --json writes a list.",
            "",
            "Examples:",
            "  sinew info cape.obj                             with cape.pc2 beside it: both",
            "  sinew info cape.glb frames/ --json -"
        })
final class InfoCommand extends Verb {
    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "A mesh (.obj, .ply), a mesh with a point cache beside it, a folder of frames, an .abc, or a"
                    + " .glb, .gltf or .fbx.")
    private List<Path> paths;

    @Mixin
    private SequenceOptions sequenceOptions;

    InfoCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        List<Map<String, Object>> reports = new ArrayList<>();
        for (Path path : paths) {
            RunReport report = newReport();
            session.answer(describe(path, session, report));
            reports.add(report.options(sequenceOptions.described())
                    .seconds(Map.copyOf(session.seconds()))
                    .tree());
        }
        session.report(() -> reports.size() == 1 ? reports.get(0) : reports);
    }

    private Sheet describe(Path path, Session session, RunReport report) {
        if (Inputs.namesAnyModel(path) && Models.isSkinned(path)) {
            return describeModel(path, session, report);
        }
        SequenceInput input = sequenceOptions.input(List.of(path));
        return Inputs.isLoneMesh(input)
                ? describeMesh(input, session, report)
                : describeSequence(Inputs.sequence(input, session), report);
    }

    private static Sheet describeModel(Path path, Session session, RunReport report) {
        ModelFile read = Inputs.modelFile(path, session);
        SkinnedModel model = read.model();
        MeshFacts mesh = new MeshFacts(model.rest());
        ModelFacts facts = new ModelFacts(read);
        int frames = model.clips().stream()
                .map(Clip::motion)
                .mapToInt(motion -> motion.frameCount())
                .sum();
        report.input(RunReport.input(path.toString(), model.rest(), frames))
                .result(joined("model", facts.tree(), mesh.tree()));
        Sheet sheet = new Sheet().headline(path + ": a skinned model");
        mesh.addTo(sheet);
        facts.addTo(sheet);
        return sheet;
    }

    private static Sheet describeMesh(SequenceInput input, Session session, RunReport report) {
        Path path = input.paths().get(0);
        Mesh mesh = Inputs.mesh(input, session);
        MeshFacts facts = new MeshFacts(mesh);
        List<String> notes = MeshSequences.readMeshWithNotes(path).notes();
        report.input(RunReport.input(path.toString(), mesh, 1))
                .result(joined("mesh", Map.of("notes", notes), facts.tree()));
        Sheet sheet = new Sheet().headline(path + ": a mesh");
        facts.addTo(sheet);
        return sheet.notes(notes);
    }

    private static Sheet describeSequence(Inputs.NamedSequence named, RunReport report) {
        MeshSequence sequence = named.sequence();
        MeshFacts facts = new MeshFacts(sequence.rest());
        Map<String, Object> timing = new LinkedHashMap<>();
        timing.put("name", sequence.name());
        timing.put("fps", sequence.framesPerSecond());
        timing.put("seconds", (sequence.frameCount() - 1) / sequence.framesPerSecond());
        timing.put("notes", named.notes());
        report.input(RunReport.input(named.file(), sequence.rest(), sequence.frameCount()))
                .result(joined("sequence", timing, facts.tree()));
        Sheet sheet = new Sheet()
                .headline(named.file() + ": a mesh sequence")
                .row("frames", ModelFacts.timing(sequence.frameCount(), sequence.framesPerSecond()));
        facts.addTo(sheet);
        return sheet.notes(named.notes());
    }

    private static Map<String, Object> joined(String kind, Map<String, Object> first, Map<String, Object> second) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("kind", kind);
        result.putAll(first);
        result.putAll(second);
        return result;
    }
}
