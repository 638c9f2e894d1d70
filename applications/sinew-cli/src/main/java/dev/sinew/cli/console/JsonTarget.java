package dev.sinew.cli.console;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.text.Json;
import dev.sinew.run.RefusedException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where JSON goes.
 *
 * @param file empty for standard out
 */
public record JsonTarget(Optional<Path> file) {
    /** A dash is standard out. */
    public static JsonTarget parse(String argument) {
        return new JsonTarget(argument.equals("-") ? Optional.empty() : Optional.of(Path.of(argument)));
    }

    /** A stream that prints swallows what goes wrong, such as a full disk behind it. */
    public static void requireWritten(PrintStream out) {
        if (out.checkError()) {
            throw new RefusedException("standard output cannot be written, so what it should have said is lost");
        }
    }

    void write(Object tree, Environment environment) {
        String json = Shown.json(Json.text(tree)) + "\n";
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
