package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.InvalidInputException;
import java.util.List;
import java.util.Optional;

/** Reads the extension {@code SINEW_two_layer}, described in docs/reference/extensions.md. */
public final class TwoLayerReader {
    private static final int MAX_INFLUENCES = 65536;

    private final GltfDocument document;
    private final AccessorReader accessors;
    private final BoneSet bones;

    public TwoLayerReader(GltfDocument document, AccessorReader accessors, BoneSet bones) {
        this.document = document;
        this.accessors = accessors;
        this.bones = bones;
    }

    /** The weights of all vertices in two layers; empty if no skin in use has the extension. */
    public Optional<TwoLayerWeights> read(List<SkinnedNodes.Use> uses, VertexBlocks blocks) {
        List<Integer> skins =
                uses.stream().map(SkinnedNodes.Use::skin).distinct().toList();
        Optional<JsonValue> extension = skins.stream()
                .map(skin -> extension(document.list("skins").get(skin)))
                .flatMap(Optional::stream)
                .findFirst();
        if (extension.isEmpty()) {
            return Optional.empty();
        }
        if (skins.size() > 1) {
            throw extension.get().bad("requires a single skin, but " + (skins.size() - 1) + " other skins are in use");
        }
        return Optional.of(read(extension.get(), skins.get(0), blocks));
    }

    private static Optional<JsonValue> extension(JsonValue owner) {
        return owner.find("extensions").flatMap(e -> e.find(Vocabulary.TWO_LAYER));
    }

    private TwoLayerWeights read(JsonValue ofSkin, int skin, VertexBlocks blocks) {
        int version = ofSkin.get("version").integer(1, Integer.MAX_VALUE);
        if (version != Vocabulary.TWO_LAYER_VERSION) {
            throw ofSkin.bad(
                    "has version " + version + "; only version " + Vocabulary.TWO_LAYER_VERSION + " is supported");
        }
        int influences = ofSkin.get(Vocabulary.ATOM_INFLUENCES).integer(1, MAX_INFLUENCES);
        JsonValue joints = ofSkin.get(Vocabulary.ATOM_JOINTS);
        int[] atomBones = accessors.indices(accessors.resolve(joints));
        double[] atomWeights = doubles(ofSkin.get(Vocabulary.ATOM_WEIGHTS), 1);
        if (atomBones.length != atomWeights.length || atomBones.length % influences != 0) {
            throw ofSkin.bad("has " + atomBones.length + " joints and " + atomWeights.length + " weights for "
                    + influences + " influences per virtual bone");
        }
        toBones(joints, atomBones, bones.bonesOf(skin));
        int[] virtual = new int[2 * blocks.count()];
        double[] coefficients = new double[virtual.length];
        blocks.all().forEach(block -> fill(block, virtual, coefficients));
        return check(ofSkin, influences, atomBones, atomWeights, virtual, coefficients);
    }

    private double[] doubles(JsonValue index, int width) {
        float[] values = accessors.finiteFloats(accessors.resolve(index), width);
        double[] out = new double[values.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = values[k];
        }
        return out;
    }

    private static void toBones(JsonValue location, int[] joints, int[] boneOfJoint) {
        for (int k = 0; k < joints.length; k++) {
            if (joints[k] >= boneOfJoint.length) {
                throw location.bad(
                        "refers to joint " + joints[k] + ", but the skin has " + boneOfJoint.length + " joints");
            }
            joints[k] = boneOfJoint[joints[k]];
        }
    }

    /** Originals come before their copies, so the first of a block's file vertices are the model's. */
    private void fill(VertexBlocks.Block block, int[] virtual, double[] coefficients) {
        JsonValue location = block.primitive().location();
        JsonValue ofPrimitive = extension(location)
                .orElseThrow(() -> location.bad("has no " + Vocabulary.TWO_LAYER + ", but its skin has the extension"));
        int vertices = block.toModel().length;
        int accessor = accessors.resolve(ofPrimitive.get(Vocabulary.VIRTUAL_BONES));
        float[] named = pairs(accessor, vertices);
        float[] given = pairs(accessors.resolve(ofPrimitive.get(Vocabulary.COEFFICIENTS)), vertices);
        for (int k = 0; k < 2 * block.count(); k++) {
            // Larger numbers are not integers in single precision; the range is checked later.
            if (!(named[k] >= 0 && named[k] < 1 << 24 && named[k] == Math.rint(named[k]))) {
                throw accessors.location(accessor).bad("refers to virtual bone " + named[k] + " at vertex " + k / 2);
            }
            virtual[2 * block.first() + k] = (int) named[k];
            coefficients[2 * block.first() + k] = given[k];
        }
    }

    private float[] pairs(int accessor, int vertices) {
        float[] values = accessors.finiteFloats(accessor, 2);
        if (values.length != 2 * vertices) {
            throw accessors
                    .location(accessor)
                    .bad("has " + values.length / 2 + " elements for " + vertices + " vertices");
        }
        return values;
    }

    private TwoLayerWeights check(
            JsonValue location,
            int influences,
            int[] atomBones,
            double[] atomWeights,
            int[] virtual,
            double[] coefficients) {
        try {
            return TwoLayerWeights.of(
                    bones.skeleton().boneCount(), influences, atomBones, atomWeights, virtual, coefficients);
        } catch (InvalidInputException e) {
            throw location.bad("is invalid: " + e.getMessage());
        }
    }
}
