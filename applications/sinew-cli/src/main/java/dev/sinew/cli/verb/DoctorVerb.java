package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.tree.Checkup;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew doctor}: what this machine has for it, and what is missing for which format. */
@Command(
        name = "doctor",
        header = "What this machine has for Sinew, and what is missing for which format.",
        customSynopsis = "sinew doctor [options]",
        footer = {"", "Examples:", "  sinew doctor", "  sinew doctor --json -"})
public final class DoctorVerb extends Verb {
    public DoctorVerb(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        Checkup checkup = Checkup.ofThisMachine();
        Sheet sheet = new Sheet().headline("sinew " + checkup.version());
        checkup.rows().forEach((label, value) -> sheet.row(label, value));
        session.answer(sheet.notes(checkup.advice()));
        session.report(() -> report(checkup.tree(), Map.of()));
    }
}
