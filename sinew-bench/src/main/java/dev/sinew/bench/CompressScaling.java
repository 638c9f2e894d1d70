package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.compress.CompressOptions;
import dev.sinew.compress.Compression;
import dev.sinew.fit.MotionFit;
import dev.sinew.math.Workers;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.reduce.ModelInput;
import dev.sinew.run.Progress;
import dev.sinew.sample.catalogue.Samples;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** How the time of a compression grows with vertices and frames, on a sample with smooth dense weights (LD13 Fig. 9). */
final class CompressScaling {
    private static final int[] SIZES = {5_000, 10_000, 20_000, 40_000, 80_000};
    private static final int[] FRAMES = {25, 50, 100, 200};
    private static final int BONES = 12;
    private static final double COST = 4;

    private final PrintStream out;

    private CompressScaling(PrintStream out) {
        this.out = out;
    }

    static void print(Flags flags, PrintStream out) {
        Machine.describe(out);
        int most = flags.count("max-vertices", SIZES[SIZES.length - 1]);
        out.println("`sample creature`, " + BONES + " bones, all on all vertices, to " + COST
                + " b/v, 4 iterations at the last size, warm JVM.\n");
        CompressScaling scaling = new CompressScaling(out);
        scaling.bySize(most);
        scaling.byFrames();
    }

    private void bySize(int most) {
        Markdown markdown = new Markdown(out, List.of("vertices", "frames", "without examples, s", "with examples, s"));
        List<PowerLaw.Point> without = new ArrayList<>();
        List<PowerLaw.Point> with = new ArrayList<>();
        seconds(input(SIZES[0], 25), Examples.NONE);
        seconds(input(SIZES[0], 25), Examples.ALL);
        for (int size : SIZES) {
            if (size <= most) {
                ModelInput input = input(size, 25);
                int n = input.model().vertexCount();
                without.add(new PowerLaw.Point(n, seconds(input, Examples.NONE)));
                with.add(new PowerLaw.Point(n, seconds(input, Examples.ALL)));
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
            ModelInput input = input(10_000, frames);
            with.add(new PowerLaw.Point(frames, seconds(input, Examples.ALL)));
            markdown.row(List.of("" + input.model().vertexCount(), "" + frames, last(with)));
        }
        out.println("\nTime grows with f to the power of "
                + number("%.2f", PowerLaw.through(with).exponent())
                + ": the frames are read once, and no iteration knows how many there were.");
    }

    private static String last(List<PowerLaw.Point> points) {
        return number("%.2f", points.get(points.size() - 1).y());
    }

    private enum Examples {
        NONE,
        ALL
    }

    private static double seconds(ModelInput input, Examples examples) {
        ModelInput taken = examples == Examples.ALL ? input : ModelInput.of(input.model());
        CompressOptions options = CompressOptions.defaults(new CompressOptions.BonesPerVertex(COST))
                .withMaxIterations(4);
        long start = System.nanoTime();
        Compression.of(taken, options, Progress.SILENT);
        return (System.nanoTime() - start) * 1e-9;
    }

    private static ModelInput input(int vertices, int frames) {
        MeshSequence sequence = Samples.named("creature").orElseThrow().make(vertices, frames);
        Mesh mesh = sequence.rest();
        double[] pivots = new double[3 * BONES];
        for (int j = 0; j < BONES; j++) {
            int i = (int) ((j + 0.5) * mesh.vertexCount() / BONES);
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] = mesh.positions()[3 * i + x];
            }
        }
        SkinWeights weights = weights(mesh, pivots);
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            BoneMotion motion = MotionFit.of(sequence, weights, BONES, workers);
            Clip clip = new Clip("creature", 30, motion);
            SkinnedModel model = new SkinnedModel(mesh, weights, Skeleton.flat(pivots), BoneType.AFFINE, List.of(clip));
            return ModelInput.of(model).withExamples(clip, sequence);
        }
    }

    /** By the inverse square of the distance, in units of the mean distance. */
    private static SkinWeights weights(Mesh mesh, double[] pivots) {
        int n = mesh.vertexCount();
        int[] bones = new int[n * BONES];
        double[] weights = new double[n * BONES];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < BONES; j++) {
                double squared = 0;
                for (int x = 0; x < 3; x++) {
                    double d = mesh.positions()[3 * i + x] - pivots[3 * j + x];
                    squared += d * d;
                }
                bones[i * BONES + j] = j;
                weights[i * BONES + j] = 1 / (0.01 + squared);
                sum += weights[i * BONES + j];
            }
            for (int j = 0; j < BONES; j++) {
                weights[i * BONES + j] /= sum;
            }
        }
        return SkinWeights.of(BONES, bones, weights);
    }
}
