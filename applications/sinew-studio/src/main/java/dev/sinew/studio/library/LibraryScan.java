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

/** Groups the files of a folder into items: a mesh with its point cache, a folder of frames, a model. Opens no file. */
final class LibraryScan {
    /** Files that options refer to; point caches are added to these. */
    private static final Set<String> SIDECAR_ENDINGS = Set.of("json", "tgf", "csv", "dmat", "txt");

    /** Levels of subfolders. Bounded, because the folder may be a home folder. */
    private static final int MAX_DEPTH = 3;

    private static final int MAX_FILES = 500;

    private final StudioFolder folder;
    private final List<Path> items = new ArrayList<>();
    private final List<Path> sidecars = new ArrayList<>();

    private LibraryScan(StudioFolder folder) {
        this.folder = folder;
    }

    static LibraryScan of(StudioFolder folder) throws IOException {
        LibraryScan scan = new LibraryScan(folder);
        scan.scan(folder.root(), 1);
        return scan;
    }

    /** Sequences, models and meshes, sorted by name. */
    List<Path> items() {
        return items;
    }

    /** Handles, targets, weights and similar files. */
    List<Path> sidecars() {
        return sidecars;
    }

    private void scan(Path in, int depth) throws IOException {
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
                if (depth < MAX_DEPTH) {
                    scan(path, depth + 1);
                }
            } else if (isOf(path, f -> f.isMesh() || f.reads(Content.SEQUENCE))) {
                add(path);
            } else if ((SIDECAR_ENDINGS.contains(ending(path)) || isOf(path, Format::isCache))
                    && sidecars.size() < MAX_FILES) {
                sidecars.add(path);
            }
        }
    }

    private void add(Path path) {
        if (items.size() < MAX_FILES) {
            items.add(path);
        }
    }

    /** Whether these are several meshes of one format whose names differ in digits only. */
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
