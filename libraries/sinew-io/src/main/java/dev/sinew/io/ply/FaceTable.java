package dev.sinew.io.ply;

import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.GrowingFloats;
import dev.sinew.io.parts.GrowingInts;
import dev.sinew.io.ply.PlyElement.Property;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.List;

/** The faces of a PLY file: lists of vertices, and where a program wrote them, of UVs for their corners. */
final class FaceTable {
    private static final List<String> INDEX_NAMES = List.of("vertex_indices", "vertex_index");
    private static final String CORNER_UVS = "texcoord";

    private final Path file;
    private final long vertices;
    private final int indexProperty;
    private final int uvProperty;
    private final GrowingInts faceStarts;
    private final GrowingInts corners;
    private final GrowingInts uvRows;
    private final GrowingFloats uvs;
    private final GrowingInts face;
    private final GrowingFloats faceUvs;
    private int skipped;

    /** @param vertices how many the file has */
    FaceTable(Path file, PlyElement faces, long vertices) {
        this.file = file;
        this.vertices = vertices;
        indexProperty = find(faces, INDEX_NAMES);
        uvProperty = find(faces, List.of(CORNER_UVS));
        if (indexProperty < 0) {
            throw new RefusedException(file + ": its faces have no list named vertex_indices or vertex_index");
        }
        faceStarts = new GrowingInts(file + ", faces");
        faceStarts.add(0);
        corners = new GrowingInts(file + ", corners of faces");
        uvRows = new GrowingInts(file + ", corners of faces");
        uvs = new GrowingFloats(file + ", texture coordinates");
        face = new GrowingInts(file + ", corners of a face");
        faceUvs = new GrowingFloats(file + ", texture coordinates of a face");
    }

    private static int find(PlyElement element, List<String> names) {
        for (int p = 0; p < element.properties().size(); p++) {
            Property property = element.properties().get(p);
            if (property.isList() && names.contains(property.name())) {
                return p;
            }
        }
        return -1;
    }

    /** Takes one number of a list of the current row. */
    void put(int property, double value, long k) {
        if (property == indexProperty) {
            if (!(value >= 0 && value < vertices) || value != Math.rint(value)) {
                throw new RefusedException(
                        file + ", face " + k + " names vertex " + shown(value) + " where the file has " + vertices);
            }
            face.add((int) value);
        } else if (property == uvProperty) {
            faceUvs.add((float) value);
        }
    }

    private static String shown(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : "" + value;
    }

    /** Ends the current row; faces of one or two corners are left out. */
    void endRow() {
        if (face.size() < 3) {
            skipped++;
        } else {
            boolean hasUvs = faceUvs.size() == 2 * face.size();
            for (int c = 0; c < face.size(); c++) {
                corners.add(face.get(c));
                uvRows.add(hasUvs ? uvs.size() / 2 : CornerTables.NO_ROW);
                if (hasUvs) {
                    uvs.add(faceUvs.get(2 * c));
                    uvs.add(faceUvs.get(2 * c + 1));
                }
            }
            faceStarts.add(corners.size());
        }
        face.clear();
        faceUvs.clear();
    }

    int[] faceStarts() {
        return faceStarts.toArray();
    }

    int[] corners() {
        return corners.toArray();
    }

    /** Rows of {@link #uvs}; none where no face brings UVs for its corners. */
    int[] uvRows() {
        return uvRows.toArray();
    }

    float[] uvs() {
        return uvs.toArray();
    }

    int skipped() {
        return skipped;
    }
}
