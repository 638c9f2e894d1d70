package dev.sinew.io;

import static dev.sinew.run.RefusedException.field;

import dev.sinew.io.alembic.AlembicSequence;
import dev.sinew.io.gltf.GltfSequence;
import dev.sinew.io.numpy.NumpySequence;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.usd.UsdModels;
import dev.sinew.io.usd.UsdSequence;
import dev.sinew.run.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Files that hold a mesh with its frames: known by what is inside, whatever they are called. */
final class AnimatedFiles {
    private static final int BYTES_LOOKED_AT = 256;

    private AnimatedFiles() {}

    /** The kind of such a file; nothing where it is none. */
    static Optional<FileKind> kind(Path file) {
        byte[] head = InputFiles.head(file, BYTES_LOOKED_AT);
        if (AlembicSequence.isArchive(head)) {
            return Optional.of(FileKind.ALEMBIC);
        }
        if (InputFiles.startsWith(head, "glTF")) {
            return Optional.of(FileKind.GLB);
        }
        if (ModelFormats.begins(head)) {
            return Optional.of(FileKind.FBX);
        }
        if (UsdModels.begins(head)) {
            return Optional.of(FileKind.USD);
        }
        if (NumpySequence.begins(head)) {
            return NumpySequence.isSingleArray(head) ? Optional.empty() : Optional.of(FileKind.NPZ);
        }
        FileKind named = FileKind.of(file);
        if (named == FileKind.OBJ || named == FileKind.PLY || named.isCache()) {
            return looksLikeJson(head) ? Optional.of(FileKind.GLTF) : Optional.empty();
        }
        if (named != FileKind.OTHER && isMeshInDisguise(head)) {
            return Optional.empty();
        }
        return named == FileKind.OTHER && looksLikeJson(head)
                ? Optional.of(FileKind.GLTF)
                : Optional.of(named).filter(k -> k != FileKind.OTHER);
    }

    private static boolean looksLikeJson(byte[] head) {
        for (byte b : head) {
            if (!Character.isWhitespace(b)) {
                return b == '{';
            }
        }
        return false;
    }

    private static boolean isMeshInDisguise(byte[] head) {
        return InputFiles.startsWith(head, "ply\n")
                || InputFiles.startsWith(head, "ply\r")
                || InputFiles.startsWith(head, "POINTCACHE2");
    }

    /** Names of a glTF or USD file's animations; empty for files of other kinds. */
    static List<String> clips(Path file) {
        if (Files.isRegularFile(file) && kind(file).filter(FileKind::isUsd).isPresent()) {
            return UsdSequence.clips(file);
        }
        boolean gltf = Files.isRegularFile(file)
                && kind(file)
                        .filter(k -> k == FileKind.GLB || k == FileKind.GLTF)
                        .isPresent();
        return gltf ? GltfSequence.clips(file) : List.of();
    }

    static AnimatedMesh open(SequenceFiles.Animated animated, SequenceInput input) {
        Path file = animated.file();
        SequenceInput.Choice choice = input.choice();
        return switch (animated.kind()) {
            case ALEMBIC -> {
                choice.clip().ifPresent(clip -> {
                    throw new RefusedException(file + " is an Alembic file, which has no clips; " + field("clip") + " "
                            + clip + " names none");
                });
                yield AlembicSequence.open(file, choice.objects());
            }
            case GLB, GLTF -> GltfSequence.open(file, choice.objects(), choice.clip(), input.framesPerSecond());
            case FBX ->
                new ModelSequence(
                        file,
                        ModelFormats.require(file).read(file, choice.objects(), input.framesPerSecond()),
                        choice.clip());
            case USD, USDA, USDZ, USDC ->
                UsdSequence.open(file, choice.objects(), choice.clip(), input.framesPerSecond());
            case NPZ -> {
                if (!choice.objects().isEmpty() || choice.clip().isPresent()) {
                    throw new RefusedException(file + " holds arrays of one mesh, so " + field("object") + " and "
                            + field("clip") + " have nothing to choose");
                }
                yield NumpySequence.open(file);
            }
            default -> throw new RefusedException(file + " is no sequence that is read here");
        };
    }
}
