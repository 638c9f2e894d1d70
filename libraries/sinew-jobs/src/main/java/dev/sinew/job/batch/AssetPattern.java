package dev.sinew.job.batch;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.job.Requests;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The assets of a batch by names: files, folders of frames, and globs such as {@code caches/**}{@code /*.abc}. */
public final class AssetPattern {
    private AssetPattern() {}

    /** @param options of the verb, by the names of its request */
    public static List<Asset> all(List<String> patterns, String verb, Map<String, Object> options, NameTemplate name) {
        List<Asset> assets = new ArrayList<>();
        for (String pattern : patterns) {
            Path base = base(pattern);
            for (Path input : matches(pattern, base)) {
                Path parent = input.getParent();
                Path folder = parent == null || !parent.startsWith(base) ? Path.of("") : base.relativize(parent);
                Map<String, Object> values = new LinkedHashMap<>(options);
                values.replaceAll((key, value) -> key.equals("bvh")
                        ? new NameTemplate(value.toString()).fill(input, folder, verb, options)
                        : value);
                values.put("input", List.of(input));
                values.put("output", name.fill(input, folder, verb, options));
                assets.add(of(assets.size() + 1, verb, values, input));
            }
        }
        return Asset.requireDistinct(assets);
    }

    /** Commands with one input get it as a single value. */
    private static Asset of(int number, String verb, Map<String, Object> values, Path input) {
        boolean several = Requests.form(verb).fields().stream()
                .anyMatch(field -> field.name().equals("input") && field.several());
        if (!several) {
            values.put("input", input);
        }
        return Asset.of(number, verb, values, input.toString());
    }

    /** The folder before the first wildcard. */
    private static Path base(String pattern) {
        Path parent = Path.of(pattern.replaceAll("[*?\\[{].*$", "x")).getParent();
        return parent == null ? Path.of("") : parent;
    }

    private static List<Path> matches(String pattern, Path base) {
        if (!pattern.matches(".*[*?\\[{].*")) {
            Path named = Path.of(pattern);
            RemoteFiles.current().list(named, false);
            if (!Files.exists(named)) {
                throw new InvalidInputException(pattern + " does not exist");
            }
            return List.of(named);
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        // In a glob, ** requires a folder; people mean files at the top, too.
        PathMatcher atTop = FileSystems.getDefault().getPathMatcher("glob:" + pattern.replace("**/", ""));
        Path start = base.toString().isEmpty() ? Path.of(".") : base;
        RemoteFiles.current().list(start, true);
        if (!Files.isDirectory(start)) {
            throw new InvalidInputException(pattern + ": the folder " + start + " does not exist");
        }
        try (Stream<Path> files = Files.walk(start)) {
            List<Path> found = files.map(file -> base.toString().isEmpty() ? start.relativize(file) : file)
                    .filter(file -> !file.toString().isEmpty() && (matcher.matches(file) || atTop.matches(file)))
                    .filter(AssetPattern::isSequence)
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new InvalidInputException("no file that could be worked on matches " + pattern);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSequence(Path file) {
        return Files.isDirectory(file)
                ? holdsFrames(file)
                : isNamed(file, f -> f.reads(Content.MESH) || f.reads(Content.SEQUENCE));
    }

    private static boolean holdsFrames(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> Files.isRegularFile(file) && isNamed(file, Format::isMesh));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isNamed(Path file, Predicate<Format> condition) {
        return Formats.endsIn(file, Formats.endings(condition));
    }

    /** Rejects options without a verb they could belong to. */
    public static String requireVerb(String verb) {
        if (verb == null) {
            throw new InvalidRequestException("a batch of files needs --verb, such as --verb fit");
        }
        return verb;
    }
}
