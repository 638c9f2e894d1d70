package dev.sinew.io.parts;

import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The content of a model file. Everything but the model is stored in our glTF extensions; other formats contain only the
 * model.
 *
 * @param model the model that engines play
 * @param fallback a skin with four weights per vertex for engines that cannot play the model: the same rest pose and clips,
 *     separate bones
 * @param layers the model's weights in two layers; the model is their fallback
 * @param handles the handles that the bones belong to
 * @param sliders the sliders that drive the bones; other programs see the resulting clips
 */
public record ModelContent(
        SkinnedModel model,
        Optional<SkinnedModel> fallback,
        Optional<TwoLayerWeights> layers,
        Optional<HandleSet> handles,
        Optional<Sliders> sliders) {
    public ModelContent {
        Objects.requireNonNull(model);
        Objects.requireNonNull(fallback);
        Objects.requireNonNull(layers);
        Objects.requireNonNull(handles);
        Objects.requireNonNull(sliders);
    }

    public static ModelContent of(SkinnedModel model) {
        return new ModelContent(model, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static ModelContent of(TwoLayerModel model) {
        return new ModelContent(
                model.fallback(), Optional.empty(), Optional.of(model.layers()), Optional.empty(), Optional.empty());
    }

    public ModelContent withFallback(Optional<SkinnedModel> skin) {
        return new ModelContent(model, skin, layers, handles, sliders);
    }

    public ModelContent withHandles(HandleSet set) {
        return new ModelContent(model, fallback, layers, Optional.of(set), sliders);
    }

    public ModelContent withSliders(Optional<Sliders> followed) {
        return new ModelContent(model, fallback, layers, handles, followed);
    }

    /** The model, for a format that cannot store anything else. */
    public SkinnedModel requireModelOnly(Path file) {
        if (fallback.isPresent() || layers.isPresent() || handles.isPresent() || sliders.isPresent()) {
            throw new InvalidInputException("cannot write " + file
                    + ": only .glb and .gltf can store fallback skins, layers, handles and sliders");
        }
        return model;
    }
}
