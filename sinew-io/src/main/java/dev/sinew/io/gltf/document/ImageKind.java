package dev.sinew.io.gltf.document;

import java.util.Optional;

/** Tells the two kinds of image that glTF knows from their first bytes. */
public final class ImageKind {
    private ImageKind() {}

    /** {@code image/png}, {@code image/jpeg}, or nothing. */
    public static Optional<String> of(byte[] bytes) {
        if (startsWith(bytes, 0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a)) {
            return Optional.of("image/png");
        }
        return startsWith(bytes, 0xff, 0xd8, 0xff) ? Optional.of("image/jpeg") : Optional.empty();
    }

    private static boolean startsWith(byte[] bytes, int... magic) {
        if (bytes.length < magic.length) {
            return false;
        }
        for (int k = 0; k < magic.length; k++) {
            if ((bytes[k] & 0xff) != magic[k]) {
                return false;
            }
        }
        return true;
    }
}
