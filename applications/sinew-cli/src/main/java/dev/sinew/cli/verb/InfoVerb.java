package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.InfoMade;
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
public final class InfoVerb extends JobVerb<InfoMade> {
    public InfoVerb(Environment environment) {
        super(environment);
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
            InfoMade made = job(values).run(session.desk());
            session.answer(sheet(made, made.seconds()));
            reports.add(report(made.tree(), made.seconds()));
        }
        session.report(() -> reports.size() == 1 ? reports.get(0) : reports);
    }

    @Override
    Sheet sheet(InfoMade made, Map<String, Double> seconds) {
        String kind = made.model().isPresent()
                ? "a skinned model"
                : made.sequence().isPresent() ? "a mesh sequence" : "a mesh";
        Sheet sheet = new Sheet().headline(made.file() + ": " + kind);
        if (made.sequence().isPresent()) {
            MeshSequence moving = made.sequence().get();
            sheet.row("frames", Facts.timing(moving.frameCount(), moving.framesPerSecond()));
        }
        Facts.add(sheet, MeshFacts.of(made.mesh()));
        made.model().ifPresent(read -> Facts.add(sheet, read));
        return sheet.notes(made.notes());
    }
}
