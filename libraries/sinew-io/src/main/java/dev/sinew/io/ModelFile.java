package dev.sinew.io;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.io.gltf.blend.BlendBoneWriter;
import dev.sinew.io.parts.Sliders;
import dev.sinew.io.parts.WeightSums;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.HandleSet;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A model file, read once: the model that any engine plays, and what our extensions say of it beside. Safe for several
 * threads; holds on to the file's content, not to the file.
 */
public final class ModelFile {
    private final Path path;
    private final SkinnedModel model;
    private final Optional<GltfPlayer> player;

    private ModelFile(Path path, SkinnedModel model, Optional<GltfPlayer> player) {
        this.path = path;
        this.model = model;
        this.player = player;
    }

    /**
     * Reads a file of a format that holds models, with at least one skin. Every skinned mesh of the scene makes one model, clips are sampled at their frames; {@link GltfPlayer} says
     * what becomes of what.
     */
    public static ModelFile read(Path file) {
        Optional<Format> format = Files.isRegularFile(file) ? Formats.of(file) : Optional.empty();
        if (format.isPresent() && format.get() != Formats.GLTF && format.get().reads(Content.MODEL)) {
            SkinnedModel model = format.get()
                    .readModel(file, new Format.Selection(List.of(), Optional.empty(), OptionalDouble.empty()));
            return new ModelFile(file, model, Optional.empty());
        }
        GltfPlayer player = GltfPlayer.open(file);
        return new ModelFile(file, player.model(), Optional.of(player));
    }

    /** Where it was read from. */
    public Path path() {
        return path;
    }

    /** What any engine plays. */
    public SkinnedModel model() {
        return model;
    }

    /** The fallback skin in the first set of weights, of a model that engines cannot play. */
    public Optional<SkinnedModel> fallback() {
        return player.flatMap(GltfPlayer::fallback);
    }

    /** The model's weights in two layers, where the file has the extension {@code SINEW_two_layer}. */
    public Optional<TwoLayerWeights> layers() {
        return player.flatMap(GltfPlayer::layers);
    }

    /** The model with its two layers, where there are some. */
    public Optional<TwoLayerModel> twoLayer() {
        return layers().map(l -> new TwoLayerModel(model, l));
    }

    /**
     * The model with what drives its blend bones, where the file has the extension {@code SINEW_blend_bones}; these stand
     * behind all other bones.
     */
    public Optional<LinearizedModel> linearized() {
        return player.flatMap(GltfPlayer::linearized);
    }

    /** What the bones stand for, where the file has the extension {@code SINEW_handles}; refused where that is damaged. */
    public Optional<HandleSet> handles() {
        return player.flatMap(GltfPlayer::handles);
    }

    /** The sliders that the bones follow, where the file has the extension {@code SINEW_sliders}. */
    public Optional<Sliders> sliders() {
        return player.flatMap(GltfPlayer::sliders);
    }

    /** How far the file's weights were from summing to one, before they were scaled to. */
    public WeightSums weightSums() {
        return player.map(GltfPlayer::weightSums).orElse(WeightSums.EXACT);
    }

    /** Plays the file between its frames. Refused where it is not glTF, of which alone the keys are known. */
    public GltfPlayer player() {
        return player.orElseThrow(
                () -> new RefusedException(path + " is no glTF file; only .glb and .gltf are played between frames"));
    }

    /**
     * Writes the file again with blend bones; everything else stays as the file had it when it was read.
     *
     * @param linearized made from {@link #model}
     * @param target {@code .glb}, or {@code .gltf} with its buffer inside
     */
    public WrittenModel writeWithBlendBones(LinearizedModel linearized, Path target) {
        return BlendBoneWriter.write(player(), linearized, target);
    }
}
