package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.ModelFile;
import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.ErrorBound;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.text.Text;
import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.linearize.RangeOfMotion;
import dev.sinew.linearize.RigidBones;
import dev.sinew.linearize.TrainingFrames;
import dev.sinew.linearize.TrainingFrames.Picked;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Adds blend bones, so that linear skinning reproduces a nonlinear operator. */
public record LinearizeRequest(
        @OptionInfo(label = "MODEL", required = true, help = "Skinned model (.glb or .gltf).")
        Path input,

        @OptionInfo(label = "OUT.glb", required = true, help = "The same model with blend bones (.glb or .gltf).")
        Path output,

        @OptionInfo(
                label = "N",
                least = 0,
                most = LinearizeOptions.MAX_BLEND_BONES,
                group = OptionGroup.GOAL,
                help = "Number of blend bones to add.")
        Integer blendBones,

        @OptionInfo(
                label = "PERCENT",
                least = 0,
                above = true,
                group = OptionGroup.GOAL,
                help =
                        "Add the fewest blend bones with which the error on the training poses is at most this, in percent of the size.")
        Double error,

        @OptionInfo(
                label = "E",
                least = 0,
                above = true,
                group = OptionGroup.GOAL,
                help = "Like {error}, but in enveloping error (EE), in percent.",
                details = "EE: the error relative to that with one bone per vertex (KCO09).")
        Double maxEnvelopingError,

        @OptionInfo(
                label = "OPERATOR",
                defaultValue = "dqs",
                words = {"dqs", "sdqs", "dib", "cor"},
                group = OptionGroup.GOAL,
                help = "Skinning to reproduce: dqs, sdqs, dib or cor.",
                details =
                        "dqs: dual quaternions. sdqs: dual quaternions with bones that scale. dib: intrinsic mean. cor: optimised centres of rotation, without bulges at bends.")
        String operator,

        @OptionInfo(
                label = "POSES",
                words = {"both", "clips", "generated"},
                group = OptionGroup.QUALITY,
                help = "Poses to learn from: clips of the file, generated, or both.",
                defaultText = "both; generated if the file has no clips",
                details =
                        "generated swings and twists every joint. clips: lower error in these clips, higher in all other motion.")
        String train,

        @OptionInfo(
                label = "NAME",
                flag = "train-clip",
                group = OptionGroup.QUALITY,
                help = "Learn from this clip only. Repeatable.",
                details = "The other clips are measured as unseen motion.")
        List<String> trainClips,

        @OptionInfo(
                label = "N",
                defaultValue = "" + LinearizeInput.DEFAULT_POSES,
                least = 1,
                most = LinearizeInput.MAX_POSES,
                group = OptionGroup.QUALITY,
                help = "Number of training poses.",
                details = "Clips provide the poses that cover their motion best.")
        Integer poses,

        @OptionInfo(
                label = "DEG",
                defaultValue = "" + RangeOfMotion.DEFAULT_SWING,
                least = 0,
                most = 180,
                group = OptionGroup.QUALITY,
                help = "Generated poses: largest swing of each joint about two axes, in degrees.")
        Double swing,

        @OptionInfo(
                label = "DEG",
                defaultValue = "" + RangeOfMotion.DEFAULT_TWIST,
                least = 0,
                most = 180,
                group = OptionGroup.QUALITY,
                help = "Generated poses: largest twist of each joint about its bone, in degrees.")
        Double twist)
        implements Job<LinearizeJobResult> {
    @Override
    public String command() {
        return "linearize";
    }

    @Override
    public List<Path> reads() {
        return List.of(input);
    }

    @Override
    public List<Path> writes() {
        return List.of(output);
    }

    @Override
    public LinearizeJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireModel(run.place(output));
        checkGoal();
        TrainingChoice choice = choice();
        ModelFile source = Inputs.modelFile(input, run);
        TrainingChoice.Poses training = check(source, chosenOperator(), choice, run);
        LinearizeOptions options = LinearizeOptions.defaults(goal(source.model(), training.motion(), run))
                .withOperator(chosenOperator())
                .withThreads(run.threads());
        return run.make(
                output,
                "placing blend bones",
                () -> Linearization.linearize(
                        new LinearizeInput(source.model(), training.motion()), options, run.progress()),
                (solved, file) -> source.writeWithBlendBones(solved.fitted().model(), file),
                (solved, written, file) -> new LinearizeMeasure(this, options, source, training, run)
                        .of(solved, written, ModelFile.read(file)));
    }

    private TrainingChoice.Poses check(ModelFile source, SkinningOperator operator, TrainingChoice choice, JobRun run) {
        source.player().requireInvertibleBinds();
        SkinnedModel model = source.model();
        if (source.linearized().isPresent()) {
            throw new InvalidInputException(input + " has blend bones already; use the file it was made from");
        }
        if (source.layers().isPresent()) {
            throw new InvalidInputException(input
                    + " has its weights in two layers, which blend bones do not support; use 'sinew linearize' first,"
                    + " then 'sinew compress'");
        }
        TrainingChoice.Poses training = choice.of(input, source.player(), operator, run);
        try {
            for (Clip clip : model.clips()) {
                RigidBones.require(operator, model.skeleton(), clip.motion(), "clip '" + clip.name() + "'");
            }
            RigidBones.require(operator, model.skeleton(), training.motion(), "the training poses");
        } catch (InvalidInputException e) {
            throw e.within(input.toString());
        }
        return training;
    }

    private void checkGoal() {
        List<Object> given = new ArrayList<>();
        given.add(blendBones);
        given.add(error);
        given.add(maxEnvelopingError);
        given.removeIf(Objects::isNull);
        if (given.size() != 1) {
            throw new InvalidRequestException("linearize needs exactly one of " + field("blendBones") + " N, "
                    + field("error") + " PERCENT and " + field("maxEnvelopingError") + " E");
        }
    }

    private LinearizeOptions.Goal goal(SkinnedModel model, BoneMotion training, JobRun run) {
        if (blendBones != null) {
            return new LinearizeOptions.BlendBones(blendBones);
        }
        if (maxEnvelopingError != null) {
            return new LinearizeOptions.Error(maxEnvelopingError);
        }
        EnvelopingError linear = envelopingError(model, chosenOperator(), model, training, training, run);
        return new LinearizeOptions.Error(
                ErrorBound.envelopingError(error, linear, model.rest().positions(), training.frameCount()));
    }

    /** The error of what a written model plays, compared with the operator on the motion of the original bones. */
    private static EnvelopingError envelopingError(
            SkinnedModel original,
            SkinningOperator operator,
            SkinnedModel written,
            BoneMotion played,
            BoneMotion masters,
            JobRun run) {
        LinearSkinning linear = new LinearSkinning(written);
        OperatorSkinning truth = new OperatorSkinning(original, operator);
        return EnvelopingError.of(
                (f, from, to, xyz) -> linear.positions(played.matrices(), played.offset(f, 0), from, to, xyz),
                (f, from, to, xyz) -> truth.positions(masters, f, from, to, xyz),
                original.rest().positions(),
                original.weights(),
                masters,
                run.workers());
    }

    private SkinningOperator chosenOperator() {
        return SkinningOperator.named(operator).orElseThrow();
    }

    private TrainingChoice choice() {
        boolean generated = "generated".equalsIgnoreCase(train);
        if (generated && !trainClips.isEmpty()) {
            throw new InvalidRequestException(
                    field("train") + " generated and " + field("trainClips") + " exclude each other");
        }
        TrainingChoice.Kind kind = train == null
                ? trainClips.isEmpty() ? TrainingChoice.Kind.WHAT_THERE_IS : TrainingChoice.Kind.BOTH
                : TrainingChoice.Kind.valueOf(train.toUpperCase(Locale.ROOT));
        return new TrainingChoice(kind, trainClips, poses, new RangeOfMotion(swing, twist));
    }

    /** The options, by their JSON names. */
    Map<String, Object> described(LinearizeOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("blendBones", blendBones);
        tree.put("error", error);
        tree.put("maxEnvelopingError", maxEnvelopingError);
        tree.put("operator", operator.toLowerCase(Locale.ROOT));
        tree.put("train", train);
        tree.put("trainClips", trainClips);
        tree.put("poses", poses);
        tree.put("swing", swing);
        tree.put("twist", twist);
        tree.put("threads", options.threads());
        return tree;
    }

    /** Measures a linearised file on the poses it learnt from and on every clip. */
    private record LinearizeMeasure(
            LinearizeRequest request,
            LinearizeOptions options,
            ModelFile source,
            TrainingChoice.Poses poses,
            JobRun run) {
        LinearizeJobResult of(LinearizeResult solved, WrittenModel written, ModelFile made) {
            SkinnedModel model = source.model();
            // Without blend bones there is no extension, and the file's bones are the masters.
            BlendBones blendBones = made.linearized()
                    .map(l -> l.blendBones())
                    .orElse(solved.fitted().model().blendBones());
            SkinnedModel sorted = made.linearized().map(l -> l.model()).orElse(made.model());
            BlendBoneSkinning driver = new BlendBoneSkinning(sorted, blendBones);
            List<LinearizeJobResult.Row> rows = new ArrayList<>();
            rows.add(row("training poses", true, poses.motion(), sorted, driver.extend(poses.motion())));
            List<BoneMotion> played = new ArrayList<>();
            for (int c = 0; c < model.clips().size(); c++) {
                Clip clip = model.clips().get(c);
                played.add(made.player().motion(c, source.player().frameSeconds(c)));
                boolean seen = poses.clips().contains(clip);
                rows.add(row("clip '" + clip.name() + "'", seen, clip.motion(), made.model(), played.get(c)));
            }
            poses.unseen()
                    .ifPresent(
                            unseen -> rows.add(row("generated poses", false, unseen, sorted, driver.extend(unseen))));
            boolean still = model.clips().isEmpty();
            Clip shown = still
                    ? new Clip("range of motion", 2, poses.motion())
                    : model.clips().get(0);
            SkinnedModel shownModel = still ? sorted : made.model();
            Clip shownPlayed = new Clip(
                    shown.name(), shown.framesPerSecond(), still ? driver.extend(poses.motion()) : played.get(0));
            MeshSequence truth = OperatorSkinning.sequence(model, shown, options.operator());
            SequenceError error = Measure.withVisualErrors(shownModel, shownPlayed, truth, run.workers());
            return new LinearizeJobResult(
                    request,
                    options,
                    solved,
                    model,
                    shownModel,
                    blendBones,
                    written,
                    shown,
                    shownPlayed,
                    truth,
                    error,
                    rows,
                    notes(solved, written),
                    run.seconds());
        }

        private LinearizeJobResult.Row row(
                String name, boolean seen, BoneMotion masters, SkinnedModel made, BoneMotion played) {
            SkinnedModel model = source.model();
            return new LinearizeJobResult.Row(
                    name, masters.frameCount(), seen, errorOf(model, masters, masters), errorOf(made, played, masters));
        }

        private double errorOf(SkinnedModel made, BoneMotion played, BoneMotion masters) {
            return envelopingError(source.model(), options.operator(), made, played, masters, run)
                    .value();
        }

        private List<String> notes(LinearizeResult solved, WrittenModel written) {
            SkinnedModel model = source.model();
            long crowded = IntStream.range(0, model.vertexCount())
                    .filter(i -> model.weights().influencesOf(i) > 4)
                    .count();
            List<String> notes = new ArrayList<>();
            if (request.error != null) {
                notes.add(run.said(ErrorBound.changed("maxEnvelopingError", "the enveloping error")));
            }
            if (crowded > 0) {
                notes.add(Text.vertices(crowded)
                        + " had more than 4 influences and now have at most 4, chosen to look the same");
            }
            notes.addAll(solved.fitted().notes());
            notes.addAll(written.notes());
            return notes;
        }
    }

    /**
     * The training poses of a linearisation.
     *
     * @param clips names of the clips; none means all
     * @param poses how many
     * @param range of generated poses
     */
    public record TrainingChoice(Kind kind, List<String> clips, int poses, RangeOfMotion range) {
        /** Any seed but that of the training poses, 0. */
        private static final int UNSEEN_SEED = 1;

        /**
         * Clips are what is played; generated poses keep other motion from tearing. Of 1 to 6, 4 has the fewest unseen clips of thirteen game
         * characters that get worse.
         */
        private static final double CLIP_IMPORTANCE = 4;

        /** The same poses at a fraction of their range represent idle motion, where linear skinning is nearly right already. */
        private static final double SMALL_RANGE = 0.1;

        /** The source of poses. */
        public enum Kind {
            CLIPS,
            GENERATED,
            BOTH,
            /** Both if the file has clips, else generated. */
            WHAT_THERE_IS
        }

        /**
         * The poses.
         *
         * @param clips the clips they were taken from; none where they were generated
         * @param unseen generated poses that the solver does not learn from; none with a single joint
         */
        public record Poses(BoneMotion motion, List<Clip> clips, Optional<BoneMotion> unseen) {
            boolean generated() {
                return clips.isEmpty();
            }
        }

        Poses of(Path file, GltfPlayer player, SkinningOperator operator, JobRun run) {
            SkinnedModel model = player.model();
            boolean joints = model.boneCount() > 1;
            if (kind == Kind.GENERATED
                    || kind == Kind.WHAT_THERE_IS && model.clips().isEmpty()) {
                if (!joints) {
                    throw new InvalidInputException(file + " has " + Text.count(model.boneCount(), "joint")
                            + "; generated poses need at least two");
                }
                return new Poses(range.poses(player.restPose(), poses), List.of(), unseen(player));
            }
            if (model.clips().isEmpty()) {
                throw new InvalidInputException(
                        file + " has no animation to learn from; use " + field("train") + " generated");
            }
            List<Clip> from = clips.isEmpty()
                    ? model.clips()
                    : clips.stream()
                            .distinct()
                            .map(name -> Inputs.clip(file, model, Optional.of(name)))
                            .toList();
            List<Picked> picked = TrainingFrames.pick(model, from, poses);
            BoneMotion taken = TrainingFrames.motion(from, picked);
            if (kind == Kind.CLIPS || !joints) {
                return new Poses(taken, from, joints ? unseen(player) : Optional.empty());
            }
            RangeOfMotion small =
                    new RangeOfMotion(SMALL_RANGE * range.swingDegrees(), SMALL_RANGE * range.twistDegrees());
            List<Linearization.Kind> kinds = List.of(
                    new Linearization.Kind(taken, CLIP_IMPORTANCE),
                    new Linearization.Kind(range.poses(player.restPose(), poses), 1),
                    new Linearization.Kind(small.poses(player.restPose(), poses), CLIP_IMPORTANCE));
            return new Poses(Linearization.balanced(model, operator, kinds, run.workers()), from, unseen(player));
        }

        private Optional<BoneMotion> unseen(GltfPlayer player) {
            return Optional.of(range.poses(player.restPose(), poses, UNSEEN_SEED));
        }
    }
}
