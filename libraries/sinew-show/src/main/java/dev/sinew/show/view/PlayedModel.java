package dev.sinew.show.view;

import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A model and the clip of it that is shown.
 *
 * @param name what the page calls it, such as "Result"
 * @param layers where the model is played in two layers instead of by its own weights
 * @param certainties by the names of bones, how much of where their joint is the motion says, 0 to 1; empty where nobody knows
 */
public record PlayedModel(
        String name, SkinnedModel model, Clip clip, Optional<TwoLayerWeights> layers, Map<String, Double> certainties) {
    public PlayedModel(String name, SkinnedModel model, Clip clip) {
        this(name, model, clip, Optional.empty());
    }

    public PlayedModel(String name, SkinnedModel model, Clip clip, Optional<TwoLayerWeights> layers) {
        this(name, model, clip, layers, Map.of());
    }

    /** The same with what is known of its joints. */
    PlayedModel withCertainties(Map<String, Double> known) {
        return new PlayedModel(name, model, clip, layers, known);
    }

    public PlayedModel {
        Objects.requireNonNull(name);
        Objects.requireNonNull(model);
        Objects.requireNonNull(clip);
        Objects.requireNonNull(layers);
        certainties = Map.copyOf(certainties);
    }
}
