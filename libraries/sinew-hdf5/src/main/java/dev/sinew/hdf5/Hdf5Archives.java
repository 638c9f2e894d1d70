package dev.sinew.hdf5;

import dev.sinew.io.parts.ArchiveFormat;
import dev.sinew.run.RefusedException;
import io.jhdf.HdfFile;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Opens Alembic archives in HDF5. Whatever jHDF makes of a damaged file, one sentence comes out. */
public final class Hdf5Archives implements ArchiveFormat {
    /** For the service loader. */
    public Hdf5Archives() {}

    @Override
    public Archive open(Path file) {
        return guarded(file, () -> {
            HdfFile hdf = new HdfFile(file);
            try {
                return new Hdf5Archive(file, hdf);
            } catch (RuntimeException | Error e) {
                hdf.close();
                throw e;
            }
        });
    }

    /** jHDF says what is wrong with a file by exceptions of many kinds, running out of stack and memory among them. */
    static <T> T guarded(Path file, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RefusedException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
            String said = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            String line = said.replaceAll("\\p{Cntrl}+", " ");
            throw new RefusedException(
                    file + " cannot be read as HDF5: " + (line.length() > 200 ? line.substring(0, 200) + "…" : line),
                    e);
        }
    }
}
