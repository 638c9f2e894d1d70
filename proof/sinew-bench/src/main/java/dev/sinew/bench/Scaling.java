package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How time and memory of a fit grow with the number of vertices, on one sample in five sizes. */
final class Scaling {
    private static final int[] SIZES = {10_000, 31_623, 100_000, 316_228, 1_000_000};
    /** What the largest size has to do with. */
    private static final String MEMORY = "-Xmx8g";

    private static final double MIB = 1 << 20;

    private final Launcher launcher;
    private final String sample;
    private final int frames;
    private final int bones;
    private final int repeat;

    private Scaling(Launcher launcher, String sample, int frames, int bones, int repeat) {
        this.launcher = launcher;
        this.sample = sample;
        this.frames = frames;
        this.bones = bones;
        this.repeat = repeat;
    }

    /** One size, measured. */
    private record Run(int vertices, double erms, int iterations, double seconds, OptionalLong peakBytes) {}

    static void print(Flags flags, Path root, PrintStream out) {
        Scaling scaling = new Scaling(
                new Launcher(root, MEMORY),
                flags.text("sample", "creature"),
                flags.count("frames", 100),
                flags.count("bones", 20),
                flags.count("repeat", 1));
        scaling.launcher.prepare();
        Markdown.describeMachine(out);
        out.println("`sample " + scaling.sample + "`, " + scaling.frames + " frames, " + scaling.bones + " bones, "
                + MEMORY + ", best of " + scaling.repeat + ".\n");
        Markdown markdown = new Markdown(
                out,
                List.of(
                        "vertices",
                        "E_RMS",
                        "iterations",
                        "`seconds.solve`",
                        "µs a vertex",
                        "exponent since the row above",
                        "peak memory, MiB"));
        List<Run> runs = new ArrayList<>();
        int most = flags.count("max-vertices", SIZES[SIZES.length - 1]);
        for (int size : IntStream.of(SIZES).filter(s -> s <= most).toArray()) {
            Run run = scaling.measure(size);
            runs.add(run);
            markdown.row(cells(runs));
        }
        if (runs.size() > 1) {
            out.println("\nOver all, time grows with N to the power of " + number("%.2f", exponent(runs)) + ".");
        }
    }

    /** The last run. A JVM that warms up makes the small sizes slow and the overall exponent small: hence each step's own. */
    private static List<String> cells(List<Run> runs) {
        int last = runs.size() - 1;
        Run run = runs.get(last);
        return List.of(
                String.valueOf(run.vertices()),
                number("%.2f", run.erms()),
                String.valueOf(run.iterations()),
                number("%.2f", run.seconds()),
                number("%.1f", 1e6 * run.seconds() / run.vertices()),
                last > 0 ? number("%.2f", exponent(runs.subList(last - 1, last + 1))) : "–",
                run.peakBytes().isPresent() ? number("%.0f", run.peakBytes().getAsLong() / MIB) : "–");
    }

    private static double exponent(List<Run> runs) {
        return PowerLaw.through(runs.stream()
                        .map(run -> new PowerLaw.Point(run.vertices(), run.seconds()))
                        .toList())
                .exponent();
    }

    private Run measure(int vertices) {
        try (Scratch scratch = new Scratch()) {
            launcher.run(List.of(
                    "sample",
                    sample,
                    "--vertices",
                    String.valueOf(vertices),
                    "--frames",
                    String.valueOf(frames),
                    "-o",
                    scratch.file("sample.pc2").toString(),
                    "--quiet"));
            Run best = fit(scratch);
            for (int k = 1; k < repeat; k++) {
                Run next = fit(scratch);
                best = next.seconds() < best.seconds() ? next : best;
            }
            return best;
        }
    }

    private Run fit(Scratch scratch) {
        Launcher.Finished finished = launcher.run(List.of(
                "fit",
                scratch.file("sample.obj").toString(),
                "--bones",
                String.valueOf(bones),
                "-o",
                scratch.file("model.glb").toString(),
                "--quiet",
                "--json",
                "-"));
        JsonNode report = finished.json();
        return new Run(
                report.get("input").get("vertices").asInt(),
                report.get("error").get("erms").asDouble(),
                report.get("iterations").asInt(),
                report.get("seconds").get("solve").asDouble(),
                finished.peakBytes());
    }

    /**
     * Runs the real launcher as users do, each time in a new JVM: for tables whose subject is what users wait for and how much memory
     * their process takes. Everything else calls jobs ({@link BenchJob}).
     */
    private static final class Launcher {
        private static final long POLL_MILLIS = 20;

        private final Path root;
        private final String jvmOptions;

        /** @param jvmOptions for {@code SINEW_OPTS}, may be empty */
        Launcher(Path root, String jvmOptions) {
            this.root = root.toAbsolutePath().normalize();
            this.jvmOptions = jvmOptions;
        }

        /** Builds what is not built yet, so that no measured run does. */
        void prepare() {
            run(List.of("--version"));
        }

        /**
         * What a run left behind.
         *
         * @param output what it wrote to standard output
         * @param peakBytes the most memory the process had at once, where the system tells (Linux)
         */
        record Finished(String output, OptionalLong peakBytes) {
            JsonNode json() {
                return JsonMapper.shared().readTree(output);
            }
        }

        Finished run(List<String> arguments) {
            List<String> command = new ArrayList<>();
            command.add(root.resolve("sinew").toString());
            command.addAll(arguments);
            try (Scratch scratch = new Scratch()) {
                return run(command, scratch.file("output"), scratch.file("errors"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Finished run(List<String> command, Path output, Path errors) throws IOException {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
            builder.environment().put("SINEW_OPTS", jvmOptions);
            Process process = builder.start();
            OptionalLong peak = OptionalLong.empty();
            try {
                do {
                    OptionalLong now = peakOf(process.pid());
                    peak = now.isPresent() ? now : peak;
                } while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while '" + String.join(" ", command) + "' was running", e);
            } finally {
                process.destroy();
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException("'" + String.join(" ", command) + "' ended with " + process.exitValue()
                        + ": " + Files.readString(errors).strip());
            }
            return new Finished(Files.readString(output), peak);
        }

        /** The launcher becomes the JVM (exec), so its process number is the JVM's. */
        private static OptionalLong peakOf(long pid) {
            Path status = Path.of("/proc", String.valueOf(pid), "status");
            try (InputStream in = Files.newInputStream(status)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .findFirst();
            } catch (IOException gone) {
                return OptionalLong.empty();
            }
        }
    }
}
