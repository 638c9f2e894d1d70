package dev.sinew.io;

import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;

/** Skinned models from and to files. */
public final class Models {
    private Models() {}

    /** Reads a {@code .glb} or {@code .gltf}. */
    public static SkinnedModel read(Path file) {
        throw new UnsupportedOperationException("being written");
    }

    /** Writes a {@code .glb}, or a {@code .gltf} with its buffer inside, whole or not at all. */
    public static WrittenModel write(SkinnedModel model, Path file) {
        throw new UnsupportedOperationException("being written");
    }

    /**
     * What was written.
     *
     * @param bytes size of the file
     * @param keys animation keys stored, over all channels
     * @param insertedKeys times added between frames so that interpolation stays true
     */
    public record WrittenModel(long bytes, long keys, long insertedKeys) {}
}
