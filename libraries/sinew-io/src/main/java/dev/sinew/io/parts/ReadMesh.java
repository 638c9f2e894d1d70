package dev.sinew.io.parts;

import dev.sinew.mesh.Mesh;
import java.util.List;

/**
 * A mesh from a file, with notes about content that was ignored or corrected.
 *
 * @param mesh the mesh that was read
 * @param notes messages for the user, possibly empty
 */
public record ReadMesh(Mesh mesh, List<String> notes) {
    public ReadMesh {
        notes = List.copyOf(notes);
    }
}
