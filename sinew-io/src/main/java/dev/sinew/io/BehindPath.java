package dev.sinew.io;

import dev.sinew.io.obj.ObjReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The files that a path of a sequence stands for, so that nobody writes over one of them. */
final class BehindPath {
    private BehindPath() {}

    static List<Path> of(Path path) {
        Set<Path> files = new LinkedHashSet<>();
        for (Path file : named(path)) {
            files.add(file);
            files.addAll(SequenceLocator.candidates(file, FileKind.MESHES));
            files.addAll(SequenceLocator.candidates(file, FileKind.CACHES));
        }
        // The first frame's materials count for all.
        files.stream()
                .filter(file -> FileKind.of(file) == FileKind.OBJ && Files.isRegularFile(file))
                .findFirst()
                .ifPresent(obj -> files.addAll(ObjReader.materialFiles(obj)));
        return List.copyOf(files);
    }

    private static List<Path> named(Path path) {
        if (Files.isDirectory(path)) {
            return Globs.entries(path);
        }
        return !Files.exists(path) && Globs.isGlob(path) ? Globs.expand(path) : List.of(path);
    }
}
