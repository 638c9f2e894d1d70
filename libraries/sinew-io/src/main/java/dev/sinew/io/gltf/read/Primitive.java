package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A primitive of triangles, with the accessors it names.
 *
 * @param joints JOINTS_0, JOINTS_1 …
 * @param weights WEIGHTS_0, WEIGHTS_1 …, as many
 * @param group the name of what its faces belong to
 * @param targets positions of its morph targets
 * @param targetNormals normals of its morph targets, as many
 * @param stand where it is shown
 */
public record Primitive(
        JsonPlace place,
        int skin,
        int position,
        List<Integer> joints,
        List<Integer> weights,
        OptionalInt source,
        OptionalInt normal,
        OptionalInt uv,
        OptionalInt colour,
        OptionalInt material,
        Optional<String> group,
        List<OptionalInt> targets,
        List<OptionalInt> targetNormals,
        Stand stand) {
    /**
     * Where a mesh is shown.
     *
     * @param node that shows it; {@link NodeTree#NONE} where only its skin counts
     * @param skin that moves it; {@link NodeTree#NONE} where the node does
     * @param mirrored whether the node turns its faces inside out
     */
    public record Stand(int node, int skin, boolean mirrored) {}

    private static final int TRIANGLES = 4;
    private static final int STRIP = 5;
    private static final int FAN = 6;

    /** The primitives of all uses in order; points and lines are left out. */
    static List<Primitive> readAll(GltfDocument document, AccessorReader accessors, List<SkinnedNodes.Use> uses) {
        List<Primitive> primitives = new ArrayList<>();
        for (SkinnedNodes.Use use : uses) {
            JsonPlace mesh = document.list("meshes").get(use.mesh());
            // With several meshes their names tell the parts apart.
            Optional<String> name = uses.size() == 1
                    ? Optional.empty()
                    : Optional.of(mesh.find("name").map(JsonPlace::text).orElse("mesh_" + use.mesh()));
            for (JsonPlace place : mesh.get("primitives").elements()) {
                if (mode(place) >= TRIANGLES) {
                    Stand stand = new Stand(NodeTree.NONE, use.skin(), false);
                    primitives.add(read(document, accessors, place, stand, name));
                }
            }
        }
        return primitives;
    }

    /** The primitives of one mesh, shown somewhere; points and lines are left out. */
    public static List<Primitive> readMesh(
            GltfDocument document, AccessorReader accessors, int mesh, Stand stand, String name) {
        List<Primitive> primitives = new ArrayList<>();
        for (JsonPlace place :
                document.list("meshes").get(mesh).get("primitives").elements()) {
            if (mode(place) >= TRIANGLES) {
                primitives.add(read(document, accessors, place, stand, Optional.of(name)));
            }
        }
        return primitives;
    }

    private static int mode(JsonPlace place) {
        return place.find("mode").map(m -> m.integer(0, FAN)).orElse(TRIANGLES);
    }

    private static Primitive read(
            GltfDocument document, AccessorReader accessors, JsonPlace place, Stand stand, Optional<String> meshName) {
        JsonPlace attributes = place.get("attributes");
        int position = accessors.resolve(attributes.get("POSITION"));
        refuseDraco(document, place, accessors.place(position));
        List<Integer> joints = new ArrayList<>();
        List<Integer> weights = new ArrayList<>();
        boolean skinned = stand.skin() != NodeTree.NONE;
        for (int set = 0; skinned && attributes.find("JOINTS_" + set).isPresent(); set++) {
            joints.add(accessors.resolve(attributes.get("JOINTS_" + set)));
            weights.add(accessors.resolve(attributes.get("WEIGHTS_" + set)));
        }
        if (skinned && joints.isEmpty()) {
            throw attributes.bad("has no JOINTS_0, which a skinned mesh needs");
        }
        Optional<String> group = place.find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find("group"))
                .filter(g -> g.node().isString())
                .map(JsonPlace::text);
        int materials = document.list("materials").size();
        Optional<Integer> material = place.find("material").map(m -> m.index(materials, "materials"));
        return new Primitive(
                place,
                stand.skin(),
                position,
                joints,
                weights,
                accessor(accessors, attributes, Vocabulary.SOURCE_VERTEX),
                accessor(accessors, attributes, "NORMAL"),
                accessor(accessors, attributes, "TEXCOORD_0"),
                accessor(accessors, attributes, "COLOR_0"),
                material.map(OptionalInt::of).orElse(OptionalInt.empty()),
                group.or(() -> meshName),
                targets(accessors, place, "POSITION"),
                targets(accessors, place, "NORMAL"),
                stand);
    }

    private static List<OptionalInt> targets(AccessorReader accessors, JsonPlace place, String name) {
        return place.list("targets").stream()
                .map(target -> accessor(accessors, target, name))
                .toList();
    }

    private static OptionalInt accessor(AccessorReader accessors, JsonPlace attributes, String name) {
        Optional<Integer> index = attributes.find(name).map(accessors::resolve);
        return index.map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    /** A file may offer Draco data beside plain data; where it offers only that, it can not be read. */
    private static void refuseDraco(GltfDocument document, JsonPlace place, JsonPlace position) {
        String draco = "KHR_draco_mesh_compression";
        if (position.find("bufferView").isEmpty()
                && place.find("extensions").flatMap(e -> e.find(draco)).isPresent()) {
            throw document.bad("uses the extension " + draco + ", which is not read; save it without");
        }
    }

    /** Vertex indices, three a triangle, each checked to be one of the primitive's. */
    int[] triangles(AccessorReader accessors) {
        int vertices = accessors.count(position);
        int[] indices;
        Optional<JsonPlace> named = place.find("indices");
        if (named.isPresent()) {
            indices = accessors.indices(accessors.resolve(named.get()));
        } else {
            indices = new int[vertices];
            java.util.Arrays.setAll(indices, k -> k);
        }
        for (int k = 0; k < indices.length; k++) {
            if (indices[k] >= vertices) {
                throw place.bad("names vertex " + indices[k] + " at index " + k + " of " + vertices + " vertices");
            }
        }
        int[] triangles = switch (mode(place)) {
            case STRIP -> unrolled(indices, STRIP);
            case FAN -> unrolled(indices, FAN);
            default -> java.util.Arrays.copyOf(indices, indices.length / 3 * 3);
        };
        for (int k = 0; stand.mirrored() && k < triangles.length; k += 3) {
            int second = triangles[k + 1];
            triangles[k + 1] = triangles[k + 2];
            triangles[k + 2] = second;
        }
        return triangles;
    }

    private static int[] unrolled(int[] indices, int mode) {
        int[] triangles = new int[3 * Math.max(0, indices.length - 2)];
        for (int k = 0; k < triangles.length / 3; k++) {
            // Every other triangle of a strip runs the other way round.
            int odd = mode == STRIP ? k & 1 : 0;
            triangles[3 * k] = indices[mode == STRIP ? k : 0];
            triangles[3 * k + 1] = indices[k + 1 + odd];
            triangles[3 * k + 2] = indices[k + 2 - odd];
        }
        return triangles;
    }
}
