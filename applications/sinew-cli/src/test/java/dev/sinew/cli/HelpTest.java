package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.Environment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.OptionSpec;

/** The help of every command: short with {@code --help}, complete with {@code --help-all}. */
class HelpTest {
    private static final int MAX_LINES = 30;
    private static final int MAX_COLUMNS = 80;

    static Stream<String> verbs() {
        return Main.commandLine(Environment.ofProcess()).getSubcommands().keySet().stream();
    }

    private static List<String> lines(String... arguments) {
        SinewRun run = SinewRun.of((Object[]) arguments);
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.err()).isEmpty();
        return run.out().lines().toList();
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void fitsAScreen(String verb) {
        List<String> help = lines(verb, "--help");
        assertThat(help).hasSizeLessThanOrEqualTo(MAX_LINES);
        assertThat(help).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(MAX_COLUMNS));
        assertThat(help).contains("Examples:", "'sinew " + verb + " --help-all' lists all options.");
        assertThat(lines("help", verb)).isEqualTo(help);
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void helpAllHasEveryOption(String verb) {
        List<String> help = lines(verb, "--help-all");
        assertThat(help).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(MAX_COLUMNS));
        String text = String.join("\n", help);
        for (OptionSpec option : Main.commandLine(Environment.ofProcess(), verb)
                .getSubcommands()
                .get(verb)
                .getCommandSpec()
                .options()) {
            boolean common = List.of("--seed", "--threads").contains(option.longestName());
            assertThat(common || text.contains(option.longestName()))
                    .as(option.longestName())
                    .isTrue();
        }
    }

    @Test
    void wordsAndQuotedCommandsAreNotBroken() {
        String all = String.join("\n", lines("fit", "--help-all"));
        assertThat(all).contains("'sinew compress'", "'sinew rig'", ".usda,", "docs/reference/bone-texture.md");
        assertThat(all.lines()).noneMatch(line -> line.strip().startsWith("glb") || line.endsWith("sinew"));
    }

    @Test
    void theOverviewNamesEveryCommand() {
        List<String> overview = lines("help");
        assertThat(overview).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(MAX_COLUMNS));
        assertThat(lines()).isEqualTo(overview);
        assertThat(lines("--help")).isEqualTo(overview);
        verbs().forEach(verb -> assertThat(overview).anyMatch(line -> line.startsWith("  " + verb + " ")));
    }

    @Test
    void defaultsComeFromTheCore() {
        assertThat(String.join("\n", lines("fit", "--help-all")))
                .contains("(1–100000; default: 90)", "default: 0.004", "(default: 1).");
    }
}
