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
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

        SequenceChoice sequence)
        implements Job<EditMade> {
    @Override
    public String command() {
        return "edit";
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
    public EditMade run(Desk desk) {
        Work work = desk.begin();
        Outputs.requireModel(work.place(output));
        if (edits.isEmpty()) {
            throw new WrongRequestException(
                    "edit needs something to do, such as " + field("remove") + " BONE or " + field("edits"));
        }
        if (edits.stream().anyMatch(Edit.Lock.class::isInstance)) {
            throw new WrongRequestException(
                    field("lock") + " is for solving again, which needs " + field("against") + " SEQ");
        }
        ModelSource source = ModelSource.read(input, new ModelChoice(List.of(), null, sequence), work);
        return Making.make(
                work,
                output,
                "editing",
                () -> steps(source, work),
                (steps, file) -> Models.write(last(steps), file),
                (steps, written, file) -> measured(source, steps, written, file, work));
    }

    private List<EditMade.Step> steps(ModelSource source, Work work) {
        List<EditMade.Step> steps = new ArrayList<>();
        Edited at = Edited.of(source.model());
        MeshSequence truth = source.truth();
        for (Edit edit : edits) {
            at = applied(edit, at);
            SequenceError error = Measure.of(at.model(), source.shownIn(at.model()), truth, work.workers());
            steps.add(new EditMade.Step(edit, at.model(), error));
        }
        return steps;
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
            ModelSource source, List<EditMade.Step> steps, WrittenModel written, Path file, Work work) {
        SkinnedModel made = Models.read(file);
        List<String> notes = new ArrayList<>(source.notes());
        notes.addAll(written.notes());
        return new EditMade(
                this,
                source,
                steps,
                made,
                source.shownIn(made),
                written,
                Measure.seen(made, source.shownIn(made), source.truth(), work.workers()),
                notes,
                work.seconds());
    }

    /** What was asked for, as the tree names it. */
    Map<String, Object> described() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("edits", edits.stream().map(EditTree::of).toList());
        tree.putAll(sequence.described());
        return tree;
    }
}
