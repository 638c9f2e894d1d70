package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonPlace;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;

/** What a URI of a glTF file stands for: data inside it, or a file in the same folder or below. */
public final class UriData {
    private static final long TOO_LONG = Integer.MAX_VALUE - 16;

    private UriData() {}

    /** @param file the glTF file, whose folder may not be left */
    public static ByteBuffer load(Path file, JsonPlace uri) {
        String text = uri.text();
        byte[] bytes = text.startsWith("data:") ? decode(text, uri) : readBeside(file, text, uri);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] decode(String text, JsonPlace uri) {
        int comma = text.indexOf(',');
        if (comma < 0 || !text.substring(0, comma).endsWith(";base64")) {
            throw uri.bad("is a data URI that is not base64");
        }
        try {
            // Latin-1 keeps one byte a character; anything else is refused by the decoder.
            byte[] encoded = text.substring(comma + 1).getBytes(StandardCharsets.ISO_8859_1);
            return Base64.getDecoder().decode(encoded);
        } catch (IllegalArgumentException e) {
            throw uri.bad("holds broken base64: " + e.getMessage());
        }
    }

    private static byte[] readBeside(Path file, String text, JsonPlace uri) {
        Path target = inside(file, text, uri);
        try {
            if (!Files.isRegularFile(target)) {
                throw uri.bad("names " + JsonPlace.shortened(text) + ", which is not there beside the file");
            }
            Path folder = file.toAbsolutePath().getParent().toRealPath();
            if (!target.toRealPath().startsWith(folder)) {
                throw uri.bad("names " + JsonPlace.shortened(text) + ", which leads out of the file's folder");
            }
            if (Files.size(target) > TOO_LONG) {
                throw uri.bad("names " + JsonPlace.shortened(text) + " of " + Files.size(target)
                        + " bytes, less than 2 GiB can be read");
            }
            return Files.readAllBytes(target);
        } catch (IOException e) {
            throw uri.bad("names " + JsonPlace.shortened(text) + ", which cannot be read: " + e.getMessage());
        }
    }

    private static Path inside(Path file, String text, JsonPlace uri) {
        try {
            // A plus sign is itself in paths, unlike in forms.
            String name = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
            Path folder = file.toAbsolutePath().normalize().getParent();
            Path target = folder.resolve(name).normalize();
            if (name.matches("[A-Za-z][A-Za-z0-9+.-]*:.*") || !target.startsWith(folder)) {
                throw uri.bad("names " + JsonPlace.shortened(text) + ", which leads out of the file's folder");
            }
            return target;
        } catch (InvalidPathException e) {
            throw uri.bad("names " + JsonPlace.shortened(text) + ", which is no file name");
        } catch (IllegalArgumentException e) {
            throw uri.bad("names " + JsonPlace.shortened(text) + ", whose escapes are broken");
        }
    }
}
