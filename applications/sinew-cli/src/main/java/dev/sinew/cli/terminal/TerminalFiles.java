package dev.sinew.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes completions for bash, zsh and fish, and a man page for the program and for each verb. */
public final class TerminalFiles {
    private TerminalFiles() {}

    /** Names and contents. */
    public static Map<String, String> of(CommandLine program, String version) {
        Map<String, String> files = new TreeMap<>();
        String name = program.getCommandName();
        // Picocli's script is for both: in zsh it switches bash's completion on by itself.
        String bash = AutoComplete.bash(name, program);
        files.put("completion/" + name + ".bash", bash);
        files.put("completion/_" + name, "#compdef " + name + "\n" + bash);
        files.put("completion/" + name + ".fish", FishCompletion.of(program));
        files.put("man/man1/" + name + ".1", ManPage.of(program, version));
        program.getSubcommands()
                .forEach((verb, line) -> files.put("man/man1/" + name + "-" + verb + ".1", ManPage.of(line, version)));
        return files;
    }

    public static void write(CommandLine program, String version, Path folder) throws IOException {
        for (Map.Entry<String, String> file : of(program, version).entrySet()) {
            Path target = folder.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
    }
}
