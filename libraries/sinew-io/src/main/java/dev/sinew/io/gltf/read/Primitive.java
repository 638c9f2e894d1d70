package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A primitive of triangles, with the accessors it refers to.
 *
 * @param joints JOINTS_0, JOINTS_1 …
 * @param weights WEIGHTS_0, WEIGHTS_1 …, the same number
 * @param group name of the group of its faces
 * @param targets positions of its morph targets
 * @param targetNormals normals of its morph targets, the same number
 * @param instance where it is shown
 * @param part index of the shown mesh that it belongs to
 */
public record Primitive(
        JsonValue location,
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
        Instance instance,
        int part) {
    /**
     * Where a mesh is shown.
     *
     * @param node the node that shows it; {@link NodeTree#NONE} if only its skin matters
     * @param skin the skin that moves it; {@link NodeTree#NONE} if the node does
     * @param mirrored whether the node's transform reverses its faces
     */
    public record Instance(int node, int skin, boolean mirrored) {}

    private static final int STRIP = 5;
    private static final int FAN = 6;

    /** The primitives of all parts in order; points and lines are ignored. */
    static List<Primitive> readAll(GltfDocument document, AccessorReader accessors, List<RigFile.Part> parts) {
        List<Primitive> primitives = new ArrayList<>();
        for (int p = 0; p < parts.size(); p++) {
            RigFile.Part part = parts.get(p);
            JsonValue mesh = document.list("meshes").get(part.mesh());
            // With several meshes, their names distinguish the parts.
            Optional<String> name = parts.size() == 1
                    ? Optional.empty()
                    : Optional.of(mesh.find("name").map(JsonValue::text).orElse("mesh_" + part.mesh()));
            for (JsonValue location : mesh.get("primitives").elements()) {
                if (mode(location) >= Vocabulary.TRIANGLES) {
                    primitives.add(read(document, accessors, location, part.instance(), name, p));
                }
            }
        }
        return primitives;
    }

    /** The primitives of one mesh shown in the scene; points and lines are ignored. */
    public static List<Primitive> readMesh(
            GltfDocument document, AccessorReader accessors, int mesh, Instance instance, String name) {
        List<Primitive> primitives = new ArrayList<>();
        for (JsonValue location :
                document.list("meshes").get(mesh).get("primitives").elements()) {
            if (mode(location) >= Vocabulary.TRIANGLES) {
                primitives.add(read(document, accessors, location, instance, Optional.of(name), 0));
            }
        }
        return primitives;
    }

    private static int mode(JsonValue location) {
        return location.find("mode").map(m -> m.integer(0, FAN)).orElse(Vocabulary.TRIANGLES);
    }

    private static Primitive read(
            GltfDocument document,
            AccessorReader accessors,
            JsonValue location,
            Instance instance,
            Optional<String> meshName,
            int part) {
        JsonValue attributes = location.get("attributes");
        int position = accessors.resolve(attributes.get("POSITION"));
        List<Integer> joints = new ArrayList<>();
        List<Integer> weights = new ArrayList<>();
        boolean skinned = instance.skin() != NodeTree.NONE;
        for (int set = 0; skinned && attributes.find("JOINTS_" + set).isPresent(); set++) {
            joints.add(accessors.resolve(attributes.get("JOINTS_" + set)));
            weights.add(accessors.resolve(attributes.get("WEIGHTS_" + set)));
        }
        if (skinned && joints.isEmpty()) {
            throw attributes.bad("has no JOINTS_0, which a skinned mesh requires");
        }
        Optional<String> group = location.find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find("group"))
                .filter(g -> g.node().isString())
                .map(JsonValue::text);
        int materials = document.list("materials").size();
        Optional<Integer> material = location.find("material").map(m -> m.index(materials, "materials"));
        return new Primitive(
                location,
                instance.skin(),
                position,
                joints,
                weights,
                accessor(accessors, attributes, Vocabulary.SOURCE_VERTEX),
                accessor(accessors, attributes, "NORMAL"),
                accessor(accessors, attributes, "TEXCOORD_0"),
                accessor(accessors, attributes, "COLOR_0"),
                material.map(OptionalInt::of).orElse(OptionalInt.empty()),
                group.or(() -> meshName),
                targets(accessors, location, "POSITION"),
                targets(accessors, location, "NORMAL"),
                instance,
                part);
    }

    private static List<OptionalInt> targets(AccessorReader accessors, JsonValue location, String name) {
        return location.list("targets").stream()
                .map(target -> accessor(accessors, target, name))
                .toList();
    }

    private static OptionalInt accessor(AccessorReader accessors, JsonValue attributes, String name) {
        Optional<Integer> index = attributes.find(name).map(accessors::resolve);
        return index.map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    /** Vertex indices, three per triangle, each checked to be in range. */
    int[] triangles(AccessorReader accessors) {
        int vertices = accessors.count(position);
        int[] indices;
        Optional<JsonValue> named = location.find("indices");
        if (named.isPresent()) {
            indices = accessors.indices(accessors.resolve(named.get()));
        } else {
            indices = new int[vertices];
            java.util.Arrays.setAll(indices, k -> k);
        }
        for (int k = 0; k < indices.length; k++) {
            if (indices[k] >= vertices) {
                throw location.bad("refers to vertex " + indices[k] + " at index " + k + ", but there are " + vertices
                        + " vertices");
            }
        }
        int[] triangles = switch (mode(location)) {
            case STRIP -> unroll(indices, STRIP);
            case FAN -> unroll(indices, FAN);
            default -> java.util.Arrays.copyOf(indices, indices.length / 3 * 3);
        };
        for (int k = 0; instance.mirrored() && k < triangles.length; k += 3) {
            int second = triangles[k + 1];
            triangles[k + 1] = triangles[k + 2];
            triangles[k + 2] = second;
        }
        return triangles;
    }

    private static int[] unroll(int[] indices, int mode) {
        int[] triangles = new int[3 * Math.max(0, indices.length - 2)];
        for (int k = 0; k < triangles.length / 3; k++) {
            // Every other triangle of a strip has the opposite winding order.
            int odd = mode == STRIP ? k & 1 : 0;
            triangles[3 * k] = indices[mode == STRIP ? k : 0];
            triangles[3 * k + 1] = indices[k + 1 + odd];
            triangles[3 * k + 2] = indices[k + 2 - odd];
        }
        return triangles;
    }
}
