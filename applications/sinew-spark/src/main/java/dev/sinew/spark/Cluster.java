package dev.sinew.spark;

import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.run.InvalidInputException;
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

/** A Spark context that is closed after use. */
final class Cluster implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MILLIS = 5000;

    private final JavaSparkContext context;

    private Cluster(JavaSparkContext context) {
        this.context = context;
    }

    /** @param master Spark's master URL: local[N], spark://host:port, yarn, k8s://… */
    static Cluster at(String master, String name) {
        requireMaster(master);
        // Spark's log is discarded: standard error is for Sinew's messages.
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
                // Relative file names refer to the driver's working directory on every machine.
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
            throw new InvalidInputException("cannot start Spark at " + master + ": " + e.getMessage(), e);
        }
    }

    /** This program's class path without Spark, which workers have. Workers see it under the same paths. */
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
            throw new InvalidRequestException("--master " + master
                    + " is not a master URL; use local[2], spark://host:7077, yarn or k8s://host:port");
        }
        if (master.startsWith("spark://")) {
            // There may be several, separated by commas.
            String first = master.split(",")[0];
            URI place = URI.create(first);
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(place.getHost(), place.getPort()), CONNECT_TIMEOUT_MILLIS);
            } catch (IOException | RuntimeException e) {
                throw new InvalidInputException("cannot reach the Spark master " + first + ": " + e.getMessage(), e);
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
