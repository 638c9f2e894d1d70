package dev.sinew.job.batch;

import dev.sinew.job.FitRequest;
import dev.sinew.solve.sequence.RemoteVertices;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Somewhere else than in this process where work can be done: the pieces of a batch, the passes of a fit. Found where its module is on the class path. */
public interface Engine {
    /** Processes one asset, on any machine. */
    interface Piece extends Serializable {
        /** The result line of asset {@code number}. Its files are in place when it returns. */
        String row(int number);
    }

    /** The name that selects it. */
    String name();

    /**
     * Processes assets, each completely or not at all, and writes their results as a table if it has one.
     *
     * @param master where, as the engine calls it
     * @param out the folder of the batch
     * @return the line of each
     */
    Map<Integer, String> batch(String master, Path out, List<Integer> numbers, Piece piece);

    /**
     * One fit, with its passes over the vertices on the engine.
     *
     * @param request machines there read its input for themselves
     * @param work runs it, given the machines that run its passes
     */
    @SuppressWarnings("exports")
    <T> T during(String master, FitRequest request, Function<RemoteVertices, T> run);

    /** Remote files that this engine can read and write. */
    default RemoteFiles elsewhere() {
        return RemoteFiles.NOWHERE;
    }

    /** The words of a command line with names of this machine: those of files elsewhere, where the line asks for an engine that reaches them. */
    static String[] local(String... words) {
        List<String> all = List.of(words);
        int at = all.indexOf("--engine");
        Optional<String> name = all.stream()
                .filter(word -> word.startsWith("--engine="))
                .map(word -> word.substring("--engine=".length()))
                .findFirst()
                .or(() -> at >= 0 && at + 1 < words.length ? Optional.of(words[at + 1]) : Optional.empty());
        name.flatMap(Engine::named).ifPresent(engine -> RemoteFiles.become(engine.elsewhere()));
        return all.stream().map(RemoteFiles.current()::local).toArray(String[]::new);
    }

    /** The engine of that name, if it is installed. */
    static Optional<Engine> named(String name) {
        return ServiceLoader.load(Engine.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(engine -> engine.name().equals(name))
                .findFirst();
    }
}
