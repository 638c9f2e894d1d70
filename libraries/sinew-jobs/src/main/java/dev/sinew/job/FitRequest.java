package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.correct.CorrectiveFit;
import dev.sinew.correct.CorrectiveFit.Bones;
import dev.sinew.drive.DriveOptions;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.fit.PartialProblem;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Formats;
import dev.sinew.io.texture.BoneTexture;
import dev.sinew.job.FitTask.MorphTask;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.CorrectiveChoice;
import dev.sinew.job.source.ErrorBound;
import dev.sinew.job.source.ExistingRig;
import dev.sinew.job.source.ImportanceChoice;
import dev.sinew.job.source.Influences;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.ReorderChoice;
import dev.sinew.job.source.RestChoice;
import dev.sinew.job.source.RigChoice;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.source.TakeChoice;
import dev.sinew.job.source.TargetChoice;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Effort;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Fits a skinned model to a mesh sequence. */
public record FitRequest(
        @OptionInfo(
                label = "SEQ",
                required = true,
                help = "Animated mesh: a file, a mesh with a point cache beside it, or frames.",
                details =
                        "Files: {.sequences}, or the animation of a {.models}. A mesh ({.meshes}) takes its frames from the point cache of the same name. Frames: a folder, a quoted glob or a list of {.meshes} files.")
        List<Path> input,

        @OptionInfo(
                label = "OUT.glb",
                required = true,
                help = "Model to write ({.writtenModels}).",
                details = "A .gltf is one file with an embedded buffer.")
        Path output,

        @OptionInfo(
                label = "N",
                least = 1,
                most = FitOptions.MAX_BONES,
                group = OptionGroup.GOAL,
                help = "Number of bones.")
        Integer bones,

        @OptionInfo(
                label = "PERCENT",
                least = 0,
                above = true,
                group = OptionGroup.GOAL,
                help = "Use the fewest bones whose error is at most this, in percent of the size.")
        Double error,

        @OptionInfo(
                label = "E",
                least = 0,
                above = true,
                group = OptionGroup.GOAL,
                help = "Like {error}, but in E_RMS, in thousandths of the radius.")
        Double maxErms,

        @OptionInfo(
                label = "TYPE",
                words = {"affine", "similarity", "rigid"},
                group = OptionGroup.QUALITY,
                help = "Type of the bones: affine, similarity or rigid.",
                defaultText = "affine",
                details =
                        "With {from} the default is that of the model. affine: any linear map, the lowest error. similarity: rotate, move and scale uniformly. rigid: rotate and move. Unreal, Godot and FBX need similarity or rigid.")
        String boneType,

        @OptionInfo(
                label = "W",
                defaultValue = "" + FitOptions.DEFAULT_SMOOTH,
                least = 0,
                most = Limits.MAX_SMOOTH,
                group = OptionGroup.QUALITY,
                help = "Smoothness of weights between neighbouring vertices.",
                details = "0.001 is strong. Edges whose length stays constant count more.")
        Double smooth,

        @OptionInfo(
                label = "W",
                defaultValue = "" + FitOptions.DEFAULT_SHADING,
                least = 0,
                most = 1000,
                group = OptionGroup.QUALITY,
                help = "Weight of normals relative to positions.",
                details =
                        "0 ignores normals; values above 1 suit cloth. At 1 the position error rises by at most 2.5 %.")
        Double shading,

        @OptionInfo(
                label = "K|dense",
                group = OptionGroup.QUALITY,
                help = Requests.INFLUENCES + ", 1–" + FitOptions.MAX_INFLUENCES + ", or dense for all.",
                defaultText = "4",
                details =
                        "With {from}, at least as many as the model has. All engines support 4. A dense model is the input of 'sinew compress'.")
        String influences,

        @OptionInfo(
                label = "POSE",
                group = OptionGroup.QUALITY,
                help = "Rest pose: solve, free, given, first or a mesh FILE.",
                defaultText = "solve",
                details =
                        "With {from} the rest pose of the model is kept. solve adjusts it smoothly and leaves it visually unchanged. free adjusts each vertex independently: lowest error, for benchmarks. given keeps the mesh as it is; first takes the first frame.")
        String rest,

        @OptionInfo(
                group = OptionGroup.GOAL,
                help = "Convert the morph targets of a .glb or .gltf to bones that follow the same sliders.",
                details = "Each target is one example pose. Clips are converted; the rest pose is kept.")
        Boolean morphs,

        @OptionInfo(
                group = OptionGroup.QUALITY,
                help = "Make each bone a child of the bone with which it shares most vertices.",
                details =
                        "Keys become local; playback is unchanged. Needs similarity bones (the default with this option) or rigid bones. For a skeleton with joints, use 'sinew rig'.")
        Boolean hierarchy,

        @OptionInfo(
                label = "N",
                least = 1,
                most = Effort.MAX_ITERATIONS,
                group = OptionGroup.QUALITY,
                help = "Maximum number of iterations.",
                defaultText = "" + FitOptions.DEFAULT_ITERATIONS)
        Integer iterations,

        @OptionInfo(
                label = "T",
                least = 0,
                most = 1,
                group = OptionGroup.QUALITY,
                help = "Stop when three iterations improve E_RMS by less than this fraction of E_RMS + 2.",
                defaultText = "" + FitOptions.DEFAULT_TOLERANCE,
                details = "Smaller values take longer and give a lower error.")
        Double tolerance,

        ImportanceChoice vertices,
        TakeChoice takes,
        RigChoice rig,
        TargetChoice target,
        StorageChoice storage,
        ReorderChoice reorder,
        TextureChoice texture,
        CorrectiveChoice shapes,
        SequenceChoice sequence,

        @OptionInfo(
                label = "S",
                defaultValue = "" + Effort.DEFAULT_SEED,
                group = OptionGroup.GENERAL,
                help = Requests.SEED,
                details = Requests.SEED_DETAILS)
        Long seed)
        implements Job<FitJobResult> {
    @Override
    public String command() {
        return "fit";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = sequence.reads(input);
        files.addAll(takes.files());
        files.addAll(vertices.reads());
        files.addAll(rig.reads());
        RestChoice.file(rest).ifPresent(files::add);
        return files;
    }

    @Override
    public List<Path> writes() {
        List<Path> files = new ArrayList<>(texture.writes());
        files.add(0, output);
        return files;
    }

    @Override
    public FitJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireFittedModel(run.place(output));
        checkForm();
        storage.check(output);
        reorder.check(output, storage);
        texture.check(run);
        shapes.check(output);
        if (shapes.isAsked() && !texture.writes().isEmpty()) {
            throw new InvalidRequestException(field("boneTexture") + " cannot be used with " + field("correctives")
                    + ": the texture stores only bones");
        }
        takes.check();
        rig.check();
        FitJobResult made = task(run).stored(storage, reorder).run(run);
        texture.write(made.model(), run);
        return made;
    }

    /** Whether each bone must be expressible by one node. */
    private boolean needsPlainBones() {
        return Boolean.TRUE.equals(hierarchy) || Formats.FBX.names(output);
    }

    private void checkForm() {
        if (!needsPlainBones()) {
            return;
        }
        String what = Boolean.TRUE.equals(hierarchy) ? field("hierarchy") : Formats.FBX.ending();
        if (boneTypeAsked().filter(type -> type == BoneType.AFFINE).isPresent()) {
            throw new InvalidRequestException(
                    what + " cannot be used with affine bones; use " + field("boneType") + " similarity or rigid");
        }
        if (Boolean.TRUE.equals(morphs) || Boolean.TRUE.equals(hierarchy) && rig.from() != null) {
            throw new InvalidRequestException(
                    what + " cannot be used with " + field(Boolean.TRUE.equals(morphs) ? "morphs" : "from"));
        }
        if (Formats.FBX.names(output) && "dense".equalsIgnoreCase(influences)) {
            throw new InvalidRequestException(".fbx cannot store dense weights; use " + field("influences") + " 1 to "
                    + FitOptions.MAX_INFLUENCES);
        }
    }

    private FitTask task(JobRun run) {
        if (Boolean.TRUE.equals(morphs)) {
            return fromMorphs(run);
        }
        return rig.from() == null ? fromNothing(run) : fromRig(run);
    }

    /** The options of a fit without an existing rig, except for the importance of vertices. */
    FitOptions options(MeshSequence fitted, JobRun run) {
        return common(FitOptions.defaults(goal(fitted)), run)
                .withBoneType(chosenBoneType())
                .withRest(restAsked().mode());
    }

    private BoneType chosenBoneType() {
        BoneType chosen = boneTypeAsked().or(target::boneType).orElse(BoneType.AFFINE);
        return chosen == BoneType.AFFINE && needsPlainBones() ? BoneType.SIMILARITY : chosen;
    }

    private Optional<String> noteOnBones() {
        boolean changed = needsPlainBones() && boneType == null;
        return changed
                ? Optional.of("bones are " + Text.lowerCase(chosenBoneType()) + ": "
                        + (Boolean.TRUE.equals(hierarchy) ? "a child of a sheared bone" : "shear")
                        + " cannot be expressed in one rotation and scale per bone")
                : Optional.empty();
    }

    private RestChoice restAsked() {
        return RestChoice.parse(rest == null ? "solve" : rest);
    }

    /** Reads the sequence for a fit without an existing rig. */
    MeshSequence fitted(JobRun run) {
        return read(Inputs.sequences(sequence.input(input), run), run).takes().joined();
    }

    private TakeChoice.Read read(List<Inputs.NamedSequence> own, JobRun run) {
        return takes.read(own, take -> takes.clip().orElse(take.name()), sequence, run)
                .resting(restAsked(), sequence)
                .withNote(restAsked().note(sequence.input(input)).map(run::said));
    }

    private FitTask fromNothing(JobRun run) {
        checkGoal();
        influencesAsked();
        List<Inputs.NamedSequence> own = Inputs.sequences(sequence.input(input), run);
        TakeChoice.Read read = read(own, run);
        MeshSequence fitted = read.takes().joined();
        if (fitted.frameCount() < 2) {
            throw new InvalidInputException(
                    fitted.name() + " has one frame only: bones need motion, so at least two different poses");
        }
        FitOptions options = options(fitted, run)
                .withImportance(vertices.read(own.get(0).sequence().rest(), read.file()));
        Map<String, Object> described = FitJobResult.described(options);
        described.put("rest", rest == null ? "solve" : rest);
        described.put("target", target.target());
        List<String> notes = new ArrayList<>(target.notes(boneType, influences, output));
        noteOnBones().ifPresent(notes::add);
        if (error != null) {
            notes.add(run.said(ErrorBound.changed("maxErms", "E_RMS")));
        }
        notes.addAll(read.notes());
        UnaryOperator<SkinnedModel> shaped = model -> parented(
                shapes.apply(model, fitted, Bones.SOLVE, options.shading(), options.importance(), options.seed(), run));
        return FitTask.fromNothing(read.file(), fitted, read.takes(), options, shaped, output)
                .described(described(described), notes);
    }

    private SkinnedModel parented(SkinnedModel model) {
        return Boolean.TRUE.equals(hierarchy) ? LinearFit.buildHierarchy(model) : model;
    }

    private FitTask fromMorphs(JobRun run) {
        if (input.size() != 1 || !Inputs.isModel(input.get(0)) || !Inputs.namesModel(output)) {
            throw new InvalidRequestException(field("morphs") + " needs one .glb or .gltf as input and as output");
        }
        if (rig.from() != null
                || rest != null
                || takes.clip().isPresent()
                || !takes.files().isEmpty()) {
            throw new InvalidRequestException(field("morphs")
                    + " uses the mesh, the targets and the clips of one file; it cannot be used with " + field("from")
                    + ", " + field("rest") + ", " + field("clipName") + " or " + field("addClip"));
        }
        if (shapes.isAsked()) {
            throw new InvalidRequestException(field("correctives") + " cannot be used with " + field("morphs")
                    + ", which replaces morph targets by bones");
        }
        if (boneTypeAsked().filter(t -> t != BoneType.AFFINE).isPresent()) {
            throw new InvalidRequestException(
                    field("morphs") + " needs affine bones; other types are not linear in the sliders");
        }
        checkGoal();
        influencesAsked();
        MorphTask task = MorphTask.of(
                input.get(0),
                sequence.input(input),
                examples -> common(FitOptions.defaults(goal(examples)), run)
                        .withBoneType(BoneType.AFFINE)
                        .withRest(RestChoice.parse("given").mode()),
                output,
                run);
        return task.described(described(new LinkedHashMap<>(task.task().options())));
    }

    private FitTask fromRig(JobRun run) {
        refuseWithRig();
        List<Inputs.NamedSequence> own = Inputs.sequences(sequence.input(input), run).stream()
                .map(Inputs::held)
                .toList();
        ExistingRig existing = ExistingRig.read(rig, run);
        PartialOptions options = partialOptions(existing, run)
                .withImportance(
                        vertices.read(existing.model().rest(), rig.from().toString()));
        boolean alone = own.size() == 1;
        TakeChoice.Read read = takes.read(own, take -> existing.clipName(takes.clip(), take, alone), sequence, run);
        ExistingRig.Problem given = existing.problem(read);
        Map<String, Object> described = FitJobResult.described(options);
        described.putAll(rig.described());
        Map<String, Object> settings = new LinkedHashMap<>(described);
        return rig.driven()
                .map(drive -> driven(read.file(), given.problem(), options, drive, settings))
                .orElseGet(() -> FitTask.again(read.file(), given.problem(), options, settings, output))
                .described(described(described), given.notes());
    }

    private FitTask driven(
            String file,
            PartialProblem problem,
            PartialOptions options,
            DriveOptions drive,
            Map<String, Object> settings) {
        Optional<CorrectiveFit.Options> correctives = shapes.options(Bones.KEEP, options.shading(), seed);
        return FitTask.driven("fit", file, problem.takes(), settings, output, run -> {
            DriveOptions threaded = drive.withThreads(run.threads());
            return new DrivenFit(problem, options, correctives, threaded, run.progress()).solve();
        });
    }

    private Map<String, Object> described(Map<String, Object> options) {
        options.put("error", error);
        options.put("maxErms", maxErms);
        options.put("hierarchy", Boolean.TRUE.equals(hierarchy));
        options.put("importance", vertices.importance());
        options.putAll(takes.described());
        options.putAll(sequence.described());
        options.putAll(storage.described());
        options.put("reorder", reorder.isAsked());
        options.put("boneTexture", texture.described());
        options.put("correctives", shapes.correctives());
        return options;
    }

    private void refuseWithRig() {
        if ("dense".equalsIgnoreCase(influences)) {
            throw new InvalidRequestException(field("influences") + " dense cannot be used with " + field("from")
                    + "; give a number from 1 to " + FitOptions.MAX_INFLUENCES);
        }
        if (bones != null || error != null || maxErms != null) {
            String goal = bones != null ? "bones" : error != null ? "error" : "maxErms";
            throw new InvalidRequestException(field(goal) + " cannot be used with " + field("from")
                    + ", which keeps the bones of the model; " + field("addBones") + " adds bones");
        }
        if (shapes.isAsked() && rig.driven().isEmpty()) {
            throw new InvalidRequestException(field("correctives") + " with " + field("from") + " needs "
                    + field("drive") + ": only then do the other clips of the model have correctives");
        }
        if (rig.driven().isPresent() && rig.helperBones() == 0 && !shapes.isAsked()) {
            throw new InvalidRequestException(
                    field("drive") + " needs " + field("addBones") + " N or " + field("correctives") + " K");
        }
        if (target.target() != null) {
            throw new InvalidRequestException(
                    field("target") + " cannot be used with " + field("from") + ", which keeps the bones of the model");
        }
        if (rest != null) {
            throw new InvalidRequestException(field("rest") + " cannot be used with " + field("from")
                    + ", which keeps the rest pose of the model");
        }
        if (rig.solved() == Solve.MOTION && (influences != null || smooth > 0)) {
            throw new InvalidRequestException(field(influences != null ? "influences" : "smooth")
                    + " has no effect with " + field("solve") + " motion, which keeps the weights; use "
                    + field("solve")
                    + " weights or both");
        }
    }

    private PartialOptions partialOptions(ExistingRig existing, JobRun run) {
        FitOptions same = common(FitOptions.defaults(new FitOptions.Bones(1)), run);
        int own = Math.min(FitOptions.MAX_INFLUENCES, existing.model().weights().maxInfluences());
        return PartialOptions.defaults(rig.solved(), existing.boneType(boneTypeAsked()))
                .withHelperBones(rig.helperBones())
                .withInfluences(influences == null ? Math.max(own, same.influences()) : same.influences())
                .withSmooth(same.smooth())
                .withShading(same.shading())
                .withMaxIterations(same.maxIterations())
                .withTolerance(same.tolerance())
                .withThreads(same.threads());
    }

    /** The options that both kinds of fit have. */
    private FitOptions common(FitOptions defaults, JobRun run) {
        FitOptions options = defaults.withThreads(run.threads())
                .withSeed(seed)
                .withSmooth(smooth)
                .withShading(shading);
        if (influences != null) {
            options = influencesAsked().map(options::withInfluences).orElse(options.withEveryBone());
        }
        if (influences == null && target.influences().isPresent()) {
            options = options.withInfluences(target.influences().get());
        }
        if (iterations != null) {
            options = options.withMaxIterations(iterations);
        }
        return tolerance == null ? options : options.withTolerance(tolerance);
    }

    private Optional<BoneType> boneTypeAsked() {
        return Optional.ofNullable(boneType).map(word -> BoneType.valueOf(word.toUpperCase(Locale.ROOT)));
    }

    private Optional<Integer> influencesAsked() {
        return influences == null ? Optional.empty() : Influences.parse(influences, FitOptions.MAX_INFLUENCES);
    }

    private void checkGoal() {
        List<String> given = new ArrayList<>();
        Optional.ofNullable(bones).ifPresent(value -> given.add("bones"));
        Optional.ofNullable(error).ifPresent(value -> given.add("error"));
        Optional.ofNullable(maxErms).ifPresent(value -> given.add("maxErms"));
        if (given.isEmpty()) {
            throw new InvalidRequestException("fit needs one of " + field("bones") + " N, " + field("error")
                    + " PERCENT, " + field("maxErms") + " E or " + field("from") + " MODEL");
        }
        if (given.size() > 1) {
            throw new InvalidRequestException(
                    field(given.get(0)) + " and " + field(given.get(1)) + " exclude each other; give one of them");
        }
    }

    private FitOptions.Goal goal(MeshSequence fitted) {
        if (bones != null) {
            return new FitOptions.Bones(bones);
        }
        return new FitOptions.Error(maxErms != null ? maxErms : ErrorBound.erms(error, fitted));
    }

    /** Writes the motion as a texture. */
    public record TextureChoice(
            @OptionInfo(
                    label = "FILE",
                    group = OptionGroup.OUTPUT,
                    help = "Also write the bones of the first clip as a half-float texture, with FILE.json.",
                    details = "For thousands of instances of one animation (docs/reference/bone-texture.md).")
            Path boneTexture) {
        public List<Path> writes() {
            return boneTexture == null ? List.of() : List.of(boneTexture, BoneTexture.description(boneTexture));
        }

        /** The path for the JSON; null if not requested. */
        public String described() {
            return boneTexture == null ? null : boneTexture.toString();
        }

        /** Rejects files that cannot be written. */
        public void check(JobRun run) {
            writes().forEach(file -> AtomicFile.requireWritable(run.place(file)));
        }

        public void write(SkinnedModel model, JobRun run) {
            if (boneTexture != null) {
                run.writing(
                        "write",
                        "writing " + boneTexture,
                        () -> BoneTexture.write(model, model.clips().get(0), run.place(boneTexture)));
            }
        }
    }
}
