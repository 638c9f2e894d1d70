package dev.sinew.io;

import dev.sinew.mesh.MeshSequence;
import java.util.List;

/**
 * A sequence from files, with notes about content that was ignored or corrected.
 *
 * @param sequence the sequence that was read
 * @param notes messages for the user, possibly empty
 */
public record ReadSequence(MeshSequence sequence, List<String> notes) {
    public ReadSequence {
        notes = List.copyOf(notes);
    }
}
