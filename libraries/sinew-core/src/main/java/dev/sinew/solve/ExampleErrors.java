package dev.sinew.solve;

import dev.sinew.math.Workers;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** How far weights leave a model from {@link ExamplePoses}, positions and normals apart. */
final class ExampleErrors {
    private static final int CHUNK = 256;

    private final ExamplePoses poses;
    private final Optional<ExampleNormals> normals;

    ExampleErrors(ExamplePoses poses, Optional<ExampleNormals> normals) {
        this.poses = poses;
        this.normals = normals;
    }

    /** Squared error of positions and {@code lambda} times that of normals. @param counts how much each vertex counts */
    double squared(ExamplePoses.WeightsOf weights, IntToDoubleFunction counts, double lambda, Workers workers) {
        double before = normals.map(ExampleNormals::lambda).orElse(0.0);
        normals.ifPresent(n -> n.weigh(lambda));
        double[] errors = new double[poses.vertexCount()];
        workers.forChunks(errors.length, CHUNK, (chunk, from, to) -> {
            double[] x = new double[poses.boneCount()];
            double[] h = new double[poses.boneCount()];
            double[] m = new double[ExamplePoses.MONOMIALS];
            for (int i = from; i < to; i++) {
                weights.get(i, x);
                poses.monomials(i, m);
                poses.h(i, h);
                errors[i] = counts.applyAsDouble(i) * Math.max(0, error(i, x, m, h));
            }
        });
        normals.ifPresent(n -> n.weigh(before));
        return Arrays.stream(errors).sum();
    }

    /** xᵀG_i·x − 2h_iᵀx + ‖y_i‖² */
    private double error(int i, double[] x, double[] m, double[] h) {
        double sum = poses.squaredNorm(i);
        for (int j = 0; j < x.length; j++) {
            for (int l = 0; l <= j && x[j] != 0; l++) {
                sum += x[l] == 0 ? 0 : (l == j ? 1 : 2) * x[j] * x[l] * poses.gramOf(m, j, l);
            }
            sum -= 2 * x[j] * h[j];
        }
        return sum;
    }
}
