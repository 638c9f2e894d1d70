package dev.sinew.job.tree;

import dev.sinew.io.ModelFile;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import java.util.Optional;

/**
 * The errors of a file against a sequence.
 *
 * @param error as it plays with our extensions
 * @param fallback as it plays without them, where the file has any
 */
public record PlayedErrors(SequenceError error, Optional<SequenceError> fallback) {
    public static PlayedErrors of(ModelFile read, Clip clip, MeshSequence truth, Workers workers) {
        SequenceError standard = Measure.withVisualErrors(read.model(), clip, truth, workers);
        return read.twoLayer()
                .map(layered -> new PlayedErrors(
                        Measure.withVisualErrors(layered, clip, truth, workers), Optional.of(standard)))
                .orElseGet(() -> new PlayedErrors(standard, fallback(read, clip, truth, workers)));
    }

    /** The error of the fallback skin, for a model whose own weights engines do not read. */
    public static Optional<SequenceError> fallback(ModelFile read, Clip clip, MeshSequence truth, Workers workers) {
        return read.fallback().map(skin -> Measure.withVisualErrors(skin, named(skin, clip), truth, workers));
    }

    private static Clip named(SkinnedModel model, Clip clip) {
        return model.clips().stream()
                .filter(own -> own.name().equals(clip.name()))
                .findFirst()
                .orElseThrow();
    }
}
