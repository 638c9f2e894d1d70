package dev.sinew.io;

import dev.sinew.io.obj.ObjReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
        List.copyOf(files).forEach(file -> files.addAll(besideGltf(file)));
        return List.copyOf(files);
    }

    /** The buffers and images that a .gltf names; none where it cannot be read, which its reader will say better. */
    private static List<Path> besideGltf(Path file) {
        if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".gltf") || !Files.isRegularFile(file)) {
            return List.of();
        }
        try {
            JsonNode document =
                    JsonMapper.shared().readTree(file.toAbsolutePath().toFile());
            return Stream.of("buffers", "images")
                    .flatMap(kind -> document.path(kind).valueStream())
                    .map(part -> part.path("uri").asString(""))
                    .filter(uri -> !uri.isEmpty() && !uri.startsWith("data:"))
                    .map(uri -> file.resolveSibling(URI.create(uri).getPath()))
                    .toList();
        } catch (RuntimeException unreadable) {
            return List.of();
        }
    }

    private static List<Path> named(Path path) {
        if (Files.isDirectory(path)) {
            return Globs.entries(path);
        }
        return !Files.exists(path) && Globs.isGlob(path) ? Globs.expand(path) : List.of(path);
    }
}
