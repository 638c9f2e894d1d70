package dev.sinew.assimp;

import dev.sinew.io.ModelFormat;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.lwjgl.assimp.AIExportDataBlob;
import org.lwjgl.assimp.AIScene;
import org.lwjgl.assimp.Assimp;

/** FBX: skinned models with their clips, read and written by Assimp. Textures and morph targets are left aside. */
public final class FbxFormat implements ModelFormat {
    private static final double CENTIMETRES_A_METRE = 100;

    @Override
    public String ending() {
        return ".fbx";
    }

    @Override
    public SkinnedModel read(Path file, List<String> objects, OptionalDouble rate) {
        InputFiles.requireFile(file);
        try {
            return SceneModel.of(file, NativeScene.read(file), objects, rate);
        } catch (UnsatisfiedLinkError e) {
            throw noNatives(file, e);
        }
    }

    @Override
    public WrittenModel write(SkinnedModel model, Path file, Unit unit) {
        if (model.boneType() == BoneType.AFFINE) {
            throw new RefusedException("cannot write " + file
                    + ": its bones are affine, and FBX keeps one rotation and scale a bone; fit with --bone-type"
                    + " similarity, or write .glb");
        }
        try (NativeArena arena = new NativeArena()) {
            boolean metres = unit == Unit.METRE;
            AIScene scene = new SceneWriter(model, arena, metres ? 1 : CENTIMETRES_A_METRE)
                    .scene(metres ? CENTIMETRES_A_METRE : 1);
            long keys = model.clips().stream()
                    .mapToLong(c -> 3L * c.motion().frameCount() * model.boneCount())
                    .sum();
            double rate = model.clips().stream()
                    .mapToDouble(Clip::framesPerSecond)
                    .findFirst()
                    .orElse(24);
            long bytes = export(scene, rate, file);
            return new WrittenModel(bytes, keys, 0, 0, notes(model));
        } catch (UnsatisfiedLinkError e) {
            throw noNatives(file, e);
        }
    }

    private static List<String> notes(SkinnedModel model) {
        boolean textured = model.rest().surface().materials().stream()
                .anyMatch(m -> m.texture().isPresent());
        return textured
                ? List.of("images are not written into FBX, materials keep their names and colours")
                : List.of();
    }

    private static long export(AIScene scene, double rate, Path file) {
        AIExportDataBlob blob = Assimp.aiExportSceneToBlob(scene, "fbx", 0);
        if (blob == null) {
            throw new RefusedException(
                    "cannot write " + file + ": Assimp says: " + NativeScene.oneLine(Assimp.aiGetErrorString()));
        }
        try {
            ByteBuffer data = blob.data();
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            AtomicFile.write(file, out -> out.write(FbxTree.corrected(bytes, rate)));
            return Files.size(file);
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        } finally {
            Assimp.aiReleaseExportBlob(blob);
        }
    }

    private static RefusedException noNatives(Path file, UnsatisfiedLinkError e) {
        return new RefusedException(
                file + " is FBX, and Assimp's library for this system (" + System.getProperty("os.name") + ", "
                        + System.getProperty("os.arch") + ") is not part of this build",
                e);
    }
}
