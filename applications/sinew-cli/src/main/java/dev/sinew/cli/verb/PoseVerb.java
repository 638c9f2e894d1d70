package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.PoseMade;
import dev.sinew.job.text.Text;
import dev.sinew.show.made.Look;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sinew pose}: moves handles and writes what becomes of the mesh. */
@Command(
        name = "pose",
        header = "Moves the handles of a model and writes the deformed mesh, or a sequence for keyframes.",
        customSynopsis = "sinew pose MODEL --targets FILE -o OUT [options]",
        description = {"", "Handles without a target follow so that the shape stays as rigid as can be."},
        footer = {
            "",
            "Examples:",
            "  sinew pose body.glb --targets wave.json -o wave.obj",
            "  sinew pose body.glb --targets walk.json -o walk.glb"
        })
public final class PoseVerb extends JobVerb<PoseMade> {
    @Option(
            names = "--report",
            order = 50,
            paramLabel = "FILE.html",
            description = "Write a page to look at, on which the handles can be dragged on from there with the mouse.")
    private Path report;

    public PoseVerb(Environment environment) {
        super(environment);
    }

    @Override
    void check() {
        Optional.ofNullable(report).ifPresent(AtomicFile::requireWritable);
    }

    @Override
    void show(PoseMade made, Session session) {
        if (report != null) {
            session.work()
                    .writing("show", "writing " + report, () -> Look.of(made).writePage(commandLine(), report));
        }
    }

    @Override
    Sheet sheet(PoseMade made, Map<String, Double> seconds) {
        Sheet sheet = new Sheet()
                .headline(made.request().input() + " → " + made.request().output() + ": "
                        + Text.count(made.frames().length, "frame") + ", "
                        + Text.count(made.iterations(), "iteration"));
        return made.notes().isEmpty() ? sheet : sheet.blank().notes(made.notes());
    }
}
