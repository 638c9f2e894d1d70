package dev.sinew.bench.kernel;

import dev.sinew.handles.HandleWeights;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.sample.catalogue.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sample with distributed point handles, global weights (the worst case for skinning), and one handle that is dragged in a
 * circle.
 */
final class PosedSample {
    static final int HANDLES = 20;
    static final int GROUPS = 30;
    private static final int VERTICES = 12_500;
    /** Steps per circle: two seconds at 60 frames per second. */
    private static final int STEPS = 120;
    /** The circle's radius as a fraction of the size. */
    private static final double RADIUS = 0.1;

    private final MeshSequence sequence;
    private final int[] vertices;
    private final double radius;
    private int step;

    /** @param frames of the sample, at least 1 */
    PosedSample(int frames) {
        this.sequence = Samples.named("creature").orElseThrow().make(VERTICES, Math.max(2, frames));
        this.vertices = distribute();
        float[] p = mesh().positions();
        float low = Float.MAX_VALUE;
        float high = -Float.MAX_VALUE;
        for (float x : p) {
            low = Math.min(low, x);
            high = Math.max(high, x);
        }
        this.radius = RADIUS * (high - low);
    }

    Mesh mesh() {
        return sequence.rest();
    }

    int[] vertices() {
        return vertices;
    }

    MeshSequence examples(int count) {
        float[][] frames = new float[count][];
        for (int f = 0; f < count; f++) {
            frames[f] = sequence.frame(f * sequence.frameCount() / count);
        }
        return new MeshSequence("examples", mesh(), FrameSource.of(frames), 30);
    }

    HandleSet handles() {
        List<Handle> handles = new ArrayList<>();
        for (int j = 0; j < vertices.length; j++) {
            handles.add(new Handle.Point("h" + j, position(vertices[j])));
        }
        return HandleSet.of(handles);
    }

    private double[] position(int i) {
        float[] p = mesh().positions();
        return new double[] {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
    }

    /** The next targets of all handles: the first one moves on the circle, the others stay. */
    double[][] nextTargets() {
        double[][] targets = new double[vertices.length][];
        for (int j = 0; j < targets.length; j++) {
            targets[j] = position(vertices[j]);
        }
        double angle = 2 * Math.PI * (step++ % STEPS) / STEPS;
        targets[0][0] += radius * Math.cos(angle);
        targets[0][1] += radius * Math.sin(angle);
        return targets;
    }

    /** w_j ∝ 1/d⁴, one at the handle's own vertex. */
    HandleWeights weights() {
        int n = mesh().vertexCount();
        double[] w = new double[n * vertices.length];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < vertices.length; j++) {
                double d = squaredDistance(i, vertices[j]);
                w[i * vertices.length + j] = 1 / Math.max(d * d, 1e-24);
                sum += w[i * vertices.length + j];
            }
            for (int j = 0; j < vertices.length; j++) {
                w[i * vertices.length + j] /= sum;
            }
        }
        return new HandleWeights(n, vertices.length, w);
    }

    private double squaredDistance(int i, int k) {
        float[] p = mesh().positions();
        double sum = 0;
        for (int d = 0; d < 3; d++) {
            sum += Math.pow(p[3 * i + d] - p[3 * k + d], 2);
        }
        return sum;
    }

    /** Farthest-point sampling. */
    private int[] distribute() {
        int[] chosen = new int[HANDLES];
        double[] nearest = new double[mesh().vertexCount()];
        Arrays.fill(nearest, Double.POSITIVE_INFINITY);
        for (int j = 1; j < HANDLES; j++) {
            int farthest = 0;
            for (int i = 0; i < nearest.length; i++) {
                nearest[i] = Math.min(nearest[i], squaredDistance(i, chosen[j - 1]));
                farthest = nearest[i] > nearest[farthest] ? i : farthest;
            }
            chosen[j] = farthest;
        }
        return chosen;
    }
}
