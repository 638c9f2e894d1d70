package dev.sinew.io.usd;

import dev.sinew.io.usd.UsdText.UsdNames;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Writes the parts common to skinned and sampled mesh prims: faces, UVs, colours, materials. */
final class UsdMeshWriter {
    static final List<String> FACE_VARYING = List.of("interpolation = \"faceVarying\"");

    private final Mesh mesh;
    private final UsdMaterialWriter materials;

    UsdMeshWriter(Mesh mesh, UsdMaterialWriter materials) {
        this.mesh = mesh;
        this.materials = materials;
    }

    /** The schemas that the prim applies. */
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

    /** Values for each corner, without the indirection through rows. */
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

    /** One material for all faces, or a subset of the faces for each. */
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

    /** Writes materials as UsdPreviewSurface, with their images as files of the package. */
    static final class UsdMaterialWriter {
        private final List<Material> materials;
        private final List<String> names = new ArrayList<>();
        /** Name in the package of each material's image. */
        private final List<Optional<String>> images = new ArrayList<>();

        private final Map<String, byte[]> files = new LinkedHashMap<>();
        private final String above;

        /**
         * @param above path of the parent prim of the materials
         * @param packaged whether there is a package that can contain images
         */
        UsdMaterialWriter(List<Material> materials, String above, boolean packaged) {
            this.materials = materials;
            this.above = above + "/materials";
            UsdNames taken = new UsdNames();
            UsdNames takenFiles = new UsdNames();
            for (Material material : materials) {
                names.add(taken.unused(material.name(), "material"));
                images.add(material.texture().filter(t -> packaged).map(t -> image(t, takenFiles)));
            }
        }

        private String image(Material.Texture texture, UsdNames taken) {
            String stem = texture.name().replaceFirst("\\.[^.]*$", "");
            String ending = texture.mimeType().equals("image/jpeg") ? ".jpg" : ".png";
            String name = "textures/" + taken.unused(stem, "image") + ending;
            files.put(name, texture.bytes());
            return name;
        }

        Map<String, byte[]> files() {
            return files;
        }

        /** Whether images were not written because there is no package. */
        boolean omittedImages() {
            return files.isEmpty()
                    && materials.stream().anyMatch(m -> m.texture().isPresent());
        }

        String path(int material) {
            return above + "/" + names.get(material);
        }

        void write(UsdText text) throws IOException {
            if (materials.isEmpty()) {
                return;
            }
            text.begin("Scope", "materials", List.of());
            for (int m = 0; m < materials.size(); m++) {
                write(text, m);
            }
            text.end();
        }

        private void write(UsdText text, int m) throws IOException {
            Material material = materials.get(m);
            String path = path(m);
            text.begin("Material", names.get(m), List.of("displayName = " + UsdText.quoted(material.name())));
            text.line("token outputs:surface.connect = <" + path + "/surface.outputs:surface>");
            text.begin("Shader", "surface", List.of());
            text.line("uniform token info:id = \"UsdPreviewSurface\"");
            if (images.get(m).isPresent()) {
                text.line("color3f inputs:diffuseColor.connect = <" + path + "/image.outputs:rgb>");
            } else {
                text.line("color3f inputs:diffuseColor = " + colour(material));
            }
            text.line("float inputs:opacity = " + material.alpha());
            text.line("float inputs:roughness = " + material.roughness());
            text.line("float inputs:metallic = " + material.metallic());
            text.line("token outputs:surface");
            text.end();
            if (images.get(m).isPresent()) {
                writeImage(text, path, images.get(m).get(), material);
            }
            text.end();
        }

        private static String colour(Material material) {
            return "(" + material.red() + ", " + material.green() + ", " + material.blue() + ")";
        }

        private void writeImage(UsdText text, String path, String file, Material material) throws IOException {
            text.begin("Shader", "image", List.of());
            text.line("uniform token info:id = \"UsdUVTexture\"");
            text.line("asset inputs:file = @" + file + "@");
            text.line("float2 inputs:st.connect = <" + path + "/uvs.outputs:result>");
            text.line("token inputs:sourceColorSpace = \"sRGB\"");
            text.line("token inputs:wrapS = \"repeat\"");
            text.line("token inputs:wrapT = \"repeat\"");
            text.line("float4 inputs:scale = (" + material.red() + ", " + material.green() + ", " + material.blue()
                    + ", 1)");
            text.line("float3 outputs:rgb");
            text.end();
            text.begin("Shader", "uvs", List.of());
            text.line("uniform token info:id = \"UsdPrimvarReader_float2\"");
            text.line("string inputs:varname = \"st\"");
            text.line("float2 outputs:result");
            text.end();
        }
    }
}
