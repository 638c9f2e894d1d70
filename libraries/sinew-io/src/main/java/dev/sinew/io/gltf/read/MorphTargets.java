package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Shapes that a mesh blends with its own: how many there are, how much of each, and what comes of it. */
public final class MorphTargets {
    private MorphTargets() {}

    /** Morph targets of the mesh that a node shows; 0 where it shows none. */
    static int count(GltfDocument document, int node) {
        return document.list("nodes")
                .get(node)
                .find("mesh")
                .map(mesh -> document.follow(mesh, "meshes").get("primitives").elements())
                .filter(primitives -> !primitives.isEmpty())
                .map(primitives -> primitives.get(0).list("targets").size())
                .orElse(0);
    }

    /** Weights without animation: the node's own, else the mesh's, else none. */
    public static double[] still(GltfDocument document, int node) {
        int count = count(document, node);
        JsonPlace shown = document.list("nodes").get(node);
        Optional<JsonPlace> weights = shown.find("weights")
                .or(() -> document.follow(shown.get("mesh"), "meshes").find("weights"));
        return weights.map(w -> Arrays.copyOf(
                        w.elements().stream().mapToDouble(JsonPlace::number).toArray(), count))
                .orElse(new double[count]);
    }

    /**
     * Adds the targets to positions.
     *
     * @param xyz modified
     */
    public static void add(
            AccessorReader accessors, VertexBlocks blocks, VertexBlocks.Block block, double[] weights, double[] xyz) {
        add(accessors, blocks, block, block.primitive().targets(), weights, xyz);
    }

    /** Adds what the targets name of positions or normals. @param xyz modified */
    static void add(
            AccessorReader accessors,
            VertexBlocks blocks,
            VertexBlocks.Block block,
            List<OptionalInt> targets,
            double[] weights,
            double[] xyz) {
        for (int t = 0; t < Math.min(targets.size(), weights.length); t++) {
            if (weights[t] == 0 || targets.get(t).isEmpty()) {
                continue;
            }
            int accessor = targets.get(t).getAsInt();
            accessors.finiteFloats(accessor, 3);
            float[] offsets = blocks.sized(accessor, 3, block.toModel().length);
            for (int k = 0; k < xyz.length; k++) {
                xyz[k] += weights[t] * offsets[k];
            }
        }
    }
}
