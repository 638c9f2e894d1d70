package dev.sinew.io.parts;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;

/**
 * Another order of a model's vertices. Faces and corner attributes keep their order.
 *
 * @param source the old index of each new vertex; each occurs once
 */
public record VertexOrder(int[] source) {
    /** The model with its vertices in this order. */
    public SkinnedModel apply(SkinnedModel model) {
        int[] placeOf = inverse().source;
        Mesh mesh = model.rest();
        int[] corners = mesh.corners().clone();
        for (int c = 0; c < corners.length; c++) {
            corners[c] = placeOf[corners[c]];
        }
        Mesh.Surface old = mesh.surface();
        Mesh.Surface surface = new Mesh.Surface(
                old.uvs(),
                old.normals(),
                old.colours().map(this::triples),
                old.materials(),
                old.faceMaterials(),
                old.groups(),
                old.faceGroups());
        Mesh rest = Mesh.of(triples(mesh.positions()), mesh.faceStarts(), corners, surface);
        Correctives shapes = model.correctives();
        float[][] positions = new float[shapes.count()][];
        for (int k = 0; k < positions.length; k++) {
            positions[k] = triples(shapes.positions()[k]);
        }
        return new SkinnedModel(
                rest,
                rows(model.weights()),
                model.skeleton(),
                model.boneType(),
                model.clips(),
                new Correctives(shapes.names(), positions, shapes.normals()));
    }

    /** The document with its vertices in this order. */
    public ModelDocument apply(ModelDocument document) {
        return document.withModel(apply(document.model()))
                .withFallback(document.fallback().map(this::apply))
                .withLayers(document.layers().map(this::rows));
    }

    private TwoLayerWeights rows(TwoLayerWeights layers) {
        int[] virtual = new int[layers.vertexVirtual().length];
        double[] coefficients = new double[virtual.length];
        for (int k = 0; k < source.length; k++) {
            System.arraycopy(layers.vertexVirtual(), 2 * source[k], virtual, 2 * k, 2);
            System.arraycopy(layers.vertexCoefficients(), 2 * source[k], coefficients, 2 * k, 2);
        }
        return TwoLayerWeights.of(
                layers.masterBoneCount(),
                layers.atomInfluences(),
                layers.atomBones(),
                layers.atomWeights(),
                virtual,
                coefficients);
    }

    /** The inverse permutation. */
    public VertexOrder inverse() {
        int[] placeOf = new int[source.length];
        for (int k = 0; k < source.length; k++) {
            placeOf[source[k]] = k;
        }
        return new VertexOrder(placeOf);
    }

    private float[] triples(float[] values) {
        float[] out = new float[values.length];
        for (int k = 0; k < source.length; k++) {
            System.arraycopy(values, 3 * source[k], out, 3 * k, 3);
        }
        return out;
    }

    private SkinWeights rows(SkinWeights weights) {
        int slots = weights.influences();
        int[] bones = new int[weights.bones().length];
        double[] values = new double[bones.length];
        for (int k = 0; k < source.length; k++) {
            System.arraycopy(weights.bones(), source[k] * slots, bones, k * slots, slots);
            System.arraycopy(weights.weights(), source[k] * slots, values, k * slots, slots);
        }
        return SkinWeights.of(slots, bones, values);
    }
}
