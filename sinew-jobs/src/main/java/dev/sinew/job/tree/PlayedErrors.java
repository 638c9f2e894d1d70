package dev.sinew.job.tree;

import dev.sinew.io.ModelFile;
import dev.sinew.math.Workers;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import java.util.Optional;

/**
 * How far a file is from a sequence.
 *
 * @param error as it plays with our extensions
 * @param fallback as it plays without them, where the file has any
 */
public record PlayedErrors(SequenceError error, Optional<SequenceError> fallback) {
    public static PlayedErrors of(ModelFile read, Clip clip, MeshSequence truth, Workers workers) {
        SequenceError standard = Measure.of(read.model(), clip, truth, workers);
        return read.twoLayer()
                .map(layered -> new PlayedErrors(Measure.of(layered, clip, truth, workers), Optional.of(standard)))
                .orElseGet(() -> new PlayedErrors(standard, Optional.empty()));
    }
}
