package dev.sinew.io;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.gltf.write.MorphWriter;
import dev.sinew.io.gltf.write.TriangleOrder;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Sliders;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.VertexOrder;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads and writes skinned models. */
public final class Models {
    private Models() {}

    /** The model of a file; {@link ModelFile} gives access to its other content. */
    public static SkinnedModel read(Path file) {
        return ModelFile.read(file).model();
    }

    /**
     * The skeleton and the clips of a file. Unlike {@link #read}, this accepts files without a mesh, as animation libraries have them.
     */
    public static SkeletonMotion readMotion(Path file) {
        return Formats.of(file)
                .filter(format -> format.reads(Content.MODEL) || format.reads(Content.MOTION))
                .orElseThrow(() -> new InvalidInputException(file + " contains no skeleton: it is not "
                        + Formats.list(
                                Stream.concat(
                                                Formats.endings(f -> f.reads(Content.MODEL)).stream(),
                                                Formats.endings(f -> f.reads(Content.MOTION)).stream())
                                        .distinct()
                                        .toList(),
                                "or")))
                .readMotion(file);
    }

    /** Whether a file contains a skeleton with clips but no mesh, so that only {@link #readMotion} accepts it. */
    public static boolean isOnlyMotion(Path file) {
        return Files.isRegularFile(file)
                && Formats.of(file)
                        .filter(format -> format.reads(Content.MODEL) || format.reads(Content.MOTION))
                        .filter(format -> !format.holdsMesh(file))
                        .isPresent();
    }

    /** Whether a file contains a skin, so that {@link #read} accepts it. Its content decides, not its name. */
    public static boolean isSkinned(Path file) {
        return Files.isRegularFile(file)
                && Formats.of(file)
                        .filter(format -> format.reads(Content.MODEL) && format.holdsModel(file))
                        .isPresent();
    }

    /** Writes a model, completely or not at all. The file extension selects the format. */
    public static WrittenModel write(SkinnedModel model, Path file) {
        return write(ModelDocument.of(model), file);
    }

    /** Writes a document in single precision and metres. */
    public static WrittenModel write(ModelDocument document, Path file) {
        return write(document, file, Storage.PLAIN);
    }

    /** Writes a document. Formats other than glTF leave out what only glTF can store; the notes say so. */
    public static WrittenModel write(ModelDocument document, Path file, Storage storage) {
        Format format = formatOf(file);
        List<String> lost = document.extensions();
        if (format == Formats.GLTF || lost.isEmpty()) {
            return format.writeModel(document, file, storage);
        }
        return format.writeModel(document.withoutExtensions(), file, storage)
                .withNote(file.getFileName() + " does not contain " + Formats.list(lost, "and")
                        + ": only .glb and .gltf can store them");
    }

    private static Format formatOf(Path file) {
        return Formats.named(file)
                .filter(format -> format.writes(Content.MODEL) && Formats.endsIn(file, format.endings()))
                .orElseThrow(() -> new InvalidInputException("cannot write " + file + ": models are written as "
                        + Formats.list(Formats.writtenEndings(Content.MODEL), "or")));
    }

    /** The vertex order in which a packed file of a mesh is smallest. */
    public static VertexOrder packedOrder(Mesh mesh) {
        return TriangleOrder.firstUse(mesh);
    }

    /**
     * Writes a mesh with morph targets and their animation as {@code .glb} or {@code .gltf}.
     *
     * @param examples the rest pose, then each target at weight one
     * @param names names of the targets
     */
    public static long writeMorphs(MeshSequence examples, List<String> names, Sliders.Curve curve, Path file) {
        if (formatOf(file) != Formats.GLTF) {
            throw new InvalidInputException("cannot write " + file + ": morph targets are written as "
                    + Formats.list(Formats.GLTF.endings(), "or"));
        }
        return MorphWriter.write(examples, names, curve.name(), curve.framesPerSecond(), curve.weights(), file);
    }
}
