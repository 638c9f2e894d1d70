package dev.sinew.job;

import dev.sinew.compress.CompressOptions;
import dev.sinew.compress.CompressResult;
import dev.sinew.compress.CompressResult.CurvePoint;
import dev.sinew.io.ModelFile;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.job.text.Warnings;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.job.tree.RunTree;
import dev.sinew.measure.SequenceError;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.SolveResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a compression.
 *
 * @param read as the file has it
 * @param clip of the file, that is measured
 * @param before how far the input is from the same truth
 * @param weightRms of the file's layers against the input's weights
 */
public record CompressJobResult(
        CompressRequest request,
        ModelSource source,
        CompressOptions options,
        CompressResult compressed,
        ModelFile read,
        Clip clip,
        WrittenModel written,
        PlayedErrors errors,
        SequenceError before,
        double weightRms,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    static CompressJobResult of(
            CompressRequest request,
            List<String> inputNotes,
            ModelSource source,
            CompressOptions options,
            CompressResult compressed,
            ModelFile read,
            Clip clip,
            WrittenModel written,
            PlayedErrors errors,
            SequenceError before,
            double weightRms,
            Map<String, Double> seconds) {
        List<String> notes = new ArrayList<>(inputNotes);
        notes.addAll(compressed.fitted().notes());
        notes.addAll(written.notes());
        double operations = Cost.of(source.model().weights()).operations();
        if (Cost.of(read.layers().orElseThrow()).operations() >= operations) {
            notes.add(Warnings.of("compressing does not pay: the input has " + Text.number(operations)
                    + " influences per vertex, which cost less than these two layers"));
        }
        errors.fallback()
                .flatMap(plain -> Warnings.plainFitIsBetter(
                        new Warnings.Skin(
                                errors.error().rmsePercent(),
                                Cost.of(read.layers().orElseThrow()).operations()),
                        new Warnings.Skin(
                                plain.rmsePercent(), read.model().weights().meanInfluences())))
                .filter(ignored -> source.examples().isPresent())
                .ifPresent(notes::add);
        return new CompressJobResult(
                request, source, options, compressed, read, clip, written, errors, before, weightRms, notes, seconds);
    }

    /**
     * The cost of playing a model (LD13 Figs. 10 and 11).
     *
     * @param operations blends of a matrix a vertex, on average
     * @param weightBytes a weight and its index, eight bytes each
     * @param cacheBytes virtual bones' matrices that are kept from pass to pass, 64 bytes each
     */
    public record Cost(double operations, long weightBytes, long cacheBytes) {
        static Cost of(SkinWeights weights) {
            double mean = weights.meanInfluences();
            return new Cost(mean, Math.round(8 * mean * weights.vertexCount()), 0);
        }

        static Cost of(TwoLayerWeights layers) {
            long weights = layers.atomBones().length + layers.vertexVirtual().length;
            return new Cost(layers.bonesPerVertex(), 8 * weights, 64L * layers.virtualBoneCount());
        }

        public Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("operationsPerVertex", operations);
            tree.put("weightBytes", weightBytes);
            tree.put("cacheBytes", cacheBytes);
            return tree;
        }
    }

    public TwoLayerWeights layers() {
        return read.layers().orElseThrow();
    }

    public Cost inputCost() {
        return Cost.of(source.model().weights());
    }

    public Cost cost() {
        return Cost.of(layers());
    }

    /** The JSON name of the metric that was minimised. */
    public String metric() {
        return source.examples().isPresent() ? "erms" : "weightRms";
    }

    @Override
    public Map<String, Object> tree() {
        SolveResult<?> fitted = compressed.fitted();
        Map<String, Object> error =
                source.clip().isPresent() ? ErrorTree.of(errors.error(), errors.fallback()) : new LinkedHashMap<>();
        error.put("weightRms", weightRms);
        return new RunTree("compress")
                .input(RunTree.input(source.file(), source.model().rest(), source.frameCount()))
                .options(request.described(options))
                .outcome(fitted.outcome(), fitted.iterations())
                .result(result())
                .error(error)
                .seconds(seconds)
                .tree();
    }

    /** The {@code result} of the JSON. */
    public Map<String, Object> result() {
        TwoLayerWeights layers = layers();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", request.output().toString());
        tree.put("bones", source.model().boneCount());
        tree.put("virtualBones", layers.virtualBoneCount());
        tree.put("atomInfluences", layers.atomInfluences());
        tree.put("influences", read.model().weights().maxInfluences());
        tree.put("bonesPerVertex", layers.bonesPerVertex());
        tree.put("cost", cost().tree());
        tree.put("inputCost", inputCost().tree());
        tree.put("inputErms", source.clip().isPresent() ? before.erms() : null);
        ModelTree.putWritten(tree, written);
        List<Object> curve = new ArrayList<>();
        for (CurvePoint point : compressed.curve()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("virtualBones", point.virtualBones());
            entry.put("bonesPerVertex", point.bonesPerVertex());
            entry.put(metric(), point.error());
            curve.add(entry);
        }
        tree.put("curve", curve);
        tree.put("notes", notes);
        return tree;
    }
}
