package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.job.tree.Checkup;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;

/** {@code sinew doctor}: checks this machine. */
@Command(
        name = "doctor",
        header = "Check Java, memory and formats on this machine.",
        customSynopsis = "sinew doctor [options]",
        footer = {"A table:", "  sinew doctor", "JSON:", "  sinew doctor --json -"})
public final class DoctorVerb extends Verb {
    public DoctorVerb(Environment environment) {
        super(environment);
    }

    @Override
    Set<String> unusedOptions() {
        return Set.of("--seed", "--threads");
    }

    @Override
    List<String> mainOptions() {
        return List.of("--json");
    }

    @Override
    void run(Session session) {
        Checkup checkup = Checkup.ofThisMachine();
        ResultSummary summary = new ResultSummary().headline("sinew " + checkup.version());
        checkup.rows().forEach((label, value) -> summary.row(label, value));
        session.answer(summary.notes(checkup.advice()));
        session.report(() -> report(checkup.tree(), Map.of()));
    }
}
