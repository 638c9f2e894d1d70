package dev.sinew.io.handles;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.RefusedException;
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

/** Handles as JSON, the same in files and in the GLB extension; {@code docs/handles.schema.json} describes it. */
public final class HandlesJson {
    /** Where vertex i is; points and regions may be given by vertices. */
    public interface Vertices {
        int count();

        double[] position(int i);
    }

    private HandlesJson() {}

    /** A mesh's vertices as places. */
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

    /** @param place brings a position of the file to the mesh's coordinates */
    public static HandleSet read(JsonPlace root, Vertices vertices, UnaryOperator<double[]> place) {
        Members.require(root, "handles", "cage");
        List<Handle> handles = new ArrayList<>();
        for (JsonPlace entry : root.list("handles")) {
            handles.add(handle(entry, vertices, place));
        }
        int[] triangles = readCage(root, handles, place);
        if (handles.isEmpty()) {
            throw root.bad("has neither 'handles' nor a 'cage', at least one handle is needed");
        }
        try {
            HandleSet set = new HandleSet(parentsFirst(root, handles), triangles);
            set.skeleton();
            return set;
        } catch (IllegalArgumentException wrong) {
            throw root.bad("does not make sense: " + wrong.getMessage());
        }
    }

    private static Handle handle(JsonPlace entry, Vertices vertices, UnaryOperator<double[]> place) {
        String name = entry.get("name").name();
        String type = entry.get("type").text();
        requireMembers(entry, type);
        return switch (type) {
            case "point" -> new Handle.Point(name, pointPosition(entry, vertices, place));
            case "bone" ->
                new Handle.Bone(
                        name,
                        place.apply(entry.get("from").numbers(3)),
                        place.apply(entry.get("to").numbers(3)),
                        entry.find("parent").map(JsonPlace::text));
            default -> region(entry, name, vertices);
        };
    }

    private static void requireMembers(JsonPlace entry, String type) {
        switch (type) {
            case "point" -> Members.require(entry, "name", "type", "position", "vertex");
            case "bone" -> Members.require(entry, "name", "type", "from", "to", "parent");
            case "region" -> Members.require(entry, "name", "type", "vertices");
            default -> throw entry.get("type").bad("is '" + type + "', it must be point, bone or region");
        }
    }

    private static double[] pointPosition(JsonPlace entry, Vertices vertices, UnaryOperator<double[]> place) {
        Optional<JsonPlace> vertex = entry.find("vertex");
        if (vertex.isPresent()) {
            if (entry.find("position").isPresent()) {
                throw entry.bad("has a position and a vertex, one of them is needed");
            }
            return vertices.position(vertex.get().index(vertices.count(), "vertices"));
        }
        return place.apply(entry.get("position").numbers(3));
    }

