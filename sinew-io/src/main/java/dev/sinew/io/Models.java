package dev.sinew.io;

import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.List;

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
     * @param insertedKeys those of them that stand between frames, so that interpolation stays true
     * @param addedVertices copies of vertices whose corners disagree about UV or normal
     * @param notes sentences about what could not be written, such as an image of a kind glTF does not know
     */
    public record WrittenModel(long bytes, long keys, long insertedKeys, int addedVertices, List<String> notes) {
        public WrittenModel {
            notes = List.copyOf(notes);
        }
    }
}
