package dev.sinew.studio.library;

import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.run.InvalidInputException;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.RejectedRequestException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/** Files dropped onto the page. Each is stored completely or not at all, and only inside the folder. */
public final class Uploads {
    /** Limit for one file, and for the content of a zip. */
    public static final long MAX_BYTES = 4L << 30;

    /** Disk space that must remain free. */
    private static final long RESERVED_DISK_BYTES = 256L << 20;

    /** Accepted in addition to the formats that Sinew reads. */
    private static final Set<String> EXTRA_ENDINGS =
            Set.of("mtl", "bin", "png", "jpg", "jpeg", "json", "tgf", "csv", "dmat", "txt", "zip");

    private final StudioFolder folder;

    public Uploads(StudioFolder folder) {
        this.folder = folder;
    }

    /** @return the name under which the file is stored */
    public String receive(String name, long claimed, InputStream content) {
        Path target = folder.resolve(name);
        validate(name, target, claimed);
        Path pending = folder.library().resolve(".incoming-" + UUID.randomUUID());
        try {
            copy(content, pending, name);
            if (LibraryScan.ending(target).equals("zip")) {
                return folder.nameOf(new Unzip(folder).into(pending, stem(target)));
            }
            if (Files.exists(target)) {
                if (Files.mismatch(pending, target) >= 0) {
                    throw new RejectedRequestException(
                            409, "another '" + name + "' is already in the folder; rename one of the two");
                }
                return folder.nameOf(target);
            }
            Files.createDirectories(target.getParent());
            Files.move(pending, target);
            return folder.nameOf(target);
        } catch (IOException e) {
            throw new InvalidInputException("'" + name + "' could not be stored: " + e.getMessage(), e);
        } finally {
            deleteQuietly(pending);
        }
    }

    private static Path stem(Path zip) {
        String name = zip.getFileName().toString();
        return zip.resolveSibling(name.substring(0, name.length() - ".zip".length()));
    }

    private void validate(String name, Path target, long claimed) {
        boolean ours = folder.nameOf(target).startsWith(StudioFolder.PRIVATE_FOLDER)
                || target.getFileName().toString().startsWith(".");
        if (ours
                || target.equals(folder.root())
                || folder.root().relativize(target).getNameCount() > 3) {
            throw RejectedRequestException.badRequest("'" + name + "' is not allowed as a file name");
        }
        boolean isRead =
                Formats.endsIn(target, Formats.endings(f -> f.isMesh() || f.isCache() || f.reads(Content.SEQUENCE)));
        if (!isRead && !EXTRA_ENDINGS.contains(LibraryScan.ending(target))) {
            throw new RejectedRequestException(
                    415,
                    "cannot open '" + name + "'; supported: OBJ, PLY, PC2, MDD, NPZ, Alembic, USD, glTF,"
                            + " FBX, or a zip of frames");
        }
        if (claimed > MAX_BYTES) {
            throw tooLarge(name);
        }
        if (Files.isDirectory(target)) {
            throw RejectedRequestException.badRequest("'" + name + "' is already the name of a folder");
        }
        if (claimed > 0 && folder.root().toFile().getUsableSpace() < claimed + RESERVED_DISK_BYTES) {
            throw new RejectedRequestException(507, "not enough disk space for '" + name + "'");
        }
    }

    private static RejectedRequestException tooLarge(String name) {
        return new RejectedRequestException(
                413,
                "'" + name + "' is larger than " + (MAX_BYTES >> 30)
                        + " GB, the limit for uploads; copy it into the folder instead");
    }

    private void copy(InputStream content, Path file, String name) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            long bytes = 0;
            for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                bytes += n;
                if (bytes > MAX_BYTES) {
                    throw tooLarge(name);
                }
                out.write(buffer, 0, n);
            }
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It is in the private folder and is deleted at the next start.
        }
    }

    /** Deletes unfinished uploads of a server that was killed. */
    public void deleteLeftovers() {
        try (java.util.stream.Stream<Path> all = Files.list(folder.library())) {
            for (Path left : all.filter(path -> path.getFileName().toString().startsWith(".incoming"))
                    .toList()) {
                if (Files.isDirectory(left)) {
                    StudioFolder.delete(left);
                } else {
                    Files.delete(left);
                }
            }
        } catch (IOException e) {
            // The next start tries again.
        }
    }

    /** Unpacks a zip of frames into a folder. Entries with paths are skipped, so nothing is written outside it. */
    private static final class Unzip {
        private static final int MAX_ENTRIES = 20_000;

        private final StudioFolder folder;
        private long bytes;
        private int entries;

        Unzip(StudioFolder folder) {
            this.folder = folder;
        }

        /** @return the folder of the content: the wanted one, or one with a number appended if that exists */
        Path into(Path zip, Path wanted) throws IOException {
            Path pending = Files.createDirectory(folder.library().resolve(".incoming-" + UUID.randomUUID()));
            try (InputStream in = Files.newInputStream(zip);
                    ZipInputStream content = new ZipInputStream(new BufferedInputStream(in))) {
                for (ZipEntry entry = content.getNextEntry(); entry != null; entry = content.getNextEntry()) {
                    receive(entry, content, pending);
                }
                if (entries == 0) {
                    throw RejectedRequestException.badRequest("the zip contains no files");
                }
                Path target = unusedName(wanted);
                Files.move(pending, target);
                return target;
            } catch (ZipException | IllegalArgumentException broken) {
                throw RejectedRequestException.badRequest("the zip cannot be unpacked: " + broken.getMessage());
            } finally {
                StudioFolder.delete(pending);
            }
        }

        private void receive(ZipEntry entry, InputStream content, Path pending) throws IOException {
            String name =
                    entry.getName().substring(entry.getName().replace('\\', '/').lastIndexOf('/') + 1);
            if (entry.isDirectory()
                    || name.isEmpty()
                    || name.startsWith(".")
                    || entry.getName().startsWith("__MACOSX")) {
                return;
            }
            if (++entries > MAX_ENTRIES) {
                throw RejectedRequestException.badRequest("the zip contains more than " + MAX_ENTRIES + " files");
            }
            if (Files.exists(pending.resolve(name))) {
                throw RejectedRequestException.badRequest(
                        "the zip contains '" + name + "' in several folders; make one zip per folder");
            }
            try (OutputStream out = Files.newOutputStream(pending.resolve(name))) {
                byte[] buffer = new byte[1 << 16];
                for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                    bytes += n;
                    if (bytes > Uploads.MAX_BYTES) {
                        throw new RejectedRequestException(
                                413, "the content of the zip is larger than " + (Uploads.MAX_BYTES >> 30) + " GB");
                    }
                    out.write(buffer, 0, n);
                }
            }
        }

        private static Path unusedName(Path wanted) {
            Path target = wanted;
            for (int k = 2; Files.exists(target); k++) {
                target = wanted.resolveSibling(wanted.getFileName() + "-" + k);
            }
            return target;
        }
    }
}
