package dev.sinew.cli.console;

import dev.sinew.job.form.OptionGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The help of a command. {@code --help} has what people need first and fits a screen of 80 columns; {@code --help-all} has every
 * option in named groups. Lines break at blanks only, and never inside a quoted command.
 *
 * <p>Of each option the first line of its description is the sentence that both show; the other lines are for
 * {@code --help-all}. The group of an option is its {@code descriptionKey}, the one free attribute that picocli has.
 */
public final class HelpText {
    private static final int COLUMNS = 80;
    private static final int NAME_COLUMNS = 25;

    /** A word: something in quotes, or characters without a blank. */
    private static final Pattern WORD = Pattern.compile("['`][^'`]+['`]\\S*|\\S+");

    private final CommandSpec spec;
    private final StringBuilder text = new StringBuilder();

    private HelpText(CommandSpec spec) {
        this.spec = spec;
    }

    /** The overview of all commands. */
    public static String overview(CommandSpec program) {
        HelpText help = new HelpText(program);
        help.opening();
        help.line("Commands:");
        program.subcommands().forEach((name, command) -> help.entry(name, header(command.getCommandSpec())));
        help.line("");
        Arrays.stream(program.usageMessage().footer()).forEach(help::line);
        return help.text.toString();
    }

    /** @param names the options that are shown, in this order */
    public static String brief(CommandSpec command, List<String> names) {
        HelpText help = new HelpText(command);
        help.opening();
        command.positionalParameters().forEach(input -> help.entry(label(input), first(input)));
        for (String name : names) {
            OptionSpec option = command.findOption(name);
            help.entry(usage(option.shortestName(), option), first(option));
        }
        help.examples();
        help.line("");
        help.line("'" + command.qualifiedName() + " --help-all' lists all options.");
        return help.text.toString();
    }

    /** Every option, in groups. @param without options that have no effect here */
    public static String full(CommandSpec command, Set<String> without) {
        HelpText help = new HelpText(command);
        help.opening();
        for (String line : command.usageMessage().description()) {
            help.wrap(line.replace("%n", ""), 0);
        }
        if (command.usageMessage().description().length > 0) {
            help.line("");
        }
        help.groups(without).forEach((group, arguments) -> {
            help.line(group + ":");
            arguments.forEach(argument -> help.entry(
                    argument instanceof OptionSpec option ? names(option) : label(argument),
                    String.join(" ", argument.description())));
            help.line("");
        });
        help.text.setLength(help.text.length() - 1);
        help.examples();
        return help.text.toString();
    }

    private void opening() {
        wrap(header(spec), 0);
        line("");
        for (String usage : spec.usageMessage().customSynopsis()) {
            line((text.indexOf("Usage: ") < 0 ? "Usage: " : "       ") + usage.strip());
        }
        line("");
    }

    private Map<String, List<ArgSpec>> groups(Set<String> without) {
        Map<String, List<ArgSpec>> groups = new LinkedHashMap<>();
        OptionGroup.ALL.forEach(group -> groups.put(group, new ArrayList<>()));
        groups.get(OptionGroup.INPUT).addAll(spec.positionalParameters());
        Stream<OptionSpec> shown =
                spec.options().stream().filter(option -> !option.hidden() && !without.contains(option.longestName()));
        shown.sorted(Comparator.comparingInt(OptionSpec::order))
                .forEach(option -> groups.get(group(option)).add(option));
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    /** One of {@link OptionGroup}. */
    public static String group(OptionSpec option) {
        String key = option.descriptionKey();
        return key == null || key.isEmpty() ? OptionGroup.GENERAL : key;
    }

    private void examples() {
        String[] footer = spec.usageMessage().footer();
        if (footer.length > 0) {
            if (!text.toString().endsWith("\n\n")) {
                line("");
            }
            line("Examples:");
            for (String example : footer) {
                line("  " + example.replace("%%", "%"));
            }
        }
    }

    private static String header(CommandSpec command) {
        return String.join(" ", command.usageMessage().header());
    }

    private static String first(ArgSpec argument) {
        return argument.description()[0];
    }

    private static String label(ArgSpec argument) {
        boolean several =
                argument instanceof PositionalParamSpec input && input.arity().max() > 1;
        return argument.paramLabel() + (several ? "…" : "");
    }

    /** "-o, --output OUT.glb" */
    private static String names(OptionSpec option) {
        List<String> names = new ArrayList<>(List.of(option.names()));
        names.sort(Comparator.comparingInt(String::length));
        return usage(String.join(", ", names), option);
    }

    private static String usage(String names, OptionSpec option) {
        return names + (option.arity().max() > 0 ? " " + option.paramLabel() : "");
    }

    private void entry(String name, String description) {
        String start = "  " + name + "  ";
        if (start.length() > NAME_COLUMNS) {
            line(start.stripTrailing());
            text.append(" ".repeat(NAME_COLUMNS));
        } else {
            text.append(start).append(" ".repeat(NAME_COLUMNS - start.length()));
        }
        wrapFrom(NAME_COLUMNS, description, NAME_COLUMNS);
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    private void wrap(String paragraph, int indent) {
        text.append(" ".repeat(indent));
        wrapFrom(indent, paragraph, indent);
    }

    /** Goes on at a column of the current line; further lines are indented. */
    private void wrapFrom(int column, String paragraph, int indent) {
        int at = column;
        boolean first = true;
        Matcher words = WORD.matcher(paragraph.replace("%%", "%"));
        while (words.find()) {
            String word = words.group();
            if (!first && at + 1 + word.length() > COLUMNS) {
                text.append('\n').append(" ".repeat(indent));
                at = indent;
                first = true;
            }
            text.append(first ? "" : " ").append(word);
            at += word.length() + (first ? 0 : 1);
            first = false;
        }
        text.append('\n');
    }

    /** Makes a command print its help by this class. */
    public static void install(CommandLine command, Function<CommandSpec, String> help) {
        command.getCommandSpec().usageMessage().sectionKeys(List.of("text"));
        command.setHelpSectionMap(Map.of("text", ignored -> help.apply(command.getCommandSpec())));
    }
}
