package dev.sinew.io.usd;

import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.usd.UsdPrim.UsdAttribute;
import dev.sinew.io.usd.UsdScene.UsdStage;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Joins the faces and attributes of several meshes into one. */
final class UsdSurface {
    private static final List<String> UVS = List.of("primvars:st", "primvars:UVMap", "primvars:st0", "primvars:map1");
    private static final List<String> NORMALS = List.of("primvars:normals", "normals");

    private final UsdStage stage;
    private final double time;
    private final Notes notes;
    private final UsdMaterials materials;
    private final GrowableArrays.Ints starts = new GrowableArrays.Ints("faces");
    private final GrowableArrays.Ints corners = new GrowableArrays.Ints("corners");
    private final GrowableArrays.Floats uvs = new GrowableArrays.Floats("UVs");
    private final GrowableArrays.Ints uvRows = new GrowableArrays.Ints("corners");
    private final GrowableArrays.Floats normals = new GrowableArrays.Floats("normals");
    private final GrowableArrays.Ints normalRows = new GrowableArrays.Ints("corners");
    private final GrowableArrays.Floats colours = new GrowableArrays.Floats("colours");
    private final Map<String, Integer> materialOf = new LinkedHashMap<>();
    private final List<Material> palette = new ArrayList<>();
    private final GrowableArrays.Ints faceMaterials = new GrowableArrays.Ints("faces");
    private final List<String> groups = new ArrayList<>();
    private final GrowableArrays.Ints faceGroups = new GrowableArrays.Ints("faces");
    private int vertices;

    UsdSurface(UsdStage stage, double time, Notes notes) {
        this.stage = stage;
        this.time = time;
        this.notes = notes;
        this.materials = new UsdMaterials(stage.files(), notes);
        starts.add(0);
    }

    /** @param toSpace 3×4 that transforms the mesh's normals */
    void add(UsdMesh mesh, double[] toSpace) {
        // A mirroring transform would reverse the faces.
        boolean mirrored = Affine3.determinant(toSpace, 0) < 0;
        int[] order = order(mesh, mirrored);
        int from = corners.size();
        for (int k = 1; k <= mesh.faceCount(); k++) {
            starts.add(Math.addExact(from, mesh.faceStarts()[k]));
        }
        for (int c : order) {
            corners.add(vertices + mesh.corners()[c]);
        }
        addRows(first(mesh, UVS, 2), order, 2, uvs, uvRows);
        addRows(first(mesh, NORMALS, 3).map(n -> transformNormals(n, toSpace)), order, 3, normals, normalRows);
        addColours(mesh);
        addMaterials(mesh);
        groups.add(mesh.prim().path().substring(1));
        for (int k = 0; k < mesh.faceCount(); k++) {
            faceGroups.add(groups.size() - 1);
        }
        vertices += mesh.vertexCount();
    }

    private static int[] order(UsdMesh mesh, boolean reversed) {
        int[] order = new int[mesh.corners().length];
        for (int k = 0; k < mesh.faceCount(); k++) {
            int a = mesh.faceStarts()[k];
            int b = mesh.faceStarts()[k + 1];
            for (int c = a; c < b; c++) {
                order[c] = reversed ? a + b - 1 - c : c;
            }
        }
        return order;
    }

