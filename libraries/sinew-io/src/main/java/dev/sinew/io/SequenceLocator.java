package dev.sinew.io;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the files of a sequence from the given paths. */
final class SequenceLocator {
    /** The files of a sequence, found but not read. */
    sealed interface Found {
        /** The name of the sequence. */
        String name();
    }

    /** One mesh file per frame, in order. */
    record Frames(String name, List<Path> files) implements Found {
        public Frames {
            files = List.copyOf(files);
        }
    }

    /** A mesh and the point cache that animates it. */
    record Cached(String name, Path mesh, Path cache) implements Found {}

    /** One file with mesh and frames. */
    record Animated(String name, Path file, Format format) implements Found {}

    private final SequenceInput input;

    private SequenceLocator(SequenceInput input) {
        this.input = input;
    }

    static Found locate(SequenceInput input) {
        return new SequenceLocator(input).locate();
    }

    static boolean isLoneMesh(SequenceInput input) {
        Path file = input.paths().get(0);
        return input.paths().size() == 1
                && input.frames().isEmpty()
                && Files.isRegularFile(file)
                && Formats.of(file).filter(Format::isMesh).isPresent()
                && Formats.beside(file, Format::isCache).isEmpty();
    }

    private Found locate() {
        if (input.paths().size() > 1) {
            return ofList();
        }
        Path path = input.paths().get(0);
        if (Files.isDirectory(path)) {
            return ofFolder(path);
        }
        if (!Files.exists(path) && Globs.isGlob(path)) {
            List<Path> matches = Globs.expand(path);
            if (matches.isEmpty()) {
                throw new InvalidInputException("no file matches " + path);
            }
            return ofMany(path.toString(), matches, Optional.empty());
        }
        InputFiles.requireFile(path);
        Optional<Format> animated = Formats.of(path).filter(format -> format.reads(Content.SEQUENCE));
        if (animated.isPresent()) {
            input.frames().ifPresent(frames -> {
                throw new InvalidInputException(path + " already contains frames. " + field("frames") + " " + frames
                        + " needs a mesh file (" + Formats.list(meshEndings(), "or") + ")");
            });
            return new Animated(Formats.stem(path), path, animated.get());
        }
        rejectChoice(path.toString());
        return ofOne(path);
    }

    private void rejectChoice(String what) {
        SequenceInput.Choice choice = input.choice();
        if (!choice.objects().isEmpty() || choice.clip().isPresent()) {
            throw new InvalidInputException(what + " does not contain several "
                    + (choice.clip().isPresent()
                            ? "clips. " + field("clip") + " applies to "
                                    + Formats.list(Formats.readEndings(Content.MODEL), "and")
                            : "objects. " + field("object") + " applies to "
                                    + Formats.list(
                                            Formats.endings(f -> f.reads(Content.SEQUENCE) && !f.reads(Content.MESH)),
                                            "and")));
        }
    }

    private Found ofList() {
        List<Path> sorted = input.paths().stream().sorted(NaturalOrder.OF_PATHS).toList();
        for (Path file : sorted) {
            if (!Files.exists(file)) {
                throw new InvalidInputException(file + " does not exist");
            }
        }
        return ofMany(sorted.get(0) + " … " + sorted.get(sorted.size() - 1), sorted, Optional.empty());
    }

    private Found ofFolder(Path folder) {
        List<Path> visible = Globs.entries(folder).stream()
                .filter(file -> !Globs.isHidden(file))
                .toList();
        if (visible.isEmpty()) {
            throw new InvalidInputException(
                    folder + " is an empty folder. A sequence needs frames: " + Formats.list(meshEndings(), "or"));
        }
        return ofMany(folder.toString(), visible, Optional.of(nameOf(folder)));
    }

    private static String nameOf(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return name == null ? "sequence" : name.toString();
    }

    /** A mesh with a cache of the same name, or a cache with such a mesh. */
    private Found ofOne(Path path) {
        Optional<Format> format = Formats.of(path);
        if (format.filter(Format::isCache).isPresent()) {
            if (input.frames().isPresent()) {
                throw new InvalidInputException(path + " is a point cache. " + field("frames") + " "
                        + input.frames().get() + " needs a mesh file (" + Formats.list(meshEndings(), "or") + ")");
            }
            Path mesh = beside(path, Format::isMesh, "mesh")
                    .orElseThrow(() -> new InvalidInputException(
                            path + " contains only positions, and there is no mesh with the same name. "
                                    + "Give the mesh as input and the cache with " + field("frames")));
            return new Cached(Formats.stem(path), mesh, path);
        }
        MeshSequences.meshFormat(path);
        Path cache = input.frames()
                .or(() -> beside(path, Format::isCache, "point cache"))
                .orElseThrow(() -> new InvalidInputException(path
                        + " is a single mesh. A sequence needs frames: give a folder, a glob, or " + field("frames")
                        + " "
                        + Formats.stem(path) + Formats.PC2.ending()));
        return new Cached(Formats.stem(path), path, cache);
    }

