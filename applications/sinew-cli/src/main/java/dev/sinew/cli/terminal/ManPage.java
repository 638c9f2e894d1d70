package dev.sinew.cli.terminal;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A man page in roff, from what {@code --help} knows. */
final class ManPage {
    private final StringBuilder page = new StringBuilder();
    private final CommandSpec spec;
    private final String name;

    private ManPage(CommandSpec spec) {
        this.spec = spec;
        this.name = spec.qualifiedName("-");
    }

    /** Of the program with its verbs, or of one verb. */
    static String of(CommandLine command, String version) {
        ManPage man = new ManPage(command.getCommandSpec());
        man.head(version);
        man.parameters();
        man.verbs(command);
        man.examples();
        return man.page.toString();
    }

    private void head(String version) {
        UsageMessageSpec usage = spec.usageMessage();
        page.append(".TH ")
                .append(name.toUpperCase(Locale.ROOT).replace("-", "\\-"))
                .append(" 1 \"\" \"sinew ")
                .append(version)
                .append("\"\n");
        section("NAME");
        text(name + " \\- " + escaped(String.join(" ", usage.header())));
        section("SYNOPSIS");
        text(escaped(String.join(" ", usage.customSynopsis()).strip()));
        if (usage.description().length > 0) {
            section("DESCRIPTION");
            for (String line : usage.description()) {
                text(escaped(line));
            }
        }
    }

    private void parameters() {
        section("OPTIONS");
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            item("\\fI" + escaped(argument.paramLabel()) + "\\fR", argument);
        }
        for (OptionSpec option : inOrder(spec)) {
            StringBuilder names = new StringBuilder();
            for (String each : option.names()) {
                names.append(names.isEmpty() ? "" : ", ")
                        .append("\\fB")
                        .append(escaped(each))
                        .append("\\fR");
            }
            String value = option.arity().max() > 0 ? " \\fI" + escaped(option.paramLabel()) + "\\fR" : "";
            item(names + value, option);
        }
    }

    /** As {@code --help} has them: the verb's own, then the groups. */
    static List<OptionSpec> inOrder(CommandSpec spec) {
        return spec.options().stream()
                .sorted(Comparator.comparingInt((OptionSpec option) -> option.group() == null
                                ? Integer.MIN_VALUE
                                : option.group().order())
                        .thenComparingInt(OptionSpec::order))
                .toList();
    }

    private void item(String term, ArgSpec argument) {
        page.append(".TP\n").append(term).append('\n');
        text(escaped(String.join(" ", argument.description())));
    }

    private void verbs(CommandLine command) {
        if (command.getSubcommands().isEmpty()) {
            return;
        }
        section("VERBS");
        command.getSubcommands().forEach((verb, line) -> {
            page.append(".TP\n\\fB")
                    .append(verb)
                    .append("\\fR (see ")
                    .append(name)
                    .append("\\-")
                    .append(verb)
                    .append("(1))\n");
            text(escaped(String.join(" ", line.getCommandSpec().usageMessage().header())));
        });
    }

    /** What stands below the options of {@code --help}, laid out as it is there. */
    private void examples() {
        String[] footer = spec.usageMessage().footer();
        if (footer.length == 0) {
            return;
        }
        section("NOTES");
        page.append(".nf\n");
        for (String line : footer) {
            page.append(escaped(line)).append('\n');
        }
        page.append(".fi\n");
    }

    private void section(String title) {
        page.append(".SH ").append(title).append('\n');
    }

    private void text(String line) {
        page.append(line.isEmpty() ? ".PP" : line).append('\n');
    }

    /** Dots and quotes at the start of a line are commands to roff, hyphens are not minus signs. */
    private static String escaped(String text) {
        String plain = text.replace("%n", " ").replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }

    /** Short enough for a line of completions. */
    static String firstSentence(ArgSpec argument) {
        String all = String.join(" ", argument.description()).replace("%n", " ");
        int end = all.indexOf(". ");
        return end < 0 ? all.replaceFirst("\\.$", "") : all.substring(0, end);
    }
}
