package dev.sinew.io;

import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** A format of models that a module of its own brings along, found by {@link java.util.ServiceLoader}. */
public interface ModelFormat {
    /** What one unit of a file is. */
    enum Unit {
        METRE,
        /** What some engines expect: coordinates are a hundred times as large. */
        CENTIMETRE
    }

    /** How names of its files end, such as {@code .fbx}. */
    String ending();

    /**
     * Reads a model, in metres and y-up.
     *
     * @param objects paths or names of the meshes to take; all where there is none
     * @param rate frames to take a second, instead of those that the file suggests
     */
    SkinnedModel read(Path file, List<String> objects, OptionalDouble rate);

    /** Writes a model, whole or not at all. */
    WrittenModel write(SkinnedModel model, Path file, Unit unit);
}
