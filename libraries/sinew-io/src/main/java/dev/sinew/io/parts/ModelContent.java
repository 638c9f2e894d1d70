package dev.sinew.io.parts;

import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that is written into a model file. What stands beside the model goes into our glTF extensions; other formats hold the model
 * alone.
 *
 * @param model what engines play
 * @param fallback a skin of four weights for engines that cannot play the model: the same rest pose and clips, bones of its own
 * @param layers the model's weights in two layers; the model is their fallback
 * @param handles what the bones stand for
 * @param sliders what the bones follow; other programs see the clips in which they moved
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

    /** The model, for a format that has no place for anything beside it. */
    public SkinnedModel requireModelOnly(Path file) {
        if (fallback.isPresent() || layers.isPresent() || handles.isPresent() || sliders.isPresent()) {
            throw new RefusedException("cannot write " + file
                    + ": fallback skins, layers, handles and sliders are written as .glb or .gltf only");
        }
        return model;
    }
}
