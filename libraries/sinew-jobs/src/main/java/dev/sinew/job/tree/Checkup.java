package dev.sinew.job.tree;

import com.sun.management.OperatingSystemMXBean;
import dev.sinew.io.Models;
import dev.sinew.io.file.Version;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Formats;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A check of this machine.
 *
 * @param heapBytes what Java may use
 * @param memoryBytes what the machine has, where Java says
 * @param vectorApi whether the fast loops run
 * @param vectorApiThere whether this Java could run them
 * @param formats by the ending, whether it is read and written
 */
public record Checkup(
        String version,
        String java,
        String system,
        int cores,
        long heapBytes,
        Optional<Long> memoryBytes,
        boolean vectorApi,
        boolean vectorApiThere,
        Map<String, Boolean> formats) {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";
    private static final long SMALL_HEAP = 1L << 30;

    public static Checkup ofThisMachine() {
        Map<String, Boolean> formats = new LinkedHashMap<>();
        for (Format format : Formats.all()) {
            boolean works = format.module().isEmpty() || brings(format.ending());
            format.endings().forEach(ending -> formats.put(ending, works));
        }
        return new Checkup(
                Version.current(),
                System.getProperty("java.version") + ", " + System.getProperty("java.vendor") + ", in "
                        + System.getProperty("java.home"),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                        + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory(),
                physicalMemory(),
                ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent(),
                ModuleFinder.ofSystem().find(VECTOR_MODULE).isPresent(),
                formats);
    }

    /** Whether a format of another module works on this machine: writes a triangle. */
    private static boolean brings(String ending) {
        try {
            Path folder = Files.createTempDirectory("sinew-doctor");
            Path file = folder.resolve("triangle" + ending);
            try {
                Models.write(triangle(), file);
                return true;
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (IOException | RuntimeException | LinkageError notHere) {
            return false;
        }
    }

    private static SkinnedModel triangle() {
        Mesh mesh = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        SkinWeights weights = SkinWeights.of(1, new int[3], new double[] {1, 1, 1});
        return new SkinnedModel(mesh, weights, Skeleton.flat(new double[3]), BoneType.RIGID, List.of());
    }

    private static Optional<Long> physicalMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? Optional.of(system.getTotalMemorySize())
                : Optional.empty();
    }

    /** Label and value, in order. */
    public Map<String, String> rows() {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("Java", java);
        rows.put("system", system + ", " + cores + (cores == 1 ? " core" : " cores"));
        rows.put(
                "memory",
                mebibytes(heapBytes) + " for Java"
                        + memoryBytes.map(all -> " of " + mebibytes(all)).orElse(""));
        rows.put("Vector API", vectorApi ? "in use" : vectorApiThere ? "there, not in use" : "not in this Java");
        rows.put("formats", formats(true));
        rows.put("missing", formats.containsValue(false) ? formats(false) : "nothing");
        return rows;
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%,d MiB", bytes >> 20);
    }

    private String formats(boolean there) {
        return String.join(
                " ",
                formats.entrySet().stream()
                        .filter(format -> format.getValue() == there)
                        .map(Map.Entry::getKey)
                        .toList());
    }

    /** What the user can do about problems. */
    public List<String> advice() {
        List<String> advice = new ArrayList<>();
        for (Format format : Formats.where(f -> !formats.get(f.ending()))) {
            advice.add(format.ending() + " needs the module " + format.module().orElse("for this format")
                    + " and its library for this system: ./sinew and mvn -Plauncher build them in");
        }
        if (!vectorApi && vectorApiThere) {
            advice.add("large meshes are faster with SINEW_OPTS=--add-modules=" + VECTOR_MODULE
                    + "; 'sinew weights' uses it automatically");
        }
        if (heapBytes < SMALL_HEAP) {
            advice.add("Java may use little memory; SINEW_OPTS=-Xmx4g allows more");
        }
        return advice;
    }

    /** For {@code --json}. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", version);
        tree.put("java", java);
        tree.put("system", system);
        tree.put("cores", cores);
        tree.put("heapBytes", heapBytes);
        tree.put("memoryBytes", memoryBytes.orElse(null));
        tree.put("vectorApi", vectorApi);
        tree.put("formats", formats);
        tree.put("advice", advice());
        return tree;
    }
}
