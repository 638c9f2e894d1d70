package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.job.FitMade;
import dev.sinew.job.FitRequest;
import dev.sinew.job.Job;
import dev.sinew.job.batch.Engine;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.text.Text;
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
        header = "A mesh sequence becomes a skinned model: few bones, few weights per vertex.",
        customSynopsis = "sinew fit SEQ… (--bones N|--error E|--from MODEL) -o OUT.glb [options]",
        footer = {
            "",
            "Examples:",
            "  A mesh with cape.pc2 or cape.mdd beside it:",
            "    sinew fit cape.obj --bones 30 -o cape.glb",
            "  A folder of OBJ or PLY frames, in centimetres and z-up:",
            "    sinew fit frames/ --scale 0.01 --up z --error 2 -o creature.glb",
            "  More influences, every second frame:",
            "    sinew fit cape.obj --bones 30 --influences 8 --range ::2 -o cape.glb",
            "  Bones that any engine and FBX can hold:",
            "    sinew fit creature.obj --bones 40 --bone-type rigid -o creature.glb",
            "  Two clips, one set of weights:",
            "    sinew fit walk.obj --add-clip run=run.obj --bones 40 -o creature.glb",
            "  Better weights for a rig that exists, its motion kept:",
            "    sinew fit sim.obj --from rig.glb --solve weights -o better.glb",
            "  Eight helper bones for what the rig cannot do:",
            "    sinew fit sim.obj --from rig.glb --add-bones 8 -o helped.glb"
        })
public final class FitVerb extends ModelVerb<FitMade> {
    @Mixin
    private EngineOptions engine;

    public FitVerb(Environment environment) {
        super(environment);
    }

    @Override
    void check() {
        super.check();
        engine.engine();
    }

    @Override
    FitMade made(Job<FitMade> job, Session session) {
        Optional<Engine> elsewhere = engine.engine();
        return elsewhere.isPresent()
                ? elsewhere
                        .get()
                        .during(
                                engine.master(),
                                (FitRequest) job,
                                remote -> job.run(session.desk().with(remote)))
                : super.made(job, session);
    }

    @Override
    Sheet sheet(FitMade made, Map<String, Double> seconds) {
        return sheet(made.task().input(), made, seconds);
    }

    /** @param input what was worked on, in words */
    static Sheet sheet(String input, FitMade made, Map<String, Double> seconds) {
        SkinWeights weights = made.model().weights();
        Sheet sheet = new Sheet()
                .headline(input + ": " + Facts.line(made.task().truth().joined()))
                .blank()
                .row(
                        "bones",
                        made.model().boneCount() + " "
                                + Text.lowerCase(made.model().boneType())
                                + ", at most " + weights.maxInfluences() + " per vertex ("
                                + Text.number(weights.meanInfluences()) + " on average)");
        ErrorRows.add(sheet, made.error());
        made.errors().fallback().ifPresent(fallback -> ErrorRows.addFallback(sheet, fallback));
        clipRow(sheet, made);
        curveRow(sheet, made.fit().curve());
        sheet.row("solved", solved(made.fit().fitted(), seconds))
                .row("file", file(made))
                .row("seconds", times(seconds));
        return withNotes(sheet, made);
    }

    private static void clipRow(Sheet sheet, FitMade made) {
        List<MeshSequence> takes = made.task().truth().sequences();
        if (takes.size() > 1) {
            sheet.row(
                    "clips",
                    IntStream.range(0, takes.size())
                            .mapToObj(k -> takes.get(k).name() + " "
                                    + Text.count(takes.get(k).frameCount(), "frame") + " E_RMS "
                                    + Text.number(made.clipErrors().get(k).erms()))
                            .collect(Collectors.joining(" · ")));
        }
    }

    private static void curveRow(Sheet sheet, List<CurvePoint> curve) {
        if (curve.size() > 1) {
            sheet.row(
                    "curve",
                    curve.stream()
                            .map(point -> point.bones() + " bones " + Text.number(point.erms()))
                            .collect(Collectors.joining(" · ")));
        }
    }

    private static String file(FitMade made) {
        long inserted = made.written().insertedKeys();
        return made.task().output() + ", " + Text.bytes(made.written()) + ", "
                + Text.count(made.written().keys(), "key")
                + (inserted == 0 ? "" : " (" + Text.count(inserted) + " inserted between frames)");
    }

    /** Where the work is done. */
    public static final class EngineOptions {
        private static final String LOCAL = "local";

        @Option(
                names = "--engine",
                order = 90,
                paramLabel = "local|spark",
                description = "Where the work is done (local): spark needs Sinew's Spark module, see docs/scale.md.")
        private String engine = LOCAL;

        @Option(
                names = "--master",
                order = 91,
                paramLabel = "URL",
                description = "The cluster, with --engine spark: local[2], spark://host:7077, yarn (local[*]).")
        private String master;

        /** Where, if not in this process. */
        public Optional<Engine> engine() {
            if (engine.equals(LOCAL) && master != null) {
                throw new WrongRequestException("--master is for --engine spark");
            }
            if (engine.equals(LOCAL)) {
                return Optional.empty();
            }
            if (!engine.equals("spark")) {
                throw new WrongRequestException("--engine " + engine + " must be local or spark");
            }
            return Optional.of(Engine.named(engine)
                    .orElseThrow(() ->
                            new WrongRequestException("--engine spark needs Sinew's Spark module, which is not here;"
                                    + " 'mvn -Pspark -DskipTests package' makes it (docs/scale.md)")));
        }

        public String master() {
            return master == null ? "local[*]" : master;
        }
    }
}
