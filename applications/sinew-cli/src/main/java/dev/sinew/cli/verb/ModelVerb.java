package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.io.ModelFile;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Formats;
import dev.sinew.io.numpy.ModelArrays;
import dev.sinew.io.numpy.ModelArrays.Weights;
import dev.sinew.job.Made;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.WrongRequestException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A verb that writes a model, which can be had as arrays, too. */
abstract class ModelVerb<M extends Made> extends ShownVerb<M> {
    @Mixin
    private ArraysOptions arrays;

    ModelVerb(Environment environment) {
        super(environment);
    }

    @Override
    void check() {
        super.check();
        arrays.check();
    }

    @Override
    void show(M made, Session session) {
        super.show(made, session);
        arrays.write((Path) values().get("output"), session.work());
    }

    /** Where a model's numbers go as arrays, for those who work with NumPy. */
    private static final class ArraysOptions {
        @Option(
                names = "--arrays",
                order = 52,
                paramLabel = "FILE.npz",
                description =
                        "Write the model as NumPy arrays, too: rest, normals, faces, weights, transforms, joints, parents,"
                                + " names (docs/python.md).")
        private Path arrays;

        @Option(
                names = "--arrays-dense",
                order = 53,
                description = "With --arrays: the weights as one matrix, too, a row per vertex and a column per bone.")
        private boolean dense;

        /** Refuses what cannot be written, before any work is done. */
        public void check() {
            if (dense && arrays == null) {
                throw new WrongRequestException("--arrays-dense goes with --arrays FILE.npz");
            }
            if (arrays != null) {
                AtomicFile.requireWritable(arrays);
                if (!Formats.NPZ.names(arrays)) {
                    throw new WrongRequestException("--arrays " + arrays + " must end in .npz");
                }
            }
        }

        /** The model as it stands in its file. */
        public void write(Path model, Work work) {
            if (arrays == null) {
                return;
            }
            work.writing("write", "writing " + arrays, () -> {
                ModelFile file = ModelFile.read(model);
                Weights weights = dense ? Weights.DENSE : Weights.SPARSE;
                AtomicFile.write(arrays, out -> ModelArrays.write(out, file.model(), file.layers(), weights));
            });
        }
    }
}
