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
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
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
import dev.sinew.run.RefusedException;
import dev.sinew.run.RestMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Dense weights in two sparse layers. */
public record CompressRequest(
        @Ask(label = "MODEL", required = true, help = "A .glb or .gltf, or a mesh with {weights}.")
        Path input,

        @Ask(label = "OUT.glb", required = true, help = "The model: .glb, or .gltf with its buffer inside.")
        Path output,

        @Ask(label = "B", help = "Blending operations a vertex on average, more than 2: as dear as B influences.")
        Double bonesPerVertex,

        @Ask(label = "N", help = "Instead: so many virtual bones.")
        Integer virtualBones,

        @Ask(
                label = "E",
                help =
                        "Instead: as few virtual bones as bring the weights' error (weightRms), with examples E_RMS, to E"
                                + " or below.")
        Double error,

        @Ask(
                label = "C",
                least = 1,
                most = CompressOptions.MAX_ATOM_INFLUENCES,
                help = "Most bones a virtual bone may blend (one more than any vertex has).")
        Integer atomInfluences,

        @Ask(
                label = "POSE",
                usual = "solve",
                words = {"solve", "given"},
                help = "With examples the rest pose may be solved for, staying near the model's own (solve, smaller"
                        + " error), or kept (given). Default: solve.")
        String rest,

        @Ask(
                label = "MOTION",
                words = {"solve", "given"},
                help = "With examples and affine bones the motion of the examples' clip may be solved for (solve,"
                        + " smaller error), or kept (given). Default: solve; given where the model has other clips or"
                        + " other bones.")
        String motion,

        @Ask(
                label = "W",
                least = 0,
                most = CompressOptions.MAX_SHADING,
                help =
                        "With examples: how much normals weigh beside positions, so that engines shade what is seen: 1 as usual"
                                + " (default), 0 for positions alone. With {error} positions alone count.")
        Double shading,

        @Ask(
                label = "N",
                least = 1,
                most = Effort.MAX_ITERATIONS,
                help = "Bound on the last iterations (default: " + CompressOptions.DEFAULT_ITERATIONS + ").")
        Integer iterations,

        ImportanceChoice vertices,
        ModelChoice model,
        StorageChoice storage)
        implements Job<CompressMade> {
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
    public CompressMade run(Desk desk) {
        Work work = begin(desk);
        Outputs.requireModel(work.place(output));
        CompressOptions asked = options(work);
        ModelSource source = ModelSource.read(input, model, work);
        CompressOptions options = asked.withMotion(motion(source))
                .withImportance(vertices.read(source.model().rest(), source.file()));
        requireWithinRange(source);
        return work.make(
                output,
                "compressing",
                () -> withStock(source, options, Compression.compress(source.input(), options, work.progress()), work),
                (compressed, file) ->
                        Models.write(ModelContent.of(compressed.fitted().model()), file, storage.storage()),
                (compressed, written, file) -> measured(source, options, compressed, written, file, work));
    }

    /** Where the bones were solved for these poses alone, what other programs play is a fit to them, too. */
    private static CompressResult withStock(
            ModelSource source, CompressOptions options, CompressResult compressed, Work work) {
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
        SkinnedModel stock = FallbackSkin.fit(own, poses, asked, work.progress());
        SkinnedModel both = FallbackBones.playing(own, stock);
        TwoLayerModel whole = new TwoLayerModel(both, layered.layers().withMasterBones(both.boneCount()));
        return new CompressResult(compressed.fitted().with(whole), compressed.weightRms(), compressed.curve());
    }

    private CompressMade measured(
            ModelSource source,
            CompressOptions options,
            CompressResult compressed,
            WrittenModel written,
            Path file,
            Work work) {
        ModelFile read = ModelFile.read(file);
        Clip clip = source.shownIn(read.model());
        MeshSequence truth = source.truth();
        return CompressMade.of(
                this,
                source,
                options,
                compressed,
                read,
                clip,
                written,
                PlayedErrors.of(read, clip, truth, work.workers()),
                Measure.of(source.model(), source.shown(), truth, work.workers()),
                WeightError.of(
                        read.layers()
                                .orElseThrow()
                                .withMasterBones(source.model().boneCount()),
                        source.model().weights()),
                work.seconds());
    }

    private CompressOptions options(Work work) {
        CompressOptions options = CompressOptions.defaults(goal())
                .withRest(rest.equalsIgnoreCase("solve") ? RestMode.SOLVE : RestMode.KEEP)
                .withThreads(work.threads());
        if (atomInfluences != null) {
            options = options.withAtomInfluences(atomInfluences);
        }
        if (shading != null) {
            options = options.withShading(shading);
        }
        return iterations == null ? options : options.withMaxIterations(iterations);
    }

    /** Weights that belong to a new motion would spoil what other clips play: there it takes the user's word. */
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
            throw new RefusedException(field("motion") + " solve needs "
                    + (affine ? field("examples") : "affine bones, those of " + input + " are " + bones));
        }
        return CompressOptions.Motion.SOLVE;
    }

    private CompressOptions.Goal goal() {
        if (Stream.of(bonesPerVertex, virtualBones, error)
                        .filter(Objects::nonNull)
                        .count()
                != 1) {
            throw new WrongRequestException("compress needs one of " + field("bonesPerVertex") + " B, "
                    + field("virtualBones") + " N and " + field("error") + " E, and only one");
        }
        // Refused rather than wrong: what is in range depends on the model.
        if (virtualBones != null) {
            require(virtualBones >= 2, field("virtualBones") + " " + virtualBones + " must be at least 2");
            return new CompressOptions.VirtualBones(virtualBones);
        }
        if (error != null) {
            require(error > 0 && !Double.isInfinite(error), field("error") + " " + error + " must be greater than 0");
            return new CompressOptions.Error(error);
        }
        require(
                bonesPerVertex > 2 && !Double.isInfinite(bonesPerVertex),
                field("bonesPerVertex") + " " + bonesPerVertex
                        + " must be more than 2: every vertex blends two virtual bones already");
        return new CompressOptions.BonesPerVertex(bonesPerVertex);
    }

    private void requireWithinRange(ModelSource source) {
        int vertices = source.model().vertexCount();
        require(
                virtualBones == null || virtualBones <= vertices,
                field("virtualBones") + " " + virtualBones + " must be at most the " + vertices + " vertices of "
                        + source.file());
    }

    private static void require(boolean holds, String sentence) {
        if (!holds) {
            throw new RefusedException(sentence);
        }
    }

    /** What was asked for, as the tree names it. */
    Map<String, Object> described(CompressOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("bonesPerVertex", bonesPerVertex);
        tree.put("virtualBones", virtualBones);
        tree.put("error", error);
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
