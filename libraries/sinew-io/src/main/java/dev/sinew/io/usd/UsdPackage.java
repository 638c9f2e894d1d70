package dev.sinew.io.usd;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The content of a USD file: its layer, and the images of a package. */
final class UsdPackage {
    private static final int HEAD_BYTES = 256;
    private static final String TEXT = "#usda";
    private static final String BINARY = "PXR-USDC";
    private static final int LOCAL_HEADER = 30;

    private final Path file;
    private final UsdLayerReader.Layer layer;
    private final Map<String, byte[]> images;

    private UsdPackage(Path file, UsdLayerReader.Layer layer, Map<String, byte[]> images) {
        this.file = file;
        this.layer = layer;
        this.images = images;
    }

    /** Whether a file with these first bytes is USD: text, binary or a package whose first file is a layer. */
    static boolean begins(byte[] head) {
        return InputFiles.startsWith(head, TEXT) || InputFiles.startsWith(head, BINARY) || isPackage(head);
    }

    private static boolean isPackage(byte[] head) {
        if (!InputFiles.startsWith(head, "PK\3\4") || head.length < LOCAL_HEADER) {
            return false;
        }
        int length = Math.min((head[26] & 0xff) | (head[27] & 0xff) << 8, head.length - LOCAL_HEADER);
        return isLayer(new String(head, LOCAL_HEADER, length, StandardCharsets.UTF_8));
    }

    private static boolean isLayer(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".usda") || lower.endsWith(".usdc") || lower.endsWith(".usd");
    }

    static UsdPackage open(Path file) {
        byte[] head = InputFiles.head(file, HEAD_BYTES);
        try {
            if (InputFiles.startsWith(head, "PK")) {
                return unpack(file);
            }
            requireText(file.toString(), head);
            return new UsdPackage(file, UsdLayerReader.read(file.toString(), Files.readAllBytes(file)), Map.of());
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        } catch (OutOfMemoryError e) {
            throw new InvalidInputException(file + " is too large for memory", e);
        }
    }

    private static void requireText(String name, byte[] head) {
        if (InputFiles.startsWith(head, BINARY)) {
            throw UsdLayerReader.binary(name);
        }
        if (!InputFiles.startsWith(head, TEXT)) {
            throw new InvalidInputException(
                    name + " is not a USD file: it begins with neither " + TEXT + " nor " + BINARY);
        }
    }

    private static UsdPackage unpack(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toAbsolutePath().toFile(), StandardCharsets.UTF_8)) {
            Optional<UsdLayerReader.Layer> layer = Optional.empty();
            Map<String, byte[]> images = new LinkedHashMap<>();
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (entry.isDirectory()) {
                    continue;
                }
                byte[] bytes = content(file, zip, entry);
                if (layer.isEmpty() && isLayer(entry.getName())) {
                    String name = file + ", " + entry.getName();
                    requireText(name, bytes);
                    layer = Optional.of(UsdLayerReader.read(name, bytes));
                } else {
                    images.put(entry.getName(), bytes);
                }
            }
            return new UsdPackage(
                    file,
                    layer.orElseThrow(() -> new InvalidInputException(file + " is a package without a USD layer")),
                    images);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(file + " cannot be read: a file name in it is not valid text", e);
        }
    }

    private static byte[] content(Path file, ZipFile zip, ZipEntry entry) throws IOException {
        if (entry.getMethod() != ZipEntry.STORED || entry.getSize() > Files.size(file)) {
            throw new InvalidInputException(
                    file + ", " + entry.getName() + ": files in a USD package must be stored uncompressed,"
                            + " but this one is compressed or larger than the package");
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readNBytes((int) entry.getSize());
        }
    }

    Path file() {
        return file;
    }

    UsdLayerReader.Layer layer() {
        return layer;
    }

    UsdPrim root() {
        return layer.root();
    }

    /** An image of the package, or a file in the same folder or below; empty if it does not exist. */
    Optional<byte[]> image(String asset) {
        String name = asset.startsWith("./") ? asset.substring(2) : asset;
        if (images.containsKey(name)) {
            return Optional.of(images.get(name));
        }
        try {
            Path folder = file.toAbsolutePath().normalize().getParent();
            Path beside = folder.resolve(name).normalize();
            return beside.startsWith(folder) && Files.isRegularFile(beside)
                    ? Optional.of(Files.readAllBytes(beside))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
