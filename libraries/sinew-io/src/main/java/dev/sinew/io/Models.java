package dev.sinew.io;

import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.io.gltf.Sliders;
import dev.sinew.io.gltf.document.SlidersExtension;
import dev.sinew.io.gltf.write.GltfWriter;
import dev.sinew.io.gltf.write.MorphWriter;
import dev.sinew.io.gltf.write.TriangleOrder;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.VertexOrder;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.io.usd.UsdModels;
import dev.sinew.io.usd.UsdWriter;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Skinned models from and to files. */
public final class Models {
    private Models() {}

    /** The model of a file alone; {@link ModelFile} has the rest of what the same reading finds. */
    public static SkinnedModel read(Path file) {
        return ModelFile.read(file).model();
    }

    /** Whether a {@code .glb}, {@code .gltf} or USD file holds a skin, so that {@link #read} can take it. */
    public static boolean isSkinned(Path file) {
        return ModelFormats.isUsd(file)
                ? UsdModels.hasSkin(file)
                : ModelFormats.holds(file) || GltfPlayer.hasSkin(file);
    }

    /** Writes a {@code .glb}, a {@code .gltf} with its buffer inside, a {@code .usda} or {@code .usdz}, whole or not at all. */
    public static WrittenModel write(SkinnedModel model, Path file) {
        return write(model, file, Storage.PLAIN);
    }

    /** The same with a say in how numbers are stored, which counts for glTF. */
    public static WrittenModel write(SkinnedModel model, Path file, Storage storage) {
        if (ModelFormats.names(file)) {
            return write(model, file, ModelFormat.Unit.METRE);
        }
        if (isWrittenUsd(file)) {
            return UsdWriter.write(model, file);
        }
        checkEnding(file);
        return GltfWriter.write(model, file, storage);
    }

    /** The same in a unit of one's own, for formats that have one: {@code .fbx}. */
    public static WrittenModel write(SkinnedModel model, Path file, ModelFormat.Unit unit) {
        if (ModelFormats.names(file)) {
            return ModelFormats.require(file).write(model, file, unit);
        }
        return write(model, file, Storage.PLAIN);
    }

    /** Refuses a file of a format whose module is not there. */
    public static void requireFormat(Path file) {
        if (ModelFormats.names(file)) {
            ModelFormats.require(file);
        }
    }

    private static boolean isWrittenUsd(Path file) {
        FileKind kind = FileKind.of(file);
        return kind == FileKind.USDA || kind == FileKind.USDZ;
    }

    /** Writes the standard fallback, and the two layers beside it in the extension {@code SINEW_two_layer}. */
    public static WrittenModel write(TwoLayerModel model, Path file, Storage storage) {
        checkEnding(file);
        return GltfWriter.write(model, file, storage);
    }

    /**
     * Writes a model that engines cannot play, and in the first set of weights a stock skin of four that they can.
     *
     * @param stock of the same rest pose and clips, its bones its own
     */
    public static WrittenModel write(SkinnedModel model, SkinnedModel stock, Path file, Storage storage) {
        checkEnding(file);
        return GltfWriter.write(model, stock, file, storage);
    }

    /** The same in single precision. */
    public static WrittenModel write(TwoLayerModel model, Path file) {
        return write(model, file, Storage.PLAIN);
    }

    /** The order of a mesh's vertices in which a packed file of it is smallest. */
    public static VertexOrder packedOrder(Mesh mesh) {
        return TriangleOrder.firstUse(mesh);
    }

    private static void checkEnding(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (!name.endsWith(".glb") && !name.endsWith(".gltf")) {
            throw new RefusedException(
                    "cannot write " + file + ": models are written as .glb, .gltf, .usda, .usdz or .fbx");
        }
    }

    /** With the sliders that the bones follow; other programs see the clips that they were moved in. */
    public static WrittenModel write(SkinnedModel model, Sliders sliders, Path file) {
        return write(model, sliders, file, Storage.PLAIN);
    }

    /** The same in a file of another size. */
    public static WrittenModel write(SkinnedModel model, Sliders sliders, Path file, Storage storage) {
        checkEnding(file);
        List<SlidersExtension.Curve> curves = sliders.clips().stream()
                .map(c -> new SlidersExtension.Curve(c.name(), c.framesPerSecond(), c.weights()))
                .toList();
        return GltfWriter.write(
                model, new SlidersExtension.Content(sliders.names(), sliders.deltas(), curves), file, storage);
    }

    /**
     * Writes a mesh with morph targets as {@code .glb} or {@code .gltf}, and how they move.
     *
     * @param examples the rest pose, then each target at one
     * @param names of the targets
     */
    public static long writeMorphs(MeshSequence examples, List<String> names, Sliders.Curve curve, Path file) {
        checkEnding(file);
        return MorphWriter.write(examples, names, curve.name(), curve.framesPerSecond(), curve.weights(), file);
    }

    /** With the handles that the bones stand for; other programs see plain bones. */
    public static WrittenModel write(SkinnedModel model, HandleSet handles, Path file, Storage storage) {
        return GltfWriter.write(model, handles, file, storage);
    }

    /** The same in single precision. */
    public static WrittenModel write(SkinnedModel model, HandleSet handles, Path file) {
        return write(model, handles, file, Storage.PLAIN);
    }
}
