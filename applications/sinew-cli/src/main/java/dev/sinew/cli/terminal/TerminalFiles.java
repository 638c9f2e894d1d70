package dev.sinew.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

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

    /** A completion script for fish: verbs first, then the options of the verb that was typed. */
    private static final class FishCompletion {
        private final StringBuilder script = new StringBuilder();
        private final String program;

        private FishCompletion(String program) {
            this.program = program;
        }

        static String of(CommandLine program) {
            return new FishCompletion(program.getCommandName()).write(program);
        }

        private String write(CommandLine all) {
            script.append("# Completion of ").append(program).append(" for fish, made from its verbs.\n");
            all.getSubcommands()
                    .forEach((name, verb) ->
                            line("__fish_use_subcommand", "-f -a " + name, summary(verb.getCommandSpec())));
            options(all.getCommandSpec(), "__fish_use_subcommand");
            all.getSubcommands()
                    .forEach((name, verb) -> options(verb.getCommandSpec(), "__fish_seen_subcommand_from " + name));
            return script.toString();
        }

        private void options(CommandSpec spec, String when) {
            for (OptionSpec option : ManPage.inOrder(spec)) {
                StringBuilder words = new StringBuilder();
                for (String name : option.names()) {
                    words.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
                }
                line(when, words.substring(1) + value(option), ManPage.firstSentence(option));
            }
        }

        /** -x: one of these words follows; -r: something, for which files are offered. */
        private static String value(OptionSpec option) {
            if (option.completionCandidates() != null) {
                return " -x -a '" + String.join(" ", option.completionCandidates()) + "'";
            }
            return option.arity().max() > 0 ? " -r" : "";
        }

        private void line(String when, String what, String description) {
            script.append("complete -c ")
                    .append(program)
                    .append(" -n '")
                    .append(when)
                    .append("' ")
                    .append(what)
                    .append(" -d '")
                    .append(description.replace("\\", "\\\\").replace("'", "\\'"))
                    .append("'\n");
        }

        private static String summary(CommandSpec spec) {
            String[] header = spec.usageMessage().header();
            return header.length == 0 ? "" : String.join(" ", header);
        }
    }
}
