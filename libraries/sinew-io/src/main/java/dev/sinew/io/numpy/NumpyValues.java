package dev.sinew.io.numpy;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;

/** One number per vertex from a {@code .npy} of any shape that has no more than one long side. */
public final class NumpyValues {
    private NumpyValues() {}

    /** Whether a file begins as a single array does. */
    public static boolean is(Path file) {
        return NumpyFile.isArray(InputFiles.head(file, 8));
    }

    /** Refuses what is no number from {@code least} to {@code most}. */
    public static double[] read(Path file, double least, double most) {
        try (NumpyFile opened = NumpyFile.open(file)) {
            NpyArray array = opened.onlyArray();
            long count = array.header().count(array.what());
            boolean flat = array.shape().stream().filter(side -> side != 1).count() <= 1;
            if (!flat || count > Integer.MAX_VALUE - 16) {
                throw new RefusedException(
                        file + " has the shape " + array.header().shapeText() + ", one number per vertex is needed");
            }
            double[] values = new double[(int) count];
            array.forEach((at, value) -> {
                if (!(value >= least && value <= most)) {
                    throw new RefusedException(
                            file + ", number " + at + ": " + value + " must be from " + least + " to " + most);
                }
                values[(int) at] = value;
            });
            return values;
        }
    }
}
