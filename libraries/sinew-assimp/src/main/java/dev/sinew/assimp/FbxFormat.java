package dev.sinew.assimp;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.assimp.FbxProcess.FbxBounds;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.FbxDescription;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.Storage.Unit;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** FBX: skinned models with their clips, read and written by Assimp. Textures and morph targets are ignored. */
public final class FbxFormat extends FbxDescription {
    private static final double CENTIMETRES_PER_METRE = 100;
    private static final double DEFAULT_RATE = 24;
    private static final long MAX_BYTES = 1L << 30;
    /** Binary files compress most arrays, to about a third on average. */
    private static final long UNPACKED_FACTOR = 3;

    @Override
    public ModelDocument readDocument(Path file, Selection selection) {
        byte[] bytes = bytes(file);
        try (FbxProcess process = FbxProcess.start(FbxBounds.of(UNPACKED_FACTOR * bytes.length))) {
            Scene scene = process.read(file, bytes);
            FbxCorners.requireAll(file, bytes, scene);
            return SceneModel.of(file, scene, selection.objects(), selection.framesPerSecond());
        }
    }

    @Override
    public boolean holdsMesh(Path file) {
        return !scene(file).parts().isEmpty();
    }

    @Override
    public SkeletonMotion readMotion(Path file) {
        return SceneModel.motionOf(file, scene(file));
    }

    private static Scene scene(Path file) {
        byte[] bytes = bytes(file);
        try (FbxProcess process = FbxProcess.start(FbxBounds.of(UNPACKED_FACTOR * bytes.length))) {
            return process.read(file, bytes);
        }
    }

    private static byte[] bytes(Path file) {
        InputFiles.requireFile(file);
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new InvalidInputException(
                        file + " has " + size + " bytes; FBX files may have at most " + MAX_BYTES);
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }

    @Override
    public WrittenModel writeModel(ModelDocument document, Path file, Storage storage) {
        SkinnedModel model = document.model();
        if (model.boneType() == BoneType.AFFINE) {
            throw new InvalidInputException("cannot write " + file
                    + ": the model's bones are affine, but FBX stores one rotation and scale per bone. Fit with "
                    + field("boneType") + " similarity, or write .glb");
        }
        Scene scene = ModelScene.of(document, storage.unit() == Unit.METRE ? 1 : CENTIMETRES_PER_METRE);
        byte[] encode = SceneOutput.encode(scene);
        try (FbxProcess process = FbxProcess.start(FbxBounds.of(encode.length))) {
            byte[] bytes = FbxTree.correct(process.write(file, encode), scene, rate(model));
            AtomicFile.write(file, out -> out.write(bytes));
            long keys = model.clips().stream()
                    .mapToLong(c -> 3L * c.motion().frameCount() * model.boneCount())
                    .sum();
            return new WrittenModel(bytes.length, WrittenModel.Parts.UNKNOWN, keys, 0, 0, notes(model));
        }
    }

    private static double rate(SkinnedModel model) {
        return model.clips().stream()
                .mapToDouble(Clip::framesPerSecond)
                .findFirst()
                .orElse(DEFAULT_RATE);
    }

    private static List<String> notes(SkinnedModel model) {
        boolean textured = model.rest().surface().materials().stream()
                .anyMatch(m -> m.texture().isPresent());
        return textured
                ? List.of("FBX files are written without images; materials keep their names and colours")
                : List.of();
    }
}
