package dev.sinew.io.ply;

import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.parts.Srgb;
import dev.sinew.io.ply.PlyElement.Property;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.RefusedException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads PLY: polygons with normals, UVs and colours of vertices, UVs of corners. Elements and properties of other kinds are
 * passed over; triangle strips are refused.
 */
public final class PlyReader {
    /** Vertices whose coordinates fit an array. */
    private static final long MOST_VERTICES = (Integer.MAX_VALUE - 16) / 3;

    private final Path file;
    private final Notes notes = new Notes();
    private Optional<VertexTable> vertices = Optional.empty();
    private Optional<FaceTable> faces = Optional.empty();

    private PlyReader(Path file) {
        this.file = file;
    }

    public static ReadMesh read(Path file) {
        InputFiles.requireFile(file);
        PlyReader reader = new PlyReader(file);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            PlyHeader header = new PlyHeaderReader(file, in).read();
            reader.check(header, Files.size(file) - header.bytes());
            reader.tables(header, PlyValues.after(header, file, in));
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
        return new ReadMesh(reader.mesh(), reader.notes.list());
    }

    /** Before anything is allocated: the file must be able to hold what its header claims. */
    private void check(PlyHeader header, long available) {
        for (PlyElement element : header.elements()) {
            long row = element.smallestRow(header.format());
            // The last line of a text may lack its end.
            if (row > 0 && element.count() > (available + 1) / row) {
                throw new RefusedException(file + " claims " + element.count() + " rows of '" + element.name()
                        + "', which take at least " + row + " bytes each, but only " + available
                        + " bytes follow its header");
            }
            if (element.name().equals("tristrips")) {
                throw new RefusedException(
                        file + " stores its faces as triangle strips, which are not read; export it with plain faces");
            }
        }
        PlyElement vertex = find(header, "vertex")
                .filter(e -> e.count() > 0)
                .orElseThrow(() -> new RefusedException(file + " has no vertices"));
        if (vertex.count() > MOST_VERTICES) {
            throw new RefusedException(
                    file + " has " + vertex.count() + " vertices, the most that can be held is " + MOST_VERTICES);
        }
        vertices = Optional.of(new VertexTable(file, vertex));
        faces = find(header, "face").filter(e -> e.count() > 0).map(e -> new FaceTable(file, e, vertex.count()));
    }

    private static Optional<PlyElement> find(PlyHeader header, String name) {
        return header.elements().stream().filter(e -> e.name().equals(name)).findFirst();
    }

    private void tables(PlyHeader header, PlyValues values) throws IOException {
        for (PlyElement element : header.elements()) {
            if (element.properties().isEmpty()) {
                continue;
            }
            for (long k = 0; k < element.count(); k++) {
                try {
                    row(element, k, values);
                } catch (EOFException e) {
                    throw new RefusedException(
                            file + " ends within " + element.name() + " " + k + " of " + element.count(), e);
                }
            }
        }
    }

    private void row(PlyElement element, long k, PlyValues values) throws IOException {
        VertexTable vertex = element.name().equals("vertex") ? vertices.orElse(null) : null;
        FaceTable face = element.name().equals("face") ? faces.orElse(null) : null;
        List<Property> properties = element.properties();
        for (int p = 0; p < properties.size(); p++) {
            Property property = properties.get(p);
            if (property.isList()) {
                list(element, property, p, k, values, face);
            } else {
                double value = values.next(property.type());
                if (vertex != null) {
                    vertex.put(p, value);
                }
            }
        }
        if (vertex != null) {
            vertex.endRow((int) k);
        } else if (face != null) {
            face.endRow();
        }
    }

    private void list(PlyElement element, Property property, int p, long k, PlyValues values, FaceTable face)
            throws IOException {
        double count = values.next(property.countType().orElseThrow());
        if (!(count >= 0 && count <= Integer.MAX_VALUE) || count != Math.rint(count)) {
            throw new RefusedException(file + ", " + element.name() + " " + k + ": the list " + property.name()
                    + " claims " + count + " entries");
        }
        for (int entry = 0; entry < count; entry++) {
            double value = values.next(property.type());
            if (face != null) {
                face.put(p, value, k);
            }
        }
    }

    private Mesh mesh() {
        VertexTable v = vertices.orElseThrow();
        int[] starts = faces.map(FaceTable::faceStarts).orElse(new int[1]);
        int[] corners = faces.map(FaceTable::corners).orElse(new int[0]);
        int skipped = faces.map(FaceTable::skipped).orElse(0);
        if (skipped > 0) {
            notes.add(file + ": " + skipped + " faces of fewer than 3 corners were left out");
        }
        Mesh bare = Mesh.of(v.positions, starts, corners, Mesh.Surface.bare());
        Mesh.Surface plain = Mesh.Surface.bare();
        return bare.withSurface(new Mesh.Surface(
                uvs(v, corners),
                v.normals.length == 0
                        ? Optional.empty()
                        : new CornerTables(file, notes).normals(bare, v.normals, corners.clone()),
                v.colours.length == 0 ? Optional.empty() : Optional.of(Srgb.linearOf(v.colours)),
                plain.materials(),
                plain.faceMaterials(),
                plain.groups(),
                plain.faceGroups()));
    }

    /** UVs of corners where the faces bring them, else those of the vertices. */
    private Optional<CornerAttribute> uvs(VertexTable v, int[] corners) {
        CornerTables tables = new CornerTables(file, notes);
        Optional<CornerAttribute> ofCorners = faces.flatMap(f -> tables.uvs(f.uvs(), f.uvRows()));
        return ofCorners.isPresent() || v.uvs.length == 0 ? ofCorners : tables.uvs(v.uvs, corners.clone());
    }
}
