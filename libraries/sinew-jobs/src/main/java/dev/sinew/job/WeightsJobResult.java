package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.handles.BiharmonicWeights;
import dev.sinew.handles.DataDrivenWeights;
import dev.sinew.handles.HandleModels;
import dev.sinew.io.ModelFile;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.PosableModel;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of {@code weights}.
 *
 * @param given mesh, handles and examples
 * @param posable as the file has it
 * @param error of the file on disk against the examples, where there are some
 */
public record WeightsJobResult(
        WeightsRequest request,
        HandleModels.Input given,
        HandleModels.Options options,
        HandleModels.Result solved,
        PosableModel posable,
        WrittenModel written,
        Optional<SequenceError> error,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    static WeightsJobResult of(
            WeightsRequest request,
            HandleModels.Input given,
            HandleModels.Options options,
            HandleModels.Result solved,
            WrittenModel written,
            Path file,
            JobRun run) {
        ModelFile read = ModelFile.read(file);
        SkinnedModel model = read.model();
        Optional<SequenceError> error = given.examples()
                .map(truth -> Measure.withVisualErrors(model, model.clips().get(0), truth, run.workers()));
        return new WeightsJobResult(
                request,
                given,
                options,
                solved,
                PosableModel.of(request.output(), read),
                written,
                error,
                notes(request, solved, written, run),
                run.seconds());
    }

    private static List<String> notes(
            WeightsRequest request, HandleModels.Result solved, WrittenModel written, JobRun run) {
        BiharmonicWeights.Result smooth = solved.biharmonic();
        List<String> notes = new ArrayList<>();
        if (request.resolution() != null && !smooth.volume()) {
            notes.add(run.said(field("resolution") + " " + request.resolution()
                    + " had no effect: the mesh is open, so weights are computed on its surface; use " + field("domain")
                    + " volume for the volume"));
        }
        notes.addAll(smooth.notes());
        notes.addAll(written.notes());
        if (!smooth.exact()) {
            notes.add("the weights of a handle reached the step limit; they are valid, but not optimal");
        }
        return notes;
    }

    public SkinnedModel model() {
        return posable.model();
    }

    public boolean learnt() {
        return solved.learnt().isPresent();
    }

    /** The effect of limiting the influences, in words. */
    public Optional<String> leftOut() {
        return solved.reducedBy()
                .map(by -> "weights of up to " + by.influencesBefore() + " per vertex: " + Text.number(by.weightRms())
                        + " thousandths, root mean square"
                        + (by.errorBefore().isEmpty()
                                ? ""
                                : "; with all of them the error is "
                                        + Text.number(100 * by.errorBefore().getAsDouble()) + " % of the size"));
    }

    public List<DataDrivenWeights.Energy> energies() {
        return solved.learnt().map(DataDrivenWeights.Result::energies).orElse(List.of());
    }

    @Override
    public Map<String, Object> tree() {
        BiharmonicWeights.Result smooth = solved.biharmonic();
        Outcome outcome = solved.learnt()
                .map(DataDrivenWeights.Result::outcome)
                .orElse(smooth.exact() ? Outcome.CONVERGED : Outcome.ITERATION_LIMIT);
        int frames = given.examples().map(MeshSequence::frameCount).orElse(1);
        return new RunTree("weights")
                .input(RunTree.input(request.input().toString(), given.mesh(), frames))
                .options(request.described(options))
                .outcome(outcome, learnt() ? energies().size() : smooth.factorisations())
                .result(result())
                .error(error.map(ErrorTree::of).orElse(null))
                .seconds(seconds)
                .tree();
    }

    /** The {@code result} of the JSON. */
    public Map<String, Object> result() {
        BiharmonicWeights.Result smooth = solved.biharmonic();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", request.output().toString());
        tree.put("bones", model().boneCount());
        tree.put("influences", model().weights().maxInfluences());
        tree.put("bonesPerVertex", model().weights().meanInfluences());
        tree.put("domain", smooth.volume() ? "volume" : "surface");
        tree.put("nodes", smooth.nodes());
        tree.put("factorisations", smooth.factorisations());
        tree.put("exact", smooth.exact());
        tree.put("localMaxima", solved.localMaxima());
        tree.put(
                "reducedBy", solved.reducedBy().map(WeightsJobResult::described).orElse(null));
        ModelTree.putWritten(tree, written);
        if (learnt()) {
            tree.put("errorBeforePercent", 100 * solved.errors().orElseThrow().before());
            tree.put("errorAfterPercent", 100 * solved.errors().orElseThrow().after());
            tree.put("groupsFixedAfter", solved.learnt().orElseThrow().groupsFixed());
            tree.put(
                    "energy",
                    energies().stream().map(WeightsJobResult::described).toList());
        }
        tree.put("notes", notes);
        return tree;
    }

    private static Map<String, Object> described(HandleModels.Reduced reduced) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("influencesBefore", reduced.influencesBefore());
        tree.put("weightRms", reduced.weightRms());
        tree.put(
                "errorBeforePercent",
                reduced.errorBefore().isPresent() ? 100 * reduced.errorBefore().getAsDouble() : null);
        return tree;
    }

    private static Map<String, Object> described(DataDrivenWeights.Energy energy) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("total", energy.total());
        parts.put("data", energy.data());
        parts.put("sparsity", energy.sparsity());
        parts.put("rigidity", energy.rigidity());
        return parts;
    }
}
