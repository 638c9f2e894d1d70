package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.FileFacts;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.job.FitJobResult;
import dev.sinew.job.FitRequest;
import dev.sinew.job.Job;
import dev.sinew.job.batch.Engine;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.DriveTree;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinWeights;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sinew fit}: a mesh sequence becomes a skinned model. */
@Command(
        name = "fit",
        header = "Fit a skinned model to an animated mesh.",
        customSynopsis = "sinew fit SEQ… (--bones N | --error PERCENT | --from MODEL) -o OUT.glb",
        footer = {
            "30 bones for a simulated cape:",
            "  sinew fit cape.obj --bones 30 -o cape.glb",
            "Frames in centimetres, z up, with an error of at most 0.2 %% of the size:",
            "  sinew fit frames/ --scale 0.01 --up z --error 0.2 -o creature.glb",
            "New weights for an existing rig; its motion is kept:",
            "  sinew fit sim.obj --from rig.glb --solve weights -o better.glb"
        })
public final class FitVerb extends ModelVerb<FitJobResult> {
    @Mixin
    private EngineOptions engine;

    public FitVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--bones", "--error", "--influences", "--bone-type", "--target", "--report");
    }

    @Override
    void check() {
        super.check();
        engine.engine();
    }

    @Override
    FitJobResult made(Job<FitJobResult> job, Session session) {
        Optional<Engine> elsewhere = engine.engine();
        return elsewhere.isPresent()
                ? elsewhere
                        .get()
                        .during(
                                engine.master(),
                                (FitRequest) job,
                                remote -> job.run(session.context().with(remote)))
                : super.made(job, session);
    }

    @Override
    ResultSummary summary(FitJobResult made, Map<String, Double> seconds) {
        return summary(made.task().input(), made, seconds);
    }

    /** @param input in words */
    static ResultSummary summary(String input, FitJobResult made, Map<String, Double> seconds) {
        SkinWeights weights = made.model().weights();
        ResultSummary summary = new ResultSummary()
                .headline(input + ": " + FileFacts.line(made.task().truth().joined()))
                .blank()
                .row(
                        "bones",
                        made.model().boneCount() + " "
                                + Text.lowerCase(made.model().boneType())
                                + ", at most " + weights.maxInfluences() + " per vertex ("
                                + Text.number(weights.meanInfluences()) + " on average)");
        ErrorRows.add(summary, made.error(), made.model());
        made.errors().fallback().ifPresent(fallback -> ErrorRows.addFallback(summary, fallback));
        clipRow(summary, made);
        curveRow(summary, made.fit().curve());
        made.driven().ifPresent(driven -> summary.row("unseen", DriveTree.unseen(driven)));
        summary.row("solved", solved(made.fit().fitted(), seconds))
                .row("file", file(made))
                .row("seconds", times(seconds));
        return withNotes(summary, made);
    }

    private static void clipRow(ResultSummary summary, FitJobResult made) {
        List<MeshSequence> takes = made.task().truth().sequences();
        if (takes.size() > 1) {
            summary.row(
                    "clips",
                    IntStream.range(0, takes.size())
                            .mapToObj(k -> takes.get(k).name() + " "
                                    + Text.count(takes.get(k).frameCount(), "frame") + " E_RMS "
                                    + Text.number(made.clipErrors().get(k).erms()))
                            .collect(Collectors.joining(" · ")));
        }
    }

    private static void curveRow(ResultSummary summary, List<CurvePoint> curve) {
        if (curve.size() > 1) {
            summary.row(
                    "curve",
                    curve.stream()
                            .map(point -> point.bones() + " bones " + Text.number(point.erms()))
                            .collect(Collectors.joining(" · ")));
        }
    }

    private static String file(FitJobResult made) {
        long inserted = made.written().insertedKeys();
        return made.task().output() + ", " + Text.bytes(made.written()) + ", "
                + Text.count(made.written().keys(), "key")
                + (inserted == 0 ? "" : " (" + Text.count(inserted) + " inserted between frames)");
    }

    /** Where the solver runs. */
    public static final class EngineOptions {
        private static final String LOCAL = "local";

        @Option(
                names = "--engine",
                order = 80,
                paramLabel = "local|spark",
                descriptionKey = OptionGroup.CLUSTER,
                description = {
                    "Where to run: local or spark (default: local).",
                    "spark needs Sinew's Spark module, see docs/reference/scale.md."
                })
        private String engine = LOCAL;

        @Option(
                names = "--master",
                order = 81,
                paramLabel = "URL",
                descriptionKey = OptionGroup.CLUSTER,
                description = {
                    "With --engine spark: the cluster (default: local[*]).",
                    "Such as local[2], spark://host:7077 or yarn."
                })
        private String master;

        /** The engine; empty for this process. */
        public Optional<Engine> engine() {
            if (engine.equals(LOCAL) && master != null) {
                throw new InvalidRequestException("--master needs --engine spark");
            }
            if (engine.equals(LOCAL)) {
                return Optional.empty();
            }
            if (!engine.equals("spark")) {
                throw new InvalidRequestException("--engine " + engine + " must be local or spark");
            }
            return Optional.of(Engine.named(engine)
                    .orElseThrow(() -> new InvalidRequestException(
                            "--engine spark needs Sinew's Spark module, which is not installed;"
                                    + " 'mvn -Pspark -DskipTests package' builds it (docs/reference/scale.md)")));
        }

        public String master() {
            return master == null ? "local[*]" : master;
        }
    }
}
