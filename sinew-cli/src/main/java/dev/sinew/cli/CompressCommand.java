package dev.sinew.cli;

import dev.sinew.compress.CompressOptions;
import dev.sinew.model.BoneType;
import dev.sinew.run.Effort;
import dev.sinew.run.RefusedException;
import dev.sinew.run.RestMode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew compress}: dense weights in two sparse layers. */
@Command(
        name = "compress",
        header = "A dense rig at the price of a sparse one: its weights in two layers of virtual bones.",
        customSynopsis =
                "sinew compress MODEL (--bones-per-vertex B | --virtual-bones N | --error E) -o OUT.glb [options]",
        description = {
            "",
            "Every vertex is a blend of two virtual bones, and every virtual bone a blend of the model's own (Le and Deng",
            "2013). The file has them in SINEW_two_layer, and four influences a vertex for programs that do not know it."
        },
        footer = {
            "",
            "Examples:",
            "  A model with many influences at the price of four:",
            "    sinew compress dense.glb --bones-per-vertex 4 -o light.glb",
            "  The same, following the poses it was made from:",
            "    sinew compress dense.glb --examples cape.obj --bones-per-vertex 4 -o light.glb",
            "  A mesh with biharmonic weights, as cheap as an error of 1 allows:",
            "    sinew compress mesh.obj --weights bbw.dmat --error 1 -o light.glb"
        })
final class CompressCommand extends Verb {
    @Parameters(paramLabel = "MODEL", description = "A .glb or .gltf, or a mesh with --weights.")
    private Path model;

    @Option(
            names = {"-o", "--output"},
            required = true,
            order = 1,
            paramLabel = "OUT.glb",
            description = "The model: .glb, or .gltf with its buffer inside.")
    private Path output;

    @Option(
            names = "--bones-per-vertex",
            order = 2,
            paramLabel = "B",
            description = "Blending operations a vertex on average, more than 2: as dear as B influences.")
    private Double bonesPerVertex;

    @Option(names = "--virtual-bones", order = 3, paramLabel = "N", description = "Instead: so many virtual bones.")
    private Integer virtualBones;

    @Option(
            names = "--error",
            order = 4,
            paramLabel = "E",
            description =
                    "Instead: as few virtual bones as bring the weights' error (weightRms), with examples E_RMS, to E"
                            + " or below.")
    private Double error;

    @Option(
            names = "--atom-influences",
            order = 5,
            paramLabel = "C",
            description = "Most bones a virtual bone may blend (one more than any vertex has).")
    private Integer atomInfluences;

    @Option(
            names = "--rest",
            order = 6,
            paramLabel = "POSE",
            description = "With examples the rest pose may be solved for, staying near the model's own (solve, smaller"
                    + " error), or kept (given). Default: solve.")
    private String rest = "solve";

    @Option(
            names = "--motion",
            order = 7,
            paramLabel = "MOTION",
            description = "With examples and affine bones the motion of the examples' clip may be solved for (solve,"
                    + " smaller error), or kept (given). Default: solve; given where the model has other clips or"
                    + " other bones.")
    private String motion;

    @Option(names = "--iterations", order = 8, paramLabel = "N", description = "Bound on the last iterations (40).")
    private Integer iterations;

    @Mixin
    private ModelOptions modelOptions;

    @Mixin
    private ShowOptions show;

    CompressCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        Outputs.requireModel(output);
        show.check();
        CompressOptions asked = options();
        requireKnownMotion();
        ModelSource source = ModelSource.read(model, modelOptions, session);
        CompressOptions options = asked.withMotion(motion(source));
        CompressRun run = new CompressRun(source, options, output);
        CompressReport report = new CompressReport(run, run.run(session));
        report.show(show, commandLine(), session);
        session.summary(report.sheet(session.seconds()));
        session.report(() -> report.fill(newReport(), session.seconds())
                .options(described(options))
                .tree());
    }

    private CompressOptions options() {
        CompressOptions options =
                CompressOptions.defaults(goal()).withRest(restPose()).withThreads(common().threads());
        if (atomInfluences != null) {
            options = options.withAtomInfluences(WrongUsageException.requireWithin(
                    "--atom-influences", atomInfluences, 1, CompressOptions.MAX_ATOM_INFLUENCES));
        }
        if (iterations != null) {
            options = options.withMaxIterations(
                    WrongUsageException.requireWithin("--iterations", iterations, 1, Effort.MAX_ITERATIONS));
        }
        return options;
    }

    private RestMode restPose() {
        return switch (rest) {
            case "solve" -> RestMode.SOLVE;
            case "given" -> RestMode.KEEP;
            default -> throw new WrongUsageException("--rest " + rest + " must be solve or given");
        };
    }

    private void requireKnownMotion() {
        if (motion != null && !List.of("solve", "given").contains(motion)) {
            throw new WrongUsageException("--motion " + motion + " must be solve or given");
        }
    }

    /** Weights that belong to a new motion would spoil what other clips play: there it takes the user's word. */
    private CompressOptions.Motion motion(ModelSource source) {
        boolean affine = source.model().boneType() == BoneType.AFFINE;
        boolean possible = affine && source.examples().isPresent();
        if (motion == null) {
            boolean alone = source.model().clips().size() == 1;
            return possible && alone ? CompressOptions.Motion.SOLVE : CompressOptions.Motion.KEEP;
        }
        if (motion.equals("given")) {
            return CompressOptions.Motion.KEEP;
        }
        if (!possible) {
            throw new RefusedException("--motion solve needs "
                    + (affine ? "--examples" : "affine bones, those of " + model + " are " + named(source)));
        }
        return CompressOptions.Motion.SOLVE;
    }

    private static String named(ModelSource source) {
        return source.model().boneType().name().toLowerCase(Locale.ROOT);
    }

    private CompressOptions.Goal goal() {
        if (Stream.of(bonesPerVertex, virtualBones, error)
                        .filter(goal -> goal != null)
                        .count()
                != 1) {
            throw new WrongUsageException(
                    "compress needs one of --bones-per-vertex B, --virtual-bones N and --error E, and only one");
        }
        // Bad input rather than wrong usage: what is in range depends on the model.
        if (virtualBones != null) {
            require(virtualBones >= 2, "--virtual-bones " + virtualBones + " must be at least 2");
            return new CompressOptions.VirtualBones(virtualBones);
        }
        if (error != null) {
            require(error > 0 && !Double.isInfinite(error), "--error " + error + " must be greater than 0");
            return new CompressOptions.Error(error);
        }
        require(
                bonesPerVertex > 2 && !Double.isInfinite(bonesPerVertex),
                "--bones-per-vertex " + bonesPerVertex
                        + " must be more than 2: every vertex blends two virtual bones already");
        return new CompressOptions.BonesPerVertex(bonesPerVertex);
    }

    private static void require(boolean holds, String sentence) {
        if (!holds) {
            throw new RefusedException(sentence);
        }
    }

    private Map<String, Object> described(CompressOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("bonesPerVertex", bonesPerVertex);
        tree.put("virtualBones", virtualBones);
        tree.put("error", error);
        tree.put("atomInfluences", atomInfluences);
        tree.put("rest", rest);
        tree.put("motion", options.motion() == CompressOptions.Motion.SOLVE ? "solve" : "given");
        tree.put("iterations", options.maxIterations());
        tree.put("threads", options.threads());
        tree.putAll(modelOptions.described());
        return tree;
    }
}
