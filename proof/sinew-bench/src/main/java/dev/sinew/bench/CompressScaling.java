package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.model.ModelInput;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** How the time of a compression grows with vertices and frames, on a sample with smooth dense weights (LD13 Fig. 9). */
final class CompressScaling {
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
                + " bones, all on all vertices, to 4 b/v, 4 iterations at the last size, warm JVM.\n");
        CompressScaling scaling = new CompressScaling(out);
        scaling.bySize(most);
        scaling.byFrames();
    }

    private void bySize(int most) {
        Markdown markdown = new Markdown(out, List.of("vertices", "frames", "without examples, s", "with examples, s"));
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
                + ": the frames are read once, and no iteration knows how many there were.");
    }

    private static String last(List<PowerLaw.Point> points) {
        return number("%.2f", points.get(points.size() - 1).y());
    }
}
