package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.compress.CompressOptions;
import dev.sinew.compress.CompressResult;
import dev.sinew.compress.Compression;
import dev.sinew.fit.FallbackSkin;
import dev.sinew.fit.FitOptions;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.parts.FallbackBones;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.ErrorBound;
import dev.sinew.job.source.ImportanceChoice;
import dev.sinew.job.source.ModelChoice;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.measure.Measure;
import dev.sinew.measure.WeightError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.run.Effort;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.RestMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Compresses dense weights to two sparse layers. */
public record CompressRequest(
        @OptionInfo(label = "MODEL", required = true, help = "Skinned model (.glb or .gltf), or a mesh with {weights}.")
        Path input,

        @OptionInfo(label = "OUT.glb", required = true, help = "Model to write (.glb or .gltf).")
        Path output,

        @OptionInfo(
                least = 2,
                above = true,
                label = "B",
                group = OptionGroup.GOAL,
                help = "Average number of blend operations per vertex, more than 2.",
                defaultText = "" + CompressRequest.DEFAULT_BONES_PER_VERTEX,
                details =
                        "Costs about as much as B influences per vertex. With a bound on the error: the most that the result may cost.")
        Double bonesPerVertex,

        @OptionInfo(least = 2, label = "N", group = OptionGroup.GOAL, help = "Number of virtual bones.")
        Integer virtualBones,

        @OptionInfo(
                least = 0,
                above = true,
                label = "PERCENT",
                group = OptionGroup.GOAL,
                help = "Use the fewest virtual bones whose error is at most this, in percent of the size.",
                details = "Needs {examples}.")
        Double error,

        @OptionInfo(
                least = 0,
                above = true,
                label = "E",
                group = OptionGroup.GOAL,
                help = "Like {error}, but in E_RMS, in thousandths of the radius.",
                details = "Needs {examples}.")
        Double maxErms,

        @OptionInfo(
                least = 0,
                above = true,
                label = "W",
                group = OptionGroup.GOAL,
                help = "Use the fewest virtual bones whose RMS error of the weights is at most this, in thousandths.")
        Double maxWeightRms,

        @OptionInfo(
                label = "C",
                least = 1,
                most = CompressOptions.MAX_ATOM_INFLUENCES,
                group = OptionGroup.QUALITY,
                help = "Maximum number of bones per virtual bone.",
                defaultText = "one more than the largest number per vertex")
        Integer atomInfluences,

        @OptionInfo(
                label = "POSE",
                defaultValue = "solve",
                words = {"solve", "given"},
                group = OptionGroup.QUALITY,
                help = "With {examples}: solve the rest pose (lower error), or keep it as given.",
                details = "A solved rest pose stays close to that of the model.")
        String rest,

        @OptionInfo(
                label = "MOTION",
                words = {"solve", "given"},
                group = OptionGroup.QUALITY,
                help = "With {examples}: solve the motion (lower error), or keep it as given.",
                defaultText = "solve if bones are affine and the model has no other clip")
        String motion,

        @OptionInfo(
                label = "W",
                least = 0,
                most = CompressOptions.MAX_SHADING,
                group = OptionGroup.QUALITY,
                help = "With {examples}: weight of normals relative to positions.",
                defaultText = "" + CompressOptions.DEFAULT_SHADING,
                details = "0 ignores normals. With {error}, only positions are used.")
        Double shading,

        @OptionInfo(
                label = "N",
                least = 1,
                most = Effort.MAX_ITERATIONS,
                group = OptionGroup.QUALITY,
                help = "Maximum number of final iterations.",
                defaultText = "" + CompressOptions.DEFAULT_ITERATIONS)
        Integer iterations,

        ImportanceChoice vertices,
        ModelChoice model,
        StorageChoice storage)
        implements Job<CompressJobResult> {
    private static final int DEFAULT_BONES_PER_VERTEX = 4;

    @Override
    public String command() {
        return "compress";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = new ArrayList<>(model.reads(input));
        files.addAll(vertices.reads());
        return files;
    }

    @Override
    public List<Path> writes() {
        return List.of(output);
    }

    @Override
    public CompressJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireModel(run.place(output));
        checkGoal();
        ModelSource source = ModelSource.read(input, model, run);
        CompressOptions options = options(source, run)
                .withMotion(motion(source))
                .withImportance(vertices.read(source.model().rest(), source.file()));
        return run.make(
                output,
                "compressing",
                () -> withFallback(source, options, Compression.compress(source.input(), options, run.progress()), run),
                (compressed, file) -> Models.write(
                        source.derived(compressed.fitted().model().fallback())
                                .withLayers(
                                        Optional.of(compressed.fitted().model().layers())),
                        file,
                        storage.storage()),
                (compressed, written, file) -> measured(source, options, compressed, written, file, run));
    }

    /** With a solved motion, programs that do not know the extension play a fallback skin that is fitted to the examples, too. */
    private static CompressResult withFallback(
            ModelSource source, CompressOptions options, CompressResult compressed, JobRun run) {
        if (options.motion() != CompressOptions.Motion.SOLVE) {
            return compressed;
        }
        TwoLayerModel layered = compressed.fitted().model();
        SkinnedModel own = layered.fallback();
        FitOptions asked = FitOptions.defaults(new FitOptions.Bones(1))
                .withShading(options.shading())
                .withImportance(options.importance())
                .withThreads(options.threads());
        MeshSequence poses = source.examples().orElseThrow();
        SkinnedModel fallback = FallbackSkin.fit(own, poses, asked, run.progress());
        SkinnedModel both = FallbackBones.combineWithFallbackWeights(own, fallback);
        TwoLayerModel whole = new TwoLayerModel(both, layered.layers().withMasterBones(both.boneCount()));
        return new CompressResult(compressed.fitted().with(whole), compressed.weightRms(), compressed.curve());
    }

    private CompressJobResult measured(
            ModelSource source,
            CompressOptions options,
            CompressResult compressed,
            WrittenModel written,
            Path file,
            JobRun run) {
        ModelFile read = ModelFile.read(file);
        Clip clip = source.shownIn(read.model());
        MeshSequence truth = source.truth();
        return CompressJobResult.of(
                this,
                notes(source, compressed, run),
                source,
                options,
                compressed,
                read,
                clip,
                written,
                PlayedErrors.of(read, clip, truth, run.workers()),
                Measure.of(source.model(), source.shown(), truth, run.workers()),
                WeightError.of(
                        read.layers()
                                .orElseThrow()
                                .withMasterBones(source.model().boneCount()),
                        source.model().weights()),
                run.seconds());
    }

    private List<String> notes(ModelSource source, CompressResult compressed, JobRun run) {
        List<String> notes = new ArrayList<>(source.notes());
        notes.addAll(source.leftOut(compressed.fitted().model().fallback()));
        if (error != null) {
            notes.add(run.said(
                    source.examples().isPresent()
                            ? ErrorBound.changed("maxErms", "E_RMS")
                            : field("error") + " needs " + field("examples")
                                    + "; without them it still bounds the error"
                                    + " of the weights, which is now called " + field("maxWeightRms")));
        }
        return notes;
    }

    private CompressOptions options(ModelSource source, JobRun run) {
        CompressOptions options = CompressOptions.defaults(goal(source))
                .withRest(rest.equalsIgnoreCase("solve") ? RestMode.SOLVE : RestMode.KEEP)
                .withThreads(run.threads());
        if (atomInfluences != null) {
            options = options.withAtomInfluences(atomInfluences);
        }
        if (shading != null) {
            options = options.withShading(shading);
        }
        return iterations == null ? options : options.withMaxIterations(iterations);
    }

    /** Solving the motion changes the weights, which would spoil other clips; so a model with several needs an explicit request. */
    private CompressOptions.Motion motion(ModelSource source) {
        boolean affine = source.model().boneType() == BoneType.AFFINE;
        boolean possible = affine && source.examples().isPresent();
        if (motion == null) {
            boolean alone = source.model().clips().size() == 1;
            return possible && alone ? CompressOptions.Motion.SOLVE : CompressOptions.Motion.KEEP;
        }
        if (motion.equalsIgnoreCase("given")) {
            return CompressOptions.Motion.KEEP;
        }
        if (!possible) {
            String bones = Text.lowerCase(source.model().boneType());
            throw new InvalidInputException(field("motion") + " solve needs "
                    + (affine ? field("examples") : "affine bones, but the bones of " + input + " are " + bones));
        }
        return CompressOptions.Motion.SOLVE;
    }

    private void checkGoal() {
        Map<String, Object> goals = new LinkedHashMap<>();
        goals.put("virtualBones", virtualBones);
        goals.put("bonesPerVertex", boundsError() ? null : bonesPerVertex);
        goals.put("error", error);
        goals.put("maxErms", maxErms);
        goals.put("maxWeightRms", maxWeightRms);
        goals.values().removeIf(Objects::isNull);
        if (goals.size() > 1) {
            List<String> given = List.copyOf(goals.keySet());
            throw new InvalidRequestException(
                    field(given.get(0)) + " and " + field(given.get(1)) + " exclude each other; give one of them");
        }
        if (maxErms != null && model.examplesAsked().isEmpty()) {
            throw new InvalidRequestException(
                    field("maxErms") + " needs " + field("examples") + "; without them use " + field("maxWeightRms"));
        }
        if (maxWeightRms != null && model.examplesAsked().isPresent()) {
            throw new InvalidRequestException(
                    field("maxWeightRms") + " cannot be used with " + field("examples") + "; use " + field("error"));
        }
    }

    private boolean boundsError() {
        return error != null || maxErms != null || maxWeightRms != null;
    }

    private CompressOptions.Goal goal(ModelSource source) {
        if (virtualBones != null) {
            int vertices = source.model().vertexCount();
            if (virtualBones > vertices) {
                throw new InvalidInputException(field("virtualBones") + " " + virtualBones + " must be at most "
                        + vertices + ", the number of vertices of " + source.file());
            }
            return new CompressOptions.VirtualBones(virtualBones);
        }
        if (!boundsError()) {
            return new CompressOptions.BonesPerVertex(chosenBonesPerVertex());
        }
        double bound = maxErms != null
                ? maxErms
                : maxWeightRms != null
                        ? maxWeightRms
                        : source.examples()
                                .map(poses -> ErrorBound.erms(error, poses))
                                .orElse(error);
        return new CompressOptions.Error(
                bound, Optional.ofNullable(bonesPerVertex).map(CompressOptions.BonesPerVertex::new));
    }

    private double chosenBonesPerVertex() {
        return bonesPerVertex == null ? DEFAULT_BONES_PER_VERTEX : bonesPerVertex;
    }

    /** The options, by their JSON names. */
    Map<String, Object> described(CompressOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        boolean byCost = options.goal() instanceof CompressOptions.BonesPerVertex;
        tree.put("bonesPerVertex", byCost ? (Double) chosenBonesPerVertex() : bonesPerVertex);
        tree.put("virtualBones", virtualBones);
        tree.put("error", error);
        tree.put("maxErms", maxErms);
        tree.put("maxWeightRms", maxWeightRms);
        tree.put("atomInfluences", atomInfluences);
        tree.put("rest", rest);
        tree.put("motion", options.motion() == CompressOptions.Motion.SOLVE ? "solve" : "given");
        tree.put("importance", vertices.importance());
        tree.put("shading", options.shading());
        tree.put("iterations", options.maxIterations());
        tree.put("threads", options.threads());
        tree.putAll(model.described());
        tree.putAll(storage.described());
        return tree;
    }
}
