package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.read.MorphNormals.MorphTargets;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Correctives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The morph targets of a file's only skinned mesh, and their weights in clips. With several meshes they are ignored. */
public final class ShapeReader {
    private final RigFile rig;
    private final int node;
    private final int count;

    ShapeReader(RigFile rig) {
        this.rig = rig;
        node = rig.uses.size() == 1 ? shownBy(rig) : NodeTree.NONE;
        count = node == NodeTree.NONE ? 0 : MorphTargets.count(rig.document, node);
    }

    /** The first node that shows the mesh with its skin; animations move the targets there. */
    private static int shownBy(RigFile rig) {
        List<JsonValue> nodes = rig.document.list("nodes");
        boolean[] inScene = SkinnedNodes.inScene(rig.document);
        int first = NodeTree.NONE;
        for (int n = nodes.size() - 1; n >= 0; n--) {
            if (isUse(rig, nodes.get(n)) && (first == NodeTree.NONE || inScene[n] || !inScene[first])) {
                first = n;
            }
        }
        return first;
    }

    private static boolean isUse(RigFile rig, JsonValue node) {
        SkinnedNodes.Use use = rig.uses.get(0);
        Optional<JsonValue> mesh = node.find("mesh");
        Optional<JsonValue> skin = node.find("skin");
        return mesh.isPresent()
                && skin.isPresent()
                && mesh.get().index(rig.document.list("meshes").size(), "meshes") == use.mesh()
                && skin.get().index(rig.document.list("skins").size(), "skins") == use.skin();
    }

    /** Number of targets. */
    public int count() {
        return count;
    }

    /**
     * A mesh and its shapes.
     *
     * @param rest the mesh without animation, which weights are relative to
     */
    public record Shaped(Mesh rest, Correctives shapes) {}

    /** @param mesh as read by {@link SurfaceReader} */
    public Shaped shaped(Mesh mesh) {
        Correctives shapes = read(mesh);
        double[] restWeights = count == 0 ? new double[0] : MorphTargets.restWeights(rig.document, node);
        if (Arrays.stream(restWeights).allMatch(c -> c == 0)) {
            return new Shaped(mesh, shapes);
        }
        Mesh rest = mesh.withPositions(shapes.addToPositions(mesh.positions(), restWeights, 0));
        Optional<CornerAttribute> rows = mesh.surface().normals();
        if (shapes.normals().length == 0 || rows.isEmpty()) {
            return new Shaped(rest, shapes);
        }
        float[] turned = shapes.addToNormals(rows.get().values(), restWeights, 0);
        normalise(turned, shapes.normals());
        CornerAttribute normals = new CornerAttribute(3, turned, rows.get().rows());
        return new Shaped(rest.withSurface(rest.surface().withNormals(Optional.of(normals))), shapes);
    }

    /** Normalises rows and scales the shapes' offsets accordingly. @param rows modified @param shapes modified */
    private static void normalise(float[] rows, float[][] shapes) {
        for (int at = 0; at + 2 < rows.length; at += 3) {
            double length = Math.sqrt((double) rows[at] * rows[at]
                    + (double) rows[at + 1] * rows[at + 1]
                    + (double) rows[at + 2] * rows[at + 2]);
            for (int x = at; x < at + 3 && length > 0; x++) {
                rows[x] = (float) (rows[x] / length);
                for (float[] shape : shapes) {
                    shape[x] = (float) (shape[x] / length);
                }
            }
        }
    }

    private Correctives read(Mesh rest) {
        if (count == 0) {
            return Correctives.NONE;
        }
        float[][] positions = new float[count][3 * rig.blocks.count()];
        for (VertexBlocks.Block block : rig.blocks.all()) {
            for (int k = 0; k < count; k++) {
                Optional<float[]> offsets =
                        offsets(block.primitive(), k, "POSITION").map(o -> rig.blocks.toModel(o, true));
                if (offsets.isPresent()) {
                    System.arraycopy(offsets.get(), 0, positions[k], 3 * block.first(), 3 * block.count());
                }
            }
        }
        return new Correctives(names(), positions, normals(rest.surface().normals()));
    }

    private Optional<float[]> offsets(Primitive primitive, int k, String attribute) {
        List<JsonValue> targets = primitive.location().list("targets");
        Optional<JsonValue> named = k < targets.size() ? targets.get(k).find(attribute) : Optional.empty();
        return named.map(index -> {
            int accessor = rig.accessors.resolve(index);
            rig.accessors.finiteFloats(accessor, 3);
            return rig.blocks.sized(accessor, 3, rig.blocks.block(primitive).toModel().length);
        });
    }

    /**
     * Rows are in the surface's order: one for corners without a vertex row, then those of each accessor when first used.
     */
    private float[][] normals(Optional<CornerAttribute> rest) {
        boolean none = rig.primitives.stream()
                .noneMatch(p -> p.location().list("targets").stream()
                        .anyMatch(target -> target.find("NORMAL").isPresent()));
        if (none || rest.isEmpty()) {
            return new float[0][];
        }
        float[][] normals = new float[count][rest.get().values().length];
        Map<Integer, Integer> firstRows = new HashMap<>();
        int next = 1;
        for (Primitive primitive : rig.primitives) {
            if (primitive.normal().isEmpty()) {
                continue;
            }
            int vertices = rig.blocks.block(primitive).toModel().length;
            int accessor = primitive.normal().getAsInt();
            if (!firstRows.containsKey(accessor)) {
                firstRows.put(accessor, next);
                next += vertices;
            }
            int to = 3 * firstRows.get(accessor);
            for (int k = 0; k < count; k++) {
                Optional<float[]> offsets = offsets(primitive, k, "NORMAL").map(o -> rig.blocks.toModel(o, false));
                if (offsets.isPresent()) {
                    System.arraycopy(offsets.get(), 0, normals[k], to, 3 * vertices);
                }
            }
        }
        return normals;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        Optional<JsonValue> given = rig.document
                .list("meshes")
                .get(rig.uses.get(0).mesh())
                .find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find("targetNames"))
                .filter(n -> n.node().isArray());
        List<JsonValue> elements = given.map(JsonValue::elements).orElse(List.of());
        for (int k = 0; k < count; k++) {
            boolean named = k < elements.size() && elements.get(k).node().isString();
            names.add(named ? elements.get(k).text() : "target_" + k);
        }
        return names;
    }

    /** F·K: the weight of each target at some times of a clip, minus its weight without animation. */
    public double[] amounts(GltfClip clip, double[] seconds) {
        if (count == 0) {
            return new double[0];
        }
        double[] restWeights = MorphTargets.restWeights(rig.document, node);
        Optional<GltfClip.MorphChannel> channel =
                clip.morphs().stream().filter(c -> c.node() == node).findFirst();
        double[] amounts = new double[seconds.length * count];
        double[] value = new double[4];
        for (int f = 0; f < seconds.length; f++) {
            for (int k = 0; k < count; k++) {
                value[0] = restWeights[k];
                if (channel.isPresent()) {
                    channel.get().samplers().get(k).at(seconds[f], value);
                }
                amounts[f * count + k] = value[0] - restWeights[k];
            }
        }
        return amounts;
    }
}
