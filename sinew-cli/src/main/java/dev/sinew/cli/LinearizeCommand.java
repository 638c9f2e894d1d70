package dev.sinew.cli;

import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.RangeOfMotion;
import dev.sinew.model.SkinningOperator;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew linearize}: a rig for dual quaternions becomes one that linear skinning plays. */
@Command(
        name = "linearize",
        header = "A rig looks like dual-quaternion skinning where only linear skinning exists: blend bones are added.",
        customSynopsis = "sinew linearize MODEL (--blend-bones N | --error E) -o OUT.glb [options]",
        footer = {
            "",
            "Everything else in the file stays as it is; the new bones move in every clip.",
            "",
            "Examples:",
            "  Ten more bones, placed by what the file's own clips do:",
            "    sinew linearize hero.glb --blend-bones 10 -o hero-linear.glb",
            "  A file without animation, every joint swung and twisted through its range:",
            "    sinew linearize hero.glb --train generated --error 5 -o hero-linear.glb",
            "  Bones that scale:",
            "    sinew linearize toon.gltf --operator sdqs --blend-bones 15 -o toon.glb"
        })
final class LinearizeCommand extends Verb {
    private static final int MOST_POSES = 1000;
    private static final int USUAL_POSES = 12;

    @Parameters(paramLabel = "MODEL", description = "A skinned .glb or .gltf.")
    private Path input;

    @Option(
            names = {"-o", "--output"},
            required = true,
            order = 1,
            paramLabel = "OUT.glb",
            description = "The same file with blend bones: .glb, or .gltf with its buffer inside.")
    private Path output;

    @Option(names = "--blend-bones", order = 2, paramLabel = "N", description = "How many to add, from 0 to 256.")
    private Integer blendBones;

    @Option(
            names = "--error",
            order = 3,
            paramLabel = "E",
            description = "Instead: as few as bring the enveloping error on the training poses to E or below.")
    private Double error;

    @Option(
            names = "--operator",
            order = 4,
            paramLabel = "OP",
            description = "What it is to look like: dqs (dual quaternions, the default), sdqs (bones may scale), dib"
                    + " (intrinsic mean).")
    private String operator = "dqs";

    @Option(
            names = "--train",
            order = 5,
            paramLabel = "POSES",
            description = "Poses to learn from: clips (the file's own, the default where there are any) or generated"
                    + " (every joint swung and twisted).")
    private String train;

    @Option(
            names = "--train-clip",
            order = 6,
            paramLabel = "NAME",
            description = "Learn from this clip only; may be given several times. The others are unseen, and measured.")
    private List<String> trainClips = List.of();

    @Option(
            names = "--poses",
            order = 7,
            paramLabel = "N",
            description = "Training poses, 1 to 1000 (12): of clips those that cover the motion.")
    private int poses = USUAL_POSES;

    @Option(
            names = "--swing",
            order = 8,
            paramLabel = "DEG",
            description = "Generated poses: swing of every joint about two axes, both ways, 0 to 180 (45).")
    private double swing = RangeOfMotion.defaults().swingDegrees();

    @Option(
            names = "--twist",
            order = 9,
            paramLabel = "DEG",
            description = "Generated poses: twist of every joint about its bone, both ways, 0 to 180 (60).")
    private double twist = RangeOfMotion.defaults().twistDegrees();

    @Mixin
    private ShowOptions show;

    LinearizeCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        Outputs.requireModel(output);
        show.check();
        LinearizeOptions options =
                LinearizeOptions.defaults(goal()).withOperator(operator()).withThreads(common().threads());
        LinearizeRun run = new LinearizeRun(input, output, options, choice());
        LinearizeReport report = new LinearizeReport(run, run.run(session));
        report.show(show, commandLine(), session);
        session.summary(report.sheet(session.seconds()));
        session.report(() ->
                report.fill(newReport(), session.seconds()).options(described()).tree());
    }

    private LinearizeOptions.Goal goal() {
        if ((blendBones == null) == (error == null)) {
            throw new WrongUsageException("linearize needs either --blend-bones N or --error E, and not both");
        }
        return blendBones != null
                ? new LinearizeOptions.BlendBones(WrongUsageException.requireWithin(
                        "--blend-bones", blendBones, 0, LinearizeOptions.MAX_BLEND_BONES))
                : new LinearizeOptions.Error(WrongUsageException.requirePositive("--error", error));
    }

    private SkinningOperator operator() {
        return SkinningOperator.named(operator)
                .filter(op -> op != SkinningOperator.LINEAR)
                .orElseThrow(() -> new WrongUsageException("--operator " + operator + " must be dqs, sdqs or dib"));
    }

    private TrainingChoice choice() {
        WrongUsageException.requireWithin("--poses", poses, 1, MOST_POSES);
        requireDegrees("--swing", swing);
        requireDegrees("--twist", twist);
        RangeOfMotion range = new RangeOfMotion(swing, twist);
        if (train != null && !train.equals("clips") && !train.equals("generated")) {
            throw new WrongUsageException("--train " + train + " must be clips or generated");
        }
        if ("generated".equals(train) && !trainClips.isEmpty()) {
            throw new WrongUsageException("--train generated and --train-clip exclude each other");
        }
        TrainingChoice.Kind kind = train == null && trainClips.isEmpty()
                ? TrainingChoice.Kind.WHAT_THERE_IS
                : "generated".equals(train) ? TrainingChoice.Kind.GENERATED : TrainingChoice.Kind.CLIPS;
        return new TrainingChoice(kind, trainClips, poses, range);
    }

    private static void requireDegrees(String option, double value) {
        if (!(value >= 0 && value <= 180)) {
            throw new WrongUsageException(option + " " + value + " must be from 0 to 180");
        }
    }

    private Map<String, Object> described() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("blendBones", blendBones);
        tree.put("error", error);
        tree.put("operator", operator.toLowerCase(Locale.ROOT));
        tree.put("train", train);
        tree.put("trainClips", trainClips);
        tree.put("poses", poses);
        tree.put("swing", swing);
        tree.put("twist", twist);
        tree.put("threads", common().threads());
        return tree;
    }
}
