package dev.sinew.mesh;

import dev.sinew.run.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A polygon mesh: positions of N vertices, faces of three or more corners, and surface attributes. Immutable; accessors return the arrays
 * themselves, which callers must not modify.
 *
 * <p>Corner c of face k is {@code corners()[faceStarts()[k] + c]}. Unreferenced vertices, several shells, non-manifold edges and degenerate
 * faces are all allowed.
 */
public final class Mesh {
    private final float[] positions;
    private final int[] faceStarts;
    private final int[] corners;
    private final Surface surface;

    private Mesh(float[] positions, int[] faceStarts, int[] corners, Surface surface) {
        this.positions = positions;
        this.faceStarts = faceStarts;
        this.corners = corners;
        this.surface = surface;
    }

    /**
     * @param positions 3N coordinates, finite
     * @param faceStarts faces + 1 offsets into {@code corners}, from 0 to its length
     * @param corners vertex index of every face corner
     */
    public static Mesh of(float[] positions, int[] faceStarts, int[] corners, Surface surface) {
        Objects.requireNonNull(surface);
        int vertices = positions.length / 3;
        checkFaces(vertices, faceStarts, corners);
        surface.check(vertices, faceStarts.length - 1, corners.length);
        checkFinite(positions);
        return new Mesh(positions, faceStarts, corners, surface);
    }

    /** A mesh of triangles without attributes. */
    public static Mesh ofTriangles(float[] positions, int[] triangles) {
        int[] starts = new int[triangles.length / 3 + 1];
        for (int k = 0; k < starts.length; k++) {
            starts[k] = 3 * k;
        }
        return of(positions, starts, triangles, Surface.bare());
    }

    private static void checkFaces(int vertices, int[] faceStarts, int[] corners) {
        if (faceStarts.length == 0 || faceStarts[0] != 0 || faceStarts[faceStarts.length - 1] != corners.length) {
            throw new IllegalArgumentException("faceStarts must run from 0 to the number of corners");
        }
        for (int k = 0; k + 1 < faceStarts.length; k++) {
            if (faceStarts[k + 1] - faceStarts[k] < 3) {
                throw new InvalidInputException("face " + k + " has " + (faceStarts[k + 1] - faceStarts[k])
                        + " corners; at least 3 are needed");
            }
        }
        for (int c = 0; c < corners.length; c++) {
            if (corners[c] < 0 || corners[c] >= vertices) {
                throw new InvalidInputException("face corner " + c + " names vertex " + corners[c] + " of a mesh with "
                        + vertices + " vertices");
            }
        }
    }

    private static void checkFinite(float[] positions) {
        for (int k = 0; k < positions.length; k++) {
            if (!Float.isFinite(positions[k])) {
                throw new InvalidInputException(
                        "vertex " + k / 3 + " has the coordinate " + positions[k] + "; coordinates must be finite");
            }
        }
    }

    public int vertexCount() {
        return positions.length / 3;
    }

    public int faceCount() {
        return faceStarts.length - 1;
    }

    /** 3N coordinates. */
    public float[] positions() {
        return positions;
    }

    public int[] faceStarts() {
        return faceStarts;
    }

    public int[] corners() {
        return corners;
    }

    public Surface surface() {
        return surface;
    }

    /** The same topology and surface in another pose. */
    public Mesh withPositions(float[] newPositions) {
        if (newPositions.length != positions.length) {
            throw new IllegalArgumentException(
                    newPositions.length / 3 + " positions for " + vertexCount() + " vertices");
        }
        checkFinite(newPositions);
        return new Mesh(newPositions, faceStarts, corners, surface);
    }

    public Mesh withSurface(Surface newSurface) {
        return of(positions, faceStarts, corners, newSurface);
    }

    /** Vertex indices of a fan triangulation, three per triangle. */
    public int[] triangles() {
        int[] triangles = new int[3 * triangleCount()];
        int at = 0;
        for (int k = 0; k < faceCount(); k++) {
            for (int c = faceStarts[k] + 2; c < faceStarts[k + 1]; c++) {
                triangles[at++] = corners[faceStarts[k]];
                triangles[at++] = corners[c - 1];
                triangles[at++] = corners[c];
            }
        }
        return triangles;
    }

    public int triangleCount() {
        return corners.length - 2 * faceCount();
    }

    /**
     * Attributes of faces and corners; each may be absent.
     *
     * @param uvs two numbers per row, v upwards as in OBJ
     * @param normals three numbers per row, unit length
     * @param colours linear RGB, 3N
     * @param materials the palette that {@code faceMaterials} indexes
     * @param faceMaterials one index per face, or empty without materials
     * @param groups names that {@code faceGroups} indexes
     * @param faceGroups one index per face, or empty without groups
     */
    public record Surface(
            Optional<CornerAttribute> uvs,
            Optional<CornerAttribute> normals,
            Optional<float[]> colours,
            List<Material> materials,
            int[] faceMaterials,
            List<String> groups,
            int[] faceGroups) {
        public Surface {
            materials = List.copyOf(materials);
            groups = List.copyOf(groups);
        }

        public static Surface bare() {
            return new Surface(
                    Optional.empty(), Optional.empty(), Optional.empty(), List.of(), new int[0], List.of(), new int[0]);
        }

        public Surface withNormals(Optional<CornerAttribute> newNormals) {
            return new Surface(uvs, newNormals, colours, materials, faceMaterials, groups, faceGroups);
        }

        private void check(int vertices, int faces, int cornerCount) {
            uvs.ifPresent(a -> checkCorners("UVs", a, 2, cornerCount));
            normals.ifPresent(a -> checkCorners("normals", a, 3, cornerCount));
            if (colours.isPresent() && colours.get().length != 3 * vertices) {
                throw new IllegalArgumentException(
                        colours.get().length / 3 + " vertex colours for " + vertices + " vertices");
            }
            checkPerFace("materials", faceMaterials, materials.size(), faces);
            checkPerFace("groups", faceGroups, groups.size(), faces);
        }

        private static void checkCorners(String what, CornerAttribute attribute, int width, int cornerCount) {
            if (attribute.width() != width || attribute.rows().length != cornerCount) {
                throw new IllegalArgumentException(what + " must have " + width
                        + " numbers per row and one row for each of " + cornerCount + " corners");
            }
        }

        private static void checkPerFace(String what, int[] perFace, int palette, int faces) {
            if (perFace.length != 0 && perFace.length != faces) {
                throw new IllegalArgumentException(perFace.length + " " + what + " for " + faces + " faces");
            }
            for (int index : perFace) {
                if (index < 0 || index >= palette) {
                    throw new IllegalArgumentException("index " + index + " into " + palette + " " + what);
                }
            }
        }
    }

    /** For every vertex, the first vertex at the same position: files repeat vertices at texture seams and hard edges. */
    public int[] firstAtPosition() {
        Weld weld = Weld.of(this);
        return Arrays.stream(weld.pointOf()).map(k -> weld.first()[k]).toArray();
    }
}
