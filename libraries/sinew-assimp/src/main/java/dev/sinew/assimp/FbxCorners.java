package dev.sinew.assimp;

import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the face corners that the meshes of an FBX file declare. Assimp drops a mesh that it cannot connect to a model without an
 * error or a log line; comparing the counts is the only way to notice.
 */
final class FbxCorners {
    private static final String NODE = "PolygonVertexIndex";
    /** The name preceded by its length and followed by the type of the array. */
    private static final byte[] BINARY = ((char) NODE.length() + NODE + "i").getBytes(StandardCharsets.ISO_8859_1);

    private static final Pattern TEXT = Pattern.compile("\\b" + NODE + ":\\s*\\*(\\d{1,9})\\b");

    private FbxCorners() {}

    /** Rejects a scene that has fewer corners than its file declares. */
    static void requireAll(Path file, byte[] bytes, Scene scene) {
        long found = scene.parts().stream()
                .mapToLong(part -> part.corners().length + (long) part.strayCorners())
                .sum();
        long declared = declared(bytes);
        if (found < declared) {
            throw new InvalidInputException(file + " cannot be read as FBX: its meshes have " + declared
                    + " face corners, of which Assimp reads " + found
                    + "; the rest is damaged or not connected to a model. Export the file again");
        }
    }

    static long declared(byte[] file) {
        long corners = 0;
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + BINARY.length + 4 <= file.length; at++) {
            if (file[at] == BINARY[0] && in.slice(at, BINARY.length).equals(ByteBuffer.wrap(BINARY))) {
                corners += in.getInt(at + BINARY.length) & 0xffffffffL;
            }
        }
        if (corners == 0) {
            Matcher match = TEXT.matcher(new String(file, StandardCharsets.ISO_8859_1));
            while (match.find()) {
                corners += Long.parseLong(match.group(1));
            }
        }
        return corners;
    }
}
