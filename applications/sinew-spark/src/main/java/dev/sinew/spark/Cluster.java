package dev.sinew.spark;

import dev.sinew.job.form.WrongRequestException;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A Spark context for as long as it is needed. */
final class Cluster implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 5000;

    private final JavaSparkContext context;

    private Cluster(JavaSparkContext context) {
        this.context = context;
    }

    /** @param master as Spark calls it: local[N], spark://host:port, yarn, k8s://… */
    static Cluster at(String master, String name) {
        requireMaster(master);
        // Spark's own lines go nowhere: standard error is for ours.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        SparkConf conf = new SparkConf()
                .setMaster(master)
                .setAppName(name)
                .set("spark.ui.enabled", "false")
                .set("spark.ui.showConsoleProgress", "false")
                .set("spark.driver.maxResultSize", "0")
                .set("spark.rpc.message.maxSize", "1024")
                .set("spark.locality.wait", "10s")
                .setIfMissing("spark.executor.extraClassPath", classPath())
                // Names of files mean the same everywhere: relative ones begin where the driver was started.
                .setIfMissing(
                        "spark.executor.extraJavaOptions",
                        "-D" + SparkEngine.FRAMES + "=file -Duser.dir="
                                + Path.of("").toAbsolutePath());
        System.getProperties().stringPropertyNames().stream()
                .filter(key -> key.startsWith("spark."))
                .forEach(key -> conf.set(key, System.getProperty(key)));
        try {
            return new Cluster(new JavaSparkContext(conf));
        } catch (RuntimeException e) {
            throw new RefusedException("Spark did not start at " + master + ": " + e.getMessage(), e);
        }
    }

    /** What this program runs with but for Spark, which workers have: they see it under the same names. */
    private static String classPath() {
        String separator = System.getProperty("path.separator");
        List<String> all = List.of(System.getProperty("java.class.path").split(separator));
        Set<Path> sparks = all.stream()
                .map(Path::of)
                .filter(jar -> jar.getFileName().toString().startsWith("spark-core"))
                .map(Path::getParent)
                .collect(Collectors.toSet());
        return all.stream()
                .filter(jar -> Path.of(jar).getFileName().toString().startsWith("sinew")
                        || !sparks.contains(Path.of(jar).getParent()))
                .map(jar -> Path.of(jar).toAbsolutePath().toString())
                .collect(Collectors.joining(separator));
    }

    private static void requireMaster(String master) {
        if (!master.matches("local(\\[(\\d+|\\*)(,\\d+)?\\])?|spark://.+:\\d+|yarn|k8s://.+")) {
            throw new WrongRequestException(
                    "--master " + master + " must look like local[2], spark://host:7077, yarn or k8s://host:port");
        }
        if (master.startsWith("spark://")) {
            // Several stand behind one another, separated by commas.
            String first = master.split(",")[0];
            URI place = URI.create(first);
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(place.getHost(), place.getPort()), PATIENCE_MILLIS);
            } catch (IOException | RuntimeException e) {
                throw new RefusedException("cannot reach the Spark master " + first + ": " + e.getMessage(), e);
            }
        }
    }

    JavaSparkContext context() {
        return context;
    }

    @Override
    public void close() {
        context.stop();
    }
}
