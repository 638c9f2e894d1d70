package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.bench.Scaling.PowerLaw;
import dev.sinew.model.ModelInput;
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

/** Time and memory of a fit against the number of vertices, on one sample in five sizes. */
final class Scaling {
    private static final int[] SIZES = {10_000, 31_623, 100_000, 316_228, 1_000_000};
    /** Heap for the largest size. */
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

    /** A measurement of one size. */
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
            out.println("\nOverall, time grows with N to the power of " + number("%.2f", exponent(runs)) + ".");
        }
    }

    /** The cells of the last run. JVM warm-up slows small sizes and lowers the overall exponent, so each step has its own. */
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
     * Runs the real launcher in a new JVM, for tables of the time and memory that users see. Other tables call jobs ({@link
     * BenchJob}).
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

        /** Builds the program if necessary, so that no measured run does. */
        void prepare() {
            run(List.of("--version"));
        }

        /**
         * The result of a run.
         *
         * @param output standard output
         * @param peakBytes peak memory of the process, where available (Linux)
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
                throw new IllegalStateException("'" + String.join(" ", command) + "' failed with exit code "
                        + process.exitValue() + ": " + Files.readString(errors).strip());
            }
            return new Finished(Files.readString(output), peak);
        }

        /** The launcher replaces itself by the JVM (exec), so the process id is the JVM's. */
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

    /**
     * y = factor·xᵉ, fitted to measured points by least squares of the logarithms.
     *
     * @param exponent 1 is linear
     */
    record PowerLaw(double factor, double exponent) {
        /** A measured point, both numbers positive. */
        record Point(double x, double y) {}

        /** @param points with at least two different x */
        static PowerLaw through(List<Point> points) {
            double n = points.size();
            double meanX = points.stream().mapToDouble(p -> Math.log(p.x())).sum() / n;
            double meanY = points.stream().mapToDouble(p -> Math.log(p.y())).sum() / n;
            double xx = 0;
            double xy = 0;
            for (Point p : points) {
                double dx = Math.log(p.x()) - meanX;
                xx += dx * dx;
                xy += dx * (Math.log(p.y()) - meanY);
            }
            if (!(xx > 0) || !Double.isFinite(xy)) {
                throw new IllegalArgumentException(
                        "an exponent needs two different sizes with positive numbers, not " + points);
            }
            double exponent = xy / xx;
            return new PowerLaw(Math.exp(meanY - exponent * meanX), exponent);
        }
    }

    /** Time of a compression against vertices and frames, on a sample with smooth dense weights (LD13 Fig. 9). */
    static final class CompressScaling {
        private static final int[] SIZES = {5_000, 10_000, 20_000, 40_000, 80_000};
        private static final int[] FRAMES = {25, 50, 100, 200};
        private static final int BONES = 12;

        private final PrintStream out;

        private CompressScaling(PrintStream out) {
            this.out = out;
        }

        static void print(Flags flags, PrintStream out) {
            Markdown.describeMachine(out);
            int most = flags.count("max-vertices", SIZES[SIZES.length - 1]);
            out.println("`sample creature`, " + BONES
                    + " bones, all on all vertices, to 4 bones per vertex, 4 iterations at the last size, warm JVM.\n");
            CompressScaling scaling = new CompressScaling(out);
            scaling.bySize(most);
            scaling.byFrames();
        }

        private void bySize(int most) {
            Markdown markdown =
                    new Markdown(out, List.of("vertices", "frames", "without examples, s", "with examples, s"));
            List<PowerLaw.Point> without = new ArrayList<>();
            List<PowerLaw.Point> with = new ArrayList<>();
            DenseCreature.compressSeconds(
                    ModelInput.of(DenseCreature.of(SIZES[0], 25, BONES).model()));
            DenseCreature.compressSeconds(DenseCreature.of(SIZES[0], 25, BONES));
            for (int size : SIZES) {
                if (size <= most) {
                    ModelInput input = DenseCreature.of(size, 25, BONES);
                    int n = input.model().vertexCount();
                    without.add(new PowerLaw.Point(n, DenseCreature.compressSeconds(ModelInput.of(input.model()))));
                    with.add(new PowerLaw.Point(n, DenseCreature.compressSeconds(input)));
                    markdown.row(List.of("" + n, "25", last(without), last(with)));
                }
            }
            if (without.size() > 1) {
                out.println("\nTime grows with n to the power of "
                        + number("%.2f", PowerLaw.through(without).exponent()) + " without examples, of "
                        + number("%.2f", PowerLaw.through(with).exponent()) + " with.\n");
            }
        }

        private void byFrames() {
            Markdown markdown = new Markdown(out, List.of("vertices", "frames", "with examples, s"));
            List<PowerLaw.Point> with = new ArrayList<>();
            for (int frames : FRAMES) {
                ModelInput input = DenseCreature.of(10_000, frames, BONES);
                with.add(new PowerLaw.Point(frames, DenseCreature.compressSeconds(input)));
                markdown.row(List.of("" + input.model().vertexCount(), "" + frames, last(with)));
            }
            out.println("\nTime grows with f to the power of "
                    + number("%.2f", PowerLaw.through(with).exponent())
                    + ": frames are read once, and iterations do not depend on their number.");
        }

        private static String last(List<PowerLaw.Point> points) {
            return number("%.2f", points.get(points.size() - 1).y());
        }
    }
}
