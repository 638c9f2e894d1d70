package dev.sinew.bench;

import dev.sinew.bench.Scaling.CompressScaling;
import java.nio.file.Path;
import java.util.Arrays;

/** The command line of the benchmarks, one verb per table. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        try {
            run(args);
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.err.println("sinew-bench: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void run(String[] args) {
        String what = args.length == 0 ? "" : args[0];
        String[] rest = Arrays.copyOfRange(args, Math.min(1, args.length), args.length);
        Path root = Path.of(System.getProperty("sinew.root", "."));
        switch (what) {
            case "scaling" ->
                Scaling.print(
                        Flags.parse(rest, "sample", "frames", "bones", "max-vertices", "repeat"), root, System.out);
            case "runtime" -> {
                Flags.parse(rest);
                RuntimeTable.print(System.out);
            }
            case "compress-scaling" -> CompressScaling.print(Flags.parse(rest, "max-vertices"), System.out);
            case "handles" -> HandleTimes.print(Flags.parse(rest, "only", "resolution"), System.out);
            case "morphs" -> {
                Flags.parse(rest);
                MorphTable.print(root, System.out);
            }
            case "studio-slider" -> SliderTimes.print(Flags.parse(rest, "data", "only"), root, System.out);
            default ->
                throw new IllegalArgumentException("'" + what
                        + "' is unknown; use scaling, compress-scaling, handles, morphs, studio-slider,"
                        + " runtime, rivals or jmh");
        }
    }
}
