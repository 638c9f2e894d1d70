package dev.sinew.cli.console;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.text.Json;
import dev.sinew.run.InvalidInputException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The destination of JSON.
 *
 * @param file empty for standard output
 */
public record JsonTarget(Optional<Path> file) {
    /** A dash means standard output. */
    public static JsonTarget parse(String argument) {
        return new JsonTarget(argument.equals("-") ? Optional.empty() : Optional.of(Path.of(argument)));
    }

    /** Reports errors that a print stream hides, such as a full disk. */
    public static void requireWritten(PrintStream out) {
        if (out.checkError()) {
            throw new InvalidInputException("standard output cannot be written; the result is lost");
        }
    }

    void write(Object tree, Environment environment) {
        String json = SafeText.json(Json.text(tree)) + "\n";
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        if (file.isPresent()) {
            AtomicFile.write(file.get(), stream -> stream.write(text));
        } else if (environment.caller().isPresent()) {
            environment.caller().get().result(json);
        } else {
            environment.out().writeBytes(text);
            requireWritten(environment.out());
        }
    }
}
