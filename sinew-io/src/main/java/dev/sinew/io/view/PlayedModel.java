package dev.sinew.io.view;

import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.util.Objects;

/**
 * A model and the clip of it that is shown.
 *
 * @param name what the page calls it, such as "Result"
 */
public record PlayedModel(String name, SkinnedModel model, Clip clip) {
    public PlayedModel {
        Objects.requireNonNull(name);
        Objects.requireNonNull(model);
        Objects.requireNonNull(clip);
    }
}
