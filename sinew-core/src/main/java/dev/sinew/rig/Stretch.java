package dev.sinew.rig;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;

/**
 * How much a surface stretches: the median over its edges of the root mean square change of length, relative to the rest
 * pose. A few hundredths for scanned or sculpted animals and people, more than a tenth for elastic bodies.
 */
final class Stretch {
    private Stretch() {}

    static double median(MeshSequence sequence) {
        VertexGraph graph = VertexGraph.of(sequence.rest());
        float[] u = sequence.rest().positions();
        int n = graph.vertexCount();
        double[] squares = new double[graph.neighbours().length];
        for (int f = 0; f < sequence.frameCount(); f++) {
            float[] v = sequence.frame(f);
            for (int i = 0; i < n; i++) {
                for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                    double change = length(v, i, graph.neighbours()[k]) - length(u, i, graph.neighbours()[k]);
                    squares[k] += change * change;
                }
            }
        }
        double[] stretch = new double[squares.length];
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                double rest = length(u, i, graph.neighbours()[k]);
                if (rest > 0) {
                    stretch[count++] = Math.sqrt(squares[k] / sequence.frameCount()) / rest;
                }
            }
        }
        Arrays.sort(stretch, 0, count);
        return count == 0 ? 0 : stretch[count / 2];
    }

    private static double length(float[] p, int i, int k) {
        double x = p[3 * i] - p[3 * k];
        double y = p[3 * i + 1] - p[3 * k + 1];
        double z = p[3 * i + 2] - p[3 * k + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }
}
