package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run of the command line came to.
 *
 * @param code exit code
 * @param out what it printed to standard out
 * @param err what it printed to standard error
 */
record SinewRun(int code, String out, String err) {
    /** A run inside this JVM. */
    static SinewRun of(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Environment environment = new Environment(print(out), print(err), OptionalInt.empty(), new Interruption());
        int code = Main.run(environment, strings(arguments));
        return new SinewRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** A run inside this JVM that must end well. */
    static SinewRun done(Object... arguments) {
        SinewRun run = of(arguments);
        assertThat(run.code).as(run.said()).isZero();
        return run;
    }

    /** E_RMS of a run whose JSON goes to standard out. */
    double erms() {
        return json().at("/error/erms").asDouble();
    }

    /** A verb from a file to a file, its options between them. */
    static SinewRun fromTo(String verb, Path input, Path output, Object... options) {
        List<Object> all = new ArrayList<>(List.of(verb, input));
        all.addAll(List.of(options));
        all.addAll(List.of("-o", output));
        return of(all.toArray());
    }

    static String[] strings(Object... arguments) {
        String[] strings = new String[arguments.length];
        for (int k = 0; k < strings.length; k++) {
            strings[k] = arguments[k].toString();
        }
        return strings;
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /** Standard out as JSON. */
    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }

    /** For failures: everything that was printed. */
    String said() {
        return "exit code " + code + "\n" + out + err;
    }
}
