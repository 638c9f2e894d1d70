package dev.sinew.assimp;

import static dev.sinew.run.RefusedException.field;

import dev.sinew.assimp.FbxProcess.FbxBounds;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.FbxDescription;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.Storage.Unit;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** FBX: skinned models with their clips, read and written by Assimp. Textures and morph targets are left aside. */
public final class FbxFormat extends FbxDescription {
    private static final double CENTIMETRES_A_METRE = 100;
    private static final double USUAL_RATE = 24;
    private static final long MOST_BYTES = 1L << 30;
    /** Most arrays of a binary file are packed, to about a third on average. */
    private static final long UNPACKED_TIMES = 3;

    @Override
    public SkinnedModel readModel(Path file, Selection selection) {
        byte[] bytes = bytes(file);
        try (FbxProcess process = FbxProcess.start(FbxBounds.of(UNPACKED_TIMES * bytes.length))) {
            Scene scene = process.read(file, bytes);
            FbxCorners.requireAll(file, bytes, scene);
            return SceneModel.of(file, scene, selection.objects(), selection.framesPerSecond());
        }
    }

    private static byte[] bytes(Path file) {
        InputFiles.requireFile(file);
        try {
            long size = Files.size(file);
            if (size > MOST_BYTES) {
                throw new RefusedException(
                        file + " holds " + size + " bytes, at most " + MOST_BYTES + " are read as FBX");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
    }

    @Override
    public WrittenModel writeModel(ModelContent content, Path file, Storage storage) {
        SkinnedModel model = content.requireModelOnly(file);
        if (model.boneType() == BoneType.AFFINE) {
            throw new RefusedException("cannot write " + file
                    + ": its bones are affine, and FBX keeps one rotation and scale per bone; fit with "
                    + field("boneType") + " similarity, or write .glb");
        }
        Scene scene = ModelScene.of(model, storage.unit() == Unit.METRE ? 1 : CENTIMETRES_A_METRE);
        byte[] encoded = SceneOutput.encoded(scene);
        try (FbxProcess process = FbxProcess.start(FbxBounds.of(encoded.length))) {
            byte[] bytes = FbxTree.corrected(process.write(file, encoded), rate(model));
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
                .orElse(USUAL_RATE);
    }

    private static List<String> notes(SkinnedModel model) {
        boolean textured = model.rest().surface().materials().stream()
                .anyMatch(m -> m.texture().isPresent());
        return textured
                ? List.of("images are not written into FBX, materials keep their names and colours")
                : List.of();
    }
}
