package dev.sinew.io.usd;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What every mesh prim has, be it skinned or sampled: faces, UVs, colours, materials. */
final class UsdMeshWriter {
    static final List<String> FACE_VARYING = List.of("interpolation = \"faceVarying\"");

    private final Mesh mesh;
    private final UsdMaterialWriter materials;

    UsdMeshWriter(Mesh mesh, UsdMaterialWriter materials) {
        this.mesh = mesh;
        this.materials = materials;
    }

    /** Schemas that the prim applies. */
    static String schemas(String... names) {
        return "prepend apiSchemas = ["
                + String.join(", ", Arrays.stream(names).map(UsdText::quoted).toList()) + "]";
    }

    void writeFaces(UsdText text) throws IOException {
        int[] counts = new int[mesh.faceCount()];
        Arrays.setAll(counts, k -> mesh.faceStarts()[k + 1] - mesh.faceStarts()[k]);
        text.line("uniform token subdivisionScheme = \"none\"");
        text.value("int[] faceVertexCounts", out -> UsdText.wholes(out, counts));
        text.value("int[] faceVertexIndices", out -> UsdText.wholes(out, mesh.corners()));
        if (mesh.surface().uvs().isPresent()) {
            CornerAttribute uvs = mesh.surface().uvs().get();
            text.value("texCoord2f[] primvars:st", out -> UsdText.tuples(out, uvs.values(), 2), FACE_VARYING);
            text.value("int[] primvars:st:indices", out -> UsdText.wholes(out, uvs.rows()));
        }
        if (mesh.surface().colours().isPresent()) {
            float[] colours = mesh.surface().colours().get();
            text.value(
                    "color3f[] primvars:displayColor",
                    out -> UsdText.tuples(out, colours, 3),
                    List.of("interpolation = \"vertex\""));
        }
    }

    /** Values for each corner, as they are or with rows to find them by. */
    static float[] perCorner(CornerAttribute attribute) {
        float[] values = new float[attribute.width() * attribute.rows().length];
        for (int c = 0; c < attribute.rows().length; c++) {
            System.arraycopy(
                    attribute.values(),
                    attribute.width() * attribute.rows()[c],
                    values,
                    attribute.width() * c,
                    attribute.width());
        }
        return values;
    }

    static float[] extent(float[] positions) {
        Box box = Box.around(positions);
        return new float[] {
            (float) box.minX(), (float) box.minY(), (float) box.minZ(),
            (float) box.maxX(), (float) box.maxY(), (float) box.maxZ()
        };
    }

    /** One material for all, or a part of the faces for each. */
    void writeBindings(UsdText text) throws IOException {
        int[] perFace = mesh.surface().faceMaterials();
        if (perFace.length == 0) {
            return;
        }
        List<Integer> used = new ArrayList<>(
                Arrays.stream(perFace).distinct().sorted().boxed().toList());
        if (used.size() == 1) {
            text.line("rel material:binding = <" + materials.path(used.get(0)) + ">");
            return;
        }
        for (int m : used) {
            int[] faces = IntStream.range(0, perFace.length)
                    .filter(k -> perFace[k] == m)
                    .toArray();
            text.begin("GeomSubset", "part_" + m, List.of(schemas("MaterialBindingAPI")));
            text.line("uniform token elementType = \"face\"");
            text.line("uniform token familyName = \"materialBind\"");
            text.value("int[] indices", out -> UsdText.wholes(out, faces));
            text.line("rel material:binding = <" + materials.path(m) + ">");
            text.end();
        }
    }
}
