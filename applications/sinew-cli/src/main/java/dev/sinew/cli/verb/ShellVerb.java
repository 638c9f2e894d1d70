package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ExitCode;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.worker.Worker;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.run.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;

/** {@code sinew shell}: a warm process for people and scripts. */
@Command(
        name = "shell",
        header = "Run typed or piped commands in one process.",
        customSynopsis = "sinew shell [< FILE]",
        description = {
            "Each line is a command without the word sinew. Later commands skip the start of the program: small fits take a third of the time. Quotes and \\ work as in other shells; # begins a comment.",
            "exit or the end of the input ends the shell. A failed command in a file ends it with the exit code of that command; where you type, you go on."
        },
        footer = {"Type commands:", "  sinew shell", "Run the commands of a file:", "  sinew shell < commands.txt"})
public final class ShellVerb extends Verb {
    private static final String PROMPT = "sinew> ";

    /** They would wait for the input that the shell reads. */
    private static final Set<String> REJECTED_COMMANDS = Set.of("shell", "worker");

    private final Environment environment;
    private final Worker.Program program;
    private ExitCode ended = ExitCode.DONE;

    public ShellVerb(Environment environment, Worker.Program program) {
        super(environment);
        this.environment = environment;
        this.program = program;
    }

    @Override
    Set<String> unusedOptions() {
        return Set.of("--seed", "--threads");
    }

    @Override
    List<String> mainOptions() {
        return List.of();
    }

    @Override
    void run(Session session) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean typed = environment.typed();
        try {
            prompt(typed);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int code = runLine(line, typed);
                if (code < 0) {
                    return;
                }
                if (code > 0 && !typed) {
                    ended = ExitCode.of(code);
                    return;
                }
                prompt(typed);
            }
        } catch (IOException e) {
            throw new InvalidInputException("standard input cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    ExitCode ended() {
        return ended;
    }

    private void prompt(boolean typed) {
        if (typed) {
            environment.out().print(PROMPT);
            environment.out().flush();
        }
    }

    /** The exit code of a line; negative if it ends the shell. */
    private int runLine(String line, boolean typed) {
        List<String> words;
        try {
            words = words(line);
        } catch (InvalidRequestException unclosed) {
            if (!typed) {
                throw unclosed;
            }
            environment.err().println("sinew: " + unclosed.getMessage());
            return 0;
        }
        if (words.isEmpty()) {
            return 0;
        }
        if (words.get(0).equals("exit") || words.get(0).equals("quit")) {
            return -1;
        }
        if (REJECTED_COMMANDS.contains(words.get(0))) {
            throw new InvalidRequestException(words.get(0) + " cannot run inside sinew shell");
        }
        return program.run(environment, words.toArray(String[]::new));
    }

    /** The words of a line, as shells split them: blanks separate, quotes join, a backslash keeps the next character. */
    static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean started = false;
        char quote = 0;
        for (int k = 0; k < line.length(); k++) {
            char c = line.charAt(k);
            if (quote == 0 && c == '#' && !started) {
                break;
            }
            if (quote == 0 && Character.isWhitespace(c)) {
                if (started) {
                    words.add(word.toString());
                }
                word.setLength(0);
                started = false;
                continue;
            }
            started = true;
            if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else if (c == '\\' && quote != '\'' && k + 1 < line.length()) {
                word.append(line.charAt(++k));
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw new InvalidRequestException("a quote is not closed: " + line.strip());
        }
        if (started) {
            words.add(word.toString());
        }
        return words;
    }
}