    private static List<String> meshEndings() {
        return Formats.endings(Format::isMesh);
    }

    /** The file with the same name and one of the extensions; rejects several. */
    private static Optional<Path> beside(Path path, Predicate<Format> kind, String what) {
        List<Path> found = Formats.beside(path, kind);
        if (found.size() > 1) {
            throw new InvalidInputException("two files could be the " + what + " of " + path + ": " + found.get(0)
                    + " and " + found.get(1) + ". Give the mesh as input and the cache with " + field("frames"));
        }
        return found.stream().findFirst();
    }

    /**
     * Resolves several files: frames, or a mesh with its cache. Other files (materials, images) are ignored.
     *
     * @param what what to call the files in messages
     * @param folder name of the folder, if one was given
     */
    private Found ofMany(String what, List<Path> files, Optional<String> folder) {
        List<Path> meshes = files.stream()
                .filter(f -> Formats.isNamed(f, Format::isMesh) && !Files.isDirectory(f))
                .toList();
        List<Path> caches =
                files.stream().filter(f -> Formats.isNamed(f, Format::isCache)).toList();
        rejectChoice(what);
        if (meshes.isEmpty() && caches.size() == 1) {
            return ofOne(caches.get(0));
        }
        if (meshes.isEmpty()) {
            throw new InvalidInputException(what + ": none of its " + files.size()
                    + " files is a mesh. A sequence needs frames: " + Formats.list(meshEndings(), "or"));
        }
        if (meshes.size() == 1) {
            Optional<Found> cached = withOnlyMesh(meshes.get(0), caches);
            if (cached.isPresent()) {
                return cached.get();
            }
        }
        input.frames().ifPresent(cache -> {
            throw new InvalidInputException(what + ": there are " + meshes.size() + " meshes, but " + field("frames")
                    + " " + cache + " applies to a single mesh");
        });
        rejectMixture(what, meshes, caches);
        return new Frames(folder.orElseGet(() -> commonName(meshes)), meshes);
    }

    private Optional<Found> withOnlyMesh(Path mesh, List<Path> caches) {
        Optional<Path> cache = input.frames();
        if (cache.isEmpty() && caches.size() == 1) {
            cache = Optional.of(caches.get(0));
        }
        return cache.or(() -> beside(mesh, Format::isCache, "point cache"))
                .map(c -> new Cached(Formats.stem(mesh), mesh, c));
    }

    private static void rejectMixture(String what, List<Path> meshes, List<Path> caches) {
        Format first = Formats.named(meshes.get(0)).orElseThrow();
        for (Path other : meshes) {
            Format format = Formats.named(other).orElseThrow();
            if (format != first) {
                throw new InvalidInputException(what + ": there are both " + first.ending() + " and " + format.ending()
                        + " files (" + meshes.get(0) + " and " + other + "). Select one kind with a glob such as *"
                        + first.ending());
            }
        }
        for (Path cache : caches) {
            for (Path mesh : meshes) {
                if (Formats.stem(mesh).equals(Formats.stem(cache))) {
                    throw new InvalidInputException(
                            what + ": there are several meshes, and " + mesh + " has its own point cache ("
                                    + cache.getFileName() + "). Give one of the meshes as input");
                }
            }
        }
    }

    /** The common start of the file names without the frame number: walk for walk_001.obj and walk_002.obj. */
    private static String commonName(List<Path> files) {
        String common = Formats.stem(files.get(0));
        for (Path file : files) {
            String stem = Formats.stem(file);
            int length = 0;
            while (length < Math.min(common.length(), stem.length()) && common.charAt(length) == stem.charAt(length)) {
                length++;
            }
            common = common.substring(0, length);
        }
        String name = common.replaceFirst("[-_. \\d]+$", "");
        if (!name.isEmpty()) {
            return name;
        }
        Path folder = files.get(0).toAbsolutePath().normalize().getParent();
        return folder == null ? "sequence" : nameOf(folder);
    }
}
