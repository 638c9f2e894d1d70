package dev.sinew.cli.console;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.text.Json;
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

    void write(Object tree, PrintStream out) {
        byte[] text = (Json.text(tree) + "\n").getBytes(StandardCharsets.UTF_8);
        file.ifPresentOrElse(path -> AtomicFile.write(path, stream -> stream.write(text)), () -> {
            out.writeBytes(text);
            out.flush();
        });
    }
}
