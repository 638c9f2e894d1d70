package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.bench.kernel.RuntimeBenchmark;
import dev.sinew.bench.kernel.RuntimeBenchmark.Way;
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

/** The runtimes beside one another and beside the copy of as many bytes, all of one JMH run. */
final class RuntimeTable {
    private RuntimeTable() {}

    static void print(PrintStream out) {
        Markdown.describeMachine(out);
        out.println(
                "A frame of a million vertices over 15 bones, one thread; best of five times 0.4 s in a warm JVM.\n");
        Map<Way, Double> plain = measure("plain", "-Dsinew.kernels=plain");
        Map<Way, Double> vector = measure("vector", "--add-modules=jdk.incubator.vector");
        Markdown markdown =
                new Markdown(out, List.of("way", "plain Java, ms", "speed of copy", "Vector API, ms", "speed of copy"));
        for (Way way : Way.values()) {
            markdown.row(List.of(
                    way.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    number("%.1f", plain.get(way)),
                    number("%.0f %%", 100 * plain.get(Way.COPY) / plain.get(way)),
                    number("%.1f", vector.get(way)),
                    number("%.0f %%", 100 * vector.get(Way.COPY) / vector.get(way))));
        }
    }

    /** JMH's own log, and the JVM's line about incubating modules, which would stand in the middle of the table. */
    private static OutputFormat silence() {
        return OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
    }

    /** Milliseconds a frame. NOTE: the best iteration, not the mean: what disturbs a run only makes it slower. */
    private static Map<Way, Double> measure(String kernels, String jvmOption) {
        Map<Way, Double> best = new EnumMap<>(Way.class);
        try {
            Options options = new OptionsBuilder()
                    .include(RuntimeBenchmark.class.getName() + "\\.")
                    .forks(1)
                    .jvmArgsAppend("-Xmx2g", jvmOption, "-D" + RuntimeBenchmark.KERNELS + "=" + kernels)
                    .shouldFailOnError(true)
                    .build();
            for (RunResult result : new Runner(options, silence()).run()) {
                best.put(
                        Way.valueOf(result.getParams().getParam("way")),
                        result.getPrimaryResult().getStatistics().getMin());
            }
        } catch (RunnerException e) {
            throw new IllegalStateException(e);
        }
        return best;
    }
}
