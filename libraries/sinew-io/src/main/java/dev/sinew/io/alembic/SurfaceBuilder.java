package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicPart.PartFaces;
import dev.sinew.io.alembic.AlembicPart.PartFaces.Winding;
import dev.sinew.io.alembic.MeshSchema.FaceSets;
import dev.sinew.io.alembic.MeshSchema.GeomParam;
import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.parts.Notes;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Joins the faces and attributes of several meshes at one time into one mesh. */
final class SurfaceBuilder {
    private static final String NO_FACE_SET = "default";

    private final Path file;
    private final double seconds;
    private final Notes notes;
    private final GrowableArrays.Ints starts = new GrowableArrays.Ints("faces");
    private final GrowableArrays.Ints corners = new GrowableArrays.Ints("corners");
    private final GrowableArrays.Floats uvs = new GrowableArrays.Floats("UVs");
    private final GrowableArrays.Ints uvRows = new GrowableArrays.Ints("UVs");
    private final GrowableArrays.Floats normals = new GrowableArrays.Floats("normals");
    private final GrowableArrays.Ints normalRows = new GrowableArrays.Ints("normals");
    private final Map<String, Integer> materials = new LinkedHashMap<>();
    private final GrowableArrays.Ints faceMaterials = new GrowableArrays.Ints("faces");
    private final List<String> groups = new ArrayList<>();
    private final GrowableArrays.Ints faceGroups = new GrowableArrays.Ints("faces");

    SurfaceBuilder(Path file, double seconds, Notes notes) {
        this.file = file;
        this.seconds = seconds;
        this.notes = notes;
        starts.add(0);
    }

    /** @param firstVertex index of the part's first vertex in the joined mesh */
    void add(AlembicPart part, int firstVertex) {
        double[] matrix = part.matrix(seconds);
        PartFaces faces = part.mesh().faces(Affine3.determinant(matrix, 0) < 0 ? Winding.KEEP : Winding.REVERSE);
        if (faces.faceCount() < faces.fileFaces()) {
            notes.add(file + ": " + part.name() + " has " + (faces.fileFaces() - faces.faceCount())
                    + " faces with fewer than 3 corners, which are ignored");
        }
        int firstCorner = corners.size();
        for (int vertex : faces.corners()) {
            corners.add(firstVertex + vertex);
        }
        for (int k = 1; k < faces.starts().length; k++) {
            starts.add(firstCorner + faces.starts()[k]);
            faceGroups.add(groups.size());
        }
        groups.add(part.name());
        attribute(part, faces, new Column("uv", 2, uvs, uvRows), table -> table);
        attribute(part, faces, new Column("N", 3, normals, normalRows), table -> transformNormals(table, matrix));
        addFaceSets(part, faces);
    }

    /** An attribute under construction. */
    private record Column(String name, int width, GrowableArrays.Floats values, GrowableArrays.Ints rows) {}

    private void attribute(AlembicPart part, PartFaces faces, Column column, UnaryOperator<float[]> transformed) {
        int width = column.width;
        Optional<GeomParam> read = part.mesh().attribute(column.name, width, seconds);
        Optional<int[]> own = read.flatMap(p -> p.rows(faces, part.mesh().vertexCount()));
        if (read.isPresent() && own.isEmpty()) {
            notes.add(file + ": " + part.name() + ": the number of " + column.name
                    + " matches neither corners, vertices nor faces; they are ignored");
        }
        if (own.isEmpty()) {
            for (int c = 0; c < faces.corners().length; c++) {
                column.rows.add(CornerTables.NO_ROW);
            }
            return;
        }
        int first = column.values.size() / width;
        for (int row : own.get()) {
            column.rows.add(row == CornerTables.NO_ROW ? row : first + row);
        }
        float[] table = transformed.apply(read.get().values());
        for (int k = 0; k < table.length / width * width; k++) {
            column.values.add(table[k]);
        }
    }

    /** Transforms normals by the inverse transpose, which is the cofactor matrix over the determinant. */
    private static float[] transformNormals(float[] normals, double[] m) {
        double sign = Affine3.determinant(m, 0) < 0 ? -1 : 1;
        float[] all = new float[normals.length];
        for (int k = 0; k + 2 < all.length; k += 3) {
            for (int r = 0; r < 3; r++) {
                int a = 4 * ((r + 1) % 3);
                int b = 4 * ((r + 2) % 3);
                all[k + r] = (float) (sign
                        * ((m[a + 1] * m[b + 2] - m[a + 2] * m[b + 1]) * normals[k]
                                + (m[a + 2] * m[b] - m[a] * m[b + 2]) * normals[k + 1]
                                + (m[a] * m[b + 1] - m[a + 1] * m[b]) * normals[k + 2]));
            }
        }
        return all;
    }

    private void addFaceSets(AlembicPart part, PartFaces faces) {
        int[] setOfFace = new int[faces.fileFaces()];
        Arrays.fill(setOfFace, -1);
        FaceSets.of(part.object()).forEach((name, members) -> {
            int number = materials.computeIfAbsent(name, n -> materials.size());
            for (int face : members) {
                if (face >= 0 && face < setOfFace.length) {
                    setOfFace[face] = number;
                } else {
                    notes.add(file + ": face set " + part.name() + "/" + name + " refers to face " + face
                            + ", but there are only " + setOfFace.length + "; the face is ignored");
                }
            }
        });
        for (int source : faces.faceSources()) {
            faceMaterials.add(setOfFace[source]);
        }
    }

    /** @param positions positions of all parts' vertices */
    Mesh build(float[] positions) {
        Mesh bare = Mesh.of(positions, starts.toArray(), corners.toArray(), Mesh.Surface.bare());
        CornerTables tables = new CornerTables(file, notes);
        int[] ofFaces = faceMaterials();
        Mesh.Surface surface = new Mesh.Surface(
                tables.uvs(uvs.toArray(), uvRows.toArray()),
                tables.normals(bare, normals.toArray(), normalRows.toArray()),
                Optional.empty(),
                materials.keySet().stream().map(Material::plain).toList(),
                ofFaces,
                groups,
                faceGroups.toArray());
        return bare.withSurface(surface);
    }

    private int[] faceMaterials() {
        if (materials.isEmpty()) {
            return new int[0];
        }
        int[] ofFaces = faceMaterials.toArray();
        for (int k = 0; k < ofFaces.length; k++) {
            if (ofFaces[k] < 0) {
                ofFaces[k] = materials.computeIfAbsent(NO_FACE_SET, n -> materials.size());
            }
        }
        return ofFaces;
    }
}
