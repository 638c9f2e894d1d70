package dev.sinew.io;

import dev.sinew.io.numpy.NumpyMesh;
import dev.sinew.io.numpy.NumpySequence;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.ply.PlyReader;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;

/** Reads one mesh file; a PLY is known by its first bytes, whatever it is called. */
final class MeshFiles {
    private static final int BYTES_LOOKED_AT = 16;

    private MeshFiles() {}

    static ReadMesh read(Path file) {
        if (isNumpy(file)) {
            return NumpyMesh.read(file);
        }
        return isPly(file) ? PlyReader.read(file) : ObjReader.read(file);
    }

    /** Positions and faces; the rest may be missing. */
    static Mesh readGeometry(Path file) {
        if (isNumpy(file)) {
            return NumpyMesh.read(file).mesh();
        }
        return isPly(file) ? PlyReader.read(file).mesh() : ObjReader.readGeometry(file);
    }

    private static boolean isNumpy(Path file) {
        return NumpySequence.begins(InputFiles.head(file, BYTES_LOOKED_AT));
    }

    /** Whether the file counts vertices and faces from 0, as PLY does and OBJ does not. */
    static boolean isPly(Path file) {
        byte[] head = InputFiles.head(file, BYTES_LOOKED_AT);
        if (InputFiles.startsWith(head, "ply\n") || InputFiles.startsWith(head, "ply\r")) {
            return true;
        }
        if (InputFiles.startsWith(head, "POINTCACHE2")) {
            throw new RefusedException(file + " is a PC2 point cache where a mesh is needed");
        }
        return switch (FileKind.of(file)) {
            case PLY -> true;
            case OBJ -> false;
            default ->
                throw new RefusedException(file + " is no mesh that is read here: it is neither .obj, .ply nor .npz");
        };
    }
}
