package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.Names;
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

/** The morph targets of a file's meshes, one after the other, and their weights in clips. */
public final class ShapeReader {
    /** A morph target of a shown mesh. */
    private record Target(int part, int node, int index) {}

    private final RigFile rig;
    private final List<Target> targets = new ArrayList<>();

    ShapeReader(RigFile rig) {
        this.rig = rig;
        for (int p = 0; p < rig.parts.size(); p++) {
            int node = rig.parts.get(p).node();
            int count = node == NodeTree.NONE ? 0 : MorphTargets.count(rig.document, node);
            for (int t = 0; t < count; t++) {
                targets.add(new Target(p, node, t));
            }
        }
    }

    /** Number of targets. */
    public int count() {
        return targets.size();
    }

    private double[] restWeights() {
        Map<Integer, double[]> ofNodes = new HashMap<>();
        return targets.stream()
                .mapToDouble(t ->
                        ofNodes.computeIfAbsent(t.node, node -> MorphTargets.restWeights(rig.document, node))[t.index])
                .toArray();
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
        double[] restWeights = restWeights();
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
        int count = count();
        if (count == 0) {
            return Correctives.NONE;
        }
        float[][] positions = new float[count][3 * rig.blocks.count()];
        for (VertexBlocks.Block block : rig.blocks.all()) {
            for (int k = 0; k < count; k++) {
                Optional<float[]> offsets =
                        offsets(block.primitive(), k, "POSITION").map(o -> rig.blocks.offsets(block.primitive(), o));
                if (offsets.isPresent()) {
                    System.arraycopy(offsets.get(), 0, positions[k], 3 * block.first(), 3 * block.count());
                }
            }
        }
        return new Correctives(names(), positions, normals(rest.surface().normals()));
    }

    private Optional<float[]> offsets(Primitive primitive, int k, String attribute) {
        Target target = targets.get(k);
        List<JsonValue> own =
                primitive.part() == target.part ? primitive.location().list("targets") : List.of();
        Optional<JsonValue> named =
                target.index < own.size() ? own.get(target.index).find(attribute) : Optional.empty();
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
        float[][] normals = new float[count()][rest.get().values().length];
        Map<SurfaceReader.Row, Integer> firstRows = new HashMap<>();
        int next = 1;
        for (Primitive primitive : rig.primitives) {
            if (primitive.normal().isEmpty()) {
                continue;
            }
            int vertices = rig.blocks.block(primitive).toModel().length;
            SurfaceReader.Row accessor =
                    SurfaceReader.Row.of(primitive, primitive.normal().getAsInt());
            if (!firstRows.containsKey(accessor)) {
                firstRows.put(accessor, next);
                next += vertices;
            }
            int to = 3 * firstRows.get(accessor);
            for (int k = 0; k < count(); k++) {
                Optional<float[]> offsets = offsets(primitive, k, "NORMAL").map(o -> rig.blocks.normals(primitive, o));
                if (offsets.isPresent()) {
                    System.arraycopy(offsets.get(), 0, normals[k], to, 3 * vertices);
                }
            }
        }
        return normals;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        Names taken = new Names();
        for (Target target : targets) {
            Optional<JsonValue> given = rig.document
                    .list("meshes")
                    .get(rig.parts.get(target.part).mesh())
                    .find("extras")
                    .filter(e -> e.node().isObject())
                    .flatMap(e -> e.find("targetNames"))
                    .filter(n -> n.node().isArray());
            List<JsonValue> elements = given.map(JsonValue::elements).orElse(List.of());
            boolean named = target.index < elements.size()
                    && elements.get(target.index).node().isString();
            names.add(taken.unused(named ? elements.get(target.index).text() : "target_" + target.index));
        }
        return names;
    }

    /** F·K: the weight of each target at some times of a clip, minus its weight without animation. */
    public double[] amounts(GltfClip clip, double[] seconds) {
        int count = count();
        if (count == 0) {
            return new double[0];
        }
        double[] restWeights = restWeights();
        Map<Integer, GltfClip.MorphChannel> channels = new HashMap<>();
        clip.morphs().forEach(channel -> channels.putIfAbsent(channel.node(), channel));
        double[] amounts = new double[seconds.length * count];
        double[] value = new double[4];
        for (int f = 0; f < seconds.length; f++) {
            for (int k = 0; k < count; k++) {
                value[0] = restWeights[k];
                GltfClip.MorphChannel channel = channels.get(targets.get(k).node);
                if (channel != null) {
                    channel.samplers().get(targets.get(k).index).at(seconds[f], value);
                }
                amounts[f * count + k] = value[0] - restWeights[k];
            }
        }
        return amounts;
    }
}
