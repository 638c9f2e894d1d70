package dev.sinew.io.format;

import dev.sinew.io.file.StagedFiles;
import dev.sinew.io.obj.MaterialFile;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.mesh.Mesh;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Wavefront OBJ, with its material file and images. */
final class ObjFormat extends Format {
    private static final Set<String> KEYWORDS = Set.of("v", "vn", "vt", "vp", "f", "o", "g", "s", "mtllib", "usemtl");

    ObjFormat() {
        super(
                "OBJ",
                List.of(".obj"),
                Set.of(Content.MESH),
                Set.of(Content.MESH),
                "Wavefront OBJ meshes with materials and images");
    }

    /** Text whose first line that is not a comment begins with a keyword. */
    @Override
    public boolean resembles(Head head) {
        return new String(head.bytes(), StandardCharsets.ISO_8859_1)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst()
                .filter(line -> KEYWORDS.contains(line.split("\\s", 2)[0]))
                .isPresent();
    }

    @Override
    public ReadMesh readMesh(Path file) {
        return ObjReader.read(file);
    }

    @Override
    public Mesh readGeometry(Path file) {
        return ObjReader.readGeometry(file);
    }

    @Override
    public int firstNumber() {
        return 1;
    }

    @Override
    public List<Path> filesBeside(Path file) {
        return Files.isRegularFile(file) ? ObjReader.materialFiles(file) : List.of();
    }

    /** Writes the material file and its images, if there are materials. */
    @Override
    public MeshOutput meshOutput(StagedFiles files, Mesh like, String stem) {
        if (like.surface().materials().isEmpty()) {
            return (out, mesh) -> ObjWriter.write(out, mesh, Optional.empty());
        }
        MaterialFile materials = MaterialFile.of(like.surface().materials(), stem, files.folder());
        files.write(materials.name(), materials::write);
        materials.images().forEach((name, bytes) -> files.write(name, out -> out.write(bytes)));
        return (out, mesh) -> ObjWriter.write(out, mesh, Optional.of(materials));
    }
}
