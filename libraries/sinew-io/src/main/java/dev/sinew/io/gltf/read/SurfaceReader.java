package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfContainer.ImageKind;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.GltfDocument.UriData;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Material.Texture;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Mesh.Surface;
import dev.sinew.mesh.Normals;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Joins the faces and attributes of the primitives into one mesh. */
public final class SurfaceReader {
    private final GltfDocument document;
    private final AccessorReader accessors;
    private final List<Primitive> primitives;
    private final VertexBlocks blocks;
    /** File vertices of every primitive's triangles. */
    private final List<int[]> triangles;

    private final int corners;
    private final Set<String> notes = new LinkedHashSet<>();

    public SurfaceReader(
            GltfDocument document, AccessorReader accessors, List<Primitive> primitives, VertexBlocks blocks) {
        this.document = document;
        this.accessors = accessors;
        this.primitives = primitives;
        this.blocks = blocks;
        this.triangles = new ArrayList<>();
        long sum = 0;
        for (Primitive primitive : primitives) {
            triangles.add(primitive.triangles(accessors));
            sum += triangles.get(triangles.size() - 1).length;
            if (sum > Math.max(1 << 24, 8 * document.bytes())) {
                throw document.bad(
                        "the file claims more face corners than its " + document.bytes() + " bytes can contain");
            }
        }
        corners = (int) sum;
    }

    /** What {@link #read} left out. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    public Mesh read() {
        if (corners == 0) {
            throw document.bad("the file has no triangles");
        }
        int[] vertices = new int[corners];
        int at = 0;
        for (int p = 0; p < primitives.size(); p++) {
            int[] toModel = blocks.block(primitives.get(p)).toModel();
            for (int fileVertex : triangles.get(p)) {
                vertices[at++] = toModel[fileVertex];
            }
        }
        int[] starts = new int[corners / 3 + 1];
        Arrays.setAll(starts, k -> 3 * k);
        Mesh bare = Mesh.of(blocks.positions(), starts, vertices, Surface.bare());
        return bare.withSurface(surface(bare));
    }

    private Surface surface(Mesh bare) {
        boolean coloured = primitives.stream().anyMatch(p -> p.colour().isPresent());
        Materials materials = materials();
        List<String> groups = new ArrayList<>();
        int[] faceGroups = new int[0];
        if (primitives.stream().anyMatch(p -> p.group().isPresent())) {
            faceGroups = perFace(p -> indexOf(groups, p.group().orElse("")));
        }
        return new Surface(
                attribute(Primitive::uv, 2, (p, values) -> values).map(SurfaceReader::flip),
                attribute(Primitive::normal, 3, blocks::normals).map(given -> withComputed(bare, given)),
                coloured ? Optional.of(blocks.colours()) : Optional.empty(),
                materials.palette,
                materials.faces,
                groups,
                faceGroups);
    }

    private static <T> int indexOf(List<T> list, T value) {
        int index = list.indexOf(value);
        if (index < 0) {
            list.add(value);
            return list.size() - 1;
        }
        return index;
    }

    private int[] perFace(Function<Primitive, Integer> value) {
        int[] faces = new int[corners / 3];
        int at = 0;
        for (int p = 0; p < primitives.size(); p++) {
            int count = triangles.get(p).length / 3;
            Arrays.fill(faces, at, at + count, value.apply(primitives.get(p)));
            at += count;
        }
        return faces;
    }

    private record Materials(List<Material> palette, int[] faces) {}

    /** Primitives without a material get a plain one if others have materials. */
    private Materials materials() {
        MaterialReader reader = new MaterialReader(document, notes);
        List<Primitive> dressed = primitives.stream()
                .filter(p -> p.material().isPresent()
                        && !reader.isAssumed(p.material().getAsInt()))
                .toList();
        if (dressed.isEmpty()) {
            return new Materials(List.of(), new int[0]);
        }
        List<OptionalInt> used = new ArrayList<>();
        int[] faces = perFace(p -> indexOf(used, p.material()));
        List<Material> palette = used.stream()
                .map(m -> m.isPresent() ? reader.read(m.getAsInt()) : Material.plain("default"))
                .toList();
        return new Materials(palette, faces);
    }

    /** The rows of an accessor: every node that shows a mesh without a skin has its own. */
    record Row(int accessor, int node) {
        static Row of(Primitive primitive, int accessor) {
            return new Row(accessor, primitive.instance().node());
        }
    }

    /** Number of faces of each shown mesh, by {@link Primitive#part}. */
    public int[] facesOfParts(int parts) {
        int[] faces = new int[parts];
        for (int p = 0; p < primitives.size(); p++) {
            faces[primitives.get(p).part()] += triangles.get(p).length / 3;
        }
        return faces;
    }

    /** A row for each element of the accessors in use; the first row is for corners without a value. */
    private Optional<CornerAttribute> attribute(
            Function<Primitive, OptionalInt> accessorOf, int width, BiFunction<Primitive, float[], float[]> toModel) {
        Map<Row, Integer> firstRow = new HashMap<>();
        List<float[]> tables = new ArrayList<>();
        int rowCount = 1;
        for (Primitive primitive : primitives) {
            OptionalInt accessor = accessorOf.apply(primitive);
            if (accessor.isPresent() && !firstRow.containsKey(Row.of(primitive, accessor.getAsInt()))) {
                firstRow.put(Row.of(primitive, accessor.getAsInt()), rowCount);
                int vertices = blocks.block(primitive).toModel().length;
                tables.add(toModel.apply(primitive, blocks.sized(accessor.getAsInt(), width, vertices)));
                rowCount += vertices;
            }
        }
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        float[] values = new float[rowCount * width];
        int filled = width;
        for (float[] table : tables) {
            System.arraycopy(table, 0, values, filled, table.length);
            filled += table.length;
        }
        int[] rows = new int[corners];
        int at = 0;
        for (int p = 0; p < primitives.size(); p++) {
            OptionalInt accessor = accessorOf.apply(primitives.get(p));
            int first = accessor.isPresent() ? firstRow.get(Row.of(primitives.get(p), accessor.getAsInt())) : 0;
            for (int fileVertex : triangles.get(p)) {
                rows[at++] = accessor.isPresent() ? first + fileVertex : 0;
            }
        }
        return Optional.of(new CornerAttribute(width, values, rows));
    }

