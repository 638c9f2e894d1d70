package dev.sinew.io.gltf.document;

import java.util.Optional;

/** Tells kinds of image from their first bytes. */
public final class ImageKind {
    private ImageKind() {}

    /** One of the kinds that come along with a file, though only extensions know them: WebP, KTX 2 and BMP besides. */
    public static Optional<String> ofAny(byte[] bytes) {
        return of(bytes).or(() -> ofOther(bytes));
    }

    private static Optional<String> ofOther(byte[] bytes) {
        if (startsWith(bytes, 'R', 'I', 'F', 'F') && bytes.length >= 12 && bytes[8] == 'W' && bytes[9] == 'E') {
            return Optional.of("image/webp");
        }
        if (startsWith(bytes, 0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb)) {
            return Optional.of("image/ktx2");
        }
        return startsWith(bytes, 'B', 'M') ? Optional.of("image/bmp") : Optional.empty();
    }

    /** The two that glTF itself knows: {@code image/png}, {@code image/jpeg}, or nothing. */
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
