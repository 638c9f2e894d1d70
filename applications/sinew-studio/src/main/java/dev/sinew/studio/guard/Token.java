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
 * What lets a browser in. It belongs to a folder and stays the same when the studio is started again, so that a page which is open
 * goes on working; only the folder's owner can read it.
 */
public final class Token {
    private static final int BYTES = 24;
    private static final int CHARACTERS = 4 * BYTES / 3;

    private final String text;

    private Token(String text) {
        this.text = text;
    }

    /** The folder's token, made where there is none. */
    public static Token keptIn(Path file) throws IOException {
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
            // Before it has content: nobody else ever reads it.
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, made.text);
        return made;
    }

    /** Takes as long whatever the first wrong character is. */
    boolean is(String said) {
        return said != null
                && MessageDigest.isEqual(said.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return text;
    }
}
