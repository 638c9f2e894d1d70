package dev.sinew.cli;

import dev.sinew.handles.HandleModels;
import dev.sinew.handles.LearningOptions;
import dev.sinew.handles.WeightsOptions;
import dev.sinew.handles.WeightsOptions.Bounds;
import dev.sinew.handles.WeightsOptions.DomainChoice;
import dev.sinew.io.HandleFiles;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.ops.Operations;
import dev.sinew.reduce.ReduceMethod;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew weights}: a mesh and its handles become a skinned model. */
@Command(
        name = "weights",
        header = "Smooth weights for points, bones, regions and cages; with examples, weights that follow them.",
        customSynopsis = "sinew weights MESH --handles FILE [--examples SEQ] -o OUT.glb [options]",
        footer = {
            "",
            "Examples:",
            "  Bounded biharmonic weights for a skeleton, in the volume, no tetrahedra needed:",
            "    sinew weights body.obj --handles body.tgf -o body.glb",
            "  Weights learnt from poses of the same mesh (body.pc2 holds them):",
            "    sinew weights body.obj --handles body.json --examples body.obj -o body.glb"
        })
final class WeightsCommand extends Verb {
    private static final int MAX_INFLUENCES = 1024;

    @Parameters(paramLabel = "MESH", description = "The rest pose, .obj or .ply.")
    private Path mesh;

    @Option(
            names = {"-o", "--output"},
            required = true,
            order = 1,
            paramLabel = "OUT.glb",
            description = "The model: .glb, or .gltf with its buffer inside; one bone a handle.")
    private Path output;

    @Option(
            names = "--handles",
            required = true,
            order = 2,
            paramLabel = "FILE",
            description = "The handles, as .json (docs/handles.md) or as a .tgf skeleton, in the mesh's coordinates; or"
                    + " a rigged .glb or .gltf, whose bones are taken.")
    private Path handles;

    @Option(
            names = "--domain",
            order = 3,
            paramLabel = "surface|volume",
            description =
                    "Where weights are smooth. Default: volume where the mesh is closed or nearly so, else surface.")
    private String domain;

    @Option(
            names = "--resolution",
            order = 4,
            paramLabel = "N",
            description =
                    "Cubes along the longest side of the volume, 8 to 120 (as many as give about 10 000 to 15 000 nodes).")
    private Integer resolution;

    @Option(
            names = "--influences",
            order = 5,
            paramLabel = "K",
            description = "Most weights a vertex may have in the end, at least 1 (all).")
    private Integer influences;

    @Option(
            names = "--reduce",
            order = 5,
            paramLabel = "METHOD",
            description =
                    "How --influences are chosen, as by `sinew reduce`: largest, smooth, geometry or poisson; the last"
                            + " two need --examples. Default: geometry with examples, else largest.")
    private String reduce;

    @Option(
            names = "--bounds",
            order = 4,
            paramLabel = "solved|clipped",
            description =
                    "How weights are kept between 0 and 1: solved for within the bounds, or smooth without bounds and cut"
                            + " off at them, which is fast, but reaches farther from the handles (solved).")
    private String bounds;

    @Option(
            names = "--examples",
            order = 6,
            arity = "1..*",
            paramLabel = "SEQ",
            description = "Poses of the same mesh to learn from: a mesh with a point cache beside it, frames, or one"
                    + " posed mesh.")
    private List<Path> examples;

    @Option(
            names = "--sparsity",
            order = 7,
            paramLabel = "L1",
            description = "λ1: how much it costs that weights change, for a shape of size one (1e-8).")
    private Double sparsity;

    @Option(
            names = "--rigidity",
            order = 8,
            paramLabel = "L2",
            description = "λ2: how much it costs that edges of a group stretch or turn apart (1e-3).")
    private Double rigidity;

    @Option(names = "--iterations", order = 9, paramLabel = "N", description = "Bound on the rounds of learning (60).")
    private Integer iterations;

    @Mixin
    private SequenceOptions sequenceOptions;

    @Mixin
    private ShowOptions show;

    WeightsCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        Outputs.requireModel(output);
        show.check();
        if (examples == null && show.picture().isPresent()) {
            throw new WrongUsageException("--picture shows a model beside its --examples; --report needs none");
        }
        if (examples == null) {
            sequenceOptions.requireNoChoice("there are no --examples");
        }
        HandleModels.Options options = options();
        Mesh rest = Inputs.mesh(sequenceOptions.input(List.of(mesh)), session);
        HandleSet set = session.stage("read", "reading " + handles, () -> HandleFiles.read(handles, rest, placing()));
        Optional<MeshSequence> sequence = Optional.ofNullable(examples).map(paths -> poses(paths, session));
        HandleModels.Input input = new HandleModels.Input(rest, set, sequence);
        Made made = make(session, input, options);
        WeightsReport report = new WeightsReport(input, made, output, ignored(made));
        report.show(show, mesh.toString(), commandLine(), session);
        session.summary(report.sheet(mesh.toString(), session.seconds()));
        session.report(() -> report.fill(newReport(), mesh.toString(), session.seconds())
                .options(described(options))
                .tree());
    }

    /** A single mesh is one pose. The rest pose itself is none: there the frames beside it are missing, which the reader says. */
    private MeshSequence poses(List<Path> paths, Session session) {
        SequenceInput input = sequenceOptions.input(paths);
        if (!Inputs.isLoneMesh(input) || Outputs.isSame(paths.get(0), mesh)) {
            return Inputs.sequence(input, session).sequence();
        }
        sequenceOptions.requireNoChoice("--examples is a single mesh");
        Mesh pose = Inputs.mesh(input, session);
        return new MeshSequence(
                paths.get(0).getFileName().toString(), pose, FrameSource.of(new float[][] {pose.positions()}), 30);
    }

    /** What was asked for and came to nothing. */
    private List<String> ignored(Made made) {
        return resolution == null || made.result().biharmonic().volume()
                ? List.of()
                : List.of("--resolution " + resolution
                        + " did nothing: the mesh is open, so weights are smooth on its surface; --domain volume asks"
                        + " for the volume");
    }

    private HandleModels.Result solve(Session session, HandleModels.Input input, HandleModels.Options options) {
        try {
            return Operations.WEIGHTS.run(input, options, session.progress());
        } catch (RefusedException wrong) {
            throw new RefusedException(mesh + " with " + handles + ": " + wrong.getMessage(), wrong);
        }
    }

    /**
     * What a run made.
     *
     * @param read as the file has it
     * @param error of the file on disk against the examples, where there are some
     */
    record Made(HandleModels.Result result, ModelFile read, WrittenModel written, Optional<SequenceError> error) {
        SkinnedModel model() {
            return read.model();
        }
    }

    private Made make(Session session, HandleModels.Input input, HandleModels.Options options) {
        try (PendingFile file = new PendingFile(output, session.interruption())) {
            HandleModels.Result result = session.stage("solve", "solving", () -> solve(session, input, options));
            WrittenModel written = session.writing(
                    "write", "writing " + output, () -> Models.write(result.model(), input.handles(), file.path()));
            Made made = session.stage("measure", "measuring " + output, () -> {
                ModelFile read = ModelFile.read(file.path());
                SkinnedModel model = read.model();
                Optional<SequenceError> error = input.examples()
                        .map(truth -> Measure.of(model, model.clips().get(0), truth, session.workers()));
                return new Made(result, read, written, error);
            });
            session.stopIfAsked();
            file.commit();
            return made;
        }
    }

    /** Handles are given in the mesh file's coordinates, and turned and scaled with it. */
    private UnaryOperator<double[]> placing() {
        double scale = sequenceOptions.scale();
        boolean turned = sequenceOptions.up() == UpAxis.Z;
        return p -> turned
                ? new double[] {scale * p[0], scale * p[2], -scale * p[1]}
                : new double[] {scale * p[0], scale * p[1], scale * p[2]};
    }

    private HandleModels.Options options() {
        WeightsOptions weights =
                WeightsOptions.defaults().withDomain(domainChoice()).withThreads(common().threads());
        if (resolution != null) {
            if (weights.domain() == DomainChoice.SURFACE) {
                throw new WrongUsageException("--resolution is for the volume domain, --domain is surface");
            }
            weights = weights.withResolution(
                    WrongUsageException.requireWithin("--resolution", resolution, 8, WeightsOptions.MAX_RESOLUTION));
        }
        return new HandleModels.Options(weights.withBounds(boundsChoice()), learning(), reduction());
    }

    private Bounds boundsChoice() {
        if (bounds == null) {
            return Bounds.SOLVED;
        }
        return switch (bounds) {
            case "solved" -> Bounds.SOLVED;
            case "clipped" -> Bounds.CLIPPED;
            default -> throw new WrongUsageException("--bounds " + bounds + " must be solved or clipped");
        };
    }

    private Optional<ReduceOptions> reduction() {
        if (influences == null) {
            if (reduce != null) {
                throw new WrongUsageException("--reduce " + reduce + " needs --influences");
            }
            return Optional.empty();
        }
        WrongUsageException.requireWithin("--influences", influences, 1, MAX_INFLUENCES);
        return Optional.of(new ReduceOptions(influences, method(), common().threads()));
    }

    private ReduceMethod method() {
        if (reduce == null) {
            return examples == null ? ReduceMethod.LARGEST : ReduceMethod.GEOMETRY;
        }
        ReduceMethod method = Stream.of(ReduceMethod.values())
                .filter(m -> RunReport.lowerCase(m).equals(reduce))
                .findFirst()
                .orElseThrow(() -> new WrongUsageException(
                        "--reduce " + reduce + " must be largest, smooth, geometry or poisson"));
        if (method.needsExamples() && examples == null) {
            throw new WrongUsageException("--reduce " + reduce + " needs --examples");
        }
        return method;
    }

    private DomainChoice domainChoice() {
        if (domain == null) {
            return DomainChoice.AUTO;
        }
        return switch (domain) {
            case "surface" -> DomainChoice.SURFACE;
            case "volume" -> DomainChoice.VOLUME;
            default -> throw new WrongUsageException("--domain " + domain + " must be surface or volume");
        };
    }

    private LearningOptions learning() {
        if (examples == null && (sparsity != null || rigidity != null || iterations != null)) {
            throw new WrongUsageException("--sparsity, --rigidity and --iterations are for learning from --examples");
        }
        LearningOptions learning = LearningOptions.defaults().withThreads(common().threads());
        if (sparsity != null) {
            learning = learning.withSparsity(requireNotNegative("--sparsity", sparsity));
        }
        if (rigidity != null) {
            learning = learning.withRigidity(requireNotNegative("--rigidity", rigidity));
        }
        if (iterations != null) {
            learning = learning.withMaxIterations(
                    WrongUsageException.requireWithin("--iterations", iterations, 1, Integer.MAX_VALUE));
        }
        return learning;
    }

    private static double requireNotNegative(String option, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new WrongUsageException(option + " " + value + " must be at least 0");
        }
        return value;
    }

    private Map<String, Object> described(HandleModels.Options options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("handles", handles.toString());
        tree.put("domain", RunReport.lowerCase(options.weights().domain()));
        tree.put("resolution", options.weights().resolution().orElse(null));
        tree.put("bounds", RunReport.lowerCase(options.weights().bounds()));
        tree.put(
                "influences", options.reduction().map(ReduceOptions::influences).orElse(null));
        tree.put(
                "reduce",
                options.reduction().map(r -> RunReport.lowerCase(r.method())).orElse(null));
        tree.put("examples", examples == null ? null : Text.paths(examples));
        tree.put("sparsity", examples == null ? null : options.learning().sparsity());
        tree.put("rigidity", examples == null ? null : options.learning().rigidity());
        tree.put("iterations", examples == null ? null : options.learning().maxIterations());
        tree.put("threads", options.weights().threads());
        tree.putAll(sequenceOptions.described());
        return tree;
    }
}
