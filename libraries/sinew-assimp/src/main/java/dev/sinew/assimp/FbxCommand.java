package dev.sinew.assimp;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.math.Affine3;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.lwjgl.assimp.Assimp;
import org.lwjgl.system.Library;

/** The command that starts the process Assimp runs in: this Java, with the classes that this program runs from. */
final class FbxCommand {
    /** The library goes down a level of its own stack per joint; a thousand took one of these. */
    private static final int STACK_MEGABYTES = 64;
    /** What a JVM of these options asks for before it does anything, in address space. */
    private static final long START_MEGABYTES = 1024;

    private static final int FIRST_WITH_NATIVE_WARNINGS = 24;

    private FbxCommand() {}

    static List<String> of(FbxBounds bounds) {
        List<String> command = new ArrayList<>();
        if (hasShell()) {
            // Address space, for good: no library can ask for more. And no core files, whatever the JVM thinks.
            command.addAll(List.of("/bin/sh", "-c", limits(bounds), "sh"));
        }
        command.add(java());
        command.addAll(List.of(
                "-Xmx" + bounds.heapMegabytes() + "m",
                "-Xms16m",
                "-Xss" + STACK_MEGABYTES + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:ReservedCodeCacheSize=24m",
                "-XX:CompressedClassSpaceSize=32m",
                "-XX:-UsePerfData",
                // No report of a crash anywhere: what the person hears is our sentence.
                "-XX:+SuppressFatalErrorMessage",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:+DisplayVMOutputToStderr",
                "-Xlog:disable",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")));
        if (Runtime.version().feature() >= FIRST_WITH_NATIVE_WARNINGS) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(librarySettings());
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath()), FbxChild.class.getName()));
        return command;
    }

    private static boolean hasShell() {
        return Files.isExecutable(Path.of("/bin/sh"));
    }

    /** A limit that a system does not know is left out; {@link FbxWatch} looks all the same. */
    private static String limits(FbxBounds bounds) {
        long kilobytes = 1024 * (START_MEGABYTES + bounds.heapMegabytes() + bounds.megabytes());
        return "ulimit -c 0; ulimit -v " + kilobytes + " 2>/dev/null; exec \"$@\"";
    }

    private static String java() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return java.toString();
    }

    /**
     * Where the classes of this program come from, absolute: the process starts elsewhere. First the places that the classes
     * themselves name, which are right under any class loader; then all of the class path and module path, where the
     * native libraries are.
     */
    static Set<String> classPath() {
        Set<String> places = new LinkedHashSet<>();
        for (Class<?> needed : List.of(FbxChild.class, InputFiles.class, Affine3.class, Library.class, Assimp.class)) {
            addSource(needed, places);
        }
        entries("java.class.path").forEach(entry -> places.add(entry.getPath()));
        for (File entry : entries("jdk.module.path")) {
            places.add(entry.getPath());
            // A folder of modules.
            places.add(new File(entry, "*").getPath());
        }
        return places;
    }

    private static void addSource(Class<?> needed, Set<String> places) {
        CodeSource source = needed.getProtectionDomain().getCodeSource();
        if (source != null && source.getLocation() != null) {
            try {
                URI place = source.getLocation().toURI();
                if ("file".equals(place.getScheme())) {
                    places.add(Path.of(place).toString());
                }
            } catch (URISyntaxException | IllegalArgumentException e) {
                // A place that is no file: the class path below may name it better.
                return;
            }
        }
    }

    private static List<File> entries(String property) {
        return Arrays.stream(System.getProperty(property, "").split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(entry -> new File(entry).getAbsoluteFile())
                .toList();
    }

    /** How a person told the library where to look. */
    private static List<String> librarySettings() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("org.lwjgl."))
                .sorted()
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toList();
    }
}
