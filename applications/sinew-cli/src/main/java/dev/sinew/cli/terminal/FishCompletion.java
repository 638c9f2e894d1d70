package dev.sinew.cli.terminal;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A completion script for fish: verbs first, then the options of the verb that was typed. */
final class FishCompletion {
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
                .forEach(
                        (name, verb) -> line("__fish_use_subcommand", "-f -a " + name, summary(verb.getCommandSpec())));
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
