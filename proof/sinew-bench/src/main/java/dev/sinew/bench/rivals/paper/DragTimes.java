package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.rivals.ledger.Work;
import dev.sinew.bench.rivals.method.HandlePoser;
import dev.sinew.bench.rivals.method.MeshInverseKinematics;
import dev.sinew.bench.rivals.sheet.Figure;
import dev.sinew.bench.rivals.sheet.Figure.Curve;
import dev.sinew.bench.rivals.sheet.Source;
import dev.sinew.io.file.Version;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.catalogue.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** YLWXG19 Figure 20: the time of a drag against the number of examples. */
final class DragTimes {
    private static final int[] EXAMPLES = {2, 10};
    private static final int VERTICES = 12_500;
    private static final int HANDLES = 20;
    private static final int WARM = 2;
    private static final int DRAGS = 5;

    private DragTimes() {}

    static Figure figure(Bench bench) {
        Map<String, Function<HandleCase, HandlePoser>> ways = new LinkedHashMap<>();
        ways.put("ARAP", DataDriven::asRigidAsPossible);
        ways.put("MeshIK", c -> new MeshInverseKinematics(c.mesh(), c.train(), c.held()));
        // A solve's time does not depend on how well the weights were learnt: two rounds, as PoserExamplesBenchmark has
        // it.
        ways.put("Sinew", c -> c.poser(c.learnt(c.biharmonic(), DataDriven.LEARNING.withMaxIterations(2))));
        List<Curve> curves = new ArrayList<>();
        ways.forEach((name, way) -> {
            boolean ours = name.equals("Sinew");
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (int examples : EXAMPLES) {
                Work work = new Work(
                        "ylwxg19-20/creature",
                        "" + examples,
                        name + "/" + examples,
                        ours ? Version.current() : "1",
                        () -> milliseconds(examples, way));
                bench.runs().measured(work).ifPresent(entry -> {
                    x.add((double) examples);
                    y.add(entry.number("milliseconds"));
                });
            }
            curves.add(Curve.of(name, ours ? Source.OURS : Source.RERUN, x, y));
        });
        return new Figure(
                "ylwxg19-figure-20",
                "YLWXG19, Figure 20: a drag from the rest pose to a pose, sample creature of 12 500 vertices, 20 handles (the paper's bars are drawn"
                        + " on the SCAPE model; a machine that others may use)",
                "examples",
                "milliseconds",
                Figure.Scale.LOGARITHMIC,
                curves);
    }

    private static Map<String, double[]> milliseconds(int examples, Function<HandleCase, HandlePoser> way) {
        MeshSequence walk = Samples.named("creature").orElseThrow().make(VERTICES, 2 * examples);
        HandleCase c = HandleCase.of("creature", evenly(walk, examples), HANDLES);
        HandlePoser poser = way.apply(c);
        double best = Double.POSITIVE_INFINITY;
        for (int drag = 0; drag < WARM + DRAGS; drag++) {
            double[] targets = c.targets(walk.frame((2 * drag + 1) % walk.frameCount()));
            long start = System.nanoTime();
            poser.pose(targets);
            best = drag < WARM ? best : Math.min(best, (System.nanoTime() - start) * 1e-6);
        }
        return Map.of("milliseconds", new double[] {best});
    }

    /** As many as wanted after every third is held out. */
    private static MeshSequence evenly(MeshSequence walk, int examples) {
        Mesh mesh = walk.rest();
        float[][] frames = new float[Math.max(3, (3 * examples + 1) / 2)][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = walk.frame(f * walk.frameCount() / frames.length);
        }
        return new MeshSequence("walk", mesh, FrameSource.of(frames), 30);
    }
}
