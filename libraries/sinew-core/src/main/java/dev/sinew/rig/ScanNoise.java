package dev.sinew.rig;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.solve.SkinState;
import java.util.Arrays;

/**
 * How much of what bones leave is noise: the part of a vertex's residual that its neighbours know nothing of. Shapes err
 * together with their neighbours, scanners vertex by vertex.
 */
final class ScanNoise {
    private static final int SAMPLES = 1500;

    private ScanNoise() {}

    /** Mean over vertices of the squared noise of a trajectory, in solver units. */
    static double squaredPerVertex(RigProblem problem, FreeBones.Stage stage, SkinState state) {
        VertexGraph graph = VertexGraph.of(problem.sequence().rest());
        int n = graph.vertexCount();
        int step = Math.max(1, n / SAMPLES);
        double[] own = new double[3 * problem.poses().frameCount()];
        double[] mean = new double[own.length];
        double sum = 0;
        int counted = 0;
        for (int i = 0; i < n; i += step) {
            int from = graph.start(i);
            int to = graph.start(i + 1);
            if (to - from < 2) {
                continue;
            }
            residual(problem, stage, state, i, own);
            Arrays.fill(mean, 0);
            double[] other = new double[own.length];
            for (int k = from; k < to; k++) {
                residual(problem, stage, state, graph.neighbours()[k], other);
                add(other, 1.0 / (to - from), mean);
            }
            add(mean, -1, own);
            sum += squared(own) / (1 + 1.0 / (to - from));
            counted++;
        }
        return counted == 0 ? 0 : sum / counted;
    }

    private static void add(double[] what, double factor, double[] to) {
        for (int k = 0; k < to.length; k++) {
            to[k] += factor * what[k];
        }
    }

    private static double squared(double[] a) {
        double sum = 0;
        for (double x : a) {
            sum += x * x;
        }
        return sum;
    }

    /** y_i − Σ_j w_ij·T_j·ũ_i */
    private static void residual(RigProblem problem, FreeBones.Stage stage, SkinState state, int i, double[] out) {
        double[] norm = new double[1];
        problem.poses().rows(i, i + 1, out, norm);
        int influences = state.influences();
        double[] u = state.rest();
        double[] t = stage.transforms();
        int columns = 4 * stage.bones();
        for (int k = i * influences; k < (i + 1) * influences; k++) {
            double w = state.weights()[k];
            int column = 4 * state.bones()[k];
            for (int row = 0; row < out.length && w > 0; row++) {
                int at = row * columns + column;
                out[row] -= w * (t[at] * u[3 * i] + t[at + 1] * u[3 * i + 1] + t[at + 2] * u[3 * i + 2] + t[at + 3]);
            }
        }
    }
}
