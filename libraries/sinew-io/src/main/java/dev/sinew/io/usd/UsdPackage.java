package dev.sinew.io.usd;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.RefusedException;
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

/** What a USD file holds: its layer, and the images of a package. */
final class UsdPackage {
    private static final int BYTES_LOOKED_AT = 256;
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

    /** Whether a file of these first bytes is USD: text, binary or a package whose first file is a layer. */
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
        byte[] head = InputFiles.head(file, BYTES_LOOKED_AT);
        try {
            if (InputFiles.startsWith(head, "PK")) {
                return unpack(file);
            }
            requireText(file.toString(), head);
            return new UsdPackage(file, UsdLayerReader.read(file.toString(), Files.readAllBytes(file)), Map.of());
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        } catch (OutOfMemoryError e) {
            throw new RefusedException(file + " is too large to be read into memory", e);
        }
    }

    private static void requireText(String name, byte[] head) {
        if (InputFiles.startsWith(head, BINARY)) {
            throw UsdLayerReader.binary(name);
        }
        if (!InputFiles.startsWith(head, TEXT)) {
            throw new RefusedException(name + " is no USD file: it begins with neither " + TEXT + " nor " + BINARY);
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
                    layer.orElseThrow(() -> new RefusedException(file + " is a package without a USD layer")),
                    images);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(file + " cannot be read: a name in it is no text", e);
        }
    }

    private static byte[] content(Path file, ZipFile zip, ZipEntry entry) throws IOException {
        if (entry.getMethod() != ZipEntry.STORED || entry.getSize() > Files.size(file)) {
            throw new RefusedException(
                    file + ", " + entry.getName() + ": files in a USD package are stored as they are,"
                            + " this one is packed or larger than the file");
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

    /** An image of the package, or one that stands beside the file or below; nothing where it is not there. */
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
