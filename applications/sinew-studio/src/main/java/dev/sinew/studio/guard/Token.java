package dev.sinew.studio.guard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secret that authenticates a browser. It belongs to a folder and survives restarts, so that open pages keep working. Only
 * the owner of the folder can read its file.
 */
public final class Token {
    private static final int BYTES = 24;
    private static final int CHARACTERS = 4 * BYTES / 3;

    private final String text;

    private Token(String text) {
        this.text = text;
    }

    /** Reads the folder's token, or creates one. */
    public static Token loadOrCreate(Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            String kept = Files.readString(file).strip();
            if (kept.matches("[\\w-]{" + CHARACTERS + "}")) {
                return new Token(kept);
            }
        }
        byte[] chance = new byte[BYTES];
        new SecureRandom().nextBytes(chance);
        Token made = new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(chance));
        Files.deleteIfExists(file);
        boolean posix = Files.getFileStore(file.getParent()).supportsFileAttributeView("posix");
        if (posix) {
            // Restrict access before the content is written.
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, made.text);
        return made;
    }

    /** Compares in constant time. */
    boolean matches(String candidate) {
        return candidate != null
                && MessageDigest.isEqual(
                        candidate.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return text;
    }
}
