package dev.sinew.io.handles;

import dev.sinew.io.file.JsonValue;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Handles as JSON, the same in files and in the glTF extension; {@code docs/reference/handles.schema.json} describes it. */
public final class HandlesJson {
    /** Vertex positions; points and regions may refer to vertices. */
    public interface Vertices {
        int count();

        double[] position(int i);
    }

    private HandlesJson() {}

    /** A mesh's vertices. */
    public static Vertices vertices(Mesh mesh) {
        return new Vertices() {
            @Override
            public int count() {
                return mesh.vertexCount();
            }

            @Override
            public double[] position(int i) {
                float[] p = mesh.positions();
                return new double[] {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
            }
        };
    }

    /** @param toMesh maps a position of the file to the mesh's coordinates */
    public static HandleSet read(JsonValue root, Vertices vertices, UnaryOperator<double[]> toMesh) {
        Members.require(root, "handles", "cage");
        List<Handle> handles = new ArrayList<>();
        for (JsonValue entry : root.list("handles")) {
            handles.add(handle(entry, vertices, toMesh));
        }
        int[] triangles = readCage(root, handles, toMesh);
        if (handles.isEmpty()) {
            throw root.bad("has neither 'handles' nor a 'cage'; at least one handle is required");
        }
        try {
            HandleSet set = new HandleSet(parentsFirst(root, handles), triangles);
            set.skeleton();
            return set;
        } catch (IllegalArgumentException wrong) {
            throw root.bad("is inconsistent: " + wrong.getMessage());
        }
    }

    private static Handle handle(JsonValue entry, Vertices vertices, UnaryOperator<double[]> toMesh) {
        String name = entry.get("name").name();
        String type = entry.get("type").text();
        requireMembers(entry, type);
        return switch (type) {
            case "point" -> new Handle.Point(name, pointPosition(entry, vertices, toMesh));
            case "bone" ->
                new Handle.Bone(
                        name,
                        toMesh.apply(entry.get("from").numbers(3)),
                        toMesh.apply(entry.get("to").numbers(3)),
                        entry.find("parent").map(JsonValue::text));
            default -> region(entry, name, vertices);
        };
    }

    private static void requireMembers(JsonValue entry, String type) {
        switch (type) {
            case "point" -> Members.require(entry, "name", "type", "position", "vertex");
            case "bone" -> Members.require(entry, "name", "type", "from", "to", "parent");
            case "region" -> Members.require(entry, "name", "type", "vertices");
            default -> throw entry.get("type").bad("is '" + type + "'; it must be point, bone or region");
        }
    }

    private static double[] pointPosition(JsonValue entry, Vertices vertices, UnaryOperator<double[]> toMesh) {
        Optional<JsonValue> vertex = entry.find("vertex");
        if (vertex.isPresent()) {
            if (entry.find("position").isPresent()) {
                throw entry.bad("has a position and a vertex; it must have exactly one of them");
            }
            return vertices.position(vertex.get().index(vertices.count(), "vertices"));
        }
        return toMesh.apply(entry.get("position").numbers(3));
    }

    private static Handle region(JsonValue entry, String name, Vertices vertices) {
        List<JsonValue> list = entry.get("vertices").elements();
        int[] indices = new int[list.size()];
        double[] middle = new double[3];
        for (int k = 0; k < indices.length; k++) {
            indices[k] = list.get(k).index(vertices.count(), "vertices");
            double[] at = vertices.position(indices[k]);
            for (int d = 0; d < 3; d++) {
                middle[d] += at[d] / indices.length;
            }
        }
        if (indices.length == 0) {
            throw entry.bad("is a region without vertices; it needs at least one");
        }
        return new Handle.Region(name, indices, middle);
    }

    private static int[] readCage(JsonValue root, List<Handle> handles, UnaryOperator<double[]> toMesh) {
        Optional<JsonValue> cage = root.find("cage");
        if (cage.isEmpty()) {
            return new int[0];
        }
        JsonValue location = cage.get();
        Members.require(location, "name", "positions", "triangles");
        List<JsonValue> positions = location.get("positions").elements();
        String prefix = location.find("name").map(JsonValue::name).orElse("cage");
        double[][] corners = new double[positions.size()][];
        for (int k = 0; k < corners.length; k++) {
            corners[k] = toMesh.apply(positions.get(k).numbers(3));
            handles.add(new Handle.CageVertex(prefix + "_" + k, k, corners[k]));
        }
        int[] triangles = cageTriangles(location, corners.length);
        CageShape.require(location, prefix, corners, triangles);
        return triangles;
    }

    private static int[] cageTriangles(JsonValue cage, int positions) {
        List<JsonValue> faces = cage.get("triangles").elements();
        int[] triangles = new int[3 * faces.size()];
        for (int f = 0; f < faces.size(); f++) {
            List<JsonValue> corners = faces.get(f).elements();
            if (corners.size() != 3) {
                throw faces.get(f).bad("has " + corners.size() + " corners; a cage must consist of triangles");
            }
            for (int c = 0; c < 3; c++) {
                triangles[3 * f + c] = corners.get(c).index(positions, "cage positions");
            }
        }
        return triangles;
    }

    /** Orders parents before children, as skeletons require; files need not. */
    private static List<Handle> parentsFirst(JsonValue root, List<Handle> handles) {
        List<Handle> out = new ArrayList<>();
        List<Handle> left = new ArrayList<>(handles);
        while (!left.isEmpty()) {
            int before = left.size();
            left.removeIf(handle -> {
                boolean waits = handle instanceof Handle.Bone bone
                        && bone.parent().isPresent()
                        && handles.stream()
                                .anyMatch(h -> h.name().equals(bone.parent().get()))
                        && out.stream()
                                .noneMatch(h -> h.name().equals(bone.parent().get()));
                if (!waits) {
                    out.add(handle);
                }
                return !waits;
            });
            if (left.size() == before) {
                throw new InvalidInputException(
                        root.bad("").getMessage() + "bone '" + left.get(0).name() + "' is its own ancestor");
            }
        }
        return out;
    }

    /** Writes the format that {@link #read} reads. */
    public static void write(ObjectNode root, HandleSet set) {
        ArrayNode list = root.putArray("handles");
        for (Handle handle : set.handles()) {
            if (handle instanceof Handle.Point point) {
                put(entry(list, "point", point.name()), "position", point.position());
            } else if (handle instanceof Handle.Bone bone) {
                ObjectNode node = entry(list, "bone", bone.name());
                put(node, "from", bone.from());
                put(node, "to", bone.to());
                bone.parent().ifPresent(parent -> node.put("parent", parent));
            } else if (handle instanceof Handle.Region region) {
                ArrayNode vertices = entry(list, "region", region.name()).putArray("vertices");
                for (int i : region.vertices()) {
                    vertices.add(i);
                }
            }
        }
        if (set.hasCage()) {
            writeCage(root.putObject("cage"), set);
        }
    }

    private static void writeCage(ObjectNode cage, HandleSet set) {
        Handle.CageVertex[] vertices = set.cageVertices();
        String first = vertices[0].name();
        cage.put("name", first.substring(0, first.lastIndexOf('_')));
        ArrayNode positions = cage.putArray("positions");
        for (Handle.CageVertex vertex : vertices) {
            ArrayNode row = positions.addArray();
            for (double x : vertex.position()) {
                row.add(x);
            }
        }
        ArrayNode triangles = cage.putArray("triangles");
        for (int f = 0; f < set.cageTriangles().length; f += 3) {
            ArrayNode row = triangles.addArray();
            for (int c = 0; c < 3; c++) {
                row.add(set.cageTriangles()[f + c]);
            }
        }
    }

    private static ObjectNode entry(ArrayNode list, String type, String name) {
        return list.addObject().put("name", name).put("type", type);
    }

    private static void put(ObjectNode node, String name, double[] numbers) {
        ArrayNode array = node.putArray(name);
        for (double x : numbers) {
            array.add(x);
        }
    }

    /** Rejects cages that enclose no volume, because weights are computed inside the cage. */
    private static final class CageShape {
        /** As a fraction of the cube of the largest extent; thinner cages have no numerical interior. */
        private static final double MIN_RELATIVE_VOLUME = 1e-9;

        private CageShape() {}

        static void require(JsonValue location, String name, double[][] corners, int[] triangles) {
            if (triangles.length == 0) {
                throw location.bad("'" + name + "' has no triangles; it must be a closed mesh around the shape");
            }
            Set<Integer> used = new HashSet<>();
            for (int corner : triangles) {
                used.add(corner);
            }
            for (int k = 0; k < corners.length; k++) {
                if (!used.contains(k)) {
                    throw location.bad("'" + name + "' does not use position " + k
                            + " in any triangle; each position must be a corner");
                }
            }
            Set<List<Integer>> directed = requireClosed(location, name, triangles);
            // Triangles with different orientations would cancel out; then only flat cages are detected.
            boolean sameOrientation = directed.size() == triangles.length;
            double volume = volume(corners, triangles, sameOrientation);
            if (!(volume > MIN_RELATIVE_VOLUME * Math.pow(extent(corners), 3))) {
                throw location.bad("'" + name + "' has the volume " + volume + "; it must be greater than 0");
            }
        }

        private static Set<List<Integer>> requireClosed(JsonValue location, String name, int[] triangles) {
            Set<List<Integer>> directed = new HashSet<>();
            Map<List<Integer>, Integer> shared = new HashMap<>();
            for (int at = 0; at < triangles.length; at++) {
                int a = triangles[at];
                int b = triangles[at % 3 == 2 ? at - 2 : at + 1];
                if (a == b) {
                    throw location.bad("'" + name + "' has triangle " + at / 3 + " with corner " + a
                            + " twice; its corners must differ");
                }
                directed.add(List.of(a, b));
                shared.merge(List.of(Math.min(a, b), Math.max(a, b)), 1, Integer::sum);
            }
            for (int at = 0; at < triangles.length; at++) {
                int a = triangles[at];
                int b = triangles[at % 3 == 2 ? at - 2 : at + 1];
                int count = shared.get(List.of(Math.min(a, b), Math.max(a, b)));
                if (count != 2) {
                    throw location.bad("'" + name + "' is not closed: the edge " + a + "–" + b + " of triangle "
                            + at / 3 + " is in " + count + (count == 1 ? " triangle" : " triangles")
                            + "; it must be in 2");
                }
            }
            return directed;
        }

        /**
         * The volume of the tetrahedra from the first corner to each triangle: signed sum if all have the same orientation,
         * else the sum of absolute values.
         */
        private static double volume(double[][] corners, int[] triangles, boolean sameOrientation) {
            double sum = 0;
            for (int at = 0; at < triangles.length; at += 3) {
                double[] a = from(corners[0], corners[triangles[at]]);
                double[] b = from(corners[0], corners[triangles[at + 1]]);
                double[] c = from(corners[0], corners[triangles[at + 2]]);
                double six = a[0] * (b[1] * c[2] - b[2] * c[1])
                        + a[1] * (b[2] * c[0] - b[0] * c[2])
                        + a[2] * (b[0] * c[1] - b[1] * c[0]);
                sum += sameOrientation ? six : Math.abs(six);
            }
            return Math.abs(sum) / 6;
        }

        private static double[] from(double[] origin, double[] point) {
            return new double[] {point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]};
        }

        private static double extent(double[][] corners) {
            double extent = 0;
            for (double[] corner : corners) {
                for (int d = 0; d < 3; d++) {
                    extent = Math.max(extent, 2 * Math.abs(corner[d] - corners[0][d]));
                }
            }
            return extent;
        }
    }

    /** The members that our JSON may have: a mistyped one would otherwise be ignored silently. */
    static final class Members {
        /** Allowed everywhere and ignored: the schema for editors, a comment, data of other programs. */
        private static final List<String> ANYWHERE = List.of("$schema", "comment", "extras");

        private Members() {}

        static void require(JsonValue location, String... names) {
            Set<String> allowed = new HashSet<>(List.of(names));
            allowed.addAll(ANYWHERE);
            location.requireOnly(allowed);
        }
    }
}
