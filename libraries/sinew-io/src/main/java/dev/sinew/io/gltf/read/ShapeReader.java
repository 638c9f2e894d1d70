package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonPlace;
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

/** Morph targets of the one skinned mesh of a file, and how much of each a clip has. Of several meshes they are left out. */
public final class ShapeReader {
    private final RigFile rig;
    private final int node;
    private final int count;

    ShapeReader(RigFile rig) {
        this.rig = rig;
        node = rig.uses.size() == 1 ? shownBy(rig) : NodeTree.NONE;
        count = node == NodeTree.NONE ? 0 : MorphTargets.count(rig.document, node);
    }

    /** The first node that shows the mesh on its skin; animations move the targets there. */
    private static int shownBy(RigFile rig) {
        List<JsonPlace> nodes = rig.document.list("nodes");
        boolean[] inScene = SkinnedNodes.inScene(rig.document);
        int first = NodeTree.NONE;
        for (int n = nodes.size() - 1; n >= 0; n--) {
            if (isUse(rig, nodes.get(n)) && (first == NodeTree.NONE || inScene[n] || !inScene[first])) {
                first = n;
            }
        }
        return first;
    }

    private static boolean isUse(RigFile rig, JsonPlace node) {
        SkinnedNodes.Use use = rig.uses.get(0);
        Optional<JsonPlace> mesh = node.find("mesh");
        Optional<JsonPlace> skin = node.find("skin");
        return mesh.isPresent()
                && skin.isPresent()
                && mesh.get().index(rig.document.list("meshes").size(), "meshes") == use.mesh()
                && skin.get().index(rig.document.list("skins").size(), "skins") == use.skin();
    }

    /** Targets there are. */
    public int count() {
        return count;
    }

    /**
     * A mesh and its shapes.
     *
     * @param rest as the file has it without animation; amounts are counted from there
     */
    public record Shaped(Mesh rest, Correctives shapes) {}

    /** @param mesh as {@link SurfaceReader} reads it */
    public Shaped shaped(Mesh mesh) {
        Correctives shapes = read(mesh);
        double[] still = count == 0 ? new double[0] : MorphTargets.still(rig.document, node);
        if (Arrays.stream(still).allMatch(c -> c == 0)) {
            return new Shaped(mesh, shapes);
        }
        Mesh rest = mesh.withPositions(shapes.moved(mesh.positions(), still, 0));
        Optional<CornerAttribute> rows = mesh.surface().normals();
        if (shapes.normals().length == 0 || rows.isEmpty()) {
            return new Shaped(rest, shapes);
        }
        float[] turned = shapes.turned(rows.get().values(), still, 0);
        normalise(turned, shapes.normals());
        CornerAttribute normals = new CornerAttribute(3, turned, rows.get().rows());
        return new Shaped(rest.withSurface(rest.surface().withNormals(Optional.of(normals))), shapes);
    }

    /** Rows of length one, and what shapes add to them in the same measure. @param rows modified @param shapes modified */
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
                Optional<float[]> offsets = offsets(block.primitive(), k, "POSITION");
                for (int x = 0; offsets.isPresent() && x < 3 * block.count(); x++) {
                    positions[k][3 * block.first() + x] = (float) (rig.bones.meshSpace()[0] * offsets.get()[x]);
                }
            }
        }
        return new Correctives(names(), positions, normals(rest.surface().normals()));
    }

    private Optional<float[]> offsets(Primitive primitive, int k, String attribute) {
        List<JsonPlace> targets = primitive.place().list("targets");
        Optional<JsonPlace> named = k < targets.size() ? targets.get(k).find(attribute) : Optional.empty();
        return named.map(index -> {
            int accessor = rig.accessors.resolve(index);
            rig.accessors.finiteFloats(accessor, 3);
            return rig.blocks.sized(accessor, 3, rig.blocks.block(primitive).toModel().length);
        });
    }

    /** Rows stand as the surface's do: one that is no vertex's, then those of each accessor when it is first named. */
    private float[][] normals(Optional<CornerAttribute> rest) {
        boolean none = rig.primitives.stream()
                .noneMatch(p -> p.place().list("targets").stream()
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
                Optional<float[]> offsets = offsets(primitive, k, "NORMAL");
                if (offsets.isPresent()) {
                    System.arraycopy(offsets.get(), 0, normals[k], to, 3 * vertices);
                }
            }
        }
        return normals;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        Optional<JsonPlace> given = rig.document
                .list("meshes")
                .get(rig.uses.get(0).mesh())
                .find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find("targetNames"))
                .filter(n -> n.node().isArray());
        List<JsonPlace> elements = given.map(JsonPlace::elements).orElse(List.of());
        for (int k = 0; k < count; k++) {
            boolean named = k < elements.size() && elements.get(k).node().isString();
            names.add(named ? elements.get(k).text() : "target_" + k);
        }
        return names;
    }

    /** F·K, how much of each target a clip has at some times, beyond what the file has without animation. */
    public double[] amounts(GltfClip clip, double[] seconds) {
        if (count == 0) {
            return new double[0];
        }
        double[] still = MorphTargets.still(rig.document, node);
        Optional<GltfClip.MorphChannel> channel =
                clip.morphs().stream().filter(c -> c.node() == node).findFirst();
        double[] amounts = new double[seconds.length * count];
        double[] value = new double[4];
        for (int f = 0; f < seconds.length; f++) {
            for (int k = 0; k < count; k++) {
                value[0] = still[k];
                if (channel.isPresent()) {
                    channel.get().samplers().get(k).at(seconds[f], value);
                }
                amounts[f * count + k] = value[0] - still[k];
            }
        }
        return amounts;
    }
}
