package dev.sinew.cli;

import dev.sinew.io.ModelFile;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.linearize.RigidBones;
import dev.sinew.math.Workers;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.ops.Operations;
import dev.sinew.run.RefusedException;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Linearise a rigged file, write it, read it back and measure that, on every clip. */
record LinearizeRun(Path input, Path output, LinearizeOptions options, TrainingChoice choice) {
    /**
     * How well some poses come out.
     *
     * @param name of the poses
     * @param seen whether the solver learnt from them, or from some of them
     * @param linear EE of the input under linear skinning
     * @param linearized EE of the written file
     */
    record Row(String name, int frames, boolean seen, double linear, double linearized) {}

    /**
     * What a run made.
     *
     * @param source the input
     * @param shown the clip that is looked at: the file's first, or the training poses
     * @param played what the written file plays in that clip
     * @param truth the nonlinear operator in that clip
     * @param rows training poses first, then every clip
     */
    record Result(
            LinearizeResult solved,
            SkinnedModel source,
            SkinnedModel model,
            BlendBones blendBones,
            WrittenModel written,
            Clip shown,
            Clip played,
            MeshSequence truth,
            SequenceError error,
            List<Row> rows,
            List<String> notes) {}

    Result run(Session session) {
        ModelFile source = Inputs.modelFile(input, session);
        TrainingChoice.Poses poses = check(source);
        try (PendingFile file = new PendingFile(output, session.interruption())) {
            LinearizeResult solved = session.stage(
                    "solve",
                    "placing blend bones",
                    () -> Operations.LINEARIZE.run(
                            new LinearizeInput(source.model(), poses.motion()), options, session.progress()));
            WrittenModel written = session.writing(
                    "write",
                    "writing " + output,
                    () -> source.writeWithBlendBones(solved.fitted().model(), file.path()));
            Result result = session.stage(
                    "measure",
                    "measuring " + output,
                    () -> measure(source, poses, solved, written, file.path(), session.workers()));
            session.stopIfAsked();
            file.commit();
            return result;
        }
    }

    private TrainingChoice.Poses check(ModelFile source) {
        source.player().requireInvertibleBinds();
        SkinnedModel model = source.model();
        if (source.linearized().isPresent()) {
            throw new RefusedException(input + " has blend bones already; take the file it was made from");
        }
        if (source.layers().isPresent()) {
            throw new RefusedException(input
                    + " has its weights in two layers, which blend bones would not follow; linearise, then compress");
        }
        TrainingChoice.Poses poses = choice.of(input, source.player());
        try {
            for (Clip clip : model.clips()) {
                RigidBones.require(options.operator(), model.skeleton(), clip.motion(), "clip '" + clip.name() + "'");
            }
            RigidBones.require(options.operator(), model.skeleton(), poses.motion(), "the training poses");
        } catch (RefusedException e) {
            throw new RefusedException(input + ": " + e.getMessage() + "; use --operator sdqs", e);
        }
        return poses;
    }

    private Result measure(
            ModelFile source,
            TrainingChoice.Poses poses,
            LinearizeResult solved,
            WrittenModel written,
            Path file,
            Workers workers) {
        ModelFile made = ModelFile.read(file);
        SkinnedModel model = source.model();
        // Without blend bones there is no extension, and the file's bones are the masters.
        BlendBones blendBones = made.linearized()
                .map(l -> l.blendBones())
                .orElse(solved.fitted().model().blendBones());
        SkinnedModel sorted = made.linearized().map(l -> l.model()).orElse(made.model());
        BlendBoneSkinning driver = new BlendBoneSkinning(sorted, blendBones);
        List<Row> rows = new ArrayList<>();
        rows.add(row("training poses", true, poses.motion(), sorted, driver.extend(poses.motion()), model, workers));
        List<BoneMotion> played = new ArrayList<>();
        for (int c = 0; c < model.clips().size(); c++) {
            Clip clip = model.clips().get(c);
            played.add(made.player().motion(c, source.player().frameSeconds(c)));
            boolean seen = poses.clips().contains(clip);
            rows.add(row(
                    "clip '" + clip.name() + "'", seen, clip.motion(), made.model(), played.get(c), model, workers));
        }
        boolean still = model.clips().isEmpty();
        Clip shown = still
                ? new Clip("range of motion", 2, poses.motion())
                : model.clips().get(0);
        SkinnedModel shownModel = still ? sorted : made.model();
        Clip shownPlayed =
                new Clip(shown.name(), shown.framesPerSecond(), still ? driver.extend(poses.motion()) : played.get(0));
        MeshSequence truth = OperatorSkinning.sequence(model, shown, options.operator());
        SequenceError error = Measure.of(shownModel, shownPlayed, truth, workers);
        return new Result(
                solved, model, shownModel, blendBones, written, shown, shownPlayed, truth, error, rows, notes(model));
    }

    private Row row(
            String name,
            boolean seen,
            BoneMotion masters,
            SkinnedModel made,
            BoneMotion played,
            SkinnedModel model,
            Workers workers) {
        return new Row(
                name,
                masters.frameCount(),
                seen,
                envelopingError(model, masters, model, masters, workers),
                envelopingError(made, played, model, masters, workers));
    }

    private double envelopingError(
            SkinnedModel made, BoneMotion played, SkinnedModel model, BoneMotion masters, Workers workers) {
        LinearSkinning linear = new LinearSkinning(made);
        OperatorSkinning truth = new OperatorSkinning(model, options.operator());
        return EnvelopingError.of(
                        (f, from, to, xyz) -> linear.positions(played.matrices(), played.offset(f, 0), from, to, xyz),
                        (f, from, to, xyz) -> truth.positions(masters, f, from, to, xyz),
                        model.rest().positions(),
                        model.weights(),
                        masters,
                        workers)
                .value();
    }

    private List<String> notes(SkinnedModel model) {
        long crowded = IntStream.range(0, model.vertexCount())
                .filter(i -> model.weights().influencesOf(i) > 4)
                .count();
        List<String> notes = new ArrayList<>();
        if (crowded > 0) {
            notes.add(Text.count(crowded, "vertex").replace("vertexs", "vertices")
                    + " had more than 4 influences; all have at most 4 now, chosen to look the same");
        }
        return notes;
    }
}
