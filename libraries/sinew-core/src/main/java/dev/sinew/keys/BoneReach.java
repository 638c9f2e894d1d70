package dev.sinew.keys;

import dev.sinew.mesh.Box;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;

/** The vertices each bone moves and their distances from its pivot. The farthest come first, because a bone's errors are largest there. */
public final class BoneReach {
    /** A bone without vertices is treated as if it reached this fraction of the size. */
    private static final double MIN_RADIUS_FRACTION = 1e-3;

    private final double size;
    private final int[] starts;
    private final int[] vertices;
    /** Position of each vertex relative to the pivot, contiguous for the inner loops. */
    private final float[] offsets;

    private final double[] radii;

    public BoneReach(SkinnedModel model) {
        double diagonal = Box.around(model.rest().positions()).diagonal();
        size = diagonal > 0 ? diagonal : 1;
        starts = starts(model.weights(), model.boneCount());
        vertices = new int[starts[model.boneCount()]];
        offsets = new float[Math.multiplyExact(3, vertices.length)];
        radii = new double[model.boneCount()];
        fill(model.weights());
        for (int j = 0; j < model.boneCount(); j++) {
            sort(model, j);
        }
    }

    private static int[] starts(SkinWeights weights, int bones) {
        int[] starts = new int[bones + 1];
        for (int at = 0; at < weights.bones().length; at++) {
            if (weights.weights()[at] > 0) {
                starts[weights.bones()[at] + 1]++;
            }
        }
        for (int j = 0; j < bones; j++) {
            starts[j + 1] += starts[j];
        }
        return starts;
    }

    private void fill(SkinWeights weights) {
        int[] next = starts.clone();
        for (int at = 0; at < weights.bones().length; at++) {
            if (weights.weights()[at] > 0) {
                vertices[next[weights.bones()[at]]++] = at / weights.influences();
            }
        }
    }

    private void sort(SkinnedModel model, int j) {
        int from = starts[j];
        int count = starts[j + 1] - from;
        long[] keyed = new long[count];
        for (int k = 0; k < count; k++) {
            float distance = (float) distance(model, vertices[from + k], j);
            // Bits of non-negative floats sort like the floats; inverted, the farthest come first.
            keyed[k] = (long) ~Float.floatToIntBits(distance) << 32 | vertices[from + k];
        }
        Arrays.sort(keyed);
        for (int k = 0; k < count; k++) {
            int i = (int) keyed[k];
            vertices[from + k] = i;
            for (int x = 0; x < 3; x++) {
                double pivot = model.skeleton().pivots()[3 * j + x];
                offsets[3 * (from + k) + x] = (float) (model.rest().positions()[3 * i + x] - pivot);
            }
        }
        radii[j] = Math.max(MIN_RADIUS_FRACTION * size, count == 0 ? 0 : distance(model, vertices[from], j));
    }

    private static double distance(SkinnedModel model, int i, int j) {
        float[] u = model.rest().positions();
        double[] c = model.skeleton().pivots();
        double x = u[3 * i] - c[3 * j];
        double y = u[3 * i + 1] - c[3 * j + 1];
        double z = u[3 * i + 2] - c[3 * j + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** Diagonal of the rest pose's box, 1 for a single point. */
    public double size() {
        return size;
    }

    int bones() {
        return radii.length;
    }

    /** Distance of the farthest vertex from the bone's pivot. */
    public double radius(int j) {
        return radii[j];
    }

    /** The bone's vertices are at {@code start(j) ≤ k < start(j + 1)}. */
    int start(int j) {
        return starts[j];
    }

    int vertex(int k) {
        return vertices[k];
    }

    /** Coordinate x of entry k of the list relative to its bone's pivot. */
    float offset(int k, int x) {
        return offsets[3 * k + x];
    }
}
