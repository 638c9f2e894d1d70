package dev.sinew.studio.shelf;

import dev.sinew.studio.folder.Folders;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.TurnedAwayException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/** A zip of frames becomes a folder. Only plain names count, so nothing can be unpacked to elsewhere. */
final class Unzip {
    private static final int MOST_ENTRIES = 20_000;

    private final StudioFolder folder;
    private long bytes;
    private int entries;

    Unzip(StudioFolder folder) {
        this.folder = folder;
    }

    /** @return where its content stands: the wanted folder, or one beside it where that name is taken */
    Path into(Path zip, Path wanted) throws IOException {
        Path pending = Files.createDirectory(folder.shelf().resolve(".incoming-" + UUID.randomUUID()));
        try (InputStream in = Files.newInputStream(zip);
                ZipInputStream content = new ZipInputStream(new BufferedInputStream(in))) {
            for (ZipEntry entry = content.getNextEntry(); entry != null; entry = content.getNextEntry()) {
                take(entry, content, pending);
            }
            if (entries == 0) {
                throw TurnedAwayException.wrong("the zip holds no file");
            }
            Path target = free(wanted);
            Files.move(pending, target);
            return target;
        } catch (ZipException | IllegalArgumentException broken) {
            throw TurnedAwayException.wrong("the zip cannot be unpacked: " + broken.getMessage());
        } finally {
            Folders.delete(pending);
        }
    }

    private void take(ZipEntry entry, InputStream content, Path pending) throws IOException {
        String name =
                entry.getName().substring(entry.getName().replace('\\', '/').lastIndexOf('/') + 1);
        if (entry.isDirectory()
                || name.isEmpty()
                || name.startsWith(".")
                || entry.getName().startsWith("__MACOSX")) {
            return;
        }
        if (++entries > MOST_ENTRIES) {
            throw TurnedAwayException.wrong("the zip holds more than " + MOST_ENTRIES + " files");
        }
        try (OutputStream out = Files.newOutputStream(pending.resolve(name))) {
            byte[] buffer = new byte[1 << 16];
            for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                bytes += n;
                if (bytes > Incoming.MOST_BYTES) {
                    throw new TurnedAwayException(
                            413, "the zip unpacks to more than " + (Incoming.MOST_BYTES >> 30) + " GB");
                }
                out.write(buffer, 0, n);
            }
        }
    }

    private static Path free(Path wanted) {
        Path target = wanted;
        for (int k = 2; Files.exists(target); k++) {
            target = wanted.resolveSibling(wanted.getFileName() + "-" + k);
        }
        return target;
    }
}
