package dev.sinew.studio.resident;

import dev.sinew.run.RefusedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** The file that says where a {@link Resident} is: port, token, folder, process. Only its owner can read it. */
public final class Doorplate implements Closeable {
    private static final int TOKEN_BYTES = 24;

    private final Path file;
    private final Path folder;

    private Doorplate(Path file, Path folder) {
        this.file = file;
        this.folder = folder;
    }

    /** Whose commands are run. */
    public Path folder() {
        return folder;
    }

    public static String newToken() {
        byte[] chance = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(chance);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(chance);
    }

    /** Refuses where another process that lives has its name there. */
    public static Doorplate hang(Path file, int port, String token, Path folder) {
        try {
            Path house = file.toAbsolutePath().getParent();
            if (!Files.isDirectory(house)) {
                Files.createDirectories(house.getParent());
                Files.createDirectory(house, only("rwx------"));
            }
            Set<PosixFilePermission> open = Files.getPosixFilePermissions(house);
            if (open.contains(PosixFilePermission.OTHERS_WRITE) || open.contains(PosixFilePermission.GROUP_WRITE)) {
                throw new RefusedException("others may write into " + house + "; only you should");
            }
            takeDownOfTheDead(file);
            Files.createFile(file, only("rw-------"));
            Files.write(
                    file,
                    List.of(
                            String.valueOf(port),
                            token,
                            folder.toString(),
                            String.valueOf(ProcessHandle.current().pid())));
            return new Doorplate(file, folder);
        } catch (FileAlreadyExistsException e) {
            throw new RefusedException("another process serves this folder already (" + file + ")");
        } catch (IOException | UnsupportedOperationException e) {
            throw new RefusedException("cannot write " + file + ": " + e.getMessage());
        }
    }

    private static void takeDownOfTheDead(Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            List<String> lines = Files.readAllLines(file);
            boolean lives = lines.size() > 3
                    && lines.get(3).matches("\\d{1,18}")
                    && ProcessHandle.of(Long.parseLong(lines.get(3))).isPresent();
            if (!lives) {
                Files.delete(file);
            }
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> only(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next one finds that its process is gone.
        }
    }
}
