package dev.sinew.reduce;

import dev.sinew.mesh.Weld;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.solve.Subject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Vertices of a model that are one: at one place, in the examples too where there are any, and with the same weights, so that every motion keeps them together.
 * New weights must do so as well, else a seam opens.
 */
final class ModelWeld {
    private final Weld weld;

    private ModelWeld(Weld weld) {
        this.weld = weld;
    }

    static ModelWeld of(ModelInput input) {
        SkinnedModel model = input.model();
        Weld places = input.examples()
                .map(e -> Weld.of(e.poses().withRest(model.rest())))
                .orElseGet(() -> Weld.of(model.rest()));
        if (places.isEmpty()) {
            return new ModelWeld(places);
        }
        Map<List<Object>, Integer> numbers = new HashMap<>();
        int[] weldedOf = new int[model.vertexCount()];
        int[] first = new int[model.vertexCount()];
        for (int i = 0; i < weldedOf.length; i++) {
            Integer number =
                    numbers.putIfAbsent(List.of(places.weldedOf()[i], weightsOf(model.weights(), i)), numbers.size());
            weldedOf[i] = number == null ? numbers.size() - 1 : number;
            first[weldedOf[i]] = number == null ? i : first[weldedOf[i]];
        }
        return new ModelWeld(new Weld(weldedOf, Arrays.copyOf(first, numbers.size())));
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

    boolean isEmpty() {
        return weld.isEmpty();
    }

    /** The model and its examples with every place once. */
    ModelInput apply(ModelInput input) {
        SkinnedModel model = input.model();
        SkinnedModel welded = model.withVertices(weld.apply(model.rest()), Subject.welded(weld, model.weights()));
        ModelInput without = ModelInput.of(welded);
        return input.examples()
                .map(e -> without.withExamples(e.clip(), weld.apply(e.poses().withRest(model.rest()))))
                .orElse(without);
    }

    /** A row for every vertex of the model again. */
    SkinWeights opened(SkinWeights welded) {
        return Subject.opened(weld, welded);
    }
}