    private Optional<UsdMesh.Carried> first(UsdMesh mesh, List<String> names, int width) {
        for (String name : names) {
            Optional<UsdMesh.Carried> found = mesh.carried(name, width, time);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    static Optional<UsdAttribute> normalsOf(UsdMesh mesh) {
        return NORMALS.stream()
                .flatMap(n -> mesh.prim().attribute(n).stream())
                .filter(a -> a.defaultValue().isPresent())
                .findFirst();
    }

    private static UsdMesh.Carried transformNormals(UsdMesh.Carried normals, double[] m) {
        if (m[0] == 1 && m[5] == 1 && m[10] == 1 && m[1] == 0 && m[2] == 0 && m[6] == 0 && m[4] == 0) {
            // The identity: skip the computation, so that written normals are read back exactly.
            return normals;
        }
        double[] values = normals.values().clone();
        for (int k = 0; k + 2 < values.length; k += 3) {
            Affine3.turnNormal(m, 0, values[k], values[k + 1], values[k + 2], values, k);
        }
        return new UsdMesh.Carried(values, normals.rows());
    }

    private static void addRows(
            Optional<UsdMesh.Carried> carried,
            int[] order,
            int width,
            GrowableArrays.Floats values,
            GrowableArrays.Ints rows) {
        int before = values.size() / width;
        for (int c : order) {
            rows.add(carried.isPresent() ? before + carried.get().rows()[c] : CornerTables.NO_ROW);
        }
        int whole = carried.map(v -> v.values().length / width * width).orElse(0);
        for (int k = 0; k < whole; k++) {
            values.add((float) carried.get().values()[k]);
        }
    }

    private void addColours(UsdMesh mesh) {
        double[] values = mesh.prim().numbers("primvars:displayColor");
        if (colours.size() == 3 * vertices && values.length == 3 * mesh.vertexCount()) {
            for (double value : values) {
                colours.add(Float.isFinite((float) value) ? (float) value : 0);
            }
        }
    }

    private void addMaterials(UsdMesh mesh) {
        int usual = bound(mesh.prim());
        int[] perFace = new int[mesh.faceCount()];
        Arrays.fill(perFace, usual);
        for (UsdPrim subset : mesh.prim().children().values()) {
            if (subset.type().equals("GeomSubset")
                    && subset.target("material:binding").isPresent()) {
                int material = bound(subset);
                for (double face : subset.numbers("indices")) {
                    if (!(face >= 0 && face < perFace.length)) {
                        throw mesh.bad("has " + perFace.length + " faces, but its subset " + subset.name()
                                + " refers to face " + face);
                    }
                    perFace[(int) face] = material;
                }
            }
        }
        Arrays.stream(perFace).forEach(faceMaterials::add);
    }

    /** Index of the material that a prim is bound to, −1 for none. */
    private int bound(UsdPrim prim) {
        Optional<UsdPrim> material = prim.inheritedTarget("material:binding")
                .flatMap(p -> stage.root().find(p));
        if (material.isEmpty()) {
            return -1;
        }
        return materialOf.computeIfAbsent(material.get().path(), path -> {
            palette.add(materials.read(material.get()));
            return palette.size() - 1;
        });
    }

    Mesh build(float[] positions) {
        Mesh bare = Mesh.of(positions, starts.toArray(), corners.toArray(), Mesh.Surface.bare());
        CornerTables tables = new CornerTables(stage.files().file(), notes);
        Mesh.Surface surface = new Mesh.Surface(
                tables.uvs(uvs.toArray(), uvRows.toArray()),
                tables.normals(bare, normals.toArray(), normalRows.toArray()),
                vertices > 0 && colours.size() == 3 * vertices ? Optional.of(colours.toArray()) : Optional.empty(),
                withDefault(),
                palette.isEmpty() ? new int[0] : faceMaterials.toArray(),
                groups.size() > 1 ? groups : List.of(),
                groups.size() > 1 ? faceGroups.toArray() : new int[0]);
        return bare.withSurface(surface);
    }

    /** Faces without a material get a grey one if others have materials. */
    private List<Material> withDefault() {
        int[] perFace = faceMaterials.toArray();
        if (palette.isEmpty() || Arrays.stream(perFace).noneMatch(m -> m < 0)) {
            return palette;
        }
        faceMaterials.clear();
        Arrays.stream(perFace).forEach(m -> faceMaterials.add(m < 0 ? palette.size() : m));
        palette.add(Material.plain("default"));
        return palette;
    }

    /** Reads the materials of a stage: base colour and its image, opacity, roughness, metalness. */
    static final class UsdMaterials {
        private final UsdPackage files;
        private final Notes notes;

        UsdMaterials(UsdPackage files, Notes notes) {
            this.files = files;
            this.notes = notes;
        }

        Material read(UsdPrim prim) {
            String name = displayName(prim);
            Optional<UsdPrim> surface = shader(prim, "outputs:surface");
            Optional<UsdPrim> image = surface.flatMap(s -> shader(s, "inputs:diffuseColor"));
            double[] grey = {0.18, 0.18, 0.18};
            double[] colour = image.map(i -> three(i, "inputs:scale", new double[] {1, 1, 1}))
                    .orElseGet(() -> surface.map(s -> three(s, "inputs:diffuseColor", grey))
                            .orElse(grey));
            return new Material(
                    name,
                    clamped(colour[0]),
                    clamped(colour[1]),
                    clamped(colour[2]),
                    number(surface, "inputs:opacity", 1),
                    number(surface, "inputs:roughness", 0.5),
                    number(surface, "inputs:metallic", 0),
                    image.flatMap(this::texture));
        }

        static String displayName(UsdPrim prim) {
            return Optional.ofNullable(prim.metadata().get("displayName"))
                    .flatMap(v -> v.texts().stream().findFirst())
                    .filter(n -> !n.isBlank())
                    .orElse(prim.name());
        }

        /** The shader that a connection leads to. */
        private Optional<UsdPrim> shader(UsdPrim prim, String connection) {
            return prim.target(connection)
                    .map(path -> path.split("\\.")[0])
                    .flatMap(path -> files.root().find(path));
        }

        private static double[] three(UsdPrim prim, String name, double[] otherwise) {
            double[] numbers = prim.numbers(name);
            return numbers.length >= 3 ? numbers : otherwise;
        }

        private static float number(Optional<UsdPrim> shader, String name, double otherwise) {
            double[] numbers = shader.map(s -> s.numbers(name)).orElse(new double[0]);
            return clamped(numbers.length == 1 ? numbers[0] : otherwise);
        }

        private static float clamped(double value) {
            return (float) Math.max(0, Math.min(1, value));
        }

        private Optional<Material.Texture> texture(UsdPrim shader) {
            Optional<String> asset = shader.word("inputs:file");
            Optional<byte[]> bytes = asset.flatMap(files::image);
            if (asset.isPresent() && bytes.isEmpty()) {
                notes.add(files.file() + ": the image " + asset.get() + " does not exist");
            }
            return bytes.map(b -> {
                String name = asset.get().substring(asset.get().lastIndexOf('/') + 1);
                boolean jpeg = b.length > 1 && (b[0] & 0xff) == 0xff && (b[1] & 0xff) == 0xd8;
                boolean named = name.toLowerCase(Locale.ROOT).matches(".*\\.jpe?g");
                return new Material.Texture(name, jpeg || named ? "image/jpeg" : "image/png", b);
            });
        }
    }
}