    private static Handle region(JsonPlace entry, String name, Vertices vertices) {
        List<JsonPlace> list = entry.get("vertices").elements();
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
            throw entry.bad("is a region of no vertices, at least 1 is needed");
        }
        return new Handle.Region(name, indices, middle);
    }

    private static int[] readCage(JsonPlace root, List<Handle> handles, UnaryOperator<double[]> toMesh) {
        Optional<JsonPlace> cage = root.find("cage");
        if (cage.isEmpty()) {
            return new int[0];
        }
        JsonPlace place = cage.get();
        Members.require(place, "name", "positions", "triangles");
        List<JsonPlace> positions = place.get("positions").elements();
        String prefix = place.find("name").map(JsonPlace::name).orElse("cage");
        double[][] corners = new double[positions.size()][];
        for (int k = 0; k < corners.length; k++) {
            corners[k] = toMesh.apply(positions.get(k).numbers(3));
            handles.add(new Handle.CageVertex(prefix + "_" + k, k, corners[k]));
        }
        int[] triangles = cageTriangles(place, corners.length);
        CageShape.require(place, prefix, corners, triangles);
        return triangles;
    }

    private static int[] cageTriangles(JsonPlace cage, int positions) {
        List<JsonPlace> faces = cage.get("triangles").elements();
        int[] triangles = new int[3 * faces.size()];
        for (int f = 0; f < faces.size(); f++) {
            List<JsonPlace> corners = faces.get(f).elements();
            if (corners.size() != 3) {
                throw faces.get(f).bad("has " + corners.size() + " corners, a cage is made of triangles");
            }
            for (int c = 0; c < 3; c++) {
                triangles[3 * f + c] = corners.get(c).index(positions, "cage positions");
            }
        }
        return triangles;
    }

    /** Skeletons have parents before children, files need not. */
    private static List<Handle> parentsFirst(JsonPlace root, List<Handle> handles) {
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
                throw new RefusedException(
                        root.bad("").getMessage() + "bone '" + left.get(0).name() + "' is its own ancestor");
            }
        }
        return out;
    }

    /** Writes what {@link #read} reads. */
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

    /** Refuses cages that enclose nothing: weights in a cage need an inside. */
    private static final class CageShape {
        /** Of the cube of the largest extent; what is thinner has no inside in numbers of our precision. */
        private static final double LEAST_VOLUME = 1e-9;

        private CageShape() {}

        static void require(JsonPlace place, String name, double[][] corners, int[] triangles) {
            if (triangles.length == 0) {
                throw place.bad("'" + name + "' has no triangles, it must be a closed mesh around the shape");
            }
            Set<Integer> used = new HashSet<>();
            for (int corner : triangles) {
                used.add(corner);
            }
            for (int k = 0; k < corners.length; k++) {
                if (!used.contains(k)) {
                    throw place.bad(
                            "'" + name + "' has position " + k + " in no triangle, every one must be a corner of it");
                }
            }
            Set<List<Integer>> directed = requireClosed(place, name, triangles);
            // Triangles that turn different ways would cancel out; then only what lies in one plane is found out.
            boolean turnAlike = directed.size() == triangles.length;
            double volume = volume(corners, triangles, turnAlike);
            if (!(volume > LEAST_VOLUME * Math.pow(extent(corners), 3))) {
                throw place.bad("'" + name + "' has the volume " + volume + ", it must be greater than 0");
            }
        }

        private static Set<List<Integer>> requireClosed(JsonPlace place, String name, int[] triangles) {
            Set<List<Integer>> directed = new HashSet<>();
            Map<List<Integer>, Integer> shared = new HashMap<>();
            for (int at = 0; at < triangles.length; at++) {
                int a = triangles[at];
                int b = triangles[at % 3 == 2 ? at - 2 : at + 1];
                if (a == b) {
                    throw place.bad("'" + name + "' has triangle " + at / 3 + " with corner " + a
                            + " twice, its corners must differ");
                }
                directed.add(List.of(a, b));
                shared.merge(List.of(Math.min(a, b), Math.max(a, b)), 1, Integer::sum);
            }
            for (int at = 0; at < triangles.length; at++) {
                int a = triangles[at];
                int b = triangles[at % 3 == 2 ? at - 2 : at + 1];
                int count = shared.get(List.of(Math.min(a, b), Math.max(a, b)));
                if (count != 2) {
                    throw place.bad("'" + name + "' is not closed: the edge " + a + "–" + b + " of triangle " + at / 3
                            + " is in " + count + (count == 1 ? " triangle" : " triangles") + ", it must be in 2");
                }
            }
            return directed;
        }

        /** Of the tetrahedra from the first corner to each triangle: their sum where all turn alike, else their sizes. */
        private static double volume(double[][] corners, int[] triangles, boolean turnAlike) {
            double sum = 0;
            for (int at = 0; at < triangles.length; at += 3) {
                double[] a = from(corners[0], corners[triangles[at]]);
                double[] b = from(corners[0], corners[triangles[at + 1]]);
                double[] c = from(corners[0], corners[triangles[at + 2]]);
                double six = a[0] * (b[1] * c[2] - b[2] * c[1])
                        + a[1] * (b[2] * c[0] - b[0] * c[2])
                        + a[2] * (b[0] * c[1] - b[1] * c[0]);
                sum += turnAlike ? six : Math.abs(six);
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

    /** Which members our JSON may have: a mistyped one would otherwise do nothing without a word. */
    static final class Members {
        /** Allowed anywhere and not read: the schema for editors, a remark, what other programs keep. */
        private static final List<String> ANYWHERE = List.of("$schema", "comment", "extras");

        private Members() {}

        static void require(JsonPlace place, String... names) {
            Set<String> allowed = new HashSet<>(List.of(names));
            allowed.addAll(ANYWHERE);
            place.requireOnly(allowed);
        }
    }
}
