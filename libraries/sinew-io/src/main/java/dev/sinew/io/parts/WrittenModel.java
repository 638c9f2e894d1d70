package dev.sinew.io.parts;

import java.util.ArrayList;
import java.util.List;

/**
 * Statistics of a written model.
 *
 * @param bytes size of the file
 * @param parts sizes of its largest parts
 * @param keys animation keys stored, over all channels
 * @param insertedKeys keys between frames, which keep interpolation accurate
 * @param addedVertices copies of vertices whose corners disagree about UV or normal
 * @param notes messages about what could not be written, such as an image type that glTF does not support
 */
public record WrittenModel(
        long bytes, Parts parts, long keys, long insertedKeys, int addedVertices, List<String> notes) {
    /**
     * Bytes of a file by purpose; JSON, images and the rest make up the difference.
     *
     * @param mesh positions, normals, UVs, colours and faces
     * @param weights bones and weights of vertices
     * @param motion keys and their times
     * @param shapes morph targets
     */
    public record Parts(long mesh, long weights, long motion, long shapes) {
        /** If a format does not report it. */
        public static final Parts UNKNOWN = new Parts(0, 0, 0, 0);
    }

    public WrittenModel {
        notes = List.copyOf(notes);
    }

    public WrittenModel withNote(String note) {
        List<String> all = new ArrayList<>(notes);
        all.add(note);
        return new WrittenModel(bytes, parts, keys, insertedKeys, addedVertices, all);
    }
}
