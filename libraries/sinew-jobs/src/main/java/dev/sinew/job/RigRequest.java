package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.correct.CorrectiveFit.Bones;
import dev.sinew.edit.Edit;
import dev.sinew.edit.Edited;
import dev.sinew.io.Models;
import dev.sinew.io.bvh.Bvh;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.CorrectiveChoice;
import dev.sinew.job.source.ImportanceChoice;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.RestChoice;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.source.TakeChoice;
import dev.sinew.job.source.TargetChoice;
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
import dev.sinew.run.Limits;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Example poses become a skeleton with weights and motion. */
public record RigRequest(
        @Ask(
                label = "SEQ",
                required = true,
                help =
                        "An {.sequences}, a mesh with a point cache beside it, a folder, a glob or the files of poses ({.meshes}),"
                                + " or a {.models} whose animation is taken frame by frame.")
        List<Path> input,

        @Ask(label = "OUT.glb", required = true, help = "The model: .glb, or .gltf with its buffer inside.")
        Path output,

        @Ask(
                label = "N",
                least = 1,
                most = RigOptions.MAX_CLUSTERS,
                help =
                        "So many bones, the root among them; joints that only end a bone are not counted. Without it the curve of error against bones decides.")
        Integer bones,

        @Ask(
                label = "E",
                least = 0,
                most = 100,
                help = "Instead: the fewest bones whose error, joints enforced, stays within E percent of the size.")
        Double error,

        @Ask(
                label = "DETAIL",
                usual = "medium",
                words = {"low", "medium", "high"},
                help = "How much of the motion the bones explain where neither {bones} nor {error} says it: low allows"
                        + " twice the error of medium, high half of it. Default: medium.")
        String detail,

        @Ask(
                label = "N",
                least = 2,
                most = RigOptions.MAX_CLUSTERS,
                help =
                        "Groups of vertices that the curve of error against bones starts from, 2 to 256: more than there will be"
                                + " bones (default: " + RigOptions.DEFAULT_CLUSTERS + ").")
        Integer clusters,

        @Ask(
                label = "K",
                least = 1,
                most = RigOptions.MAX_INFLUENCES,
                help =
                        "Most weights a vertex may have, 1 to 16 (4, what every engine plays; with {target} what that takes).")
        Integer influences,

        @Ask(
                label = "W",
                least = 0,
                most = Limits.MAX_SMOOTH,
                help = "How much neighbouring vertices want the same weights, 0 for not at all (default: "
                        + RigOptions.DEFAULT_SMOOTH + ").")
        Double smooth,

        @Ask(
                label = "POSE",
                usual = "given",
                help =
                        "Rest pose: given (the mesh as it is), solve (moves as one soft sheet and stays the given mesh to the"
                                + " eye), free (every vertex by itself: smallest error, for tables), first (the first frame) or a"
                                + " mesh FILE. Default: given.")
        String rest,

        @Ask(
                label = "VERTEX|x,y,z|NAME",
                help =
                        "The joint nearest to this vertex or point of the rest pose becomes the root (the notes say which one it is and"
                                + " how far away), or the bone that gets this name. Default: the pelvis, else the middle of the"
                                + " body.")
        String root,

        @Ask(help = "Put the travel over the ground on a node of its own above the root, as engines want it.")
        Boolean rootMotion,

        @Ask(
                label = "WHEN",
                usual = "auto",
                words = {"auto", "on", "off"},
                help =
                        "Joints that are each other's mirror image: auto (where the rest pose is), on (where it is so at a"
                                + " glance, else refused) or off. Default: auto.")
        String symmetric,

        @Ask(
                label = "WORDS",
                usual = "auto",
                words = {"auto", "humanoid", "quadruped", "plain"},
                help =
                        "What bones are called: auto (spine, neck, head, leg_left_1 … where the shape is a body on two or four"
                                + " legs), humanoid (as VRM and Unity call them), quadruped, or plain (trunk, limb1_left_1 …). Default:"
                                + " auto.")
        String names,

        @Ask(
                label = "AXIS",
                usual = "y",
                words = {"x", "y", "z", "none"},
                help = "Which axis of a bone points along it, or none: all bones lie as the model does. Default: y.")
        String axis,

        @Ask(label = "FILE.bvh", help = "Write the motion of the skeleton as BVH, too.")
        Path bvh,

        @Ask(
                label = "N",
                least = 1,
                most = Effort.MAX_ITERATIONS,
                help = "Bound on the iterations of the rigging (default: " + RigOptions.DEFAULT_ITERATIONS + ").")
        Integer iterations,

        @Ask(
                label = "MODEL",
                help =
                        "Takes the skeleton of a .glb or .gltf, whoever made it: its hierarchy, joints and names stay, weights and"
                                + " rotations are solved for, and only the root moves. In the place of {bones}, {error}, {root}, {symmetric}, {names} and {axis}."
                                + " Bones beside it that move no vertex are left out, several skeletons are joined.")
        Path from,

        @Ask(
                label = "NAME=SEQ",
                help =
                        "Another sequence of the same mesh becomes another clip: its rotations are solved for under the finished"
                                + " rig. May be repeated.")
        List<String> addClip,

        @Ask(
                label = "N,N,…",
                help =
                        "Models of fewer of the bones beside OUT, weights and rotations solved anew: 20,12 writes OUT-20.glb and"
                                + " OUT-12.glb.")
        String lods,

        ImportanceChoice vertices,
        TargetChoice target,
        StorageChoice storage,
        CorrectiveChoice shapes,
        SequenceChoice sequence,

        @Ask(label = "S", usual = "" + Effort.DEFAULT_SEED, help = Requests.SEED)
        Long seed)
        implements Job<RigMade> {
    /** What every engine plays. */
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
        RigMore.counts(lods).forEach(count -> files.add(RigMore.file(output, count)));
        return files;
    }

    /** What the bind pose of the result is, in words. */
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
    public RigMade run(Desk desk) {
        Work work = begin(desk);
        Outputs.requireModel(work.place(output));
        if (bvh != null) {
            AtomicFile.requireWritable(work.place(bvh));
        }
        if (bones != null && error != null) {
            throw new WrongRequestException(field("bones") + " and " + field("error") + " exclude each other");
        }
        added().check();
        rootChoice().check();
        checkShapes();
        RestChoice restChoice = RestChoice.parse(rest);
        if (from != null) {
            return withMotion(fromSkeleton(options(restChoice, work), work), work);
        }
        RigOptions asked = options(restChoice, work);
        Inputs.NamedSequence named = Inputs.heldSequence(sequence.input(input), work);
        TakeChoice.Read read = added().read(named, named.sequence().name(), sequence, work)
                .resting(restChoice, sequence)
                .telling(restChoice.note(sequence.input(input)).map(work::said));
        MeshSequence posed = read.takes().first();
        RigOptions rooted = rootChoice()
                .point(posed)
                .map(point -> asked.withForm(asked.form().withRoot(point)))
                .orElse(asked);
        RigOptions options = rooted.withImportance(vertices.read(posed.rest(), named.file()));
        return withMotion(
                make(read, posed, options, () -> SkeletonRig.rig(posed, options, work.progress()), work), work);
    }

    private void checkShapes() {
        shapes.check(output);
        if (shapes.isAsked() && (from != null || lods != null || addClip != null && !addClip.isEmpty())) {
            String other = from != null ? "from" : lods != null ? "lods" : "addClip";
            throw new WrongRequestException(field("correctives")
                    + " is for one clip of a skeleton that is to be found, not with " + field(other));
        }
    }

    private RigMade fromSkeleton(RigOptions options, Work work) {
        SkeletonGiven.refuseWhatFindsOne(this);
        SkeletonGiven given = SkeletonGiven.read(this, options, work);
        TakeChoice.Read read =
                added().read(given.named(), given.named().sequence().name(), sequence, work);
        return make(given.matched(read), given.poses(), given.options(), () -> given.solved(work), work);
    }

    /** The motion as a file of its own, where it was asked for. */
    private RigMade withMotion(RigMade made, Work work) {
        if (bvh != null) {
            SkinnedModel model = made.rig().fitted().model();
            work.writing(
                    "write",
                    "writing " + bvh,
                    () -> Bvh.write(model, model.clips().get(0), work.place(bvh)));
        }
        return made;
    }

    private RigMade make(
            TakeChoice.Read read, MeshSequence posed, RigOptions options, Supplier<RigResult> solver, Work work) {
        RigMore more = RigMore.of(read.takes(), options, work);
        RigMade made = work.make(
                output,
                "rigging",
                () -> {
                    RigResult rig = rootChoice().apply(solver.get());
                    SkinnedModel all = more.withClips(rig.fitted().model());
                    return rig.with(shapes.apply(all, posed, Bones.KEEP, 1, options.importance(), seed, work));
                },
                (rig, file) -> Models.write(
                        ModelContent.of(rig.fitted().model()),
                        file,
                        storage.forError(() -> exactError(rig, read, work))),
                (rig, written, file) -> measured(read, options, rig, written, Models.read(file), more));
        List<Integer> counts = RigMore.counts(lods);
        return counts.isEmpty()
                ? made
                : made.withLods(
                        more.lods(made.rig().fitted().model(), posed, counts, output),
                        RigMore.tooMany(counts, made.rig().bones(), output));
    }

    /** Of the model as it was solved for, in hundredths of the size. */
    private static double exactError(RigResult rig, TakeChoice.Read read, Work work) {
        SkinnedModel model = rig.fitted().model();
        return Measure.of(model, model.clips().get(0), read.takes().first(), work.workers())
                .rmsePercent();
    }

    private RigMade measured(
            TakeChoice.Read read,
            RigOptions options,
            RigResult rig,
            WrittenModel written,
            SkinnedModel model,
            RigMore more) {
        List<String> notes = new ArrayList<>(target.rigNotes(
                Optional.ofNullable(influences).map(String::valueOf).orElse(null), output));
        notes.addAll(read.notes());
        notes.addAll(rig.fitted().notes());
        notes.addAll(written.notes());
        MeshSequence truth = read.takes().first();
        return new RigMade(
                this,
                read.file(),
                truth,
                options,
                rig,
                model,
                written,
                Measure.seen(model, model.clips().get(0), truth, more.work().workers()),
                more.played(model),
                List.of(),
                notes,
                more.work().seconds());
    }

    private RigOptions options(RestChoice restChoice, Work work) {
        RigOptions options = RigOptions.defaults()
                .withInfluences(
                        influences != null ? influences : target.influences().orElse(USUAL_INFLUENCES))
                .withForm(form())
                .withGoal(goal())
                .withRest(restChoice.mode())
                .withThreads(work.threads())
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

    /** What was asked for, as the tree names it. */
    Map<String, Object> described(RigOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>(RigMade.described(options));
        tree.put("rest", rest);
        tree.put("addClip", addClip);
        tree.put("lods", lods);
        tree.put("correctives", shapes.correctives());
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
     * Where a skeleton that is looked for has its root: near a vertex or a point, which the solver is told, or at a bone by the name
     * that it gets, which is known only when the skeleton is there.
     */
    private record RootChoice(Optional<String> asked) {
        private static final String NUMBER = "[-+0-9.eE\\s]+";

        private boolean isVertex() {
            return asked.filter(text -> text.strip().matches("[-+]?[0-9]+")).isPresent();
        }

        private boolean isPoint() {
            return asked.filter(text -> text.contains(",")).isPresent();
        }

        /** Refuses what is neither, before anything is solved. */
        void check() {
            boolean noPoint = isPoint() && !asked.get().matches(NUMBER + "," + NUMBER + "," + NUMBER);
            if (noPoint || asked.filter(String::isBlank).isPresent()) {
                throw wrong();
            }
        }

        private WrongRequestException wrong() {
            return new WrongRequestException(field("root") + " " + asked.orElse("")
                    + " must be a vertex such as 1200, a point x,y,z or the name of a bone");
        }

        /** The point the solver is told of, empty where it is not told. */
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
                throw new RefusedException(field("root") + " " + vertex + " is no vertex of " + posed.name()
                        + ", which has 0 to " + (posed.vertexCount() - 1));
            }
            float[] p = posed.rest().positions();
            return new RigOptions.Point(p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]);
        }

        /** The rig seen from the bone of that name, where one was asked for. */
        RigResult apply(RigResult rig) {
            if (asked.isEmpty() || isPoint() || isVertex()) {
                return rig;
            }
            String name = asked.get().strip();
            SkinnedModel model = rig.fitted().model();
            List<String> names = model.skeleton().names();
            if (!names.contains(name)) {
                throw new RefusedException(
                        field("root") + " " + name + ": no bone got that name, there are: " + String.join(", ", names));
            }
            SkinnedModel rooted =
                    Edited.of(model).with(List.of(new Edit.Root(name))).model();
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

        /** On the way to the new root a joint belongs to the bone that was above it. */
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
