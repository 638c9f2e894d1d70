package dev.sinew.studio.resident;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A command that somebody wants run.
 *
 * @param words behind the program's name
 * @param columns of the terminal behind {@code err}; 0 where there is none
 * @param gone completed where whoever called has gone away
 */
public record Call(List<String> words, int columns, PrintStream out, PrintStream err, CompletableFuture<Void> gone) {
    public Call {
        words = List.copyOf(words);
    }
}
