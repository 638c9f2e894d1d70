package dev.sinew.cli.verb;

import dev.sinew.io.ModelFile;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Formats;
import dev.sinew.io.numpy.ModelArrays;
import dev.sinew.io.numpy.ModelArrays.Weights;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.run.JobRun;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that write a model as NumPy arrays. */
final class ArraysOptions {
    @Option(
            names = "--arrays",
            order = 52,
            paramLabel = "FILE.npz",
            descriptionKey = OptionGroup.OUTPUT,
            description = {
                "Also write the model as NumPy arrays.",
                "rest, normals, faces, weights, transforms, joints, parents and names (docs/interfaces/python.md)."
            })
    private Path arrays;

    @Option(
            names = "--arrays-dense",
            order = 53,
            descriptionKey = OptionGroup.OUTPUT,
            description = {
                "With --arrays: also write the weights as one matrix.",
                "One row per vertex and one column per bone."
            })
    private boolean dense;

    /** Rejects what cannot be written, before any work is done. */
    void check() {
        if (dense && arrays == null) {
            throw new InvalidRequestException("--arrays-dense needs --arrays FILE.npz");
        }
        if (arrays != null) {
            AtomicFile.requireWritable(arrays);
            if (!Formats.NPZ.names(arrays)) {
                throw new InvalidRequestException("--arrays " + arrays + " must end in .npz");
            }
        }
    }

    /** Reads the model from its file. */
    void write(Path model, JobRun run) {
        if (arrays == null) {
            return;
        }
        run.writing("write", "writing " + arrays, () -> {
            ModelFile file = ModelFile.read(model);
            Weights weights = dense ? Weights.DENSE : Weights.SPARSE;
            AtomicFile.write(arrays, out -> ModelArrays.write(out, file.model(), file.layers(), weights));
        });
    }
}
