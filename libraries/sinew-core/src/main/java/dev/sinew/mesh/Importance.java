package dev.sinew.mesh;

import dev.sinew.run.InvalidInputException;
import java.util.Arrays;

/** Weight of each vertex in squared errors, 1 on average. Immutable. */
public final class Importance {
    private final double[] values;

    private Importance(double[] values) {
        this.values = values;
    }

    /** @param values one per vertex, at least 0 and not all 0, of any scale; not modified */
    public static Importance of(double[] values) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0) || Double.isInfinite(values[i])) {
                throw new InvalidInputException(
                        "the importance of vertex " + i + " is " + values[i] + "; it must be a number of at least 0");
            }
            sum += values[i];
        }
        if (!(sum > 0)) {
            throw new InvalidInputException("the importance of all vertices is 0; at least one must be positive");
        }
        double mean = sum / values.length;
        return new Importance(Arrays.stream(values).map(v -> v / mean).toArray());
    }

    public int vertexCount() {
        return values.length;
    }

    /** One per vertex, 1 on average. Do not modify. */
    public double[] values() {
        return values;
    }

    /** Rejects a mesh with another number of vertices. */
    public void require(int vertices) {
        if (values.length != vertices) {
            throw new InvalidInputException(
                    "got " + values.length + " importance values for " + vertices + " vertices");
        }
    }
}
