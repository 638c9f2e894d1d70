package dev.sinew.spark;

import dev.sinew.job.FitRequest;
import dev.sinew.job.batch.Engine;
import dev.sinew.job.batch.RemoteFiles;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.text.Text;
import dev.sinew.run.InvalidInputException;
import dev.sinew.solve.sequence.RemoteVertices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkException;
import scala.Tuple2;

/**
 * Runs batches and fits on Spark. Each piece of a batch is one task, which does the same as the local engine in the shared
 * folder: writes to a temporary file, records it in the journal and renames it. A restarted task or driver therefore continues
 * where the last one stopped.
 */
public final class SparkEngine implements Engine {
    /** A lost worker fails its tasks, so they are retried; a piece that kills its worker each time is not retried for ever. */
    private static final String MAX_ATTEMPTS = "4";

    /** Where frames are stored, see {@code FrameMemory}. */
    static final String FRAMES = "sinew.frames";

    @Override
    public String name() {
        return "spark";
    }

    @Override
    public RemoteFiles elsewhere() {
        return Hadoop.files();
    }

    @Override
    public Map<Integer, String> batch(String master, Path out, List<Integer> numbers, Piece piece) {
        if (numbers.isEmpty()) {
            return Map.of();
        }
        System.setProperty("spark.task.maxFailures", MAX_ATTEMPTS);
        // A remote folder is visible to all workers; a local one is checked with a token file.
        Optional<Path> token = Hadoop.files().remoteName(out).isPresent() ? Optional.empty() : Optional.of(token(out));
        String seen = token.map(file -> file.toAbsolutePath().toString()).orElse("");
        HashMap<String, String> hadoop = Hadoop.settings();
        Map<Integer, String> rows = new LinkedHashMap<>();
        try (Cluster cluster = Cluster.at(master, "sinew batch " + out)) {
            cluster.context()
                    .parallelize(numbers, numbers.size())
                    .mapToPair(number -> new Tuple2<>(number, runPiece(piece, number, seen, hadoop)))
                    .collect()
                    .forEach(row -> rows.put(row._1(), row._2()));
            ResultTable.write(out, rows.values());
            return rows;
        } catch (Exception e) {
            // NOTE: Spark throws checked exceptions that it does not declare.
            throw toException(e, master);
        } finally {
            token.ifPresent(SparkEngine::delete);
        }
    }

    @Override
    public <T> T during(String master, FitRequest request, Function<RemoteVertices, T> work) {
        if (request.rig().from() != null) {
            throw new InvalidRequestException("--engine spark does not support --from; use the local engine");
        }
        String before = System.getProperty(FRAMES, "");
        // Frames are read by the workers, whatever memory the driver has.
        System.setProperty(FRAMES, "file");
        Hadoop.files().hold(RemoteFiles.filesOf(request));
        try (Cluster cluster = Cluster.at(master, "sinew fit " + request.output())) {
            SparkVertices vertices = new SparkVertices(cluster, Hadoop.files().described(Text.paths(request.input())));
            return work.apply(vertices);
        } catch (Exception e) {
            // NOTE: Spark throws checked exceptions that it does not declare.
            throw toException(e, master);
        } finally {
            System.setProperty(FRAMES, before);
        }
    }

    private static String runPiece(Piece piece, int number, String token, HashMap<String, String> hadoop) {
        Hadoop.configure(hadoop);
        if (!token.isEmpty() && !Files.exists(Path.of(token))) {
            throw new InvalidInputException("worker " + SparkEnv.get().executorId()
                    + " cannot see " + Path.of(token).getParent()
                    + "; inputs and outputs must be in folders that all workers share");
        }
        return piece.row(number);
    }

    private static Path token(Path out) {
        try {
            Files.createDirectories(out);
            return Files.createFile(out.resolve("." + UUID.randomUUID() + ".seen"));
        } catch (IOException e) {
            throw new InvalidInputException("cannot write into " + out + ": " + e.getMessage(), e);
        }
    }

    private static void delete(Path token) {
        try {
            Files.deleteIfExists(token);
        } catch (IOException e) {
            token.toFile().deleteOnExit();
        }
    }

    /** Extracts the relevant line from Spark's messages. */
    private static RuntimeException toException(Exception failure, String master) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof InvalidInputException)) {
            cause = cause.getCause();
        }
        if (cause instanceof InvalidInputException rejection) {
            return rejection;
        }
        String all = String.valueOf(cause.getMessage());
        if (all.contains("stopped SparkContext")) {
            return new InvalidInputException(
                    "Spark at " + master + " failed: no worker could start an executor; see the logs of the workers",
                    failure);
        }
        int at = all.indexOf("InvalidInputException: ");
        String line = at < 0 ? all : all.substring(at + "InvalidInputException: ".length());
        String first = line.lines().findFirst().orElse("");
        if (cause instanceof SparkException || at >= 0) {
            return new InvalidInputException(at < 0 ? "Spark at " + master + ": " + first : first, failure);
        }
        return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    }
}
