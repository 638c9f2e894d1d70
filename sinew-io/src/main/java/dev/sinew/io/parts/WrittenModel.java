package dev.sinew.io.parts;

import java.util.List;

/**
 * What was written of a model.
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
