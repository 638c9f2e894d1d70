package dev.sinew.io.gltf.document;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.file.JsonValue.BrokenJson;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The container of a glTF file: {@code .glb} with its chunks, or {@code .gltf} as plain JSON. */
public final class GltfContainer {
    private static final int MAGIC = 0x46546c67;
    private static final int JSON_CHUNK = 0x4e4f534a;
    private static final int BINARY_CHUNK = 0x004e4942;
    private static final int HEADER = 12;
    private static final int CHUNK_HEADER = 8;
    private static final long TOO_LONG = 1L << 31;
    /** A multiple of three, so that the concatenated base64 of the pieces is valid. */
    private static final int BASE64_STEP = 3 << 16;

    private static final JsonMapper JSON = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    // Data URIs contain whole buffers; the file's size is the bound.
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private GltfContainer() {}

    public static ObjectNode newRoot() {
        return JSON.createObjectNode();
    }

    /** The content of a file: the JSON tree and, in a {@code .glb}, the binary buffer. */
    public record Content(ObjectNode root, Optional<ByteBuffer> binary, long fileBytes) {}

    /** Recognises the form by content, not by name. */
    public static Content read(Path file) {
        byte[] bytes = readBytes(file);
        ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length >= 4 && data.getInt(0) == MAGIC) {
            return readChunks(file, data);
        }
        if (!looksLikeJson(bytes)) {
            throw new InvalidInputException(
                    file + ": not a glTF file; it is neither a GLB (it does not begin with 'glTF') nor JSON");
        }
        return new Content(parse(file, bytes, 0, bytes.length), Optional.empty(), bytes.length);
    }

    private static byte[] readBytes(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new InvalidInputException(file + " is a directory, not a .glb or .gltf file");
            }
            long size = Files.size(file);
            if (size >= TOO_LONG - 16) {
                throw new InvalidInputException(
                        file + ": the file has " + size + " bytes; files must be smaller than 2 GiB");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(file + " does not exist", e);
        } catch (IOException e) {
            throw new InvalidInputException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean looksLikeJson(byte[] bytes) {
        int at = 0;
        boolean marked = bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb;
        for (at = marked ? 3 : 0; at < bytes.length && Character.isWhitespace(bytes[at]); at++) {}
        return at < bytes.length && bytes[at] == '{';
    }

    private static Content readChunks(Path file, ByteBuffer data) {
        if (data.capacity() < HEADER + CHUNK_HEADER) {
            throw new InvalidInputException(file + ": the file has " + data.capacity()
                    + " bytes, but a GLB's headers alone need " + (HEADER + CHUNK_HEADER));
        }
        int version = data.getInt(4);
        if (version != 2) {
            throw new InvalidInputException(file + ": GLB version " + version + " is not supported; only version 2 is");
        }
        long length = data.getInt(8) & 0xffffffffL;
        if (length > data.capacity()) {
            throw new InvalidInputException(
                    file + ": the header declares " + length + " bytes, but the file has " + data.capacity());
        }
        ObjectNode root = null;
        ByteBuffer binary = null;
        for (long at = HEADER; at + CHUNK_HEADER <= length; ) {
            long size = data.getInt((int) at) & 0xffffffffL;
            int type = data.getInt((int) at + 4);
            long from = at + CHUNK_HEADER;
            if (from + size > length) {
                throw new InvalidInputException(file + ": the chunk at byte " + at + " claims " + size
                        + " bytes, but only " + (length - from) + " follow");
            }
            if (root == null) {
                if (type != JSON_CHUNK) {
                    throw new InvalidInputException(file + ": the first chunk must be JSON, but its type is " + type);
                }
                root = parse(file, data.array(), (int) from, (int) size);
            } else if (type == BINARY_CHUNK && binary == null) {
                binary = data.slice((int) from, (int) size).order(ByteOrder.LITTLE_ENDIAN);
            }
            at = from + size;
        }
        if (root == null) {
            throw new InvalidInputException(file + ": the file has no JSON chunk");
        }
        return new Content(root, Optional.ofNullable(binary), data.capacity());
    }

    private static ObjectNode parse(Path file, byte[] bytes, int from, int length) {
        try {
            JsonNode root = JSON.readTree(bytes, from, length);
            if (root instanceof ObjectNode object) {
                return object;
            }
            throw new InvalidInputException(file + ": its JSON is not an object");
        } catch (JacksonException e) {
            throw new InvalidInputException(file + ": its JSON is invalid: " + oneLine(e), e);
        }
    }

    private static String oneLine(JacksonException e) {
        String location = e.getLocation() == null
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
        return BrokenJson.why(e) + location;
    }

    /** Writes the tree and its buffer and returns the size of the file. The file extension decides the form. */
    public static long write(Path file, ObjectNode root, BinaryBuilder binary) {
        ObjectNode buffer = newRoot();
        ArrayNode buffers = root.putArray("buffers").add(buffer);
        binary.placeholder().ifPresent(buffers::add);
        return writeOut(file, root, buffer, new Binary(binary.pieces(), binary.length()));
    }

    /** The single buffer of a file. */
    public record Binary(List<byte[]> pieces, long length) {}

    /** @param buffer properties of the file's buffer besides its length; becomes part of the tree */
    public static long write(Path file, ObjectNode root, ObjectNode buffer, Binary binary) {
        root.putArray("buffers").add(buffer);
        return writeOut(file, root, buffer, binary);
    }

    private static long writeOut(Path file, ObjectNode root, ObjectNode buffer, Binary binary) {
        if (String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".gltf")) {
            return writePlain(file, root, buffer, binary);
        }
        buffer.put("byteLength", binary.length());
        byte[] json = padded(JSON.writeValueAsBytes(root));
        long total = HEADER + 2L * CHUNK_HEADER + json.length + binary.length();
        checkSize(file, total);
        AtomicFile.write(file, out -> {
            out.write(header((int) total, json.length));
            out.write(json);
            out.write(chunkHeader((int) binary.length(), BINARY_CHUNK));
            for (byte[] piece : binary.pieces()) {
                out.write(piece);
            }
        });
        return total;
    }

    private static void checkSize(Path file, long total) {
        if (total >= TOO_LONG) {
            throw new InvalidInputException("cannot write " + file + ": it would have " + total
                    + " bytes, but glTF files must be smaller than 2 GiB (" + TOO_LONG + ")");
        }
    }

    private static byte[] padded(byte[] json) {
        byte[] whole = Arrays.copyOf(json, (json.length + 3) / 4 * 4);
        Arrays.fill(whole, json.length, whole.length, (byte) ' ');
        return whole;
    }

    private static byte[] header(int total, int jsonLength) {
        ByteBuffer header = ByteBuffer.allocate(HEADER + CHUNK_HEADER).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(MAGIC).putInt(2).putInt(total).putInt(jsonLength).putInt(JSON_CHUNK);
        return header.array();
    }

    private static byte[] chunkHeader(int length, int type) {
        return ByteBuffer.allocate(CHUNK_HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .putInt(type)
                .array();
    }

    /** Streams the buffer's base64 into the JSON: it may be too long for a string. */
    private static long writePlain(Path file, ObjectNode root, ObjectNode buffer, Binary binary) {
        String text;
        String location = "@";
        do {
            location += "@";
            buffer.put("uri", location);
            buffer.put("byteLength", binary.length());
            text = JSON.writeValueAsString(root);
        } while (text.indexOf(location) != text.lastIndexOf(location));
        int at = text.indexOf(location);
        byte[] before =
                (text.substring(0, at) + "data:application/octet-stream;base64,").getBytes(StandardCharsets.UTF_8);
        byte[] after = text.substring(at + location.length()).getBytes(StandardCharsets.UTF_8);
        long total = before.length + (binary.length() + 2) / 3 * 4 + after.length;
        checkSize(file, total);
        AtomicFile.write(file, out -> {
            out.write(before);
            writeBase64(out, binary.pieces());
            out.write(after);
        });
        return total;
    }

    private static void writeBase64(OutputStream out, List<byte[]> pieces) throws IOException {
        byte[] step = new byte[BASE64_STEP];
        int filled = 0;
        for (byte[] piece : pieces) {
            for (int at = 0; at < piece.length; ) {
                int part = Math.min(piece.length - at, step.length - filled);
                System.arraycopy(piece, at, step, filled, part);
                at += part;
                filled += part;
                if (filled == step.length) {
                    out.write(Base64.getEncoder().encode(step));
                    filled = 0;
                }
            }
        }
        out.write(Base64.getEncoder().encode(Arrays.copyOf(step, filled)));
    }

    /** Recognises types of images by their first bytes. */
    public static final class ImageKind {
        private ImageKind() {}

        /** Also recognises types that only extensions support: WebP, KTX 2 and BMP. */
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

        /** The two types that glTF itself supports: {@code image/png}, {@code image/jpeg}, or empty. */
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
}
