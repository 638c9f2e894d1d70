package dev.sinew.cli;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.ops.Operations;
import dev.sinew.run.Effort;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew fit}: a mesh sequence becomes a skinned model. */
@Command(
        name = "fit",
        header = "A mesh sequence becomes a skinned model: few bones, few weights a vertex.",
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
final class FitCommand extends Verb {
    @Parameters(
            paramLabel = "SEQ",
            arity = "1..*",
            description =
                    "An .abc, a mesh with a point cache beside it, a folder, a glob or the files of OBJ or PLY frames,"
                            + " or a .glb or .gltf whose animation is taken frame by frame.")
    private List<Path> paths;

    @Option(
            names = {"-o", "--output"},
            required = true,
            order = 1,
            paramLabel = "OUT.glb",
            description = "The model: .glb, or .gltf with its buffer inside.")
    private Path output;

    @Option(names = "--bones", order = 2, paramLabel = "N", description = "How many bones, from 1 to 1024.")
    private Integer bones;

    @Option(
            names = "--error",
            order = 3,
            paramLabel = "E",
            description = "Instead: as few bones as bring E_RMS (thousandths of the radius) to E or below.")
    private Double error;

    @Option(
            names = "--bone-type",
            order = 4,
            paramLabel = "TYPE",
            description = "What a bone may do: affine (anything linear, smallest error), similarity (turn, move, scale"
                    + " evenly) or rigid (turn and move). Default: affine; with --from what the model has.")
    private String boneType;

    @Option(
            names = "--smooth",
            order = 4,
            paramLabel = "W",
            description = "How much neighbouring vertices want the same weights, more where edges keep their length: 0"
                    + " for not at all (default), 0.001 is much.")
    private double smooth;

    @Option(
            names = "--influences",
            order = 4,
            paramLabel = "K|dense",
            description = "Most weights a vertex may have, 1 to 16 (4, what every engine plays; with --from as many as"
                    + " the model has, if those are more), or dense: every bone may move every vertex, which 'sinew"
                    + " compress' takes from there.")
    private String influences;

    @Option(
            names = "--rest",
            order = 5,
            paramLabel = "POSE",
            description =
                    "Rest pose: solve (starts from the given one, stays near it, smallest error), given (the mesh as"
                            + " it is), first (the first frame) or a mesh FILE. Default: solve; with --from that of the model.")
    private String rest;

    @Option(names = "--iterations", order = 6, paramLabel = "N", description = "Bound on the iterations (90).")
    private Integer iterations;

    @Option(
            names = "--tolerance",
            order = 7,
            paramLabel = "T",
            description = "Ends when three iterations gain less than this part of E_RMS + 2 (0.004). Smaller is slower"
                    + " and better.")
    private Double tolerance;

    @Mixin
    private ClipOptions clipOptions;

    @Mixin
    private ExistingRigOptions rigOptions;

    @Mixin
    private SequenceOptions sequenceOptions;

    @Mixin
    private ShowOptions show;

    FitCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        Outputs.requireModel(output);
        show.check();
        clipOptions.check();
        rigOptions.check();
        if (rigOptions.from().isPresent()) {
            refit(rigOptions.from().get(), session);
        } else {
            fit(session);
        }
    }

    private void fit(Session session) {
        RestChoice restChoice = RestChoice.parse(rest == null ? "solve" : rest);
        FitOptions options = options().withRest(restChoice.mode());
        Inputs.NamedSequence input = Inputs.sequence(sequenceOptions.input(paths), session);
        ClipOptions.Read read = clipOptions.read(
                input, clipOptions.clip().orElse(input.sequence().name()), sequenceOptions, session);
        MeshSequence fitted = restChoice.apply(read.takes().joined(), sequenceOptions);
        Map<String, Object> described = FitReport.described(options);
        described.put("rest", rest == null ? "solve" : rest);
        finish(
                FitRun.fromNothing(fitted, read.takes(), options, output),
                read.file(),
                read.notes(),
                described,
                session);
    }

    /** From a rig that exists. */
    private void refit(Path from, Session session) {
        refuseWithFrom();
        Inputs.NamedSequence input = Inputs.sequence(sequenceOptions.input(paths), session);
        ExistingRig rig = ExistingRig.read(from, rigOptions, session);
        PartialOptions options = partialOptions(rig);
        String name = rig.clipName(clipOptions.clip(), input.sequence());
        ExistingRig.Problem given = rig.problem(clipOptions.read(input, name, sequenceOptions, session));
        Map<String, Object> described = FitReport.described(options);
        described.putAll(rigOptions.described());
        FitRun run = new FitRun(
                given.problem().takes(),
                described,
                output,
                progress -> Operations.REFIT.run(given.problem(), options, progress));
        finish(run, input.file(), given.notes(), described, session);
    }

    private void finish(FitRun run, String file, List<String> notes, Map<String, Object> described, Session session) {
        FitReport report = new FitReport(run, run.run(session), notes);
        report.show(show, file, commandLine(), session);
        session.summary(report.sheet(file, session.seconds()));
        described.putAll(clipOptions.described());
        described.putAll(sequenceOptions.described());
        session.report(() -> report.fill(newReport(), file, session.seconds())
                .options(described)
                .tree());
    }

    private void refuseWithFrom() {
        if ("dense".equalsIgnoreCase(influences)) {
            throw new WrongUsageException("--influences dense is for a fit from nothing, with --from it must be 1 to "
                    + FitOptions.MAX_INFLUENCES);
        }
        if (bones != null || error != null) {
            throw new WrongUsageException((bones != null ? "--bones" : "--error")
                    + " is for a fit from nothing; with --from the bones are the model's, and --add-bones adds some");
        }
        if (rest != null) {
            throw new WrongUsageException("--rest is for a fit from nothing; with --from the rest pose is the model's");
        }
        if (rigOptions.solve() == Solve.MOTION && (influences != null || smooth > 0)) {
            throw new WrongUsageException(
                    (influences != null ? "--influences" : "--smooth") + " is for weights, which --solve motion keeps");
        }
    }

    private PartialOptions partialOptions(ExistingRig rig) {
        FitOptions same = common(FitOptions.defaults(new FitOptions.Bones(1)));
        int own = Math.min(FitOptions.MAX_INFLUENCES, rig.model().weights().maxInfluences());
        return PartialOptions.defaults(rigOptions.solve(), rig.boneType(boneType()))
                .withHelperBones(rigOptions.addBones())
                .withInfluences(influences == null ? Math.max(own, same.influences()) : same.influences())
                .withSmooth(same.smooth())
                .withMaxIterations(same.maxIterations())
                .withTolerance(same.tolerance())
                .withThreads(same.threads());
    }

    private FitOptions options() {
        return common(FitOptions.defaults(goal())).withBoneType(boneType().orElse(BoneType.AFFINE));
    }

    /** What both kinds of fit are asked. */
    private FitOptions common(FitOptions defaults) {
        FitOptions options = defaults.withThreads(common().threads())
                .withSeed(common().seed())
                .withSmooth(requireSmooth());
        if (influences != null) {
            options = options.withInfluences(influences());
        }
        if (iterations != null) {
            options = options.withMaxIterations(
                    WrongUsageException.requireWithin("--iterations", iterations, 1, Effort.MAX_ITERATIONS));
        }
        if (tolerance != null) {
            if (!(tolerance >= 0 && tolerance <= 1)) {
                throw new WrongUsageException("--tolerance " + tolerance + " must be from 0 to 1");
            }
            options = options.withTolerance(tolerance);
        }
        return options;
    }

    private Optional<BoneType> boneType() {
        if (boneType == null) {
            return Optional.empty();
        }
        return Optional.of(
                switch (boneType) {
                    case "affine" -> BoneType.AFFINE;
                    case "similarity" -> BoneType.SIMILARITY;
                    case "rigid" -> BoneType.RIGID;
                    default ->
                        throw new WrongUsageException(
                                "--bone-type " + boneType + " must be affine, similarity or rigid");
                });
    }

    private double requireSmooth() {
        if (!(smooth >= 0 && smooth <= 1000)) {
            throw new WrongUsageException("--smooth " + smooth + " must be from 0 to 1000");
        }
        return smooth;
    }

    private int influences() {
        if (influences.equalsIgnoreCase("dense")) {
            return FitOptions.DENSE;
        }
        if (!influences.matches("-?[0-9]{1,9}")) {
            throw new WrongUsageException("--influences " + influences + " must be a whole number or dense");
        }
        return WrongUsageException.requireWithin(
                "--influences", Integer.parseInt(influences), 1, FitOptions.MAX_INFLUENCES);
    }

    private FitOptions.Goal goal() {
        if ((bones == null) == (error == null)) {
            throw new WrongUsageException("fit needs either --bones N or --error E, and not both");
        }
        return bones != null
                ? new FitOptions.Bones(WrongUsageException.requireWithin("--bones", bones, 1, FitOptions.MAX_BONES))
                : new FitOptions.Error(WrongUsageException.requirePositive("--error", error));
    }
}
