package dev.sinew.solve.examples;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Weld;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.SolveResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Groups vertices of a model that coincide, in the examples too if there are any, and have the same weights, so that every motion keeps
 * them together. New weights must keep them together as well; otherwise seams open.
 */
public final class ModelWeld {
    private final Weld weld;

    private ModelWeld(Weld weld) {
        this.weld = weld;
    }

    /** @param poses example poses with the same number of vertices */
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

    /** Weights by bone, independent of their order. */
    private static Map<Integer, Double> weightsOf(SkinWeights weights, int i) {
        Map<Integer, Double> of = new TreeMap<>();
        for (int k = i * weights.influences(); k < (i + 1) * weights.influences(); k++) {
            if (weights.weights()[k] > 0) {
                of.merge(weights.bones()[k], weights.weights()[k], Double::sum);
            }
        }
        return of;
    }

    /** Runs a solver on the input with one vertex per point, and expands its weights to all vertices. */
    public static SolveResult<SkinnedModel> solvePerPoint(
            ModelInput input, Function<ModelInput, SolveResult<SkinnedModel>> solver) {
        ModelWeld weld = of(input.model(), input.examples().map(ModelInput.Examples::poses));
        if (weld.isEmpty()) {
            return solver.apply(input);
        }
        SolveResult<SkinnedModel> solved = solver.apply(weld.apply(input));
        return solved.with(input.model().withWeights(weld.expand(solved.model().weights())));
    }

    /** The input with one vertex per point. */
    public ModelInput apply(ModelInput input) {
        return isEmpty()
                ? input
                : input.withVertices(
                        apply(input.model()),
                        poses -> weld.apply(poses.withRest(input.model().rest())));
    }

    public boolean isEmpty() {
        return weld.isEmpty();
    }

    /** The groups of vertices. */
    public Weld weld() {
        return weld;
    }

    /** The model with one vertex per point. */
    public SkinnedModel apply(SkinnedModel model) {
        return model.withVertices(
                weld.apply(model.rest()),
                weld.isEmpty() ? model.weights() : model.weights().rows(weld.first()));
    }

    /** Expands weights to every vertex of the model. */
    public SkinWeights expand(SkinWeights welded) {
        return weld.isEmpty() ? welded : welded.rows(weld.pointOf());
    }

    /** Expands two-layer weights to every vertex of the model. */
    public TwoLayerWeights expand(TwoLayerWeights welded) {
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
