package dev.sinew.io.parts;

import java.util.List;

/**
 * What was written of a model.
 *
 * @param bytes size of the file
 * @param parts where most of it goes
 * @param keys animation keys stored, over all channels
 * @param insertedKeys those of them that stand between frames, so that interpolation stays true
 * @param addedVertices copies of vertices whose corners disagree about UV or normal
 * @param notes sentences about what could not be written, such as an image of a kind glTF does not know
 */
public record WrittenModel(
        long bytes, Parts parts, long keys, long insertedKeys, int addedVertices, List<String> notes) {
    /**
     * Bytes of a file by what they are for; descriptions, images and the rest make up the difference.
     *
     * @param mesh positions, normals, what is painted on, and the faces
     * @param weights which bones move each vertex, and how much
     * @param motion keys and their times
     * @param shapes morph targets
     */
    public record Parts(long mesh, long weights, long motion, long shapes) {
        /** Where a format does not tell. */
        public static final Parts UNKNOWN = new Parts(0, 0, 0, 0);
    }

    public WrittenModel {
        notes = List.copyOf(notes);
    }
}
