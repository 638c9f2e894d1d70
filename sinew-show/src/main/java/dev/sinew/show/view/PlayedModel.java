package dev.sinew.show.view;

import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.Objects;
import java.util.Optional;

/**
 * A model and the clip of it that is shown.
 *
 * @param name what the page calls it, such as "Result"
 * @param layers where the model is played in two layers instead of by its own weights
 */
public record PlayedModel(String name, SkinnedModel model, Clip clip, Optional<TwoLayerWeights> layers) {
    public PlayedModel(String name, SkinnedModel model, Clip clip) {
        this(name, model, clip, Optional.empty());
    }

    public PlayedModel {
        Objects.requireNonNull(name);
        Objects.requireNonNull(model);
        Objects.requireNonNull(clip);
        Objects.requireNonNull(layers);
    }
}
