package dev.sinew.spark;

import dev.sinew.job.FitRequest;
import dev.sinew.job.batch.Elsewhere;
import dev.sinew.job.batch.Engine;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.text.Text;
import dev.sinew.run.RefusedException;
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
 * Spark. The pieces of a batch are tasks, one each: a task does what the local engine does, in the folder that all share: made beside, entered into the ledger, moved
 * into place by renaming. So a task that Spark starts again, or a driver that is, finds what was done and does the rest.
 */
public final class SparkEngine implements Engine {
    /** A worker that dies takes its tasks with it, which is no fault of theirs; a piece that kills its worker each time is. */
    private static final String ATTEMPTS = "4";

    /** Where frames are kept, see {@code FrameMemory}. */
    static final String FRAMES = "sinew.frames";

    @Override
    public String name() {
        return "spark";
    }

    @Override
    public Elsewhere elsewhere() {
        return Hadoop.places();
    }

    @Override
    public Map<Integer, String> batch(String master, Path out, List<Integer> numbers, Piece piece) {
        if (numbers.isEmpty()) {
            return Map.of();
        }
        System.setProperty("spark.task.maxFailures", ATTEMPTS);
        // Whoever reaches files elsewhere sees them all.
        Optional<Path> token = Hadoop.places().there(out).isPresent() ? Optional.empty() : Optional.of(token(out));
        String seen = token.map(file -> file.toAbsolutePath().toString()).orElse("");
        HashMap<String, String> hadoop = Hadoop.settings();
        Map<Integer, String> rows = new LinkedHashMap<>();
        try (Cluster cluster = Cluster.at(master, "sinew batch " + out)) {
            cluster.context()
                    .parallelize(numbers, numbers.size())
                    .mapToPair(number -> new Tuple2<>(number, done(piece, number, seen, hadoop)))
                    .collect()
                    .forEach(row -> rows.put(row._1(), row._2()));
            ResultTable.write(out, rows.values());
            return rows;
        } catch (Exception e) {
            // NOTE: Spark throws checked ones that it does not declare.
            throw sentence(e, master);
        } finally {
            token.ifPresent(SparkEngine::delete);
        }
    }

    @Override
    public <T> T during(String master, FitRequest request, Function<RemoteVertices, T> work) {
        if (request.rig().from() != null) {
            throw new WrongRequestException("--engine spark is for a fit from nothing, --from is for this machine");
        }
        String before = System.getProperty(FRAMES, "");
        // Whatever memory the driver has: frames are the workers' to read.
        System.setProperty(FRAMES, "file");
        Hadoop.places().hold(Elsewhere.filesOf(request));
        try (Cluster cluster = Cluster.at(master, "sinew fit " + request.output())) {
            SparkVertices vertices = new SparkVertices(cluster, Hadoop.places().told(Text.paths(request.input())));
            return work.apply(vertices);
        } catch (Exception e) {
            // NOTE: Spark throws checked ones that it does not declare.
            throw sentence(e, master);
        } finally {
            System.setProperty(FRAMES, before);
        }
    }

    private static String done(Piece piece, int number, String token, HashMap<String, String> hadoop) {
        Hadoop.become(hadoop);
        if (!token.isEmpty() && !Files.exists(Path.of(token))) {
            throw new RefusedException("the worker " + SparkEnv.get().executorId()
                    + " does not see " + Path.of(token).getParent()
                    + "; inputs and outputs must stand in folders that all workers share");
        }
        return piece.row(number);
    }

    private static Path token(Path out) {
        try {
            Files.createDirectories(out);
            return Files.createFile(out.resolve("." + UUID.randomUUID() + ".seen"));
        } catch (IOException e) {
            throw new RefusedException("cannot write into " + out + ": " + e.getMessage(), e);
        }
    }

    private static void delete(Path token) {
        try {
            Files.deleteIfExists(token);
        } catch (IOException e) {
            token.toFile().deleteOnExit();
        }
    }

    /** The line that says what happened, out of all that Spark says. */
    private static RuntimeException sentence(Exception failure, String master) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof RefusedException)) {
            cause = cause.getCause();
        }
        if (cause instanceof RefusedException refusal) {
            return refusal;
        }
        String all = String.valueOf(cause.getMessage());
        if (all.contains("stopped SparkContext")) {
            return new RefusedException(
                    "Spark at " + master + " gave up: no worker could start an executor, their logs say why", failure);
        }
        int at = all.indexOf("RefusedException: ");
        String line = at < 0 ? all : all.substring(at + "RefusedException: ".length());
        String first = line.lines().findFirst().orElse("");
        if (cause instanceof SparkException || at >= 0) {
            return new RefusedException(at < 0 ? "Spark at " + master + ": " + first : first, failure);
        }
        return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    }
}
