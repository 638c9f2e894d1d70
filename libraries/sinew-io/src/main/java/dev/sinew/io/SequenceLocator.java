package dev.sinew.io;

import static dev.sinew.run.RefusedException.field;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the files of a sequence from what a person typed. */
final class SequenceLocator {
    private final SequenceInput input;

    private SequenceLocator(SequenceInput input) {
        this.input = input;
    }

    static SequenceFiles locate(SequenceInput input) {
        return new SequenceLocator(input).locate();
    }

    static boolean isLoneMesh(SequenceInput input) {
        Path file = input.paths().get(0);
        return input.paths().size() == 1
                && input.frames().isEmpty()
                && Files.isRegularFile(file)
                && FileKind.of(file).isMesh()
                && candidates(file, FileKind.CACHES).isEmpty()
                && AnimatedFiles.kind(file).isEmpty();
    }

    private SequenceFiles locate() {
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
                throw new RefusedException("no file matches " + path);
            }
            return ofMany(path.toString(), matches, Optional.empty());
        }
        InputFiles.requireFile(path);
        Optional<FileKind> animated = AnimatedFiles.kind(path);
        if (animated.isPresent()) {
            input.frames().ifPresent(frames -> {
                throw new RefusedException(path + " has frames of its own; " + field("frames") + " " + frames
                        + " goes with a mesh (.obj or .ply)");
            });
            return new SequenceFiles.Animated(FileKind.stem(path), path, animated.get());
        }
        refuseChoice(path.toString());
        return ofOne(path);
    }

    private void refuseChoice(String what) {
        SequenceInput.Choice choice = input.choice();
        if (!choice.objects().isEmpty() || choice.clip().isPresent()) {
            throw new RefusedException(what + " is no file of several "
                    + (choice.clip().isPresent()
                            ? "clips; " + field("clip") + " goes with .glb, .gltf, .usda, .usdz and .fbx"
                            : "objects; " + field("object") + " goes with .abc, .glb, .gltf, .usda, .usdz and .fbx"));
        }
    }

    private SequenceFiles ofList() {
        List<Path> sorted = input.paths().stream().sorted(NaturalOrder.OF_PATHS).toList();
        for (Path file : sorted) {
            if (!Files.exists(file)) {
                throw new RefusedException(file + " does not exist");
            }
        }
        return ofMany(sorted.get(0) + " … " + sorted.get(sorted.size() - 1), sorted, Optional.empty());
    }

    private SequenceFiles ofFolder(Path folder) {
        List<Path> visible = Globs.entries(folder).stream()
                .filter(file -> !Globs.isHidden(file))
                .toList();
        if (visible.isEmpty()) {
            throw new RefusedException(folder + " is an empty folder; a sequence needs frames, .obj or .ply");
        }
        return ofMany(folder.toString(), visible, Optional.of(nameOf(folder)));
    }

    private static String nameOf(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return name == null ? "sequence" : name.toString();
    }

    /** A mesh with a cache beside it, or a cache with a mesh beside it. */
    private SequenceFiles ofOne(Path path) {
        if (FileKind.of(path).isCache() || isPc2(path)) {
            if (input.frames().isPresent()) {
                throw new RefusedException(path + " is a point cache itself; " + field("frames") + " "
                        + input.frames().get() + " goes with a mesh (.obj or .ply)");
            }
            Path mesh = beside(path, FileKind.MESHES, "mesh")
                    .orElseThrow(
                            () -> new RefusedException(path + " holds positions only, and no mesh stands beside it: "
                                    + "name the mesh and give the cache with " + field("frames")));
            return new SequenceFiles.Cached(FileKind.stem(path), mesh, path);
        }
        MeshFiles.isPly(path);
        Path cache = input.frames()
                .or(() -> beside(path, FileKind.CACHES, "point cache"))
                .orElseThrow(() -> new RefusedException(path
                        + " is a single mesh; a sequence needs frames: a folder, a glob, or " + field("frames") + " "
                        + FileKind.stem(path) + ".pc2"));
        return new SequenceFiles.Cached(FileKind.stem(path), path, cache);
    }

    private static boolean isPc2(Path path) {
        return InputFiles.startsWith(InputFiles.head(path, 16), "POINTCACHE2");
    }

    /** The file of the same name with one of the endings; refused where there are several. */
    private static Optional<Path> beside(Path path, List<FileKind> kinds, String what) {
        List<Path> found = candidates(path, kinds);
        if (found.size() > 1) {
            throw new RefusedException("two files could be the " + what + " of " + path + ": " + found.get(0) + " and "
                    + found.get(1) + "; name the mesh and give the cache with " + field("frames"));
        }
        return found.stream().findFirst();
    }

    /** The files of the same name with one of the endings. */
    static List<Path> candidates(Path path, List<FileKind> kinds) {
        List<Path> found = new ArrayList<>();
        for (FileKind kind : kinds) {
            Path lower = path.resolveSibling(FileKind.stem(path) + kind.ending());
            Path upper = path.resolveSibling(FileKind.stem(path) + kind.ending().toUpperCase(Locale.ROOT));
            if (Files.isRegularFile(lower)) {
                found.add(lower);
            } else if (Files.isRegularFile(upper)) {
                found.add(upper);
            }
        }
        return found;
    }

    /**
     * Several files: frames, or a mesh with its cache. What is neither (material files, images) is not our concern.
     *
     * @param what the files are called in a sentence
     * @param folder name of the folder, where one was given
     */
    private SequenceFiles ofMany(String what, List<Path> files, Optional<String> folder) {
        List<Path> meshes = files.stream()
                .filter(f -> FileKind.of(f).isMesh() && !Files.isDirectory(f))
                .toList();
        List<Path> caches = files.stream().filter(f -> FileKind.of(f).isCache()).toList();
        refuseChoice(what);
        if (meshes.isEmpty() && caches.size() == 1) {
            return ofOne(caches.get(0));
        }
        if (meshes.isEmpty()) {
            throw new RefusedException(
                    what + ": none of its " + files.size() + " files is a mesh; a sequence needs frames, .obj or .ply");
        }
        if (meshes.size() == 1) {
            Optional<SequenceFiles> cached = withOnlyMesh(meshes.get(0), caches);
            if (cached.isPresent()) {
                return cached.get();
            }
        }
        input.frames().ifPresent(cache -> {
            throw new RefusedException(what + ": there are " + meshes.size() + " meshes, but " + field("frames") + " "
                    + cache + " goes with one");
        });
        refuseMixture(what, meshes, caches);
        return new SequenceFiles.Frames(folder.orElseGet(() -> commonName(meshes)), meshes);
    }

    private Optional<SequenceFiles> withOnlyMesh(Path mesh, List<Path> caches) {
        Optional<Path> cache = input.frames();
        if (cache.isEmpty() && caches.size() == 1) {
            cache = Optional.of(caches.get(0));
        }
        return cache.or(() -> beside(mesh, FileKind.CACHES, "point cache"))
                .map(c -> new SequenceFiles.Cached(FileKind.stem(mesh), mesh, c));
    }

    private static void refuseMixture(String what, List<Path> meshes, List<Path> caches) {
        Optional<Path> obj =
                meshes.stream().filter(m -> FileKind.of(m) == FileKind.OBJ).findFirst();
        Optional<Path> ply =
                meshes.stream().filter(m -> FileKind.of(m) == FileKind.PLY).findFirst();
        if (obj.isPresent() && ply.isPresent()) {
            throw new RefusedException(what + ": there are both .obj and .ply files (" + obj.get() + " and " + ply.get()
                    + "); choose one kind with a glob such as *.obj");
        }
        for (Path cache : caches) {
            for (Path mesh : meshes) {
                if (FileKind.stem(mesh).equals(FileKind.stem(cache))) {
                    throw new RefusedException(what + ": there are several meshes, and " + mesh
                            + " has a point cache of its own (" + cache.getFileName() + "); name one of the meshes");
                }
            }
        }
    }

    /** What the names of the files begin with, without the frame number: walk for walk_001.obj and walk_002.obj. */
    private static String commonName(List<Path> files) {
        String common = FileKind.stem(files.get(0));
        for (Path file : files) {
            String stem = FileKind.stem(file);
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