    /** Our v increases upwards in the image, glTF's downwards. */
    private static CornerAttribute flip(CornerAttribute uvs) {
        for (int k = 1; k < uvs.values().length; k += 2) {
            uvs.values()[k] = 1 - uvs.values()[k];
        }
        return uvs;
    }

    /** Corners without a normal get the normal of the surrounding faces. */
    private static CornerAttribute withComputed(Mesh bare, CornerAttribute given) {
        int[] rows = given.rows();
        if (Arrays.stream(rows).noneMatch(r -> r == 0)) {
            return given;
        }
        float[] computed = Normals.ofVertices(bare, bare.positions());
        int first = given.values().length / 3;
        float[] values = Arrays.copyOf(given.values(), given.values().length + computed.length);
        System.arraycopy(computed, 0, values, 3 * first, computed.length);
        for (int c = 0; c < rows.length; c++) {
            rows[c] = rows[c] == 0 ? first + bare.corners()[c] : rows[c];
        }
        return new CornerAttribute(3, values, rows);
    }

    /** Reads materials. Ignores properties that {@link Material} does not have; images that are missing or neither PNG nor JPEG are left out with a note. */
    private static final class MaterialReader {
        private final GltfDocument document;
        private final Set<String> notes;

        /** @param notes modified: images that are left out */
        MaterialReader(GltfDocument document, Set<String> notes) {
            this.document = document;
            this.notes = notes;
        }

        /** Whether our writer added the material to a mesh that had none. */
        boolean isAssumed(int index) {
            return document.list("materials")
                    .get(index)
                    .find("extras")
                    .filter(e -> e.node().isObject())
                    .flatMap(e -> e.find(Vocabulary.ASSUMED))
                    .isPresent();
        }

        Material read(int index) {
            JsonValue location = document.list("materials").get(index);
            String name = location.find("name").map(JsonValue::text).orElse("material_" + index);
            Optional<JsonValue> look = location.find("pbrMetallicRoughness");
            double[] colour = look.flatMap(l -> l.find("baseColorFactor"))
                    .map(c -> c.numbers(4))
                    .orElse(new double[] {1, 1, 1, 1});
            return new Material(
                    name,
                    (float) colour[0],
                    (float) colour[1],
                    (float) colour[2],
                    (float) colour[3],
                    factor(look, "roughnessFactor"),
                    factor(look, "metallicFactor"),
                    look.flatMap(l -> l.find("baseColorTexture")).flatMap(this::texture),
                    location.find("normalTexture").flatMap(this::bumps));
        }

        /** Only the first set of UVs is read; an image on another set would be misplaced. */
        private Optional<Material.NormalMap> bumps(JsonValue info) {
            boolean elsewhere = info.find("texCoord").map(t -> t.number() != 0).orElse(false);
            float scale = info.find("scale").map(s -> (float) s.number()).orElse(1f);
            return elsewhere ? Optional.empty() : texture(info).map(image -> new Material.NormalMap(image, scale));
        }

        private static float factor(Optional<JsonValue> look, String name) {
            return look.flatMap(l -> l.find(name)).map(f -> (float) f.number()).orElse(1f);
        }

        private Optional<Texture> texture(JsonValue info) {
            Optional<JsonValue> source =
                    document.follow(info.get("index"), "textures").find("source");
            return source.flatMap(s -> image(document.follow(s, "images"), s.index(Integer.MAX_VALUE, "images")));
        }

        private Optional<Texture> image(JsonValue image, int index) {
            ByteBuffer data;
            Optional<JsonValue> uri = image.find("uri");
            if (uri.isPresent()) {
                try {
                    data = UriData.load(document.file(), uri.get());
                } catch (InvalidInputException missing) {
                    notes.add(missing.getMessage() + "; its materials have no texture");
                    return Optional.empty();
                }
            } else {
                data = document.view(document.follow(image.get("bufferView"), "bufferViews"));
            }
            byte[] bytes = new byte[data.remaining()];
            data.duplicate().get(bytes);
            Optional<String> mimeType = ImageKind.of(bytes);
            String ending = mimeType.filter("image/png"::equals).isPresent() ? ".png" : ".jpg";
            String fallback = uri.map(JsonValue::text)
                    .filter(u -> !u.startsWith("data:"))
                    .map(u -> u.substring(u.lastIndexOf('/') + 1))
                    .orElse("image_" + index + ending);
            String name = image.find("name")
                    .map(JsonValue::text)
                    .filter(n -> !n.isBlank())
                    .orElse(fallback);
            if (mimeType.isEmpty()) {
                notes.add(document.file() + ": image '" + name
                        + "' is neither PNG nor JPEG and was left out; its materials have no texture");
            }
            return mimeType.map(type -> new Texture(name, type, bytes));
        }
    }
}
