package dev.sinew.io;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.gltf.write.MorphWriter;
import dev.sinew.io.gltf.write.TriangleOrder;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.Sliders;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.VertexOrder;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Skinned models from and to files. */
public final class Models {
    private Models() {}

    /** The model of a file alone; {@link ModelFile} has the rest of what the same reading finds. */
    public static SkinnedModel read(Path file) {
        return ModelFile.read(file).model();
    }

    /** Whether a file holds a skin, so that {@link #read} can take it; its content decides, not its name. */
    public static boolean isSkinned(Path file) {
        return Files.isRegularFile(file)
                && Formats.of(file)
                        .filter(format -> format.reads(Content.MODEL) && format.holdsModel(file))
                        .isPresent();
    }

    /** Writes a model, whole or not at all; the ending of the name decides on the format. */
    public static WrittenModel write(SkinnedModel model, Path file) {
        return write(ModelContent.of(model), file);
    }

    /** Writes a model and what belongs to it in single precision and metres. */
    public static WrittenModel write(ModelContent content, Path file) {
        return write(content, file, Storage.PLAIN);
    }

    /** Writes a model and what belongs to it. */
    public static WrittenModel write(ModelContent content, Path file, Storage storage) {
        return formatOf(file).writeModel(content, file, storage);
    }

    private static Format formatOf(Path file) {
        return Formats.named(file)
                .filter(format -> format.writes(Content.MODEL) && Formats.endsIn(file, format.endings()))
                .orElseThrow(() -> new RefusedException("cannot write " + file + ": models are written as "
                        + Formats.list(Formats.writtenEndings(Content.MODEL), "or")));
    }

    /** The order of a mesh's vertices in which a packed file of it is smallest. */
    public static VertexOrder packedOrder(Mesh mesh) {
        return TriangleOrder.firstUse(mesh);
    }

    /**
     * Writes a mesh with morph targets as {@code .glb} or {@code .gltf}, and how they move.
     *
     * @param examples the rest pose, then each target at one
     * @param names of the targets
     */
    public static long writeMorphs(MeshSequence examples, List<String> names, Sliders.Curve curve, Path file) {
        if (formatOf(file) != Formats.GLTF) {
            throw new RefusedException("cannot write " + file + ": morph targets are written as "
                    + Formats.list(Formats.GLTF.endings(), "or"));
        }
        return MorphWriter.write(examples, names, curve.name(), curve.framesPerSecond(), curve.weights(), file);
    }
}
