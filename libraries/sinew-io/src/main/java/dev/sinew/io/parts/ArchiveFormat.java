package dev.sinew.io.parts;

import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Another form of Alembic archives that a module of its own brings along, found by {@link java.util.ServiceLoader}. What it reads has the
 * objects and properties of any archive; our own reader takes them from there.
 */
public interface ArchiveFormat {
    /** Opens an archive; refused with a sentence where it is damaged. */
    Archive open(Path file);

    /** An opened archive. */
    interface Archive extends AutoCloseable {
        /** The first is one sample a second. */
        List<Sampling> samplings();

        /** What has all objects below it. */
        Item top();

        @Override
        void close();
    }

    /**
     * When samples are taken.
     *
     * @param cycle seconds until the times come again; infinite where they never do
     * @param times of a cycle
     */
    record Sampling(double cycle, double[] times) {}

    /** An object. */
    record Item(String name, String metaData, List<Property> properties, List<Item> children) {}

    /** What a property is. */
    enum Kind {
        COMPOUND,
        SCALAR,
        ARRAY
    }

    /**
     * A property.
     *
     * @param pod code of its plain old data
     * @param extent numbers per element
     * @param sampling number of its time sampling
     * @param samples how many there are
     * @param bytes those of a sample, little-endian, read when asked for
     * @param children of a compound
     */
    record Property(
            String name,
            String metaData,
            Kind kind,
            int pod,
            int extent,
            int sampling,
            int samples,
            IntFunction<byte[]> bytes,
            List<Property> children) {}
}
