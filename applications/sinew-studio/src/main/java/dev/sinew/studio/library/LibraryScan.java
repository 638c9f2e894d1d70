package dev.sinew.studio.library;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.studio.folder.StudioFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds what a person would call one thing: a mesh with its cache, a folder of frames, a model. Nothing is opened for it. */
final class LibraryScan {
    /** What belongs to something else, or is asked for by a field; point caches too. */
    private static final Set<String> SIDE = Set.of("json", "tgf", "csv", "dmat", "txt");

    /** Folders inside folders inside the studio's, no deeper: a home folder must not be searched through. */
    private static final int DEEPEST = 3;

    private static final int MOST = 500;

    private final StudioFolder folder;
    private final List<Path> things = new ArrayList<>();
    private final List<Path> sides = new ArrayList<>();

    private LibraryScan(StudioFolder folder) {
        this.folder = folder;
    }

    static LibraryScan of(StudioFolder folder) throws IOException {
        LibraryScan scan = new LibraryScan(folder);
        scan.look(folder.root(), 1);
        return scan;
    }

    /** Sequences, models and meshes, in the order of their names. */
    List<Path> things() {
        return things;
    }

    /** Handles, targets, weights and the like. */
    List<Path> sides() {
        return sides;
    }

    private void look(Path in, int depth) throws IOException {
        List<Path> inside;
        try (Stream<Path> all = Files.list(in)) {
            inside = all.filter(path -> !path.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
        if (in != folder.root() && isFrames(inside)) {
            add(in);
            return;
        }
        for (Path path : inside) {
            if (Files.isDirectory(path)) {
                if (depth < DEEPEST) {
                    look(path, depth + 1);
                }
            } else if (isOf(path, f -> f.isMesh() || f.reads(Content.SEQUENCE))) {
                add(path);
            } else if ((SIDE.contains(ending(path)) || isOf(path, Format::isCache)) && sides.size() < MOST) {
                sides.add(path);
            }
        }
    }

    private void add(Path path) {
        if (things.size() < MOST) {
            things.add(path);
        }
    }

    /** Several meshes of one kind whose names differ in digits only. */
    private static boolean isFrames(List<Path> inside) {
        List<String> names = inside.stream()
                .filter(path -> isOf(path, Format::isMesh))
                .map(path -> path.getFileName().toString().replaceAll("\\d+", "#"))
                .toList();
        return names.size() > 1 && names.stream().distinct().count() == 1;
    }

    private static boolean isOf(Path file, Predicate<Format> condition) {
        return Formats.endsIn(file, Formats.endings(condition));
    }

    static String ending(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
