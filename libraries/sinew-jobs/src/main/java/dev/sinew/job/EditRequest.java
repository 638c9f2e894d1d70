package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.Edit;
import dev.sinew.edit.Edited;
import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.PendingFile;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.ModelChoice;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.PosesOfModel;
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
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A skeleton changed afterwards. */
public record EditRequest(
        @Ask(label = "MODEL", required = true, help = "A .glb or .gltf with a skin.")
        Path input,

        @Ask(label = "OUT.glb", required = true, help = "The model: .glb, or .gltf with its buffer inside.")
        Path output,

        @Ask(
                label = "FILE",
                help =
                        "Edits as a JSON list, such as [{\"edit\": \"remove\", \"bone\": \"tail_3\"}], done where they stand"
                                + " among the others.")
        List<Edit> edits,

        @Ask(
                label = "SEQ",
                listed = true,
                help =
                        "Poses of the mesh: weights and rotations are solved again under the edited skeleton, whose joints"
                                + " hold. Without them bones move as they did.")
        List<Path> against,

        @Ask(
                label = "K",
                least = 1,
                most = RigOptions.MAX_INFLUENCES,
                help =
                        "With {against}: most weights a vertex may have, 1 to 16. Default: as many as it has, at least 4.")
        Integer influences,

        SequenceChoice sequence,
        StorageChoice storage)
        implements Job<EditMade> {
    /** A joint nearer to the surface than this, in percent of the size, is on it. */
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
    public EditMade run(Desk desk) {
        Work work = begin(desk);
        Outputs.requireModel(work.place(output));
        if (edits.isEmpty()) {
            throw new WrongRequestException(
                    "edit needs something to do, such as " + field("remove") + " BONE or " + field("edits"));
        }
        if (against.isEmpty()) {
            refuseWithoutPoses();
        }
        if (!Inputs.isModel(input)) {
            throw new RefusedException(
                    input
                            + " is no model with a skin: name a .glb or .gltf, which rig makes of a sequence and convert of other models");
        }
        ModelSource source = ModelSource.read(input, new ModelChoice(List.of(), null, sequence), work);
        Optional<PosesOfModel> poses = against.isEmpty()
                ? Optional.empty()
                : Optional.of(PosesOfModel.read(
                        input, source.model(), source.clip(), sequence.inputBesideModel(against), work));
        return work.make(
                output,
                "editing",
                () -> models(source, poses, work),
                (models, file) -> Models.write(ModelContent.of(models.get(models.size() - 1)), file, storage.storage()),
                (models, written, file) -> measured(source, poses, models, written, file, work));
    }

    private void refuseWithoutPoses() {
        String why = " is for solving again, which needs " + field("against") + " SEQ";
        if (edits.stream().anyMatch(Edit.Lock.class::isInstance)) {
            throw new WrongRequestException(field("lock") + why);
        }
        if (influences != null) {
            throw new WrongRequestException(field("influences") + why);
        }
    }

    /** As each edit leaves it. */
    private List<SkinnedModel> models(ModelSource source, Optional<PosesOfModel> poses, Work work) {
        List<SkinnedModel> models = new ArrayList<>();
        Edited at = Edited.of(source.model());
        for (Edit edit : edits) {
            at = applied(edit, at);
            boolean last = models.size() == edits.size() - 1;
            if (poses.isPresent() && (last || changesMotion(edit))) {
                at = solved(at, poses.get(), work);
            }
            models.add(at.model());
        }
        return models;
    }

    /** Whether weights and rotations may be others afterwards: where names alone change nothing needs solving. */
    private static boolean changesMotion(Edit edit) {
        return !(edit instanceof Edit.Rename || edit instanceof Edit.MirrorNames || edit instanceof Edit.Lock);
    }

    /** Weights of all, rotations of the poses' clip; other clips stay as they are. */
    private Edited solved(Edited edited, PosesOfModel poses, Work work) {
        SkinnedModel model = edited.model();
        int own =
                Math.min(RigOptions.MAX_INFLUENCES, Math.max(4, model.weights().maxInfluences()));
        RefitOptions options = RefitOptions.defaults()
                .withInfluences(influences == null ? own : influences)
                .withLocked(edited.locked())
                .withThreads(work.threads());
        SkinnedModel solved = SkeletonRefit.refit(model, poses.sequence(), options, work.progress())
                .model();
        List<Clip> clips = new ArrayList<>(model.clips());
        clips.removeIf(clip -> clip.name().equals(poses.sequence().name()));
        clips.add(0, solved.clips().get(0));
        return new Edited(solved.withClips(clips), edited.locked());
    }

    private static Clip shown(ModelSource source, Optional<PosesOfModel> poses, SkinnedModel model) {
        return poses.flatMap(known -> model.clips().stream()
                        .filter(clip -> clip.name().equals(known.sequence().name()))
                        .findFirst())
                .orElseGet(() -> source.shownIn(model));
    }

    private Edited applied(Edit edit, Edited to) {
        try {
            return edit.apply(to);
        } catch (RefusedException refused) {
            throw refused.within(input + ", " + EditTree.words(edit));
        }
    }

    private EditMade measured(
            ModelSource source,
            Optional<PosesOfModel> poses,
            List<SkinnedModel> models,
            WrittenModel written,
            Path file,
            Work work) {
        SkinnedModel made = Models.read(file);
        MeshSequence truth = poses.map(PosesOfModel::sequence).orElseGet(source::truth);
        List<EditMade.Step> steps = new ArrayList<>();
        for (Edit edit : edits) {
            work.stopIfAsked();
            boolean last = steps.size() == edits.size() - 1;
            SkinnedModel left = last ? made : asFile(models.get(steps.size()), work);
            Clip clip = shown(source, poses, left);
            steps.add(new EditMade.Step(edit, left, Measure.of(left, clip, truth, work.workers())));
        }
        Clip clip = shown(source, poses, made);
        return new EditMade(
                this,
                source,
                poses,
                steps,
                made,
                clip,
                written,
                Measure.seen(made, clip, truth, work.workers()),
                notes(source, poses, written),
                work.seconds());
    }

    /** What a file with the edits so far would hold: its numbers have fewer digits than ours, and that is part of the error. */
    private SkinnedModel asFile(SkinnedModel model, Work work) {
        try (PendingFile file = work.pending(output)) {
            Models.write(ModelContent.of(model), file.path(), storage.storage());
            return Models.read(file.path());
        }
    }

    private List<String> notes(ModelSource source, Optional<PosesOfModel> poses, WrittenModel written) {
        List<String> notes = new ArrayList<>(source.notes());
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

    /** What was asked for, as the tree names it. */
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
