package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.Edit;
import dev.sinew.edit.EditState;
import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.run.PendingFile;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.ModelChoice;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.PosesOfModel;
import dev.sinew.job.source.ReadBack;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.text.Text;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RefitOptions;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.SkeletonRefit;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Edits the skeleton of a model. */
public record EditRequest(
        @OptionInfo(label = "MODEL", required = true, help = "Skinned model ({.models}).")
        Path input,

        @OptionInfo(label = "OUT.glb", required = true, help = "Model to write ({.writtenModels}).")
        Path output,

        @OptionInfo(
                label = "FILE",
                group = OptionGroup.EDITS,
                help = "Edits from a JSON file.",
                details =
                        "A list such as [{\"edit\": \"remove\", \"bone\": \"tail_3\"}], applied in order with the other edits.")
        List<Edit> edits,

        @OptionInfo(
                label = "SEQ",
                flag = "examples",
                listed = true,
                group = OptionGroup.GOAL,
                help = "Example motion: weights and rotations are solved again after the edits.",
                details = "Joints are enforced. Without it, bones move as before.")
        List<Path> against,

        @OptionInfo(
                label = "K",
                least = 1,
                most = RigOptions.MAX_INFLUENCES,
                group = OptionGroup.QUALITY,
                help = "With {against}: maximum number of bones per vertex.",
                defaultText = "as many as the model has, at least 4")
        Integer influences,

        SequenceChoice sequence,
        StorageChoice storage)
        implements Job<EditJobResult> {
    /** Joints closer to the surface than this, in percent of the size, count as inside. */
    private static final double BARELY_OUTSIDE = 0.1;

    @Override
    public String command() {
        return "edit";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = sequence.reads(against);
        files.add(0, input);
        return files;
    }

    @Override
    public List<Path> writes() {
        return List.of(output);
    }

    @Override
    public EditJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireFittedModel(run.place(output));
        storage.check(output);
        if (edits.isEmpty()) {
            throw new InvalidRequestException("edit needs at least one edit, such as " + field("remove") + " BONE or "
                    + field("edits") + " FILE");
        }
        if (against.isEmpty()) {
            refuseWithoutPoses();
        }
        if (!Inputs.isAnyModel(input)) {
            throw new InvalidInputException(input + " is not a skinned model ('sinew rig' makes one from a sequence)");
        }
        ModelSource source = ModelSource.read(input, new ModelChoice(List.of(), null, sequence), run);
        Optional<PosesOfModel> poses = against.isEmpty()
                ? Optional.empty()
                : Optional.of(PosesOfModel.read(
                        input, source.model(), source.clip(), sequence.inputBesideModel(against), run));
        return run.make(
                output,
                "editing",
                () -> models(source, poses, run),
                (models, file) -> Models.write(source.derived(models.get(models.size() - 1)), file, storage.storage()),
                (models, written, file) -> measured(source, poses, models, written, file, run));
    }

    private void refuseWithoutPoses() {
        String why = " needs " + field("against") + " SEQ";
        if (edits.stream().anyMatch(Edit.Lock.class::isInstance)) {
            throw new InvalidRequestException(field("lock") + why);
        }
        if (influences != null) {
            throw new InvalidRequestException(field("influences") + why);
        }
    }

    /** The model after each edit. */
    private List<SkinnedModel> models(ModelSource source, Optional<PosesOfModel> poses, JobRun run) {
        List<SkinnedModel> models = new ArrayList<>();
        EditState at = EditState.of(source.model());
        for (Edit edit : edits) {
            at = applied(edit, at);
            boolean last = models.size() == edits.size() - 1;
            if (poses.isPresent() && (last || changesMotion(edit))) {
                at = solved(at, poses.get(), run);
            }
            models.add(at.model());
        }
        return models;
    }

    /** Whether weights and rotations may change: edits of names alone need no solving. */
    private static boolean changesMotion(Edit edit) {
        return !(edit instanceof Edit.Rename || edit instanceof Edit.MirrorNames || edit instanceof Edit.Lock);
    }

    /** Solves the weights and the rotations of the clip of the examples; other clips are kept. */
    private EditState solved(EditState edited, PosesOfModel poses, JobRun run) {
        SkinnedModel model = edited.model();
        int own =
                Math.min(RigOptions.MAX_INFLUENCES, Math.max(4, model.weights().maxInfluences()));
        RefitOptions options = RefitOptions.defaults()
                .withInfluences(influences == null ? own : influences)
                .withLocked(edited.locked())
                .withThreads(run.threads());
        SkinnedModel solved = SkeletonRefit.refit(model, poses.sequence(), options, run.progress())
                .model();
        List<Clip> clips = new ArrayList<>(model.clips());
        clips.removeIf(clip -> clip.name().equals(poses.sequence().name()));
        clips.add(0, solved.clips().get(0));
        return new EditState(solved.withClips(clips), edited.locked());
    }

    private static Clip shown(ModelSource source, Optional<PosesOfModel> poses, SkinnedModel model) {
        return poses.flatMap(known -> model.clips().stream()
                        .filter(clip -> clip.name().equals(known.sequence().name()))
                        .findFirst())
                .orElseGet(() -> source.shownIn(model));
    }

    private EditState applied(Edit edit, EditState to) {
        try {
            return edit.apply(to);
        } catch (InvalidInputException rejected) {
            throw rejected.within(input + ", " + EditTree.words(edit));
        }
    }

    private EditJobResult measured(
            ModelSource source,
            Optional<PosesOfModel> poses,
            List<SkinnedModel> models,
            WrittenModel written,
            Path file,
            JobRun run) {
        SkinnedModel made = ReadBack.read(file, models.get(models.size() - 1));
        MeshSequence truth = poses.map(PosesOfModel::sequence).orElseGet(source::truth);
        List<EditJobResult.Step> steps = new ArrayList<>();
        for (Edit edit : edits) {
            run.stopIfAsked();
            boolean last = steps.size() == edits.size() - 1;
            SkinnedModel left = last ? made : asFile(models.get(steps.size()), run);
            Clip clip = shown(source, poses, left);
            steps.add(new EditJobResult.Step(edit, left, Measure.of(left, clip, truth, run.workers())));
        }
        Clip clip = shown(source, poses, made);
        return new EditJobResult(
                this,
                source,
                poses,
                steps,
                made,
                clip,
                written,
                Measure.withVisualErrors(made, clip, truth, run.workers()),
                notes(source, poses, models.get(models.size() - 1), written),
                run.seconds());
    }

    /** The model as a file with the edits so far would contain it: the rounding of the file is part of the error. */
    private SkinnedModel asFile(SkinnedModel model, JobRun run) {
        try (PendingFile file = run.pending(output)) {
            Models.write(ModelDocument.of(model), file.path(), storage.storage());
            return ReadBack.read(file.path(), model);
        }
    }

    private List<String> notes(
            ModelSource source, Optional<PosesOfModel> poses, SkinnedModel edited, WrittenModel written) {
        List<String> notes = new ArrayList<>(source.notes());
        notes.addAll(source.leftOut(edited));
        poses.ifPresent(known -> notes.addAll(known.notes()));
        for (Edit edit : edits) {
            double outside = edit instanceof Edit.MoveJoint move ? move.outsidePercent(source.model()) : 0;
            if (outside > BARELY_OUTSIDE) {
                notes.add(EditTree.words(edit) + ": the joint lies outside the body by " + Text.number(outside)
                        + " % of the size");
            }
        }
        notes.addAll(written.notes());
        return notes;
    }

    /** The options, by their JSON names. */
    Map<String, Object> described() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("edits", edits.stream().map(EditTree::of).toList());
        tree.put("against", against.isEmpty() ? null : Text.paths(against));
        tree.put("influences", influences);
        tree.putAll(sequence.described());
        tree.putAll(storage.described());
        return tree;
    }
}
