package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.bench.kernel.RuntimeBenchmark;
import dev.sinew.bench.kernel.RuntimeBenchmark.Evaluator;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Compares the runtimes with each other and with copying as many bytes, in one JMH run. */
final class RuntimeTable {
    private RuntimeTable() {}

    static void print(PrintStream out) {
        Markdown.describeMachine(out);
        out.println(
                "A frame of a million vertices over 15 bones, one thread; best of five times 0.4 s in a warm JVM.\n");
        Map<Evaluator, Double> plain = measure("plain", "-Dsinew.kernels=plain");
        Map<Evaluator, Double> vector = measure("vector", "--add-modules=jdk.incubator.vector");
        Markdown markdown =
                new Markdown(out, List.of("way", "plain Java, ms", "speed of copy", "Vector API, ms", "speed of copy"));
        for (Evaluator way : Evaluator.values()) {
            markdown.row(List.of(
                    way.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    number("%.1f", plain.get(way)),
                    number("%.0f %%", 100 * plain.get(Evaluator.COPY) / plain.get(way)),
                    number("%.1f", vector.get(way)),
                    number("%.0f %%", 100 * vector.get(Evaluator.COPY) / vector.get(way))));
        }
    }

    /** Suppresses JMH's log and the JVM's warning about incubating modules, which would break the table. */
    private static OutputFormat silence() {
        return OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
    }

    /** Milliseconds per frame. NOTE: the best iteration, not the mean, because disturbances only make it slower. */
    private static Map<Evaluator, Double> measure(String kernels, String jvmOption) {
        Map<Evaluator, Double> best = new EnumMap<>(Evaluator.class);
        try {
            Options options = new OptionsBuilder()
                    .include(RuntimeBenchmark.class.getName() + "\\.")
                    .forks(1)
                    .jvmArgsAppend("-Xmx2g", jvmOption, "-D" + RuntimeBenchmark.KERNELS + "=" + kernels)
                    .shouldFailOnError(true)
                    .build();
            for (RunResult result : new Runner(options, silence()).run()) {
                best.put(
                        Evaluator.valueOf(result.getParams().getParam("way")),
                        result.getPrimaryResult().getStatistics().getMin());
            }
        } catch (RunnerException e) {
            throw new IllegalStateException(e);
        }
        return best;
    }
}
