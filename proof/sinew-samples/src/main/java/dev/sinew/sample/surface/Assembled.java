package dev.sinew.sample.surface;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Combines shells into one mesh, in the order in which they are added. */
public final class Assembled {
    private final List<PolygonSoup> shells = new ArrayList<>();
    private final List<Integer> materials = new ArrayList<>();

    /** @param material index into the materials given to {@link #mesh} */
    public Assembled add(PolygonSoup shell, int material) {
        shells.add(shell);
        materials.add(material);
        return this;
    }

    public int vertexCount() {
        return shells.stream().mapToInt(PolygonSoup::vertexCount).sum();
    }

    private int faceCount() {
        return shells.stream().mapToInt(PolygonSoup::faceCount).sum();
    }

    /** @param colours linear RGB, 3 per vertex, or empty */
    public Mesh mesh(List<Material> palette, Optional<float[]> colours) {
        float[] positions = new float[3 * vertexCount()];
        int[] starts = new int[faceCount() + 1];
        int[] corners =
                new int[shells.stream().mapToInt(s -> s.corners().length).sum()];
        int[] faceMaterials = new int[faceCount()];
        int vertex = 0;
        int face = 0;
        int corner = 0;
        for (int k = 0; k < shells.size(); k++) {
            PolygonSoup shell = shells.get(k);
            System.arraycopy(shell.positionsAsFloats(), 0, positions, 3 * vertex, 3 * shell.vertexCount());
            Arrays.fill(faceMaterials, face, face + shell.faceCount(), materials.get(k));
            for (int f = 0; f < shell.faceCount(); f++) {
                starts[face + f + 1] = corner + shell.sides() * (f + 1);
            }
            for (int c : shell.corners()) {
                corners[corner++] = vertex + c;
            }
            vertex += shell.vertexCount();
            face += shell.faceCount();
        }
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(), Optional.empty(), colours, palette, faceMaterials, List.of(), new int[0]);
        return Mesh.of(positions, starts, corners, surface);
    }
}
