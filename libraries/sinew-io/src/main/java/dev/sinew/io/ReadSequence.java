package dev.sinew.io;

import dev.sinew.mesh.MeshSequence;
import java.util.List;

/**
 * A sequence from files, with sentences about what was left aside or put right on the way.
 *
 * @param sequence what was read
 * @param notes for the person who owns the files; empty where there is nothing to say
 */
public record ReadSequence(MeshSequence sequence, List<String> notes) {
    public ReadSequence {
        notes = List.copyOf(notes);
    }
}
