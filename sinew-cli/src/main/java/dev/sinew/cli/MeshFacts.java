package dev.sinew.cli;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What there is to say about a mesh. */
final class MeshFacts {
    private final Mesh mesh;
    private final int shells;
    private final int unreferenced;
    private final Box box;

    MeshFacts(Mesh mesh) {
        this.mesh = mesh;
        this.shells = Shells.of(mesh).count();
        this.unreferenced = unreferenced(mesh);
        this.box = mesh.vertexCount() == 0 ? new Box(0, 0, 0, 0, 0, 0) : Box.around(mesh.positions());
    }

    /** "8,431 vertices, 16,843 faces, 1 shell, 48 frames at 30 fps" */
    static String line(MeshSequence sequence) {
        return Text.count(sequence.vertexCount()) + " vertices, "
                + Text.count(sequence.rest().faceCount(), "face") + ", "
                + Text.count(Shells.of(sequence.rest()).count(), "shell") + ", "
                + Text.count(sequence.frameCount(), "frame") + " at "
                + Text.plain(sequence.framesPerSecond()) + " fps";
    }

    private static int unreferenced(Mesh mesh) {
        BitSet used = new BitSet(mesh.vertexCount());
        for (int vertex : mesh.corners()) {
            used.set(vertex);
        }
        return mesh.vertexCount() - used.cardinality();
    }

    void addTo(Sheet sheet) {
        sheet.row(
                        "vertices",
                        Text.count(mesh.vertexCount())
                                + (unreferenced == 0 ? "" : " (" + Text.count(unreferenced) + " used by no face)"))
                .row(
                        "faces",
                        Text.count(mesh.faceCount())
                                + (mesh.triangleCount() == mesh.faceCount()
                                        ? " triangles"
                                        : " (" + Text.count(mesh.triangleCount()) + " triangles)"))
                .row("shells", Text.count(shells))
                .row("size", size());
        List<String> carried = carried();
        sheet.row("carries", carried.isEmpty() ? "nothing but its shape" : String.join(", ", carried));
    }

    private String size() {
        return Text.number(box.maxX() - box.minX()) + " × " + Text.number(box.maxY() - box.minY()) + " × "
                + Text.number(box.maxZ() - box.minZ()) + ", diagonal " + Text.number(box.diagonal());
    }

    private List<String> carried() {
        Mesh.Surface surface = mesh.surface();
        List<String> carried = new ArrayList<>();
        surface.uvs().ifPresent(uvs -> carried.add("UVs"));
        surface.normals().ifPresent(normals -> carried.add("normals"));
        surface.colours().ifPresent(colours -> carried.add("vertex colours"));
        if (!surface.materials().isEmpty()) {
            carried.add(listed("material", materialNames()));
        }
        if (!surface.groups().isEmpty()) {
            carried.add(listed("group", surface.groups()));
        }
        return carried;
    }

    private static String listed(String noun, List<String> names) {
        return Text.count(names.size(), noun) + " (" + Text.names(names) + ")";
    }

    private List<String> materialNames() {
        return mesh.surface().materials().stream().map(Material::name).toList();
    }

    /** For the report, beside what {@code input} says already. */
    Map<String, Object> tree() {
        Mesh.Surface surface = mesh.surface();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("triangles", mesh.triangleCount());
        tree.put("unreferencedVertices", unreferenced);
        tree.put("boxMin", List.of(box.minX(), box.minY(), box.minZ()));
        tree.put("boxMax", List.of(box.maxX(), box.maxY(), box.maxZ()));
        tree.put("diagonal", box.diagonal());
        tree.put("uvs", surface.uvs().isPresent());
        tree.put("normals", surface.normals().isPresent());
        tree.put("colours", surface.colours().isPresent());
        tree.put("materials", materialNames());
        tree.put("groups", surface.groups());
        return tree;
    }
}
