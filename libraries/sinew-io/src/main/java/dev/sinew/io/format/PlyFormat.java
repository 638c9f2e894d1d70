package dev.sinew.io.format;

import dev.sinew.io.file.StagedFiles;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.ply.PlyReader;
import dev.sinew.io.ply.PlyWriter;
import dev.sinew.mesh.Mesh;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** PLY, text or binary; written as binary. */
final class PlyFormat extends Format {
    PlyFormat() {
        super("PLY", List.of(".ply"), Set.of(Content.MESH), Set.of(Content.MESH), "PLY meshes, text or binary");
    }

    @Override
    public boolean begins(Head head) {
        return head.startsWith("ply\n") || head.startsWith("ply\r");
    }

    @Override
    public ReadMesh readMesh(Path file) {
        return PlyReader.read(file);
    }

    @Override
    public MeshOutput meshOutput(StagedFiles files, Mesh like, String stem) {
        return PlyWriter::write;
    }
}
