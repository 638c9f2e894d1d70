package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.RefusedException;
import java.util.List;
import java.util.Optional;

/** Two layers out of the extension {@code SINEW_two_layer}, as docs/extensions.md describes it. */
public final class TwoLayerReader {
    private static final int MOST_INFLUENCES = 65536;

    private final GltfDocument document;
    private final AccessorReader accessors;
    private final BoneSet bones;

    public TwoLayerReader(GltfDocument document, AccessorReader accessors, BoneSet bones) {
        this.document = document;
        this.accessors = accessors;
        this.bones = bones;
    }

    /** The weights of all vertices in two layers; empty where no skin in use has the extension. */
    public Optional<TwoLayerWeights> read(List<SkinnedNodes.Use> uses, VertexBlocks blocks) {
        List<Integer> skins =
                uses.stream().map(SkinnedNodes.Use::skin).distinct().toList();
        Optional<JsonPlace> extension = skins.stream()
                .map(skin -> extension(document.list("skins").get(skin)))
                .flatMap(Optional::stream)
                .findFirst();
        if (extension.isEmpty()) {
            return Optional.empty();
        }
        if (skins.size() > 1) {
            throw extension
                    .get()
                    .bad("stands beside " + (skins.size() - 1) + " other skins in use, only one can be read");
        }
        return Optional.of(read(extension.get(), skins.get(0), blocks));
    }

    private static Optional<JsonPlace> extension(JsonPlace owner) {
        return owner.find("extensions").flatMap(e -> e.find(Vocabulary.TWO_LAYER));
    }

    private TwoLayerWeights read(JsonPlace ofSkin, int skin, VertexBlocks blocks) {
        int version = ofSkin.get("version").integer(1, Integer.MAX_VALUE);
        if (version != Vocabulary.TWO_LAYER_VERSION) {
            throw ofSkin.bad("has version " + version + ", only version " + Vocabulary.TWO_LAYER_VERSION + " is read");
        }
        int influences = ofSkin.get(Vocabulary.ATOM_INFLUENCES).integer(1, MOST_INFLUENCES);
        JsonPlace joints = ofSkin.get(Vocabulary.ATOM_JOINTS);
        int[] atomBones = accessors.indices(accessors.resolve(joints));
        double[] atomWeights = doubles(ofSkin.get(Vocabulary.ATOM_WEIGHTS), 1);
        if (atomBones.length != atomWeights.length || atomBones.length % influences != 0) {
            throw ofSkin.bad("has " + atomBones.length + " joints and " + atomWeights.length + " weights for "
                    + influences + " influences a virtual bone");
        }
        toBones(joints, atomBones, bones.bonesOf(skin));
        int[] virtual = new int[2 * blocks.count()];
        double[] coefficients = new double[virtual.length];
        blocks.all().forEach(block -> fill(block, virtual, coefficients));
        return checked(ofSkin, influences, atomBones, atomWeights, virtual, coefficients);
    }

    private double[] doubles(JsonPlace index, int width) {
        float[] values = accessors.finiteFloats(accessors.resolve(index), width);
        double[] out = new double[values.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = values[k];
        }
        return out;
    }

    private static void toBones(JsonPlace place, int[] joints, int[] boneOfJoint) {
        for (int k = 0; k < joints.length; k++) {
            if (joints[k] >= boneOfJoint.length) {
                throw place.bad("names joint " + joints[k] + " of a skin with " + boneOfJoint.length + " joints");
            }
            joints[k] = boneOfJoint[joints[k]];
        }
    }

    /** Originals come before their copies, so the first of a block's file vertices are the model's. */
    private void fill(VertexBlocks.Block block, int[] virtual, double[] coefficients) {
        JsonPlace place = block.primitive().place();
        JsonPlace ofPrimitive = extension(place)
                .orElseThrow(() -> place.bad("has no " + Vocabulary.TWO_LAYER + ", which its skin has"));
        int vertices = block.toModel().length;
        int accessor = accessors.resolve(ofPrimitive.get(Vocabulary.VIRTUAL_BONES));
        float[] named = pairs(accessor, vertices);
        float[] given = pairs(accessors.resolve(ofPrimitive.get(Vocabulary.COEFFICIENTS)), vertices);
        for (int k = 0; k < 2 * block.count(); k++) {
            // Larger ones would not be whole numbers in single precision any more; the check of the range comes later.
            if (!(named[k] >= 0 && named[k] < 1 << 24 && named[k] == Math.rint(named[k]))) {
                throw accessors.place(accessor).bad("names virtual bone " + named[k] + " at vertex " + k / 2);
            }
            virtual[2 * block.first() + k] = (int) named[k];
            coefficients[2 * block.first() + k] = given[k];
        }
    }

    private float[] pairs(int accessor, int vertices) {
        float[] values = accessors.finiteFloats(accessor, 2);
        if (values.length != 2 * vertices) {
            throw accessors.place(accessor).bad("has " + values.length / 2 + " elements for " + vertices + " vertices");
        }
        return values;
    }

    private TwoLayerWeights checked(
            JsonPlace place,
            int influences,
            int[] atomBones,
            double[] atomWeights,
            int[] virtual,
            double[] coefficients) {
        try {
            return TwoLayerWeights.of(
                    bones.skeleton().boneCount(), influences, atomBones, atomWeights, virtual, coefficients);
        } catch (RefusedException e) {
            throw place.bad("cannot be used: " + e.getMessage());
        }
    }
}
