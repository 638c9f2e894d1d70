package dev.sinew.studio.library;

import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.run.RefusedException;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.TurnedAwayException;
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

/** Files that are dropped onto the page: each comes whole or not at all, under a name that stays in the folder. */
public final class Incoming {
    /** Of one file, and of all that a zip unpacks to. */
    public static final long MOST_BYTES = 4L << 30;

    /** What stays free on the disk. */
    private static final long SPARE_BYTES = 256L << 20;

    /** Besides the formats that are read. */
    private static final Set<String> TAKEN =
            Set.of("mtl", "bin", "png", "jpg", "jpeg", "json", "tgf", "csv", "dmat", "txt", "zip");

    private final StudioFolder folder;

    public Incoming(StudioFolder folder) {
        this.folder = folder;
    }

    /** @return the name under which it stands now */
    public String take(String name, long claimed, InputStream content) {
        Path target = folder.inside(name);
        requireFitting(name, target, claimed);
        Path pending = folder.library().resolve(".incoming-" + UUID.randomUUID());
        try {
            copy(content, pending, name);
            if (LibraryScan.ending(target).equals("zip")) {
                return folder.nameOf(new Unzip(folder).into(pending, stem(target)));
            }
            Files.createDirectories(target.getParent());
            Files.move(pending, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            return folder.nameOf(target);
        } catch (IOException e) {
            throw new RefusedException("'" + name + "' could not be taken: " + e.getMessage(), e);
        } finally {
            deleteQuietly(pending);
        }
    }

    private static Path stem(Path zip) {
        String name = zip.getFileName().toString();
        return zip.resolveSibling(name.substring(0, name.length() - ".zip".length()));
    }

    private void requireFitting(String name, Path target, long claimed) {
        boolean ours = folder.nameOf(target).startsWith(StudioFolder.OWN)
                || target.getFileName().toString().startsWith(".");
        if (ours
                || target.equals(folder.root())
                || folder.root().relativize(target).getNameCount() > 3) {
            throw TurnedAwayException.wrong("'" + name + "' is not a name for a file here");
        }
        boolean isRead =
                Formats.endsIn(target, Formats.endings(f -> f.isMesh() || f.isCache() || f.reads(Content.SEQUENCE)));
        if (!isRead && !TAKEN.contains(LibraryScan.ending(target))) {
            throw new TurnedAwayException(
                    415,
                    "'" + name + "' is of a kind that is not read here: OBJ, PLY, PC2, MDD, NPZ, Alembic, USD, glTF,"
                            + " FBX or a zip of frames");
        }
        if (claimed > MOST_BYTES) {
            throw tooLarge(name);
        }
        if (Files.isDirectory(target)) {
            throw TurnedAwayException.wrong("'" + name + "' is a folder here already");
        }
        if (claimed > 0 && folder.root().toFile().getUsableSpace() < claimed + SPARE_BYTES) {
            throw new TurnedAwayException(507, "the disk has no room for '" + name + "'");
        }
    }

    private static TurnedAwayException tooLarge(String name) {
        return new TurnedAwayException(
                413,
                "'" + name + "' has more than the " + (MOST_BYTES >> 30)
                        + " GB that one file may have; put it into the folder yourself");
    }

    private void copy(InputStream content, Path file, String name) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            long bytes = 0;
            for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                bytes += n;
                if (bytes > MOST_BYTES) {
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
            // It lies in our own folder and is taken away at the next start.
        }
    }

    /** What a server that was killed has left. */
    public void tidy() {
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

    /** A zip of frames becomes a folder. Only plain names count, so nothing can be unpacked to elsewhere. */
    private static final class Unzip {
        private static final int MOST_ENTRIES = 20_000;

        private final StudioFolder folder;
        private long bytes;
        private int entries;

        Unzip(StudioFolder folder) {
            this.folder = folder;
        }

        /** @return where its content stands: the wanted folder, or one beside it where that name is taken */
        Path into(Path zip, Path wanted) throws IOException {
            Path pending = Files.createDirectory(folder.library().resolve(".incoming-" + UUID.randomUUID()));
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
                StudioFolder.delete(pending);
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
}
