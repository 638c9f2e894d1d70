package dev.sinew.spark;

import dev.sinew.job.batch.RemoteFiles;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Access to Hadoop's files in this process, configured by {@code -Dspark.hadoop.…} and Hadoop's own files. Workers use the
 * driver's configuration.
 */
final class Hadoop {
    private static final String PREFIX = "spark.hadoop.";

    /** Timeouts that report an unreachable name node within seconds. */
    private static final Map<String, String> TIMEOUTS = Map.of(
            "ipc.client.connect.timeout", "5000",
            "ipc.client.connect.max.retries", "2",
            "ipc.client.connect.max.retries.on.timeouts", "1",
            "dfs.client.retry.max.attempts", "2");

    private static HadoopFiles places;

    private Hadoop() {}

    /** Hadoop settings in addition to its files. */
    static HashMap<String, String> settings() {
        HashMap<String, String> settings = new HashMap<>(TIMEOUTS);
        System.getProperties().stringPropertyNames().stream()
                .filter(key -> key.startsWith(PREFIX))
                .forEach(key -> settings.put(key.substring(PREFIX.length()), System.getProperty(key)));
        return settings;
    }

    static synchronized HadoopFiles files() {
        return places == null ? configure(settings()) : places;
    }

    /** Applies the settings, once per process. */
    static synchronized HadoopFiles configure(Map<String, String> settings) {
        if (places == null) {
            System.setProperty("slf4j.internal.verbosity", "ERROR");
            Configuration conf = new Configuration();
            settings.forEach(conf::set);
            places = new HadoopFiles(conf, root());
            RemoteFiles.become(places);
        }
        return places;
    }

    private static Path root() {
        try {
            Path root = Files.createTempDirectory("sinew-elsewhere").toRealPath();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
            return root;
        } catch (IOException e) {
            throw new InvalidInputException("cannot create a folder for staged files: " + e.getMessage(), e);
        }
    }

    private static void delete(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> files = all.sorted(Comparator.reverseOrder()).toList();
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A temporary folder that cannot be deleted does no harm.
        }
    }
}
