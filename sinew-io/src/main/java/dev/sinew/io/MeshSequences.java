package dev.sinew.io;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.nio.file.Path;

/** Mesh sequences from and to files, whatever the format. */
public final class MeshSequences {
    private MeshSequences() {}

    public static MeshSequence read(SequenceInput input) {
        throw new UnsupportedOperationException("being written");
    }

    public static ReadSequence readWithNotes(SequenceInput input) {
        throw new UnsupportedOperationException("being written");
    }

    /** One mesh file: {@code .obj} or {@code .ply}. */
    public static Mesh readMesh(Path file) {
        throw new UnsupportedOperationException("being written");
    }

    /** One mesh file, turned and scaled as {@link SequenceInput} says for sequences. */
    public static Mesh readMesh(Path file, UpAxis up, double scale) {
        throw new UnsupportedOperationException("being written");
    }

    /** Writes one mesh as {@code .obj}, with its materials and images beside it, or as {@code .ply}. */
    public static void writeMesh(Mesh mesh, Path file) {
        throw new UnsupportedOperationException("being written");
    }

    /**
     * Writes a sequence; the ending of the name decides: {@code .pc2} and {@code .mdd} beside an {@code .obj} of the same
     * name, or a folder of frames for a path such as {@code out/frame.obj} or {@code out/frame.ply}.
     */
    public static void write(MeshSequence sequence, Path file) {
        throw new UnsupportedOperationException("being written");
    }
}
