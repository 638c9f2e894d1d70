package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.handles.HandleModels;
import dev.sinew.handles.LearningOptions;
import dev.sinew.handles.WeightsOptions;
import dev.sinew.handles.WeightsOptions.Bounds;
import dev.sinew.handles.WeightsOptions.DomainChoice;
import dev.sinew.handles.WeightsOptions.Method;
import dev.sinew.io.HandleFiles;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.Influences;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.HandleSet;
import dev.sinew.reduce.ReduceMethod;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Computes weights of handles for a mesh. */
public record WeightsRequest(
        @OptionInfo(
                label = "MESH",
                required = true,
                help = "Mesh in its rest pose ({.meshes}), or a model.",
                details = "Of a model: its mesh without animation ({.models}).")
        Path input,

        @OptionInfo(
                label = "OUT.glb",
                required = true,
                help = "Model to write (.glb or .gltf), with one bone per handle.")
        Path output,

        @OptionInfo(
                label = "FILE",
                required = true,
                group = OptionGroup.GOAL,
                help = "Handles: .json, a .tgf skeleton, or the bones of a .glb or .gltf.",
                details = "In the coordinates of the mesh. docs/reference/handles.md describes the JSON.")
        Path handles,

        @OptionInfo(
                label = "surface|volume",
                defaultValue = "auto",
                words = {"surface", "volume"},
                group = OptionGroup.QUALITY,
                help = "Where weights are smooth: on the surface or in the volume.",
                defaultText = "volume if the mesh is closed or nearly closed")
        String domain,

        @OptionInfo(
                label = "N",
                least = 8,
                most = WeightsOptions.MAX_RESOLUTION,
                group = OptionGroup.QUALITY,
                help = "Grid cells along the longest side of the volume.",
                defaultText = "as many as give 10,000 to 15,000 nodes")
        Integer resolution,

        @OptionInfo(
                label = "solved|clipped",
                words = {"solved", "clipped"},
                group = OptionGroup.QUALITY,
                help = "How weights are kept between 0 and 1: solved or clipped.",
                defaultText = "solved",
                details = "clipped is fast, but weights reach farther from their handles.")
        String bounds,

        @OptionInfo(
                label = "KIND",
                defaultValue = "biharmonic",
                words = {"biharmonic", "quasi-harmonic"},
                group = OptionGroup.QUALITY,
                help = "Kind of weights: biharmonic or quasi-harmonic.",
                details =
                        "biharmonic: the smoothest weights within the bounds. quasi-harmonic: heat diffusion with an optimised conductivity; within the bounds by construction, on the surface only.")
        String method,

        @OptionInfo(
                label = "K|dense",
                defaultValue = "4",
                group = OptionGroup.QUALITY,
                help = Requests.INFLUENCES + ", 1–" + ReduceRequest.MAX_INFLUENCES + ", or dense for all.",
                details = "Every engine plays 4. A dense model is the input of 'sinew compress'.")
        String influences,

        @OptionInfo(
                label = "METHOD",
                words = {"largest", "smooth", "geometry", "poisson"},
                group = OptionGroup.QUALITY,
                help = "How to choose the influences: largest, smooth, geometry or poisson.",
                defaultText = "geometry with {examples}, else largest",
                details = "'sinew reduce --help-all' describes them. geometry and poisson need {examples}.")
        String reduce,

        @OptionInfo(
                label = "SEQ",
                listed = true,
                group = OptionGroup.GOAL,
                help = "Example motion of the same mesh to learn from.",
                details = "A mesh with a point cache beside it, frames, or one posed mesh.")
        List<Path> examples,

        @OptionInfo(
                label = "L1",
                least = 0,
                group = OptionGroup.QUALITY,
                help = "λ1: penalty on changes of the weights, for a shape of size 1.",
                defaultText = "" + LearningOptions.DEFAULT_SPARSITY)
        Double sparsity,

        @OptionInfo(
                label = "L2",
                least = 0,
                group = OptionGroup.QUALITY,
                help = "λ2: penalty on edges of a group that stretch or rotate differently.",
                defaultText = "" + LearningOptions.DEFAULT_RIGIDITY)
        Double rigidity,

        @OptionInfo(
                label = "W",
                least = 0,
                most = LearningOptions.MAX_SHADING,
                group = OptionGroup.QUALITY,
                help = "With {examples}: weight of normals relative to positions.",
                defaultText = "" + LearningOptions.DEFAULT_SHADING,
                details = "Applies to the weights and to the motion that plays the examples. 0 ignores normals.")
        Double shading,

        @OptionInfo(
                label = "N",
                least = 1,
                group = OptionGroup.QUALITY,
                help = "Maximum number of learning rounds.",
                defaultText = "" + LearningOptions.DEFAULT_ITERATIONS)
        Integer iterations,

        SequenceChoice sequence,
        StorageChoice storage)
        implements Job<WeightsJobResult> {
    @Override
    public String command() {
        return "weights";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = sequence.reads(examples);
        files.addAll(List.of(input, handles));
        return files;
    }

    @Override
    public List<Path> writes() {
        return List.of(output);
    }

    @Override
    public WeightsJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireModel(run.place(output));
        if (examples.isEmpty()) {
            sequence.requireNoChoice("there are no " + field("examples"));
        }
        HandleModels.Options options = options(run);
        Mesh rest = Inputs.mesh(sequence.input(List.of(input)), run);
        HandleSet set = run.stage(
                "read",
                "reading " + handles,
                () -> HandleFiles.read(handles, rest, sequence.upAxis(), sequence.scale()));
        Optional<MeshSequence> poses = examples.isEmpty() ? Optional.empty() : Optional.of(poses(run));
        HandleModels.Input given = new HandleModels.Input(rest, set, poses);
        return run.make(
                output,
                "solving",
                () -> solve(given, options, run),
                (result, file) ->
                        Models.write(ModelDocument.of(result.model()).withHandles(set), file, storage.storage()),
                (result, written, file) -> WeightsJobResult.of(this, given, options, result, written, file, run));
    }

    /** A single mesh is one pose. The rest pose itself is not an example: there the reader reports that frames are missing. */
    private MeshSequence poses(JobRun run) {
        SequenceInput of = sequence.input(examples);
        if (!Inputs.isLoneMesh(of) || Outputs.isSame(examples.get(0), input)) {
            return Inputs.heldSequence(of, run).sequence();
        }
        sequence.requireNoChoice(field("examples") + " is a single mesh");
        Mesh pose = Inputs.mesh(of, run);
        return new MeshSequence(
                examples.get(0).getFileName().toString(), pose, FrameSource.of(new float[][] {pose.positions()}), 30);
    }

    private HandleModels.Result solve(HandleModels.Input given, HandleModels.Options options, JobRun run) {
        try {
            return HandleModels.solve(given, options, run.progress());
        } catch (InvalidInputException wrong) {
            throw wrong.within(input + " with " + handles);
        }
    }

    private HandleModels.Options options(JobRun run) {
        WeightsOptions weights =
                WeightsOptions.defaults().withDomain(chosenDomain()).withThreads(run.threads());
        if (resolution != null) {
            if (weights.domain() == DomainChoice.SURFACE) {
                throw new InvalidRequestException(
                        field("resolution") + " has no effect with " + field("domain") + " surface");
            }
            weights = weights.withResolution(resolution);
        }
        Bounds chosen = "clipped".equalsIgnoreCase(bounds) ? Bounds.CLIPPED : Bounds.SOLVED;
        if (chosenMethod() == Method.QUASI_HARMONIC) {
            if (weights.domain() == DomainChoice.VOLUME || resolution != null || bounds != null) {
                throw new InvalidRequestException(field("method")
                        + " quasi-harmonic works on the surface and is bounded by construction; it cannot be used with "
                        + field("resolution") + ", " + field("bounds") + " or " + field("domain") + " volume");
            }
            weights = weights.withMethod(Method.QUASI_HARMONIC);
        }
        return new HandleModels.Options(weights.withBounds(chosen), learning(run), reduction(run));
    }

    private Optional<ReduceOptions> reduction(JobRun run) {
        Optional<Integer> most = Influences.parse(influences, ReduceRequest.MAX_INFLUENCES);
        if (most.isEmpty() && reduce != null) {
            throw new InvalidRequestException(field("reduce") + " " + reduce + " has no effect with "
                    + field("influences") + " dense, which keeps all weights");
        }
        return most.map(count -> new ReduceOptions(count, reduceMethod(), run.threads()));
    }

    private ReduceMethod reduceMethod() {
        if (reduce == null) {
            return examples.isEmpty() ? ReduceMethod.LARGEST : ReduceMethod.GEOMETRY;
        }
        ReduceMethod method = ReduceMethod.valueOf(reduce.toUpperCase(Locale.ROOT));
        if (method.needsExamples() && examples.isEmpty()) {
            throw new InvalidRequestException(field("reduce") + " " + reduce + " needs " + field("examples"));
        }
        return method;
    }

    private Method chosenMethod() {
        return Method.valueOf(method.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private DomainChoice chosenDomain() {
        return DomainChoice.valueOf(domain.toUpperCase(Locale.ROOT));
    }

    private LearningOptions learning(JobRun run) {
        if (examples.isEmpty() && (sparsity != null || rigidity != null || shading != null || iterations != null)) {
            throw new InvalidRequestException(field("sparsity") + ", " + field("rigidity") + ", " + field("shading")
                    + " and " + field("iterations") + " need " + field("examples"));
        }
        LearningOptions learning = LearningOptions.defaults().withThreads(run.threads());
        if (sparsity != null) {
            learning = learning.withSparsity(sparsity);
        }
        if (rigidity != null) {
            learning = learning.withRigidity(rigidity);
        }
        if (shading != null) {
            learning = learning.withShading(shading);
        }
        return iterations == null ? learning : learning.withMaxIterations(iterations);
    }

    /** The options, by their JSON names. */
    Map<String, Object> described(HandleModels.Options options) {
        Optional<ReduceOptions> reduction = options.reduction();
        boolean learnt = !examples.isEmpty();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("handles", handles.toString());
        tree.put("domain", Text.lowerCase(options.weights().domain()));
        tree.put("resolution", options.weights().resolution().orElse(null));
        tree.put("bounds", Text.lowerCase(options.weights().bounds()));
        tree.put("method", method.toLowerCase(Locale.ROOT));
        tree.put("influences", reduction.<Object>map(ReduceOptions::influences).orElse("dense"));
        tree.put("reduce", reduction.map(r -> Text.lowerCase(r.method())).orElse(null));
        tree.put("examples", learnt ? Text.paths(examples) : null);
        tree.put("sparsity", learnt ? options.learning().sparsity() : null);
        tree.put("rigidity", learnt ? options.learning().rigidity() : null);
        tree.put("shading", learnt ? options.learning().shading() : null);
        tree.put("iterations", learnt ? options.learning().maxIterations() : null);
        tree.put("threads", options.weights().threads());
        tree.putAll(sequence.described());
        tree.putAll(storage.described());
        return tree;
    }
}
