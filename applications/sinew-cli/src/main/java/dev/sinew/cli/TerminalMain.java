package dev.sinew.cli;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.terminal.TerminalFiles;
import dev.sinew.cli.verb.SinewCommand.Version;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes completions and man pages of all verbs into a folder: {@code java -cp sinew.jar dev.sinew.cli.TerminalMain FOLDER}.
 * The build does so.
 */
public final class TerminalMain {
    private TerminalMain() {}

    public static void main(String[] arguments) throws IOException {
        String version = new Version().getVersion()[0].replace("sinew ", "");
        TerminalFiles.write(Main.commandLine(Environment.ofProcess()), version, Path.of(arguments[0]));
    }
}
