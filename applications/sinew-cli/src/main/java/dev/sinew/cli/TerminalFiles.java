package dev.sinew.cli;

import dev.sinew.cli.console.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes completions for bash, zsh and fish into one folder, and a man page of the program and of each verb into another:
 * {@code TerminalFiles COMPLETIONS MAN_PAGES OPTIONS.md}; the last is the page docs/reference/options.md. The build does so; the man pages are
 * AsciiDoc, which a release turns into roff.
 */
public final class TerminalFiles {
    private TerminalFiles() {}

    public static void main(String[] arguments) throws IOException {
        CommandLine program = Main.commandLine(Environment.ofProcess());
        write(program, Path.of(arguments[0]), Path.of(arguments[1]));
        Files.writeString(Path.of(arguments[2]), OptionsPage.of(program));
    }

    static void write(CommandLine program, Path completions, Path manPages) throws IOException {
        Files.createDirectories(completions);
        for (Map.Entry<String, String> file : completions(program).entrySet()) {
            Files.writeString(completions.resolve(file.getKey()), file.getValue());
        }
        Files.createDirectories(manPages);
        ManPageGenerator.generateManPage(manPages.toFile(), null, new boolean[0], false, program.getCommandSpec());
    }

    /** Names and contents. */
    static Map<String, String> completions(CommandLine program) {
        Map<String, String> files = new TreeMap<>();
        String name = program.getCommandName();
        // Picocli's script works in both: in zsh it enables bash completion.
        String bash = AutoComplete.bash(name, program);
        files.put(name + ".bash", bash);
        files.put("_" + name, "#compdef " + name + "\n" + bash);
        files.put(name + ".fish", FishCompletion.of(program));
        return files;
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
            for (OptionSpec option : inOrder(spec)) {
                StringBuilder words = new StringBuilder();
                for (String name : option.names()) {
                    words.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
                }
                line(when, words.substring(1) + value(option), firstSentence(option));
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

        /** As {@code --help} has them: the verb's own, then the groups. */
        private static List<OptionSpec> inOrder(CommandSpec spec) {
            return spec.options().stream()
                    .sorted(Comparator.comparingInt((OptionSpec option) -> option.group() == null
                                    ? Integer.MIN_VALUE
                                    : option.group().order())
                            .thenComparingInt(OptionSpec::order))
                    .toList();
        }

        /** Short enough for a line of completions. */
        private static String firstSentence(OptionSpec option) {
            String all = String.join(" ", option.description()).replace("%n", " ");
            int end = all.indexOf(". ");
            return end < 0 ? all.replaceFirst("\\.$", "") : all.substring(0, end);
        }
    }

    /** The page that lists every option of every command. */
    static final class OptionsPage {
        private final StringBuilder page = new StringBuilder();
        private final List<CommandSpec> commands;
        private final Set<String> common;

        private OptionsPage(CommandLine program) {
            this.commands = program.getSubcommands().values().stream()
                    .map(CommandLine::getCommandSpec)
                    .filter(spec -> !spec.usageMessage().hidden())
                    .toList();
            this.common = commands.stream()
                    .map(spec -> spec.options().stream().map(OptionsPage::row).collect(Collectors.toSet()))
                    .reduce((all, some) -> all.stream().filter(some::contains).collect(Collectors.toSet()))
                    .orElse(Set.of());
        }

        static String of(CommandLine program) {
            return new OptionsPage(program).write();
        }

        private String write() {
            page.append(
                    "# Options\n\nThis page is generated from the program (`docs/generate`). `sinew COMMAND --help` prints the same.\n");
            page.append("\n| command | purpose |\n|---|---|\n");
            commands.forEach(spec -> page.append("| [`")
                    .append(spec.name())
                    .append("`](#")
                    .append(spec.name())
                    .append(") | ")
                    .append(text(spec.usageMessage().header()))
                    .append(" |\n"));
            commands.forEach(this::command);
            page.append("\n## All commands\n");
            rows(FishCompletion.inOrder(commands.get(0)).stream()
                    .filter(option -> common.contains(row(option)))
                    .toList());
            return page.toString();
        }

        private void command(CommandSpec spec) {
            page.append("\n## ")
                    .append(spec.name())
                    .append("\n\n")
                    .append(text(spec.usageMessage().header()))
                    .append("\n");
            String synopsis = String.join("\n", spec.usageMessage().customSynopsis());
            if (!synopsis.isBlank()) {
                page.append("\n```\n").append(synopsis).append("\n```\n");
            }
            Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
            FishCompletion.inOrder(spec).stream()
                    .filter(option -> !option.hidden() && !common.contains(row(option)))
                    .forEach(option -> groups.computeIfAbsent(group(option), key -> new ArrayList<>())
                            .add(option));
            groups.forEach((group, options) -> {
                if (!group.isEmpty()) {
                    page.append("\n**").append(group).append("**\n");
                }
                rows(options);
            });
        }

        private void rows(List<OptionSpec> options) {
            if (!options.isEmpty()) {
                page.append("\n| option | meaning |\n|---|---|\n");
                options.forEach(option -> page.append(row(option)));
            }
        }

        private static String group(OptionSpec option) {
            if (option.descriptionKey() != null) {
                return option.descriptionKey();
            }
            String heading = option.group() == null ? null : option.group().heading();
            return heading == null
                    ? ""
                    : heading.replace("%n", "").replaceFirst(":$", "").strip();
        }

        private static String row(OptionSpec option) {
            String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
            return "| `" + String.join("`, `", option.names()) + value.replace("|", "\\|") + "` | "
                    + text(option.description()) + " |\n";
        }

        /** For a cell of a table. */
        private static String text(String[] lines) {
            return String.join(" ", lines)
                    .replace("%n", " ")
                    .replace("%%", "%")
                    .replace("|", "\\|")
                    .replace("<", "&lt;")
                    .strip();
        }
    }
}
