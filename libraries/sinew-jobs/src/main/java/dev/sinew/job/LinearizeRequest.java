package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.ModelFile;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.TrainingChoice;
import dev.sinew.job.text.Text;
import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.linearize.RangeOfMotion;
import dev.sinew.linearize.RigidBones;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.run.RefusedException;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A rig for dual quaternions becomes one that linear skinning plays. */
public record LinearizeRequest(
        @Ask(label = "MODEL", required = true, help = "A skinned .glb or .gltf.")
        Path input,

        @Ask(
                label = "OUT.glb",
                required = true,
                help = "The same file with blend bones: .glb, or .gltf with its buffer inside.")
        Path output,

        @Ask(label = "N", least = 0, most = LinearizeOptions.MAX_BLEND_BONES, help = "How many to add, from 0 to 256.")
        Integer blendBones,

        @Ask(
                label = "E",
                least = 0,
                above = true,
                help = "Instead: as few as bring the enveloping error on the training poses to E or below.")
        Double error,

        @Ask(
                label = "OP",
                usual = "dqs",
                words = {"dqs", "sdqs", "dib", "cor"},
                help = "What it is to look like: dqs (dual quaternions, the default), sdqs (bones may scale), dib"
                        + " (intrinsic mean), cor (optimised centres of rotation: no bulge where it bends).")
        String operator,

        @Ask(
                label = "POSES",
                words = {"clips", "generated"},
                help = "Poses to learn from: clips (the file's own, the default where there are any) or generated"
                        + " (every joint swung and twisted).")
        String train,

        @Ask(
                label = "NAME",
                flag = "train-clip",
                help = "Learn from this clip only; may be given several times. The others are unseen, and measured.")
        List<String> trainClips,

        @Ask(
                label = "N",
                usual = "" + LinearizeInput.DEFAULT_POSES,
                least = 1,
                most = LinearizeInput.MAX_POSES,
                help = "Training poses, 1–" + LinearizeInput.MAX_POSES + " (default: " + LinearizeInput.DEFAULT_POSES
                        + "): of clips those that cover the motion.")
        Integer poses,

        @Ask(
                label = "DEG",
                usual = "" + RangeOfMotion.DEFAULT_SWING,
                least = 0,
                most = 180,
                help = "Generated poses: swing of every joint about two axes, both ways, 0–180 (default: "
                        + RangeOfMotion.DEFAULT_SWING + ").")
        Double swing,

        @Ask(
                label = "DEG",
                usual = "" + RangeOfMotion.DEFAULT_TWIST,
                least = 0,
                most = 180,
                help = "Generated poses: twist of every joint about its bone, both ways, 0–180 (default: "
                        + RangeOfMotion.DEFAULT_TWIST + ").")
        Double twist)
        implements Job<LinearizeMade> {
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
    public LinearizeMade run(Desk desk) {
        Work work = begin(desk);
        Outputs.requireModel(work.place(output));
        LinearizeOptions options =
                LinearizeOptions.defaults(goal()).withOperator(chosenOperator()).withThreads(work.threads());
        TrainingChoice choice = choice();
        ModelFile source = Inputs.modelFile(input, work);
        TrainingChoice.Poses training = check(source, options, choice);
        return work.make(
                output,
                "placing blend bones",
                () -> Linearization.linearize(
                        new LinearizeInput(source.model(), training.motion()), options, work.progress()),
                (solved, file) -> source.writeWithBlendBones(solved.fitted().model(), file),
                (solved, written, file) -> new LinearizeMeasure(this, options, source, training, work)
                        .of(solved, written, ModelFile.read(file)));
    }

    private TrainingChoice.Poses check(ModelFile source, LinearizeOptions options, TrainingChoice choice) {
        source.player().requireInvertibleBinds();
        SkinnedModel model = source.model();
        if (source.linearized().isPresent()) {
            throw new RefusedException(input + " has blend bones already; take the file it was made from");
        }
        if (source.layers().isPresent()) {
            throw new RefusedException(input
                    + " has its weights in two layers, which blend bones would not follow; linearise, then compress");
        }
        TrainingChoice.Poses training = choice.of(input, source.player());
        try {
            for (Clip clip : model.clips()) {
                RigidBones.require(options.operator(), model.skeleton(), clip.motion(), "clip '" + clip.name() + "'");
            }
            RigidBones.require(options.operator(), model.skeleton(), training.motion(), "the training poses");
        } catch (RefusedException e) {
            throw e.within(input.toString());
        }
        return training;
    }

    private LinearizeOptions.Goal goal() {
        if ((blendBones == null) == (error == null)) {
            throw new WrongRequestException(
                    "linearize needs either " + field("blendBones") + " N or " + field("error") + " E, and not both");
        }
        return blendBones != null ? new LinearizeOptions.BlendBones(blendBones) : new LinearizeOptions.Error(error);
    }

    private SkinningOperator chosenOperator() {
        return SkinningOperator.named(operator).orElseThrow();
    }

    private TrainingChoice choice() {
        boolean generated = "generated".equalsIgnoreCase(train);
        if (generated && !trainClips.isEmpty()) {
            throw new WrongRequestException(
                    field("train") + " generated and " + field("trainClips") + " exclude each other");
        }
        TrainingChoice.Kind kind = train == null && trainClips.isEmpty()
                ? TrainingChoice.Kind.WHAT_THERE_IS
                : generated ? TrainingChoice.Kind.GENERATED : TrainingChoice.Kind.CLIPS;
        return new TrainingChoice(kind, trainClips, poses, new RangeOfMotion(swing, twist));
    }

    /** What was asked for, as the tree names it. */
    Map<String, Object> described(LinearizeOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("blendBones", blendBones);
        tree.put("error", error);
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
            Work work) {
        LinearizeMade of(LinearizeResult solved, WrittenModel written, ModelFile made) {
            SkinnedModel model = source.model();
            // Without blend bones there is no extension, and the file's bones are the masters.
            BlendBones blendBones = made.linearized()
                    .map(l -> l.blendBones())
                    .orElse(solved.fitted().model().blendBones());
            SkinnedModel sorted = made.linearized().map(l -> l.model()).orElse(made.model());
            BlendBoneSkinning driver = new BlendBoneSkinning(sorted, blendBones);
            List<LinearizeMade.Row> rows = new ArrayList<>();
            rows.add(row("training poses", true, poses.motion(), sorted, driver.extend(poses.motion())));
            List<BoneMotion> played = new ArrayList<>();
            for (int c = 0; c < model.clips().size(); c++) {
                Clip clip = model.clips().get(c);
                played.add(made.player().motion(c, source.player().frameSeconds(c)));
                boolean seen = poses.clips().contains(clip);
                rows.add(row("clip '" + clip.name() + "'", seen, clip.motion(), made.model(), played.get(c)));
            }
            boolean still = model.clips().isEmpty();
            Clip shown = still
                    ? new Clip("range of motion", 2, poses.motion())
                    : model.clips().get(0);
            SkinnedModel shownModel = still ? sorted : made.model();
            Clip shownPlayed = new Clip(
                    shown.name(), shown.framesPerSecond(), still ? driver.extend(poses.motion()) : played.get(0));
            MeshSequence truth = OperatorSkinning.sequence(model, shown, options.operator());
            SequenceError error = Measure.seen(shownModel, shownPlayed, truth, work.workers());
            return new LinearizeMade(
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
                    work.seconds());
        }

        private LinearizeMade.Row row(
                String name, boolean seen, BoneMotion masters, SkinnedModel made, BoneMotion played) {
            SkinnedModel model = source.model();
            return new LinearizeMade.Row(
                    name,
                    masters.frameCount(),
                    seen,
                    envelopingError(model, masters, masters),
                    envelopingError(made, played, masters));
        }

        private double envelopingError(SkinnedModel made, BoneMotion played, BoneMotion masters) {
            SkinnedModel model = source.model();
            LinearSkinning linear = new LinearSkinning(made);
            OperatorSkinning truth = new OperatorSkinning(model, options.operator());
            return EnvelopingError.of(
                            (f, from, to, xyz) ->
                                    linear.positions(played.matrices(), played.offset(f, 0), from, to, xyz),
                            (f, from, to, xyz) -> truth.positions(masters, f, from, to, xyz),
                            model.rest().positions(),
                            model.weights(),
                            masters,
                            work.workers())
                    .value();
        }

        private List<String> notes(LinearizeResult solved, WrittenModel written) {
            SkinnedModel model = source.model();
            long crowded = IntStream.range(0, model.vertexCount())
                    .filter(i -> model.weights().influencesOf(i) > 4)
                    .count();
            List<String> notes = new ArrayList<>();
            if (crowded > 0) {
                notes.add(Text.vertices(crowded)
                        + " had more than 4 influences; all have at most 4 now, chosen to look the same");
            }
            notes.addAll(solved.fitted().notes());
            notes.addAll(written.notes());
            return notes;
        }
    }
}
