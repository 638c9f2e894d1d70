package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.Models;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.ModelChoice;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.ReadBack;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.text.Text;
import dev.sinew.measure.Measure;
import dev.sinew.measure.WeightError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.reduce.ReduceMethod;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.reduce.Reduction;
import dev.sinew.run.Outcome;
import dev.sinew.run.SolveResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reduces the influences per vertex. */
public record ReduceRequest(
        @OptionInfo(label = "MODEL", required = true, help = "Skinned model ({.models}), or a mesh with {weights}.")
        Path input,

        @OptionInfo(label = "OUT.glb", required = true, help = "Model to write ({.writtenModels}).")
        Path output,

        @OptionInfo(
                label = "K",
                required = true,
                least = 1,
                most = ReduceRequest.MAX_INFLUENCES,
                group = OptionGroup.GOAL,
                help = Requests.INFLUENCES + ".")
        Integer influences,

        @OptionInfo(
                label = "METHOD",
                words = {"largest", "smooth", "geometry", "poisson"},
                group = OptionGroup.QUALITY,
                help = "How to choose them: largest, smooth, geometry or poisson.",
                defaultText = "geometry with {examples}, else largest",
                details =
                        "largest: the K largest weights, rescaled to sum to 1. smooth: the same bones, with weights that vary over the mesh like the originals. geometry: the K bones and weights that follow the examples best. poisson: the bones of the K largest weights; keeps the shape between neighbours in the examples. geometry and poisson need {examples}.")
        String method,

        ModelChoice model,
        StorageChoice storage)
        implements Job<ReduceJobResult> {
    static final int MAX_INFLUENCES = 1024;

    @Override
    public String command() {
        return "reduce";
    }

    @Override
    public List<Path> reads() {
        return model.reads(input);
    }

    @Override
    public List<Path> writes() {
        return List.of(output);
    }

    @Override
    public ReduceJobResult run(JobContext context) {
        JobRun run = begin(context);
        Outputs.requireFittedModel(run.place(output));
        storage.check(output);
        ReduceOptions options = new ReduceOptions(influences, chosen(), run.threads());
        ModelSource source = ModelSource.read(input, model, run);
        return run.make(
                output,
                "reducing",
                () -> Reduction.reduce(source.input(), options, run.progress()),
                (reduced, file) -> Models.write(source.derived(reduced.model()), file, storage.storage()),
                (reduced, written, file) -> measured(source, options, reduced, written, file, run));
    }

    private ReduceJobResult measured(
            ModelSource source,
            ReduceOptions options,
            SolveResult<SkinnedModel> reduced,
            WrittenModel written,
            Path file,
            JobRun run) {
        SkinnedModel made = ReadBack.read(file, reduced.model());
        Clip clip = source.shownIn(made);
        MeshSequence truth = source.truth();
        List<String> notes = new ArrayList<>(source.notes());
        notes.addAll(source.leftOut(reduced.model()));
        if (reduced.outcome() == Outcome.ITERATION_LIMIT) {
            notes.add("the weights had not fully converged after " + reduced.iterations() + " sweeps");
        }
        notes.addAll(written.notes());
        return new ReduceJobResult(
                this,
                source,
                options,
                reduced,
                made,
                clip,
                written,
                Measure.withVisualErrors(made, clip, truth, run.workers()),
                Measure.of(source.model(), source.shown(), truth, run.workers()),
                WeightError.of(made.weights(), source.model().weights(), made.boneCount()),
                notes,
                run.seconds());
    }

    private ReduceMethod chosen() {
        boolean examples = model.examplesAsked().isPresent();
        if (method == null) {
            return examples ? ReduceMethod.GEOMETRY : ReduceMethod.LARGEST;
        }
        ReduceMethod chosen = ReduceMethod.valueOf(method.toUpperCase(Locale.ROOT));
        if (chosen.needsExamples() && !examples) {
            throw new InvalidRequestException(field("method") + " " + method + " needs " + field("examples") + " SEQ");
        }
        return chosen;
    }

    /** The options, by their JSON names. */
    Map<String, Object> described(ReduceOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("influences", options.influences());
        tree.put("method", Text.lowerCase(options.method()));
        tree.put("threads", options.threads());
        tree.putAll(model.described());
        tree.putAll(storage.described());
        return tree;
    }
}
