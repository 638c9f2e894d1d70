package dev.sinew.spark;

import dev.sinew.job.batch.Elsewhere;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Hadoop's files as this process sees them: set up as {@code -Dspark.hadoop.…} and the files of Hadoop say; workers as their driver is. */
final class Hadoop {
    private static final String PREFIX = "spark.hadoop.";

    /** A name node that is not there is told within seconds. */
    private static final Map<String, String> PATIENCE = Map.of(
            "ipc.client.connect.timeout", "5000",
            "ipc.client.connect.max.retries", "2",
            "ipc.client.connect.max.retries.on.timeouts", "1",
            "dfs.client.retry.max.attempts", "2");

    private static HadoopPlaces places;

    private Hadoop() {}

    /** What is set for Hadoop beyond what its files say. */
    static HashMap<String, String> settings() {
        HashMap<String, String> settings = new HashMap<>(PATIENCE);
        System.getProperties().stringPropertyNames().stream()
                .filter(key -> key.startsWith(PREFIX))
                .forEach(key -> settings.put(key.substring(PREFIX.length()), System.getProperty(key)));
        return settings;
    }

    static synchronized HadoopPlaces places() {
        return places == null ? become(settings()) : places;
    }

    /** Once per process. */
    static synchronized HadoopPlaces become(Map<String, String> settings) {
        if (places == null) {
            System.setProperty("slf4j.internal.verbosity", "ERROR");
            Configuration conf = new Configuration();
            settings.forEach(conf::set);
            places = new HadoopPlaces(conf, root());
            Elsewhere.become(places);
        }
        return places;
    }

    private static Path root() {
        try {
            Path root = Files.createTempDirectory("sinew-elsewhere").toRealPath();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
            return root;
        } catch (IOException e) {
            throw new RefusedException("cannot make a folder to stage files in: " + e.getMessage(), e);
        }
    }

    private static void delete(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> files = all.sorted(Comparator.reverseOrder()).toList();
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // What is in the way of this is in nobody else's.
        }
    }
}
