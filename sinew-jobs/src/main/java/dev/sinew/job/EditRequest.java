package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.Edit;
import dev.sinew.edit.Edited;
import dev.sinew.io.Models;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.form.WrongRequestException;
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
        ModelSource source = ModelSource.read(input, new ModelChoice(List.of(), null, sequence), work);
        Optional<PosesOfModel> poses = against.isEmpty()
                ? Optional.empty()
                : Optional.of(PosesOfModel.read(
                        input, source.model(), source.clip(), sequence.inputBesideModel(against), work));
        return Making.make(
                work,
                output,
                "editing",
                () -> steps(source, poses, work),
                (steps, file) -> Models.write(last(steps), file, storage.storage()),
                (steps, written, file) -> measured(source, poses, steps, written, file, work));
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

    private List<EditMade.Step> steps(ModelSource source, Optional<PosesOfModel> poses, Work work) {
        List<EditMade.Step> steps = new ArrayList<>();
        Edited at = Edited.of(source.model());
        for (Edit edit : edits) {
            at = applied(edit, at);
            boolean last = steps.size() == edits.size() - 1;
            if (poses.isPresent() && (last || changesMotion(edit))) {
                at = solved(at, poses.get(), work);
            }
            MeshSequence truth = poses.map(PosesOfModel::sequence).orElseGet(source::truth);
            Clip clip = shown(source, poses, at.model());
            steps.add(new EditMade.Step(edit, at.model(), Measure.of(at.model(), clip, truth, work.workers())));
        }
        return steps;
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
        SkinnedModel solved = SkeletonRefit.of(model, poses.sequence(), options, work.progress())
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

    private static SkinnedModel last(List<EditMade.Step> steps) {
        return steps.get(steps.size() - 1).model();
    }

    private EditMade measured(
            ModelSource source,
            Optional<PosesOfModel> poses,
            List<EditMade.Step> steps,
            WrittenModel written,
            Path file,
            Work work) {
        SkinnedModel made = Models.read(file);
        List<String> notes = new ArrayList<>(source.notes());
        poses.ifPresent(known -> notes.addAll(known.notes()));
        notes.addAll(written.notes());
        Clip clip = shown(source, poses, made);
        MeshSequence truth = poses.map(PosesOfModel::sequence).orElseGet(source::truth);
        return new EditMade(
                this,
                source,
                poses,
                steps,
                made,
                clip,
                written,
                Measure.seen(made, clip, truth, work.workers()),
                notes,
                work.seconds());
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
