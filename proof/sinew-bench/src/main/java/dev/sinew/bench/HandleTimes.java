package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.handles.BiharmonicWeights;
import dev.sinew.handles.WeightsOptions;
import dev.sinew.handles.WeightsOptions.Bounds;
import dev.sinew.handles.WeightsOptions.DomainChoice;
import dev.sinew.linalg.Kernels;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.Progress;
import dev.sinew.sample.catalogue.Samples;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Times of biharmonic weights for points distributed over a sample, on its surface and in its volume. */
final class HandleTimes {
    private final Markdown markdown;
    private final String only;

    private HandleTimes(Markdown markdown, String only) {
        this.markdown = markdown;
        this.only = only;
    }

    static void print(Flags flags, PrintStream out) {
        Markdown.describeMachine(out);
        out.println("`sample creature` with distributed points, cold JVM, kernels: "
                + Kernels.best().name() + ".\n");
        HandleTimes times = new HandleTimes(
                new Markdown(out, List.of("what", "vertices", "nodes", "handles", "factorisations", "seconds")),
                flags.text("only", ""));
        WeightsOptions surface = WeightsOptions.defaults().withDomain(DomainChoice.SURFACE);
        WeightsOptions volume = WeightsOptions.defaults().withDomain(DomainChoice.VOLUME);
        times.row("surface-10k", 10_000, 20, surface);
        times.row("surface-50k", 50_000, 20, surface);
        times.row("volume-30k", 10_000, 11, volume.withResolution(flags.count("resolution", 100)));
        times.row(
                "volume-30k-clipped",
                10_000,
                11,
                volume.withResolution(flags.count("resolution", 100)).withBounds(Bounds.CLIPPED));
    }

    private void row(String what, int vertices, int handles, WeightsOptions options) {
        if (!what.matches(only.isEmpty() ? ".*" : only)) {
            return;
        }
        Mesh mesh = Samples.named("creature").orElseThrow().make(vertices, 2).rest();
        HandleSet set = HandleSet.of(distribute(mesh, handles));
        long start = System.nanoTime();
        BiharmonicWeights.Result result = new BiharmonicWeights(mesh, set, options, Progress.SILENT).solve();
        double seconds = (System.nanoTime() - start) / 1e9;
        markdown.row(List.of(
                what,
                "" + mesh.vertexCount(),
                "" + result.nodes(),
                "" + handles,
                "" + result.factorisations(),
                number("%.1f", seconds)));
    }

    /** Farthest-point sampling of the vertices. */
    private static List<Handle> distribute(Mesh mesh, int count) {
        float[] p = mesh.positions();
        double[] nearest = new double[mesh.vertexCount()];
        Arrays.fill(nearest, Double.POSITIVE_INFINITY);
        List<Handle> points = new ArrayList<>();
        int next = 0;
        for (int k = 0; k < count; k++) {
            points.add(new Handle.Point("p" + k, new double[] {p[3 * next], p[3 * next + 1], p[3 * next + 2]}));
            int farthest = 0;
            for (int i = 0; i < nearest.length; i++) {
                double d = 0;
                for (int c = 0; c < 3; c++) {
                    d += Math.pow(p[3 * i + c] - p[3 * next + c], 2);
                }
                nearest[i] = Math.min(nearest[i], d);
                farthest = nearest[i] > nearest[farthest] ? i : farthest;
            }
            next = farthest;
        }
        return points;
    }
}
