package dev.sinew.io.parts;

import dev.sinew.mesh.Mesh;
import java.util.List;

/**
 * A mesh from a file, with sentences about what was left aside or put right on the way.
 *
 * @param mesh what was read
 * @param notes for the person who owns the file; empty where there is nothing to say
 */
public record ReadMesh(Mesh mesh, List<String> notes) {
    public ReadMesh {
        notes = List.copyOf(notes);
    }
}
