package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.PoseJobResult;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.text.Text;
import dev.sinew.show.result.ResultView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sinew pose}: moves handles or a skeleton and writes the deformed mesh. */
@Command(
        name = "pose",
        header = "Move the handles or the skeleton of a model and write the deformed mesh.",
        customSynopsis = "sinew pose MODEL --targets FILE.json -o OUT [options]",
        description =
                "Handles without a target move so that the shape stays as rigid as possible. A skeleton is posed by inverse kinematics; joints prefer the rotations that they have in the model's clips.",
        footer = {
            "One pose as a mesh:",
            "  sinew pose body.glb --targets wave.json -o wave.obj",
            "Keyframes as an animated model:",
            "  sinew pose body.glb --targets walk.json -o walk.glb",
            "A new clip for a skeleton, whose hand follows keyframes:",
            "  sinew pose hero.glb --targets reach.json --clip-name reach -o hero-reach.glb",
            "A page on which you can drag the handles:",
            "  sinew pose body.glb --targets wave.json -o wave.obj --report wave.html"
        })
public final class PoseVerb extends JobVerb<PoseJobResult> {
    @Option(
            names = "--report",
            order = 50,
            paramLabel = "FILE.html",
            descriptionKey = OptionGroup.OUTPUT,
            description = "Also write an HTML page that shows the result; handles can be dragged there.")
    private Path report;

    public PoseVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--targets", "--report", "--json");
    }

    @Override
    void check() {
        Optional.ofNullable(report).ifPresent(AtomicFile::requireWritable);
    }

    @Override
    void show(PoseJobResult made, Session session) {
        if (report != null) {
            session.run()
                    .writing(
                            "show",
                            "writing " + report,
                            () -> ResultView.of(made).writePage(commandLine(), report));
        }
    }

    @Override
    ResultSummary summary(PoseJobResult made, Map<String, Double> seconds) {
        ResultSummary summary = new ResultSummary()
                .headline(made.request().input() + " → " + made.request().output() + ": "
                        + Text.count(made.frames().length, "frame") + ", "
                        + Text.count(made.iterations(), "iteration"));
        return made.notes().isEmpty() ? summary : summary.blank().notes(made.notes());
    }
}
