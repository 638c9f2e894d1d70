package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.ModelChoice;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.source.Outputs;
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
import dev.sinew.run.Fitted;
import dev.sinew.run.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Fewer influences per vertex. */
public record ReduceRequest(
        @Ask(label = "MODEL", required = true, help = "A .glb or .gltf, or a mesh with {weights}.")
        Path input,

        @Ask(label = "OUT.glb", required = true, help = "The model: .glb, or .gltf with its buffer inside.")
        Path output,

        @Ask(
                label = "K",
                required = true,
                least = 1,
                most = ReduceRequest.MAX_INFLUENCES,
                help = "Most weights a vertex may keep.")
        Integer influences,

        @Ask(
                label = "METHOD",
                words = {"largest", "smooth", "geometry", "poisson"},
                help = "largest, smooth, geometry or poisson; the last two need {examples}. Default: geometry with"
                        + " examples, else largest.")
        String method,

        ModelChoice model,
        StorageChoice storage)
        implements Job<ReduceMade> {
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
    public ReduceMade run(Desk desk) {
        Work work = begin(desk);
        Outputs.requireModel(work.place(output));
        ReduceOptions options = new ReduceOptions(influences, chosen(), work.threads());
        ModelSource source = ModelSource.read(input, model, work);
        return work.make(
                output,
                "reducing",
                () -> Reduction.of(source.input(), options, work.progress()),
                (reduced, file) -> Models.write(ModelContent.of(reduced.model()), file, storage.storage()),
                (reduced, written, file) -> measured(source, options, reduced, written, file, work));
    }

    private ReduceMade measured(
            ModelSource source,
            ReduceOptions options,
            Fitted<SkinnedModel> reduced,
            WrittenModel written,
            Path file,
            Work work) {
        SkinnedModel made = Models.read(file);
        Clip clip = source.shownIn(made);
        MeshSequence truth = source.truth();
        List<String> notes = new ArrayList<>(source.notes());
        if (reduced.outcome() == Outcome.ITERATION_LIMIT) {
            notes.add("the weights had not quite settled after " + reduced.iterations() + " sweeps");
        }
        notes.addAll(written.notes());
        return new ReduceMade(
                this,
                source,
                options,
                reduced,
                made,
                clip,
                written,
                Measure.seen(made, clip, truth, work.workers()),
                Measure.of(source.model(), source.shown(), truth, work.workers()),
                WeightError.of(made.weights(), source.model().weights(), made.boneCount()),
                notes,
                work.seconds());
    }

    private ReduceMethod chosen() {
        boolean examples = model.examplesAsked().isPresent();
        if (method == null) {
            return examples ? ReduceMethod.GEOMETRY : ReduceMethod.LARGEST;
        }
        ReduceMethod chosen = ReduceMethod.valueOf(method.toUpperCase(Locale.ROOT));
        if (chosen.needsExamples() && !examples) {
            throw new WrongRequestException(
                    field("method") + " " + method + " needs the poses to follow: " + field("examples") + " SEQ");
        }
        return chosen;
    }

    /** What was asked for, as the tree names it. */
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
