package dev.sinew.job.batch;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Somewhere else than in this process where the pieces of a batch can be done. Found where its module is on the class path. */
public interface BatchEngine {
    /** Does one piece, wherever it is sent. */
    interface Piece extends Serializable {
        /** The line that the results have for piece {@code number}. Its files are in place when it returns. */
        String row(int number);
    }

    /** What it is asked for by. */
    String name();

    /**
     * Does pieces, each whole or not at all, and writes their results as a table if it has one.
     *
     * @param master where, as the engine calls it
     * @param out the folder of the batch
     * @param told hears of every piece that is done
     * @return the line of each
     */
    Map<Integer, String> run(String master, Path out, List<Integer> numbers, Piece piece, Consumer<Integer> told);

    /** The engine of that name, where it is installed. */
    static Optional<BatchEngine> named(String name) {
        return ServiceLoader.load(BatchEngine.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(engine -> engine.name().equals(name))
                .findFirst();
    }
}
