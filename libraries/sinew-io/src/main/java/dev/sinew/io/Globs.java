package dev.sinew.io;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/** Expands paths with wildcards ({@code * ? [..] {..}}) in any part, for shells that do not. */
final class Globs {
    private Globs() {}

    static boolean isGlob(Path path) {
        return path.toString().matches(".*[*?\\[{].*");
    }

    /** The matching paths in natural order; hidden files only if the pattern begins with a dot. */
    static List<Path> expand(Path pattern) {
        Path root = pattern.getRoot();
        List<Path> matches = new ArrayList<>();
        matches.add(root == null ? Path.of("") : root);
        for (Path part : pattern) {
            List<Path> literally = resolve(matches, part);
            // A folder may actually be called walk[1].
            matches = isGlob(part) && literally.isEmpty() ? below(matches, part, pattern) : literally;
        }
        matches.sort(NaturalOrder.OF_PATHS);
        return matches;
    }

    private static List<Path> resolve(List<Path> folders, Path part) {
        return new ArrayList<>(
                folders.stream().map(f -> f.resolve(part)).filter(Files::exists).toList());
    }

    private static List<Path> below(List<Path> folders, Path part, Path pattern) {
        PathMatcher matcher;
        try {
            matcher = part.getFileSystem().getPathMatcher("glob:" + part);
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(pattern + " is not a valid pattern: " + e.getDescription(), e);
        }
        boolean hidden = part.toString().startsWith(".");
        List<Path> matches = new ArrayList<>();
        for (Path folder : folders) {
            for (Path entry : entries(folder)) {
                if (matcher.matches(entry.getFileName()) && (hidden || !isHidden(entry))) {
                    matches.add(entry);
                }
            }
        }
        return matches;
    }

    /** The entries of a folder in natural order; empty for a file. */
    static List<Path> entries(Path folder) {
        // The empty path means the working folder, but some systems cannot open it.
        Path opened = folder.toString().isEmpty() ? Path.of(".") : folder;
        List<Path> entries = new ArrayList<>();
        if (Files.isDirectory(opened)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(opened)) {
                stream.forEach(entry -> entries.add(folder.resolve(entry.getFileName())));
            } catch (IOException e) {
                throw InputFiles.rejection(folder, e);
            }
        }
        entries.sort(NaturalOrder.OF_PATHS);
        return entries;
    }

    /** Hidden files include the {@code ._frame.obj} that macOS creates for every file on a foreign disk. */
    static boolean isHidden(Path file) {
        return file.getFileName().toString().startsWith(".");
    }
}
