package dev.sinew.io.obj;

import dev.sinew.io.parts.Srgb;
import dev.sinew.io.text.Names;
import dev.sinew.io.text.TextOutput;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Writes a mesh as Wavefront OBJ; {@link ObjReader} restores every float exactly. */
public final class ObjWriter {
    private final TextOutput out;
    private final Mesh mesh;
    private final Optional<MaterialFile> materials;

    private ObjWriter(OutputStream out, Mesh mesh, Optional<MaterialFile> materials) {
        this.out = new TextOutput(out);
        this.mesh = mesh;
        this.materials = materials;
    }

    /** @param materials the material file, if the mesh has materials */
    public static void write(OutputStream out, Mesh mesh, Optional<MaterialFile> materials) throws IOException {
        new ObjWriter(out, mesh, materials).write();
    }

    private void write() throws IOException {
        if (materials.isPresent()) {
            out.text("mtllib ").text(materials.get().name()).character('\n');
        }
        vertices();
        table("vt", mesh.surface().uvs());
        table("vn", mesh.surface().normals());
        faces();
        out.flush();
    }

    private void vertices() throws IOException {
        float[] positions = mesh.positions();
        float[] colours = mesh.surface().colours().orElse(null);
        for (int k = 0; k < positions.length; k += 3) {
            out.character('v');
            for (int x = 0; x < 3; x++) {
                out.character(' ').number(positions[k + x]);
            }
            for (int x = 0; x < 3 && colours != null; x++) {
                out.character(' ').number(Srgb.encodedOf(colours[k + x]));
            }
            out.character('\n');
        }
    }

    private void table(String keyword, Optional<CornerAttribute> attribute) throws IOException {
        if (attribute.isEmpty()) {
            return;
        }
        float[] values = attribute.get().values();
        int width = attribute.get().width();
        for (int k = 0; k < values.length; k += width) {
            out.text(keyword);
            for (int x = 0; x < width; x++) {
                out.character(' ').number(values[k + x]);
            }
            out.character('\n');
        }
    }

    private void faces() throws IOException {
        Mesh.Surface surface = mesh.surface();
        int[] starts = mesh.faceStarts();
        int[] faceGroups = surface.faceGroups();
        int[] faceMaterials = surface.faceMaterials();
        for (int k = 0; k < mesh.faceCount(); k++) {
            if (changes(faceGroups, k)) {
                out.text("g ").text(Names.oneLine(surface.groups().get(faceGroups[k]), "default"));
                out.character('\n');
            }
            if (materials.isPresent() && changes(faceMaterials, k)) {
                out.text("usemtl ").text(materials.get().materialNames().get(faceMaterials[k]));
                out.character('\n');
            }
            out.character('f');
            for (int c = starts[k]; c < starts[k + 1]; c++) {
                corner(c);
            }
            out.character('\n');
        }
    }

    private static boolean changes(int[] perFace, int k) {
        return perFace.length > 0 && (k == 0 || perFace[k] != perFace[k - 1]);
    }

    private void corner(int c) throws IOException {
        Optional<CornerAttribute> uvs = mesh.surface().uvs();
        Optional<CornerAttribute> normals = mesh.surface().normals();
        out.character(' ').whole(mesh.corners()[c] + 1L);
        if (uvs.isPresent()) {
            out.character('/').whole(uvs.get().rows()[c] + 1L);
        } else if (normals.isPresent()) {
            out.character('/');
        }
        if (normals.isPresent()) {
            out.character('/').whole(normals.get().rows()[c] + 1L);
        }
    }
}
