package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.FileFacts;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.job.InfoJobResult;
import dev.sinew.job.tree.MeshFacts;
import dev.sinew.mesh.MeshSequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew info}: what files hold. */
@Command(
        name = "info",
        header = "Show what a file contains.",
        customSynopsis = "sinew info FILE… [options]",
        description = "With several files, --json writes a list.",
        footer = {
            "A mesh and its point cache (cape.pc2 beside it):",
            "  sinew info cape.obj",
            "Several files as JSON:",
            "  sinew info cape.glb frames/ --json -",
            "One of several animations:",
            "  sinew info hero.glb --clip walk"
        })
public final class InfoVerb extends JobVerb<InfoJobResult> {
    public InfoVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("--clip", "--range", "--up", "--scale", "--json");
    }

    @Override
    boolean manyInputs() {
        return true;
    }

    @Override
    void run(Session session) {
        List<Map<String, Object>> reports = new ArrayList<>();
        Map<String, Object> values = new LinkedHashMap<>(values());
        for (Object path : (List<?>) values.get("input")) {
            values.put("input", path);
            InfoJobResult made = job(values).run(session.context());
            session.answer(summary(made, made.seconds()));
            reports.add(report(made.tree(), made.seconds()));
        }
        session.report(() -> reports.size() == 1 ? reports.get(0) : reports);
    }

    @Override
    ResultSummary summary(InfoJobResult made, Map<String, Double> seconds) {
        ResultSummary summary = new ResultSummary().headline(made.file() + ": " + kind(made));
        if (made.motion().isPresent()) {
            FileFacts.add(summary, made.motion().get());
            return summary.notes(made.notes());
        }
        if (made.sequence().isPresent()) {
            MeshSequence moving = made.sequence().get();
            summary.row("frames", FileFacts.timing(moving.frameCount(), moving.framesPerSecond()));
        }
        FileFacts.add(summary, MeshFacts.of(made.mesh()));
        made.model().ifPresent(read -> FileFacts.add(summary, read));
        return summary.notes(made.notes());
    }

    private static String kind(InfoJobResult made) {
        if (made.model().isPresent()) {
            return "a skinned model";
        }
        if (made.motion().isPresent()) {
            return "a skeleton with motion and without a mesh; 'sinew retarget' puts it onto a model";
        }
        return made.sequence().isPresent() ? "a mesh sequence" : "a mesh";
    }
}
