package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.correct.CorrectiveFit.Bones;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.io.format.Formats;
import dev.sinew.job.FitTask.MorphTask;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.CorrectiveChoice;
import dev.sinew.job.source.ExistingRig;
import dev.sinew.job.source.ImportanceChoice;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.ReorderChoice;
import dev.sinew.job.source.RestChoice;
import dev.sinew.job.source.RigChoice;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.source.TakeChoice;
import dev.sinew.job.source.TargetChoice;
import dev.sinew.job.source.TextureChoice;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A mesh sequence becomes a skinned model. */
public record FitRequest(
        @Ask(
                label = "SEQ",
                required = true,
                help =
                        "An {.sequences}, a mesh with a point cache beside it, a folder, a glob or the files of frames ({.meshes}),"
                                + " or a {.models} whose animation is taken frame by frame.")
        List<Path> input,

        @Ask(label = "OUT.glb", required = true, help = "The model: {.writtenModels}. A .gltf has its buffer inside.")
        Path output,

        @Ask(label = "N", least = 1, most = FitOptions.MAX_BONES, help = "How many bones, from 1 to 1024.")
        Integer bones,

        @Ask(
                label = "E",
                least = 0,
                above = true,
                help = "Instead: as few bones as bring E_RMS (thousandths of the radius) to E or below.")
        Double error,

        @Ask(
                label = "TYPE",
                words = {"affine", "similarity", "rigid"},
                help = "What a bone may do: affine (anything linear, smallest error), similarity (turn, move, scale"
                        + " evenly) or rigid (turn and move). Default: affine; with {from} what the model has.")
        String boneType,

        @Ask(
                label = "W",
                usual = "" + FitOptions.DEFAULT_SMOOTH,
                least = 0,
                most = Limits.MAX_SMOOTH,
                help = "How much neighbouring vertices want the same weights, more where edges keep their length: 0"
                        + " for not at all (default), 0.001 is much.")
        Double smooth,

        @Ask(
                label = "W",
                usual = "" + FitOptions.DEFAULT_SHADING,
                least = 0,
                most = 1000,
                help =
                        "How much normals weigh beside positions, so that engines shade what is seen: 1 as usual (costs at most a"
                                + " fortieth of the error), more for cloth, 0 for positions alone.")
        Double shading,

        @Ask(
                label = "K|dense",
                help = "Most weights a vertex may have, 1 to 16 (4, what every engine plays; with {from} as many as"
                        + " the model has, if those are more), or dense: every bone may move every vertex, which 'sinew"
                        + " compress' takes from there.")
        String influences,

        @Ask(
                label = "POSE",
                help =
                        "Rest pose: solve (moves as one soft sheet and stays the given mesh to the eye), free (every vertex"
                                + " by itself: smallest error, for tables), given (the mesh as it is), first (the first frame)"
                                + " or a mesh FILE. Default: solve; with {from} that of the model.")
        String rest,

        @Ask(
                help = "Take every morph target of a .glb or .gltf as an example: bones that follow the same sliders,"
                        + " clips converted. The rest pose stays as it is.")
        Boolean morphs,

        @Ask(
                help =
                        "Hang every bone from the one it shares most vertices with: a tree whose keys are local and which plays"
                                + " the same. For similarity (then the default) and rigid bones; 'sinew rig' finds real skeletons.")
        Boolean hierarchy,

        @Ask(
                label = "N",
                least = 1,
                most = Effort.MAX_ITERATIONS,
                help = "Bound on the iterations (default: " + FitOptions.DEFAULT_ITERATIONS + ").")
        Integer iterations,

        @Ask(
                label = "T",
                least = 0,
                most = 1,
                help = "Ends when three iterations gain less than this part of E_RMS + 2 (default: "
                        + FitOptions.DEFAULT_TOLERANCE
                        + "). Smaller is slower"
                        + " and better.")
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

        @Ask(label = "S", usual = "" + Effort.DEFAULT_SEED, help = Requests.SEED)
        Long seed)
        implements Job<FitMade> {
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
    public FitMade run(Desk desk) {
        Work work = begin(desk);
        Outputs.requireFittedModel(work.place(output));
        checkForm();
        storage.check(output);
        reorder.check(output, storage);
        texture.check(work);
        shapes.check(output);
        if (shapes.isAsked() && !texture.writes().isEmpty()) {
            throw new WrongRequestException(
                    field("boneTexture") + " holds bones alone and does not go with " + field("correctives"));
        }
        takes.check();
        rig.check();
        FitMade made = task(work).stored(storage, reorder).run(work);
        texture.write(made.model(), work);
        return made;
    }

    /** Whether bones must be ones that a node holds by itself. */
    private boolean needsPlainBones() {
        return Boolean.TRUE.equals(hierarchy) || Formats.FBX.names(output);
    }

    private void checkForm() {
        if (!needsPlainBones()) {
            return;
        }
        String what = Boolean.TRUE.equals(hierarchy) ? field("hierarchy") : Formats.FBX.ending();
        if (boneTypeAsked().filter(type -> type == BoneType.AFFINE).isPresent()) {
            throw new WrongRequestException(what + " needs bones with one rotation and scale each: " + field("boneType")
                    + " similarity or rigid, not affine");
        }
        if (Boolean.TRUE.equals(morphs) || Boolean.TRUE.equals(hierarchy) && rig.from() != null) {
            throw new WrongRequestException(
                    what + " does not go with " + field(Boolean.TRUE.equals(morphs) ? "morphs" : "from"));
        }
        if (Formats.FBX.names(output) && "dense".equalsIgnoreCase(influences)) {
            throw new WrongRequestException(".fbx is for engines, which play few weights: give " + field("influences")
                    + " 1 to " + FitOptions.MAX_INFLUENCES);
        }
    }

    private FitTask task(Work work) {
        if (Boolean.TRUE.equals(morphs)) {
            return fromMorphs(work);
        }
        return rig.from() == null ? fromNothing(work) : fromRig(work);
    }

    /** What the solver of a fit from nothing is told, but for how much each vertex counts. */
    FitOptions options(Work work) {
        return common(FitOptions.defaults(goal()), work)
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

    /** The sequence as the solver of a fit from nothing takes it, read from its files. */
    MeshSequence fitted(Work work) {
        Inputs.NamedSequence named = Inputs.sequence(sequence.input(input), work);
        return read(named, work).takes().joined();
    }

    private TakeChoice.Read read(Inputs.NamedSequence named, Work work) {
        return takes.read(named, takes.clip().orElse(named.sequence().name()), sequence, work)
                .resting(restAsked(), sequence)
                .telling(restAsked().note(sequence.input(input)).map(work::said));
    }

    private FitTask fromNothing(Work work) {
        FitOptions asked = options(work);
        Inputs.NamedSequence named = Inputs.sequence(sequence.input(input), work);
        TakeChoice.Read read = read(named, work);
        MeshSequence fitted = read.takes().joined();
        FitOptions options = asked.withImportance(vertices.read(named.sequence().rest(), read.file()));
        Map<String, Object> described = FitMade.described(options);
        described.put("rest", rest == null ? "solve" : rest);
        described.put("target", target.target());
        List<String> notes = new ArrayList<>(target.notes(boneType, influences, output));
        noteOnBones().ifPresent(notes::add);
        notes.addAll(read.notes());
        UnaryOperator<SkinnedModel> shaped = model -> parented(shapes.apply(
                model, fitted, Bones.SOLVE, options.shading(), options.importance(), options.seed(), work));
        return FitTask.fromNothing(read.file(), fitted, read.takes(), options, shaped, output)
                .told(described(described), notes);
    }

    private SkinnedModel parented(SkinnedModel model) {
        return Boolean.TRUE.equals(hierarchy) ? LinearFit.parented(model) : model;
    }

    private FitTask fromMorphs(Work work) {
        if (input.size() != 1 || !Inputs.isModel(input.get(0)) || !Inputs.namesModel(output)) {
            throw new WrongRequestException(field("morphs") + " takes one .glb or .gltf and writes one");
        }
        if (rig.from() != null
                || rest != null
                || takes.clip().isPresent()
                || !takes.files().isEmpty()) {
            throw new WrongRequestException(field("morphs") + " takes the mesh, the targets and the clips of one file; "
                    + field("from") + ", " + field("rest") + " and further takes do not go with it");
        }
        if (shapes.isAsked()) {
            throw new WrongRequestException(
                    field("correctives") + " adds morph targets, and " + field("morphs") + " takes them away");
        }
        if (boneTypeAsked().filter(t -> t != BoneType.AFFINE).isPresent()) {
            throw new WrongRequestException(
                    field("morphs") + " needs affine bones: those of other types are not linear in the sliders");
        }
        FitOptions options = common(FitOptions.defaults(goal()), work)
                .withBoneType(BoneType.AFFINE)
                .withRest(RestChoice.parse("given").mode());
        return MorphTask.of(input.get(0), sequence.input(input), options, output, work)
                .told(described(MorphTask.described(options)));
    }

    private FitTask fromRig(Work work) {
        refuseWithRig();
        Inputs.NamedSequence named = Inputs.heldSequence(sequence.input(input), work);
        ExistingRig existing = ExistingRig.read(rig, work);
        PartialOptions options = partialOptions(existing, work)
                .withImportance(
                        vertices.read(existing.model().rest(), rig.from().toString()));
        String name = existing.clipName(takes.clip(), named.sequence());
        ExistingRig.Problem given = existing.problem(takes.read(named, name, sequence, work));
        Map<String, Object> described = FitMade.described(options);
        described.putAll(rig.described());
        Map<String, Object> settings = new LinkedHashMap<>(described);
        return FitTask.again(named.file(), given.problem(), options, settings, output)
                .told(described(described), given.notes());
    }

    private Map<String, Object> described(Map<String, Object> options) {
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
            throw new WrongRequestException(field("influences") + " dense is for a fit from nothing, with "
                    + field("from") + " it must be 1 to " + FitOptions.MAX_INFLUENCES);
        }
        if (bones != null || error != null) {
            throw new WrongRequestException(
                    field(bones != null ? "bones" : "error") + " is for a fit from nothing; with " + field("from")
                            + " the bones are the model's, and " + field("addBones") + " adds some");
        }
        if (shapes.isAsked()) {
            throw new WrongRequestException(field("correctives") + " is for a fit from nothing; with " + field("from")
                    + " the skin is the model's");
        }
        if (target.target() != null) {
            throw new WrongRequestException(field("target") + " is for a fit from nothing; with " + field("from")
                    + " the bones are the model's");
        }
        if (rest != null) {
            throw new WrongRequestException(field("rest") + " is for a fit from nothing; with " + field("from")
                    + " the rest pose is the model's");
        }
        if (rig.solved() == Solve.MOTION && (influences != null || smooth > 0)) {
            throw new WrongRequestException(field(influences != null ? "influences" : "smooth")
                    + " is for weights, which " + field("solve") + " motion keeps");
        }
    }

    private PartialOptions partialOptions(ExistingRig existing, Work work) {
        FitOptions same = common(FitOptions.defaults(new FitOptions.Bones(1)), work);
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

    /** What both kinds of fit are asked. */
    private FitOptions common(FitOptions defaults, Work work) {
        FitOptions options = defaults.withThreads(work.threads())
                .withSeed(seed)
                .withSmooth(smooth)
                .withShading(shading);
        if (influences != null) {
            options = influences.equalsIgnoreCase("dense")
                    ? options.withEveryBone()
                    : options.withInfluences(influencesAsked());
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

    private int influencesAsked() {
        if (!influences.matches("-?[0-9]{1,9}")) {
            throw new WrongRequestException(
                    field("influences") + " " + influences + " must be a whole number or dense");
        }
        int count = Integer.parseInt(influences);
        if (count < 1 || count > FitOptions.MAX_INFLUENCES) {
            throw new WrongRequestException(
                    field("influences") + " " + count + " must be from 1 to " + FitOptions.MAX_INFLUENCES);
        }
        return count;
    }

    private FitOptions.Goal goal() {
        if ((bones == null) == (error == null)) {
            throw new WrongRequestException(
                    "fit needs either " + field("bones") + " N or " + field("error") + " E, and not both");
        }
        return bones != null ? new FitOptions.Bones(bones) : new FitOptions.Error(error);
    }
}
