package dev.sinew.io;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.usd.UsdModels;
import dev.sinew.run.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;

/** The formats of models that other modules bring along. */
final class ModelFormats {
    private static final int BYTES_LOOKED_AT = 32;
    /** The name of a package's first file tells. */
    private static final int USD_BYTES = 256;

    private static final String FBX = ".fbx";
    private static final String BINARY_FBX = "Kaydara FBX Binary";
    private static final String TEXT_FBX = "; FBX ";

    private ModelFormats() {}

    /** Whether a file of this name is one of theirs. */
    static boolean names(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(FBX);
    }

    /** Whether what is inside a file is USD, or nothing that we know under a name of USD's. */
    static boolean isUsd(Path file) {
        return Files.isRegularFile(file)
                && (UsdModels.begins(InputFiles.head(file, USD_BYTES))
                        || FileKind.of(file).isUsd());
    }

    /** Whether a file of these first bytes is one of theirs. */
    static boolean begins(byte[] head) {
        return InputFiles.startsWith(head, BINARY_FBX) || InputFiles.startsWith(head, TEXT_FBX);
    }

    /** Whether what is inside a file is one of theirs. */
    static boolean holds(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        byte[] head = InputFiles.head(file, BYTES_LOOKED_AT);
        return begins(head) || names(file) && !InputFiles.startsWith(head, "glTF");
    }

    static ModelFormat require(Path file) {
        Optional<ModelFormat> format =
                ServiceLoader.load(ModelFormat.class, ModelFormat.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(f -> f.ending().equals(FBX))
                        .findFirst();
        return format.orElseThrow(() -> new RefusedException(
                file + " is FBX, which needs the module sinew-assimp; it is not part of this build"));
    }
}
