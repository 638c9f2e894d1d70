package dev.sinew.job.tree;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Shells;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts about a mesh.
 *
 * @param unreferenced vertices that no face uses
 */
public record MeshFacts(Mesh mesh, int shells, int unreferenced, Box box) {
    public static MeshFacts of(Mesh mesh) {
        Box box = mesh.vertexCount() == 0 ? new Box(0, 0, 0, 0, 0, 0) : Box.around(mesh.positions());
        return new MeshFacts(mesh, Shells.of(mesh).count(), unreferenced(mesh), box);
    }

    private static int unreferenced(Mesh mesh) {
        BitSet used = new BitSet(mesh.vertexCount());
        for (int vertex : mesh.corners()) {
            used.set(vertex);
        }
        return mesh.vertexCount() - used.cardinality();
    }

    public List<String> materialNames() {
        return mesh.surface().materials().stream().map(Material::name).toList();
    }

    /** Without what {@code input} already contains. */
    public Map<String, Object> tree() {
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
