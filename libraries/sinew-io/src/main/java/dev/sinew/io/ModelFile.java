package dev.sinew.io;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.io.gltf.blend.BlendBoneWriter;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Sliders;
import dev.sinew.io.parts.WeightSums;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.Drivers;
import dev.sinew.model.HandleSet;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A model file, read once: the model that any engine plays and the content of Sinew's extensions. Thread-safe. Keeps the
 * file's content in memory and does not keep the file open.
 */
public final class ModelFile {
    private final Path path;
    private final ModelDocument document;
    private final Optional<GltfPlayer> player;

    private ModelFile(Path path, ModelDocument document, Optional<GltfPlayer> player) {
        this.path = path;
        this.document = document;
        this.player = player;
    }

    /**
     * Reads a file of a format that contains models, with at least one skin. All skinned meshes of the scene make one model;
     * clips are sampled at their frames. {@link GltfPlayer} documents the conversion.
     */
    public static ModelFile read(Path file) {
        Optional<Format> format = Files.isRegularFile(file) ? Formats.of(file) : Optional.empty();
        if (format.isPresent() && format.get() != Formats.GLTF && format.get().reads(Content.MODEL)) {
            ModelDocument document = format.get()
                    .readDocument(file, new Format.Selection(List.of(), Optional.empty(), OptionalDouble.empty()));
            return new ModelFile(file, document, Optional.empty());
        }
        GltfPlayer player = GltfPlayer.open(file);
        return new ModelFile(file, player.document(), Optional.of(player));
    }

    /** The file that was read. */
    public Path path() {
        return path;
    }

    /** Everything that the file contains. */
    public ModelDocument document() {
        return document;
    }

    /** The model that any engine plays. */
    public SkinnedModel model() {
        return document.model();
    }

    /** The fallback skin in the first set of weights, if engines cannot play the model itself. */
    public Optional<SkinnedModel> fallback() {
        return document.fallback();
    }

    /** The model's weights in two layers, if the file has the extension {@code SINEW_two_layer}. */
    public Optional<TwoLayerWeights> layers() {
        return document.layers();
    }

    /** The model with its two layers, if it has them. */
    public Optional<TwoLayerModel> twoLayer() {
        return layers().map(l -> new TwoLayerModel(model(), l));
    }

    /**
     * The model with the drivers of its blend bones, if the file has the extension {@code SINEW_blend_bones}. Blend bones
     * come after all other bones.
     */
    public Optional<LinearizedModel> linearized() {
        return document.blendBones().map(bones -> new LinearizedModel(model(), bones));
    }

    /** The handles that the bones belong to, if the file has the extension {@code SINEW_handles}; rejects damaged ones. */
    public Optional<HandleSet> handles() {
        return document.handles();
    }

    /** The sliders that drive the bones, if the file has the extension {@code SINEW_sliders}. */
    public Optional<Sliders> sliders() {
        return document.sliders();
    }

    /** The drivers of the helper bones, if the file has the extension {@code SINEW_drivers}. */
    public Optional<Drivers> drivers() {
        return document.drivers();
    }

    /** How far the file's weights were from summing to one, before they were normalized. */
    public WeightSums weightSums() {
        return player.map(GltfPlayer::weightSums).orElse(WeightSums.EXACT);
    }

    /** Plays the file between its frames. Rejects files other than glTF, because only glTF's keys are available. */
    public GltfPlayer player() {
        return player.orElseThrow(() -> new InvalidInputException(
                path + " is not a glTF file. Only .glb and .gltf can be played between frames"));
    }

    /**
     * Writes the file again with blend bones; everything else stays as it was read.
     *
     * @param linearized derived from {@link #model}
     * @param target {@code .glb}, or {@code .gltf} with an embedded buffer
     */
    public WrittenModel writeWithBlendBones(LinearizedModel linearized, Path target) {
        return BlendBoneWriter.write(player(), linearized, target);
    }
}
