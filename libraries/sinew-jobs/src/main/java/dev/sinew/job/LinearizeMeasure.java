package dev.sinew.job;

import dev.sinew.io.ModelFile;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Work;
import dev.sinew.job.source.TrainingChoice;
import dev.sinew.job.text.Text;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Measures a linearised file on the poses it learnt from and on every clip. */
record LinearizeMeasure(
        LinearizeRequest request, LinearizeOptions options, ModelFile source, TrainingChoice.Poses poses, Work work) {
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
        Clip shownPlayed =
                new Clip(shown.name(), shown.framesPerSecond(), still ? driver.extend(poses.motion()) : played.get(0));
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

    private LinearizeMade.Row row(String name, boolean seen, BoneMotion masters, SkinnedModel made, BoneMotion played) {
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
                        (f, from, to, xyz) -> linear.positions(played.matrices(), played.offset(f, 0), from, to, xyz),
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
