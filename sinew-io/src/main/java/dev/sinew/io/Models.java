package dev.sinew.io;

import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.io.gltf.GltfWriter;
import dev.sinew.io.gltf.HandlesExtension;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Skinned models from and to files. */
public final class Models {
    private static final int BYTES_LOOKED_AT = 32;

    private Models() {}

    /**
     * Reads a {@code .glb} or {@code .gltf}: every skinned mesh of its scene as one model, clips sampled at their frames.
     * {@link GltfPlayer} says what becomes of what, and plays the file between frames.
     */
    public static SkinnedModel read(Path file) {
        if (isOther(file)) {
            return ModelFormats.require(file).read(file, List.of(), OptionalDouble.empty());
        }
        return GltfPlayer.open(file).model();
    }

    /** Reads a file as {@link #read} does, and what our extensions say about it beside. */
    public static ReadModel readWithExtensions(Path file) {
        GltfPlayer player = GltfPlayer.open(file);
        return new ReadModel(player.model(), player.layers());
    }

    /** Reads a file that has the extension {@code SINEW_two_layer}; others are refused. */
    public static TwoLayerModel readTwoLayer(Path file) {
        return readWithExtensions(file)
                .twoLayer()
                .orElseThrow(() -> new RefusedException(
                        file + " has no SINEW_two_layer, so it is no two-layer model; sinew compress makes one"));
    }

    /** Whether a {@code .glb} or {@code .gltf} holds a skin, so that {@link #read} can take it. */
    public static boolean isSkinned(Path file) {
        return isOther(file) || GltfPlayer.hasSkin(file);
    }

    /** Writes a {@code .glb}, or a {@code .gltf} with its buffer inside, whole or not at all. */
    public static WrittenModel write(SkinnedModel model, Path file) {
        return write(model, file, ModelFormat.Unit.METRE);
    }

    /** Whether what is inside belongs to a format that another module brings along. */
    private static boolean isOther(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        byte[] head = InputFiles.head(file, BYTES_LOOKED_AT);
        return ModelFormats.begins(head) || ModelFormats.names(file) && !InputFiles.startsWith(head, "glTF");
    }

    /** The same in a unit of one's own, for formats that have one: {@code .fbx}. */
    public static WrittenModel write(SkinnedModel model, Path file, ModelFormat.Unit unit) {
        if (ModelFormats.names(file)) {
            return ModelFormats.require(file).write(model, file, unit);
        }
        checkEnding(file);
        return GltfWriter.write(model, file);
    }

    /** Writes the standard fallback, and the two layers beside it in the extension {@code SINEW_two_layer}. */
    public static WrittenModel write(TwoLayerModel model, Path file) {
        checkEnding(file);
        return GltfWriter.write(model, file);
    }

    private static void checkEnding(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (!name.endsWith(".glb") && !name.endsWith(".gltf")) {
            throw new RefusedException("cannot write " + file + ": models are written as .glb, .gltf or .fbx");
        }
    }

    /**
     * What a file holds.
     *
     * @param model what any engine plays
     * @param layers the same model's weights in two layers, where the file has them
     */
    public record ReadModel(SkinnedModel model, Optional<TwoLayerWeights> layers) {
        /** Both together, where there are layers. */
        public Optional<TwoLayerModel> twoLayer() {
            return layers.map(l -> new TwoLayerModel(model, l));
        }
    }

    /** With the handles that the bones stand for; other programs see plain bones. */
    public static WrittenModel write(SkinnedModel model, HandleSet handles, Path file) {
        return GltfWriter.write(model, handles, file);
    }

    /** The handles a model file carries, where it does. */
    public static Optional<HandleSet> readHandles(Path file) {
        return HandlesExtension.read(file);
    }

    /**
     * What was written.
     *
     * @param bytes size of the file
     * @param keys animation keys stored, over all channels
     * @param insertedKeys those of them that stand between frames, so that interpolation stays true
     * @param addedVertices copies of vertices whose corners disagree about UV or normal
     * @param notes sentences about what could not be written, such as an image of a kind glTF does not know
     */
    public record WrittenModel(long bytes, long keys, long insertedKeys, int addedVertices, List<String> notes) {
        public WrittenModel {
            notes = List.copyOf(notes);
        }
    }
}
