package dev.sinew.io.gltf.write;

import dev.sinew.io.file.Version;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.GltfContainer;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.parts.Storage;
import dev.sinew.mesh.MeshSequence;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a mesh with morph targets (positions only) and one animation of their weights. */
public final class MorphWriter {
    private final MeshSequence examples;
    private final List<String> names;
    private final ObjectNode root = GltfContainer.newRoot();
    private final BinaryBuilder binary = new BinaryBuilder(root);
    private final VertexSplit split;

    private MorphWriter(MeshSequence examples, List<String> names) {
        this.examples = examples;
        this.names = names;
        this.split = VertexSplit.of(examples.rest());
    }

    /**
     * @param examples the rest pose, then each target at weight one
     * @param weights F·K
     * @return size of the file
     */
    public static long write(
            MeshSequence examples, List<String> names, String clip, double rate, double[] weights, Path file) {
        return new MorphWriter(examples, names).write(clip, rate, weights, file);
    }

    private long write(String clip, double rate, double[] weights, Path file) {
        root.putObject("asset").put("version", "2.0").put("generator", "Sinew " + Version.current());
        root.put("scene", 0);
        root.putArray("scenes").addObject().putArray("nodes").add(0);
        root.putArray("nodes").addObject().put("name", "model").put("mesh", 0);
        ObjectNode mesh = root.putArray("meshes").addObject();
        mesh.put("name", "model");
        ObjectNode attributes = GltfContainer.newRoot();
        MeshWriter writer = new MeshWriter(binary, examples.rest(), split, Optional.empty(), Storage.PLAIN);
        writer.writeAttributes(attributes);
        MaterialWriter materials = new MaterialWriter(root, binary, examples.rest());
        writer.writePrimitives(mesh, attributes, materials::indexOf);
        putTargets(mesh);
        putAnimation(clip, rate, weights);
        return GltfContainer.write(file, root, binary);
    }

    private void putTargets(ObjectNode mesh) {
        int[] accessors = new int[names.size()];
        ArrayNode restWeights = mesh.putArray("weights");
        ArrayNode given = mesh.putObject("extras").putArray("targetNames");
        for (int k = 0; k < accessors.length; k++) {
            float[] offsets = offsets(k);
            int view = binary.view(offsets, BinaryBuilder.Target.VERTICES);
            ObjectNode accessor = binary.accessor(view, 0, ComponentType.FLOAT, split.count(), "VEC3");
            binary.putBounds(accessor, offsets, 0, split.count(), 3);
            accessors[k] = binary.lastAccessor();
            restWeights.add(0);
            given.add(names.get(k));
        }
        for (JsonNode primitive : mesh.get("primitives")) {
            ArrayNode targets = ((ObjectNode) primitive).putArray("targets");
            for (int accessor : accessors) {
                targets.addObject().put("POSITION", accessor);
            }
        }
    }

    private float[] offsets(int target) {
        float[] rest = examples.frame(0);
        float[] full = examples.frame(target + 1);
        float[] offsets = new float[3 * split.count()];
        for (int i = 0; i < split.count(); i++) {
            for (int x = 0; x < 3; x++) {
                int at = 3 * split.source(i) + x;
                offsets[3 * i + x] = full[at] - rest[at];
            }
        }
        return offsets;
    }

    private void putAnimation(String clip, double rate, double[] weights) {
        int frames = weights.length / names.size();
        float[] times = new float[frames];
        for (int f = 0; f < frames; f++) {
            times[f] = Vocabulary.time(f, rate);
        }
        float[] values = new float[weights.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = (float) weights[k];
        }
        ObjectNode animation = root.putArray("animations").addObject();
        animation.put("name", clip);
        ObjectNode sampler = animation.putArray("samplers").addObject();
        ObjectNode accessor = binary.accessor(
                binary.view(times, BinaryBuilder.Target.OTHER), 0, ComponentType.FLOAT, frames, "SCALAR");
        binary.putBounds(accessor, times, 0, frames, 1);
        sampler.put("input", binary.lastAccessor()).put("interpolation", "LINEAR");
        binary.accessor(
                binary.view(values, BinaryBuilder.Target.OTHER), 0, ComponentType.FLOAT, values.length, "SCALAR");
        sampler.put("output", binary.lastAccessor());
        ObjectNode channel = animation.putArray("channels").addObject();
        channel.put("sampler", 0).putObject("target").put("node", 0).put("path", "weights");
        animation.putObject("extras").put(Vocabulary.RATE, rate).put(Vocabulary.FRAMES, frames);
    }
}
