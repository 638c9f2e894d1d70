package dev.sinew.io.format;

import dev.sinew.io.bvh.Bvh;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Format.Head;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.model.SkeletonMotion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;

/** The registry of file formats. All code that depends on a format or a file extension uses it. */
public final class Formats {
    public static final Format GLTF = new GltfFormat();
    public static final Format USD = new UsdFormat();
    public static final Format FBX = provided(new FbxDescription());
    public static final Format OBJ = new ObjFormat();
    public static final Format PC2 = new PointCacheFormat.OfPc2();
    public static final Format BVH = new MotionFormat();
    public static final Format NPZ = new NumpyFormat.Npz();

    /** In the order in which messages and help texts list them. */
    private static final List<Format> ALL = List.of(
            new AlembicFormat(),
            GLTF,
            USD,
            FBX,
            NPZ,
            PC2,
            new PointCacheFormat.OfMdd(),
            new NumpyFormat.Npy(),
            OBJ,
            new PlyFormat(),
            new StlFormat(),
            BVH);

    /** Number of bytes read to recognise a file. */
    static final int HEAD_BYTES = 1024;

    private Formats() {}

    /** The format as a module implements it, or the description if the module is missing. */
    private static Format provided(Format description) {
        return ServiceLoader.load(Format.class, Format.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(format -> format.name().equals(description.name()))
                .findFirst()
                .orElse(description);
    }

    public static List<Format> all() {
        return ALL;
    }

    /** The format of a file. Its first bytes decide, then its name, then what its content resembles. */
    public static Optional<Format> of(Path file) {
        Head head = head(file);
        return first(format -> format.begins(head))
                .or(() -> named(file))
                .or(() -> first(format -> format.resembles(head)));
    }

    private static Head head(Path file) {
        byte[] bytes = InputFiles.head(file, HEAD_BYTES);
        try {
            return new Head(bytes, Files.size(file));
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }

    /** The format for a file extension; the file need not exist. */
    public static Optional<Format> named(Path file) {
        return first(format -> format.names(file));
    }

    /** Whether the file extension belongs to a format that satisfies a condition. */
    public static boolean isNamed(Path file, Predicate<Format> condition) {
        return named(file).filter(condition).isPresent();
    }

    private static Optional<Format> first(Predicate<Format> condition) {
        return ALL.stream().filter(condition).findFirst();
    }

    public static List<Format> where(Predicate<Format> condition) {
        return ALL.stream().filter(condition).toList();
    }

    /** The file extensions of the formats that satisfy a condition, in the registry's order. */
    public static List<String> endings(Predicate<Format> condition) {
        return where(condition).stream().flatMap(f -> f.endings().stream()).toList();
    }

    public static List<String> readEndings(Content content) {
        return endings(format -> format.reads(content));
    }

    public static List<String> writtenEndings(Content content) {
        return endings(format -> format.writes(content));
    }

    /** {@code .obj, .ply or .npz} */
    public static String list(List<String> endings, String conjunction) {
        int last = endings.size() - 1;
        return last < 1
                ? String.join("", endings)
                : String.join(", ", endings.subList(0, last)) + " " + conjunction + " " + endings.get(last);
    }

    /** Whether a name ends with one of the extensions, ignoring case. */
    public static boolean endsIn(Path file, List<String> endings) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return endings.stream().anyMatch(name::endsWith);
    }

    /** A file's name without folder and extension. */
    public static String stem(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** The files in the same folder with the same name and an extension of one of the formats. */
    public static List<Path> beside(Path path, Predicate<Format> condition) {
        List<Path> found = new ArrayList<>();
        for (String ending : endings(condition)) {
            Path lower = path.resolveSibling(stem(path) + ending);
            Path upper = path.resolveSibling(stem(path) + ending.toUpperCase(Locale.ROOT));
            if (Files.isRegularFile(lower)) {
                found.add(lower);
            } else if (Files.isRegularFile(upper)) {
                found.add(upper);
            }
        }
        return found;
    }

    /** BVH: the motion of a skeleton. */
    private static final class MotionFormat extends Format {
        MotionFormat() {
            super(
                    "BVH",
                    List.of(".bvh"),
                    Set.of(Content.MOTION),
                    Set.of(Content.MOTION),
                    "BVH: the motion of a skeleton");
        }

        @Override
        public boolean begins(Head head) {
            return head.startsWith("HIERARCHY");
        }

        @Override
        public SkeletonMotion readMotion(Path file) {
            return Bvh.read(file);
        }
    }
}
