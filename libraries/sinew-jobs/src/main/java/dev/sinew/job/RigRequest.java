package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.correct.CorrectiveFit;
import dev.sinew.correct.CorrectiveFit.Bones;
import dev.sinew.drive.DriveOptions;
import dev.sinew.drive.DriveResult;
import dev.sinew.edit.Edit;
import dev.sinew.edit.EditState;
import dev.sinew.fit.Takes;
import dev.sinew.io.Models;
import dev.sinew.io.bvh.Bvh;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.CorrectiveChoice;
import dev.sinew.job.source.HoldOut;
import dev.sinew.job.source.ImportanceChoice;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.ReadBack;
import dev.sinew.job.source.RestChoice;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.source.TakeChoice;
import dev.sinew.job.source.TargetChoice;
import dev.sinew.job.text.Warnings;
import dev.sinew.job.tree.DriveTree;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.BoneAxes;
import dev.sinew.rig.BoneNames;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.SkeletonRig;
import dev.sinew.run.Effort;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Limits;
import dev.sinew.run.Suggestions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds a skeleton with weights and motion from example poses. */
public record RigRequest(
        @OptionInfo(
                label = "SEQ",
                required = true,
                help = "Example poses: a file, a mesh with a point cache beside it, or frames.",
                details =
                        "Files: {.sequences}, or the animation of a {.models}. A mesh ({.meshes}) takes its frames from the point cache of the same name. Frames: a folder, a quoted glob or a list of {.meshes} files.")
        List<Path> input,

        @OptionInfo(label = "OUT.glb", required = true, help = "Model to write ({.writtenModels}).")
        Path output,

        @OptionInfo(
                label = "N",
                least = 1,
                most = RigOptions.MAX_CLUSTERS,
                group = OptionGroup.GOAL,
                help = "Number of bones, including the root.",
                defaultText = "chosen from the error curve",
                details = "End joints are not counted.")
        Integer bones,

        @OptionInfo(
                label = "PERCENT",
                least = 0,
                most = 100,
                group = OptionGroup.GOAL,
                help = "Use the fewest bones whose error is at most this, in percent of the size.")
        Double error,

        @OptionInfo(
                label = "LEVEL",
                defaultValue = "medium",
                words = {"low", "medium", "high"},
                group = OptionGroup.GOAL,
                help = "How closely the bones follow the motion: low, medium or high.",
                details =
                        "Has no effect with {bones} or {error}. low allows twice the error of medium, high half of it.")
        String detail,

        @OptionInfo(
                label = "N",
                least = 2,
                most = RigOptions.MAX_CLUSTERS,
                group = OptionGroup.QUALITY,
                help = "Initial number of vertex groups in the search for bones.",
                defaultText = "" + RigOptions.DEFAULT_CLUSTERS,
                details = "Must be more than the final number of bones.")
        Integer clusters,

        @OptionInfo(
                label = "K",
                least = 1,
                most = RigOptions.MAX_INFLUENCES,
                group = OptionGroup.QUALITY,
                help = Requests.INFLUENCES + ".",
                defaultText = "4",
                details = "With {target} the default is what that program supports.")
        Integer influences,

        @OptionInfo(
                label = "W",
                least = 0,
                most = Limits.MAX_SMOOTH,
                group = OptionGroup.QUALITY,
                help = "Smoothness of weights between neighbouring vertices.",
                defaultText = "" + RigOptions.DEFAULT_SMOOTH)
        Double smooth,

        @OptionInfo(
                label = "POSE",
                defaultValue = "given",
                group = OptionGroup.QUALITY,
                help = "Rest pose: given, solve, free, first or a mesh FILE.",
                details =
                        "solve adjusts it smoothly and leaves it visually unchanged. free adjusts each vertex independently: lowest error, for benchmarks. given keeps the mesh as it is, a skinned one as it was bound; first takes the first frame. A pose with straight limbs that are apart from each other works best.")
        String rest,

        @OptionInfo(
                label = "VERTEX|x,y,z|NAME",
                group = OptionGroup.SKELETON,
                help = "Root joint: a vertex, a point x,y,z or the name of a bone.",
                defaultText = "the pelvis, or the centre of the body",
                details =
                        "The joint nearest to that vertex or point of the rest pose becomes the root. A note says which one it is and how far away.")
        String root,

        @OptionInfo(
                group = OptionGroup.SKELETON,
                help = "Move ground translation to a separate node above the root (root motion).")
        Boolean rootMotion,

        @OptionInfo(
                label = "WHEN",
                defaultValue = "auto",
                words = {"auto", "on", "off"},
                group = OptionGroup.SKELETON,
                help = "Make left and right joints mirror each other: auto, on or off.",
                details =
                        "auto: if the rest pose is symmetric. on: it is an error if the rest pose is not roughly symmetric.")
        String symmetric,

        @OptionInfo(
                label = "STYLE",
                defaultValue = "auto",
                words = {"auto", "humanoid", "quadruped", "plain"},
                group = OptionGroup.SKELETON,
                help = "Bone names: auto, humanoid, quadruped or plain.",
                details =
                        "auto: spine, neck, head, leg_left_1 … if the body has two or four legs. humanoid: as in VRM and Unity. plain: trunk, limb1_left_1 …")
        String names,

        @OptionInfo(
                label = "AXIS",
                defaultValue = "y",
                words = {"x", "y", "z", "none"},
                group = OptionGroup.SKELETON,
                help = "Local axis that points along the bone: x, y, z or none.",
                details = "none: all bones are aligned with the model.")
        String axis,

        @OptionInfo(
                label = "FILE.bvh",
                group = OptionGroup.OUTPUT,
                help = "Also write the motion of the skeleton as BVH.")
        Path bvh,

        @OptionInfo(
                label = "N",
                least = 1,
                most = Effort.MAX_ITERATIONS,
                group = OptionGroup.QUALITY,
                help = "Maximum number of iterations.",
                defaultText = "" + RigOptions.DEFAULT_ITERATIONS)
        Integer iterations,

        @OptionInfo(
                label = "MODEL",
                group = OptionGroup.EXISTING_RIG,
                help = "Use the skeleton of this model; joints, hierarchy and names are kept.",
                details =
                        "Weights and rotations are solved; only the root translates. Replaces {bones}, {error}, {root}, {symmetric}, {names} and {axis}. Bones outside the skeleton that move no vertex are left out; several skeletons are merged.")
        Path from,

        @OptionInfo(
                label = "NAME=SEQ",
                group = OptionGroup.CLIPS,
                help = "Add a clip from another sequence of the same mesh. Repeatable.",
                details = TakeChoice.ADDED)
        List<String> addClip,

        @OptionInfo(
                label = "N,N,…",
                group = OptionGroup.OUTPUT,
                help = "Also write models with fewer bones: 20,12 writes OUT-20.glb and OUT-12.glb.",
                details = "Their weights and rotations are solved again.")
        String lods,

        @OptionInfo(
                label = "CLIP|a:b:step",
                group = OptionGroup.QUALITY,
                help = "Leave out a clip or frames and report the error on them. none: skip this.",
                defaultText = "in a second solve, the shortest clip or every 5th of 5 to 24 poses",
                details =
                        "For the part that is left out, only rotations and the root are solved. Frames that you leave out here are not in the result. By default the result contains all frames, and a second solve with as many bones is measured.")
        String holdOut,

        ImportanceChoice vertices,
        TargetChoice target,
        StorageChoice storage,
        CorrectiveChoice shapes,

        @OptionInfo(
                group = OptionGroup.QUALITY,
                help = "Correctives follow the pose, also in new motion.",
                details = "Needs {correctives}. Each clip is left out in turn to measure how well other motion works.")
        Boolean drive,

        SequenceChoice sequence,

        @OptionInfo(
                label = "S",
                defaultValue = "" + Effort.DEFAULT_SEED,
                group = OptionGroup.GENERAL,
                help = Requests.SEED,
                details = Requests.SEED_DETAILS)
        Long seed)
        implements Job<RigJobResult> {
    /** Every engine supports this number. */
    private static final int USUAL_INFLUENCES = 4;

    @Override
    public String command() {
        return "rig";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = sequence.reads(input);
        RestChoice.file(rest).ifPresent(files::add);
        Optional.ofNullable(from).ifPresent(files::add);
        files.addAll(added().files());
        files.addAll(vertices.reads());
        return files;
    }

    @Override
    public List<Path> writes() {
        List<Path> files = new ArrayList<>(List.of(output));
        Optional.ofNullable(bvh).ifPresent(files::add);
        RigExtras.counts(lods).forEach(count -> files.add(RigExtras.file(output, count)));
        return files;
    }

    /** The bind pose of the result, in words. */
    public String restWords() {
        return from == null ? RestChoice.parse(rest).words(sequence.input(input)) : "that of " + from;
    }

    private RootChoice rootChoice() {
        return new RootChoice(Optional.ofNullable(root));
    }

    private TakeChoice added() {
        return new TakeChoice(null, addClip);
    }

    @Override
    public RigJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireFittedModel(run.place(output));
        storage.check(output);
        if (bvh != null) {
            AtomicFile.requireWritable(run.place(bvh));
        }
        if (bones != null && error != null) {
            throw new InvalidRequestException(
                    field("bones") + " and " + field("error") + " exclude each other; give one of them");
        }
        added().check();
        rootChoice().check();
        checkShapes();
        RestChoice restChoice = RestChoice.parse(rest);
        if (from != null) {
            return withMotion(fromSkeleton(options(restChoice, run), run), run);
        }
        RigOptions asked = options(restChoice, run);
        List<Inputs.NamedSequence> own = Inputs.sequences(sequence.input(input).inBindPose(), run).stream()
                .map(Inputs::held)
                .toList();
        TakeChoice.Read all = added().read(own, MeshSequence::name, sequence, run)
                .resting(restChoice, sequence)
                .withNote(restChoice.note(sequence.input(input)).map(run::said));
        Optional<HoldOut.Parts> held = new HoldOut(holdOut).given(all.takes());
        TakeChoice.Read read = seen(all, held);
        MeshSequence posed = read.takes().joined();
        RigOptions rooted = rootChoice()
                .point(posed)
                .map(point -> asked.withForm(asked.form().withRoot(point)))
                .orElse(asked);
        RigOptions options = rooted.withImportance(vertices.read(posed.rest(), read.file()));
        RigJobResult made = make(read, options, () -> SkeletonRig.rig(posed, options, run.progress()), run);
        return withMotion(withUnseen(made, held, run), run);
    }

    private static TakeChoice.Read seen(TakeChoice.Read all, Optional<HoldOut.Parts> held) {
        return held.map(parts -> new TakeChoice.Read(all.file(), parts.seen(), all.notes()))
                .orElse(all);
    }

    /** Adds the error on poses that were left out: of this model, or by default of another one with as many bones. */
    private RigJobResult withUnseen(RigJobResult made, Optional<HoldOut.Parts> held, JobRun run) {
        if (held.isPresent()) {
            HoldOut.Parts parts = held.get();
            double seen = made.error().rmsePercent();
            return made.withUnseen(run.stage(
                    "hold out",
                    "measuring poses that were left out",
                    () -> Unseen.measure(made.model(), parts, seen, run)));
        }
        Optional<HoldOut.Parts> usual = from == null ? new HoldOut(holdOut).usual(made.takes()) : Optional.empty();
        if (usual.isEmpty()) {
            return made;
        }
        HoldOut.Parts parts = usual.get();
        MeshSequence seen = parts.seen().joined();
        RigOptions options = made.options().withMaxBones(made.rig().bones());
        Optional<Unseen> unseen = run.stage("hold out", "solving without " + parts.name(), () -> {
            try {
                SkinnedModel other =
                        SkeletonRig.rig(seen, options, run.progress()).fitted().model();
                double percent = Measure.of(other, other.clips().get(0), seen, run.workers())
                        .rmsePercent();
                return Optional.of(Unseen.measure(other, parts, percent, run));
            } catch (InvalidInputException tooFew) {
                // The remaining frames do not determine a skeleton.
                return Optional.empty();
            }
        });
        return unseen.map(made::withUnseen).orElse(made);
    }

    private void checkShapes() {
        shapes.check(output);
        if (shapes.isAsked() && (from != null || lods != null)) {
            throw new InvalidRequestException(field("correctives")
                    + " supports a skeleton that rig finds; it cannot be used with "
                    + field(from != null ? "from" : "lods"));
        }
        if (Boolean.TRUE.equals(drive) && !shapes.isAsked()) {
            throw new InvalidRequestException(field("drive") + " needs " + field("correctives") + " K");
        }
    }

    private RigJobResult fromSkeleton(RigOptions options, JobRun run) {
        GivenSkeleton.refuseWhatFindsOne(this);
        GivenSkeleton given = GivenSkeleton.read(this, options, run);
        TakeChoice.Read all = given.matched(added().read(given.named(), MeshSequence::name, sequence, run));
        Optional<HoldOut.Parts> held = new HoldOut(holdOut).given(all.takes());
        TakeChoice.Read read = seen(all, held);
        return withUnseen(
                make(read, given.options(), () -> given.solved(read.takes().joined(), run), run), held, run);
    }

    /** Writes the motion to a separate file, if requested. */
    private RigJobResult withMotion(RigJobResult made, JobRun run) {
        if (bvh != null) {
            SkinnedModel model = made.rig().fitted().model();
            run.writing(
                    "write",
                    "writing " + bvh,
                    () -> Bvh.write(model, model.clips().get(0), run.place(bvh)));
        }
        return made;
    }

    private RigJobResult make(TakeChoice.Read read, RigOptions options, Supplier<RigResult> solver, JobRun run) {
        MeshSequence posed = read.takes().joined();
        RigExtras more = RigExtras.of(read.takes(), options, run);
        RigJobResult made = run.make(
                output,
                "rigging",
                () -> {
                    RigResult rig = rootChoice().apply(solver.get());
                    if (Boolean.TRUE.equals(drive)) {
                        return driven(rig, read.takes(), options, run);
                    }
                    SkinnedModel shaped =
                            shapes.apply(rig.fitted().model(), posed, Bones.KEEP, 1, options.importance(), seed, run);
                    return new Rigged(rig.with(read.takes().split(shaped)), Optional.empty());
                },
                (rigged, file) -> Models.write(
                        ModelDocument.of(rigged.rig.fitted().model())
                                .withDrivers(rigged.driven.flatMap(DriveResult::drivers)),
                        file,
                        storage.forError(() -> exactError(rigged.rig, read, run))),
                (rigged, written, file) -> measured(
                        read,
                        options,
                        rigged,
                        written,
                        ReadBack.read(file, rigged.rig.fitted().model()),
                        more));
        List<Integer> counts = RigExtras.counts(lods);
        return counts.isEmpty()
                ? made
                : made.withLods(
                        more.lods(made.rig().fitted().model(), counts, output),
                        RigExtras.tooMany(counts, made.rig().bones(), output));
    }

    /** @param driven how its correctives follow the pose, if they do */
    private record Rigged(RigResult rig, Optional<DriveResult> driven) {}

    private Rigged driven(RigResult rig, Takes takes, RigOptions options, JobRun run) {
        CorrectiveFit.Options how = new CorrectiveFit.Options(
                shapes.correctives(), Bones.KEEP, 1, options.importance(), seed, run.threads());
        DriveOptions drivers = DriveOptions.defaults().withThreads(run.threads());
        SkinnedModel split = takes.split(rig.fitted().model());
        DriveResult learnt = DrivenFit.shapes(split, takes, how, drivers, run.progress());
        return new Rigged(rig.with(learnt.model()), Optional.of(learnt));
    }

    /** The error of the solved model in percent of the size, before it is written. */
    private static double exactError(RigResult rig, TakeChoice.Read read, JobRun run) {
        SkinnedModel model = rig.fitted().model();
        return Measure.of(model, read.takes().join(model.clips()), read.takes().joined(), run.workers())
                .rmsePercent();
    }

    private RigJobResult measured(
            TakeChoice.Read read,
            RigOptions options,
            Rigged rigged,
            WrittenModel written,
            SkinnedModel model,
            RigExtras more) {
        RigResult rig = rigged.rig;
        List<String> notes = new ArrayList<>(target.rigNotes(
                Optional.ofNullable(influences).map(String::valueOf).orElse(null), output));
        notes.addAll(read.notes());
        List<String> warnings = new ArrayList<>();
        Warnings.lyingBody(model.skeleton()).ifPresent(warnings::add);
        if (from == null) {
            boolean named = !names.equalsIgnoreCase("plain");
            warnings.addAll(Warnings.skeleton(model, rig.names().kind(), named));
        }
        warnings.forEach(warning -> notes.add(more.run().said(warning)));
        notes.addAll(rig.fitted().notes());
        rigged.driven.ifPresent(driven -> {
            notes.add("drivers: " + DriveTree.unseen(driven));
            notes.addAll(driven.notes());
        });
        notes.addAll(written.notes());
        if (bvh != null && model.clips().size() > 1) {
            notes.add(more.run()
                    .said(bvh + " contains the first clip, "
                            + model.clips().get(0).name()));
        }
        Takes takes = read.takes();
        return new RigJobResult(
                this,
                read.file(),
                takes,
                options,
                rig,
                model,
                written,
                Measure.withVisualErrors(
                        model,
                        takes.join(model.clips()),
                        takes.joined(),
                        more.run().workers()),
                more.played(model),
                List.of(),
                Optional.empty(),
                notes,
                more.run().seconds());
    }

    private RigOptions options(RestChoice restChoice, JobRun run) {
        RigOptions options = RigOptions.defaults()
                .withInfluences(
                        influences != null ? influences : target.influences().orElse(USUAL_INFLUENCES))
                .withForm(form())
                .withGoal(goal())
                .withRest(restChoice.mode())
                .withThreads(run.threads())
                .withSeed(seed);
        if (clusters != null) {
            options = options.withClusters(clusters);
        }
        if (smooth != null) {
            options = options.withSmooth(smooth);
        }
        if (iterations != null) {
            options = options.withMaxIterations(iterations);
        }
        return options;
    }

    private RigOptions.Goal goal() {
        if (bones != null) {
            return new RigOptions.Bones(bones);
        }
        return error != null ? new RigOptions.Error(error) : RigOptions.Detail.valueOf(detail.toUpperCase(Locale.ROOT));
    }

    private RigOptions.Form form() {
        return RigOptions.Form.usual()
                .withSymmetric(RigOptions.Symmetric.valueOf(symmetric.toUpperCase(Locale.ROOT)))
                .withNames(BoneNames.Style.valueOf(names.toUpperCase(Locale.ROOT)))
                .withAxes(
                        axis.equals("none")
                                ? Optional.empty()
                                : Optional.of(BoneAxes.valueOf(axis.toUpperCase(Locale.ROOT))))
                .withRootMotion(rootMotion ? RigOptions.RootMotion.OWN_NODE : RigOptions.RootMotion.ROOT);
    }

    /** The options, by their JSON names. */
    Map<String, Object> described(RigOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>(RigJobResult.described(options));
        tree.put("rest", rest);
        tree.put("addClip", addClip);
        tree.put("lods", lods);
        tree.put("holdOut", holdOut);
        tree.put("correctives", shapes.correctives());
        tree.put("drive", Boolean.TRUE.equals(drive));
        tree.put("importance", vertices.importance());
        tree.put("target", target.target());
        tree.put("from", Optional.ofNullable(from).map(Path::toString).orElse(null));
        tree.put("root", root);
        tree.put("bvh", Optional.ofNullable(bvh).map(Path::toString).orElse(null));
        tree.putAll(sequence.described());
        tree.putAll(storage.described());
        return tree;
    }

    /**
     * The root of a skeleton: near a vertex or a point, which the solver gets, or the bone with a name, which is known only after the
     * skeleton has been found.
     */
    private record RootChoice(Optional<String> asked) {
        private static final String NUMBER = "[-+0-9.eE\\s]+";

        private boolean isVertex() {
            return asked.filter(text -> text.strip().matches("[-+]?[0-9]+")).isPresent();
        }

        private boolean isPoint() {
            return asked.filter(text -> text.contains(",")).isPresent();
        }

        /** Rejects invalid values before anything is solved. */
        void check() {
            boolean noPoint = isPoint() && !asked.get().matches(NUMBER + "," + NUMBER + "," + NUMBER);
            if (noPoint || asked.filter(String::isBlank).isPresent()) {
                throw wrong();
            }
        }

        private InvalidRequestException wrong() {
            return new InvalidRequestException(field("root") + " " + asked.orElse("")
                    + " must be a vertex such as 1200, a point x,y,z or the name of a bone");
        }

        /** The point for the solver; empty for a bone name. */
        Optional<RigOptions.Point> point(MeshSequence posed) {
            try {
                if (isPoint()) {
                    String[] xyz = asked.get().split(",");
                    return Optional.of(new RigOptions.Point(
                            Double.parseDouble(xyz[0].strip()),
                            Double.parseDouble(xyz[1].strip()),
                            Double.parseDouble(xyz[2].strip())));
                }
                return isVertex()
                        ? Optional.of(vertex(posed, Integer.parseInt(asked.get().strip())))
                        : Optional.empty();
            } catch (NumberFormatException noNumbers) {
                throw wrong();
            }
        }

        private static RigOptions.Point vertex(MeshSequence posed, int vertex) {
            if (vertex < 0 || vertex >= posed.vertexCount()) {
                throw new InvalidInputException(field("root") + " " + vertex + " is not a vertex of " + posed.name()
                        + ", which has vertices 0 to " + (posed.vertexCount() - 1));
            }
            float[] p = posed.rest().positions();
            return new RigOptions.Point(p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]);
        }

        /** The rig with the named bone as its root, if a name was given. */
        RigResult apply(RigResult rig) {
            if (asked.isEmpty() || isPoint() || isVertex()) {
                return rig;
            }
            String name = asked.get().strip();
            SkinnedModel model = rig.fitted().model();
            List<String> names = model.skeleton().names();
            if (!names.contains(name)) {
                throw new InvalidInputException(field("root") + " " + name + ": no bone has this name, there are: "
                        + String.join(", ", names) + Suggestions.hint(name, names));
            }
            SkinnedModel rooted =
                    EditState.of(model).with(List.of(new Edit.Root(name))).model();
            return new RigResult(
                    rig.fitted().with(rooted),
                    rig.bones(),
                    rig.clusters(),
                    rig.pruning(),
                    rig.joints().stream()
                            .map(joint -> renamed(joint, model.skeleton(), rooted.skeleton()))
                            .toList(),
                    rig.names());
        }

        /** Between the old and the new root, a joint now belongs to its former parent. */
        private static RigResult.Joint renamed(RigResult.Joint joint, Skeleton before, Skeleton after) {
            int above = before.parents()[before.names().indexOf(joint.name())];
            int now = after.parents()[after.names().indexOf(joint.name())];
            boolean same = above == Skeleton.NONE
                    || now != Skeleton.NONE
                            && after.names().get(now).equals(before.names().get(above));
            String name = same ? joint.name() : before.names().get(above);
            return new RigResult.Joint(
                    name, joint.certainty(), joint.turnDegrees(), joint.inside(), joint.outsidePercent());
        }
    }
}
