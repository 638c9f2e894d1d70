package dev.sinew.solve.examples;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Weld;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Vertices of a model that are one: at one place, in the examples too where there are any, and with the same weights, so that every motion keeps them together.
 * New weights must do so as well, else a seam opens.
 */
public final class ModelWeld {
    private final Weld weld;

    private ModelWeld(Weld weld) {
        this.weld = weld;
    }

    /** @param poses that the model is to follow, with as many vertices */
    public static ModelWeld of(SkinnedModel model, Optional<MeshSequence> poses) {
        Weld places = poses.map(p -> Weld.of(p.withRest(model.rest()))).orElseGet(() -> Weld.of(model.rest()));
        if (places.isEmpty()) {
            return new ModelWeld(places);
        }
        Map<List<Object>, Integer> numbers = new HashMap<>();
        int[] pointOf = new int[model.vertexCount()];
        int[] first = new int[model.vertexCount()];
        for (int i = 0; i < pointOf.length; i++) {
            Integer number =
                    numbers.putIfAbsent(List.of(places.pointOf()[i], weightsOf(model.weights(), i)), numbers.size());
            pointOf[i] = number == null ? numbers.size() - 1 : number;
            first[pointOf[i]] = number == null ? i : first[pointOf[i]];
        }
        return new ModelWeld(new Weld(pointOf, Arrays.copyOf(first, numbers.size())));
    }

    /** Bone to weight, whatever the order they stand in. */
    private static Map<Integer, Double> weightsOf(SkinWeights weights, int i) {
        Map<Integer, Double> of = new TreeMap<>();
        for (int k = i * weights.influences(); k < (i + 1) * weights.influences(); k++) {
            if (weights.weights()[k] > 0) {
                of.merge(weights.bones()[k], weights.weights()[k], Double::sum);
            }
        }
        return of;
    }

    public boolean isEmpty() {
        return weld.isEmpty();
    }

    /** Which vertices are one. */
    public Weld weld() {
        return weld;
    }

    /** The model with every place once. */
    public SkinnedModel apply(SkinnedModel model) {
        return model.withVertices(
                weld.apply(model.rest()),
                weld.isEmpty() ? model.weights() : model.weights().rows(weld.first()));
    }

    /** Poses of the model with every place once. */
    public MeshSequence apply(MeshSequence poses, Mesh rest) {
        return weld.apply(poses.withRest(rest));
    }

    /** A row for every vertex of the model again. */
    public SkinWeights opened(SkinWeights welded) {
        return weld.isEmpty() ? welded : welded.rows(weld.pointOf());
    }

    /** Two layers for every vertex of the model again. */
    public TwoLayerWeights opened(TwoLayerWeights welded) {
        int n = weld.pointOf().length;
        int places = TwoLayerWeights.VIRTUAL_PER_VERTEX;
        int[] virtual = new int[places * n];
        double[] coefficients = new double[places * n];
        for (int i = 0; i < n; i++) {
            int from = places * weld.pointOf()[i];
            System.arraycopy(welded.vertexVirtual(), from, virtual, places * i, places);
            System.arraycopy(welded.vertexCoefficients(), from, coefficients, places * i, places);
        }
        return TwoLayerWeights.of(
                welded.masterBoneCount(),
                welded.atomInfluences(),
                welded.atomBones(),
                welded.atomWeights(),
                virtual,
                coefficients);
    }
}
