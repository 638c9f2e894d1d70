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
import dev.sinew.io.parts.ModelContent;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
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
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A mesh and its handles become a skinned model. */
public record WeightsRequest(
        @Ask(label = "MESH", required = true, help = "The rest pose: {.meshes}.")
        Path input,

        @Ask(
                label = "OUT.glb",
                required = true,
                help = "The model: .glb, or .gltf with its buffer inside; one bone a handle.")
        Path output,

        @Ask(
                label = "FILE",
                required = true,
                help = "The handles, as .json (docs/handles.md) or as a .tgf skeleton, in the mesh's coordinates; or"
                        + " a rigged .glb or .gltf, whose bones are taken.")
        Path handles,

        @Ask(
                label = "surface|volume",
                usual = "auto",
                words = {"surface", "volume"},
                help = "Where weights are smooth. Default: volume where the mesh is closed or nearly so, else surface.")
        String domain,

        @Ask(
                label = "N",
                least = 8,
                most = WeightsOptions.MAX_RESOLUTION,
                help = "Cubes along the longest side of the volume, 8 to 120 (as many as give about 10 000 to 15 000"
                        + " nodes).")
        Integer resolution,

        @Ask(
                label = "solved|clipped",
                words = {"solved", "clipped"},
                help =
                        "How weights are kept between 0 and 1: solved for within the bounds, or smooth without bounds and"
                                + " cut off at them, which is fast, but reaches farther from the handles (solved).")
        String bounds,

        @Ask(
                label = "biharmonic|quasi-harmonic",
                usual = "biharmonic",
                words = {"biharmonic", "quasi-harmonic"},
                help = "What weights are: biharmonic (the smoothest within their bounds), or quasi-harmonic (heat that"
                        + " settles under the conductivity that makes it smoothest; within the bounds by nature, on the"
                        + " surface only).")
        String method,

        @Ask(
                label = "K|all",
                usual = "4",
                help =
                        "Most weights a vertex may have in the end, at least 1 (4, what every engine plays), or all: every"
                                + " handle may move every vertex, which 'sinew compress' takes from there.")
        String influences,

        @Ask(
                label = "METHOD",
                words = {"largest", "smooth", "geometry", "poisson"},
                help =
                        "How {influences} are chosen, as by `sinew reduce`: largest, smooth, geometry or poisson; the last"
                                + " two need {examples}. Default: geometry with examples, else largest.")
        String reduce,

        @Ask(
                label = "SEQ",
                listed = true,
                help = "Poses of the same mesh to learn from: a mesh with a point cache beside it, frames, or one"
                        + " posed mesh.")
        List<Path> examples,

        @Ask(
                label = "L1",
                least = 0,
                help = "λ1: how much it costs that weights change, for a shape of size one (default: "
                        + LearningOptions.DEFAULT_SPARSITY + ").")
        Double sparsity,

        @Ask(
                label = "L2",
                least = 0,
                help = "λ2: how much it costs that edges of a group stretch or turn apart (default: "
                        + LearningOptions.DEFAULT_RIGIDITY + ").")
        Double rigidity,

        @Ask(
                label = "W",
                least = 0,
                most = LearningOptions.MAX_SHADING,
                help =
                        "How much normals weigh beside positions in the weights and in the motion that plays the examples, so that"
                                + " engines shade what is seen: 1 as usual (default), 0 for positions alone.")
        Double shading,

        @Ask(
                label = "N",
                least = 1,
                help = "Bound on the rounds of learning (default: " + LearningOptions.DEFAULT_ITERATIONS + ").")
        Integer iterations,

        SequenceChoice sequence,
        StorageChoice storage)
        implements Job<WeightsMade> {
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
    public WeightsMade run(Desk desk) {
        Work work = begin(desk);
        Outputs.requireModel(work.place(output));
        if (examples.isEmpty()) {
            sequence.requireNoChoice("there are no " + field("examples"));
        }
        HandleModels.Options options = options(work);
        Mesh rest = Inputs.mesh(sequence.input(List.of(input)), work);
        HandleSet set = work.stage(
                "read",
                "reading " + handles,
                () -> HandleFiles.read(handles, rest, sequence.upAxis(), sequence.scale()));
        Optional<MeshSequence> poses = examples.isEmpty() ? Optional.empty() : Optional.of(poses(work));
        HandleModels.Input given = new HandleModels.Input(rest, set, poses);
        return work.make(
                output,
                "solving",
                () -> solve(given, options, work),
                (result, file) ->
                        Models.write(ModelContent.of(result.model()).withHandles(set), file, storage.storage()),
                (result, written, file) -> WeightsMade.of(this, given, options, result, written, file, work));
    }

    /** A single mesh is one pose. The rest pose itself is none: there the frames beside it are missing, which the reader says. */
    private MeshSequence poses(Work work) {
        SequenceInput of = sequence.input(examples);
        if (!Inputs.isLoneMesh(of) || Outputs.isSame(examples.get(0), input)) {
            return Inputs.heldSequence(of, work).sequence();
        }
        sequence.requireNoChoice(field("examples") + " is a single mesh");
        Mesh pose = Inputs.mesh(of, work);
        return new MeshSequence(
                examples.get(0).getFileName().toString(), pose, FrameSource.of(new float[][] {pose.positions()}), 30);
    }

    private HandleModels.Result solve(HandleModels.Input given, HandleModels.Options options, Work work) {
        try {
            return HandleModels.solve(given, options, work.progress());
        } catch (RefusedException wrong) {
            throw wrong.within(input + " with " + handles);
        }
    }

    private HandleModels.Options options(Work work) {
        WeightsOptions weights =
                WeightsOptions.defaults().withDomain(chosenDomain()).withThreads(work.threads());
        if (resolution != null) {
            if (weights.domain() == DomainChoice.SURFACE) {
                throw new WrongRequestException(
                        field("resolution") + " is for the volume domain, " + field("domain") + " is surface");
            }
            weights = weights.withResolution(resolution);
        }
        Bounds chosen = "clipped".equalsIgnoreCase(bounds) ? Bounds.CLIPPED : Bounds.SOLVED;
        if (chosenMethod() == Method.QUASI_HARMONIC) {
            if (weights.domain() == DomainChoice.VOLUME || resolution != null || bounds != null) {
                throw new WrongRequestException(field("method")
                        + " quasi-harmonic is for the surface and keeps its bounds by nature: without "
                        + field("resolution") + ", " + field("bounds") + " and " + field("domain") + " volume");
            }
            weights = weights.withMethod(Method.QUASI_HARMONIC);
        }
        return new HandleModels.Options(weights.withBounds(chosen), learning(work), reduction(work));
    }

    private Optional<ReduceOptions> reduction(Work work) {
        if (influences.equalsIgnoreCase("all")) {
            if (reduce != null) {
                throw new WrongRequestException(
                        field("reduce") + " " + reduce + " takes weights away, and " + field("influences") + " is all");
            }
            return Optional.empty();
        }
        return Optional.of(new ReduceOptions(influencesAsked(), reduceMethod(), work.threads()));
    }

    private int influencesAsked() {
        int count = influences.matches("[0-9]{1,9}") ? Integer.parseInt(influences) : 0;
        if (count < 1 || count > ReduceRequest.MAX_INFLUENCES) {
            throw new WrongRequestException(field("influences") + " " + influences + " must be from 1 to "
                    + ReduceRequest.MAX_INFLUENCES + ", or all");
        }
        return count;
    }

    private ReduceMethod reduceMethod() {
        if (reduce == null) {
            return examples.isEmpty() ? ReduceMethod.LARGEST : ReduceMethod.GEOMETRY;
        }
        ReduceMethod method = ReduceMethod.valueOf(reduce.toUpperCase(Locale.ROOT));
        if (method.needsExamples() && examples.isEmpty()) {
            throw new WrongRequestException(field("reduce") + " " + reduce + " needs " + field("examples"));
        }
        return method;
    }

    private Method chosenMethod() {
        return Method.valueOf(method.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private DomainChoice chosenDomain() {
        return DomainChoice.valueOf(domain.toUpperCase(Locale.ROOT));
    }

    private LearningOptions learning(Work work) {
        if (examples.isEmpty() && (sparsity != null || rigidity != null || shading != null || iterations != null)) {
            throw new WrongRequestException(field("sparsity") + ", " + field("rigidity") + ", " + field("shading")
                    + " and " + field("iterations") + " are for learning from " + field("examples"));
        }
        LearningOptions learning = LearningOptions.defaults().withThreads(work.threads());
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

    /** What was asked for, as the tree names it. */
    Map<String, Object> described(HandleModels.Options options) {
        Optional<ReduceOptions> reduction = options.reduction();
        boolean learnt = !examples.isEmpty();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("handles", handles.toString());
        tree.put("domain", Text.lowerCase(options.weights().domain()));
        tree.put("resolution", options.weights().resolution().orElse(null));
        tree.put("bounds", Text.lowerCase(options.weights().bounds()));
        tree.put("method", method.toLowerCase(Locale.ROOT));
        tree.put("influences", reduction.<Object>map(ReduceOptions::influences).orElse("all"));
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
