package dev.sinew.solve;

import dev.sinew.math.Workers;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** The equations of the bones that take given weights nearest to {@link ExamplePoses}, and to their normals where these count. */
final class ExampleEquations {
    private static final int CHUNK = 256;

    /** Sums that are kept apart, for as many threads. */
    private static final int SUMS = 8;

    private final ExamplePoses poses;
    private final Optional<ExampleNormals> normals;
    private final IntToDoubleFunction counts;
    private final double lambda;

    /** @param counts how much each vertex counts */
    ExampleEquations(ExamplePoses poses, Optional<ExampleNormals> normals, IntToDoubleFunction counts) {
        this.poses = poses;
        this.normals = normals;
        this.counts = counts;
        this.lambda = normals.map(ExampleNormals::lambda).orElse(0.0);
    }

    TransformEquations sumUp(ExamplePoses.WeightsOf weights, Workers workers) {
        int n = poses.vertexCount();
        int size = (n + SUMS - 1) / SUMS;
        TransformEquations[] sums = new TransformEquations[Workers.chunks(n, size)];
        workers.forChunks(n, size, (chunk, from, to) -> {
            sums[chunk] = new TransformEquations(poses.boneCount(), poses.dimensions());
            for (int i = from; i < to; i += CHUNK) {
                add(weights, i, Math.min(to, i + CHUNK), sums[chunk]);
            }
        });
        for (int chunk = 1; chunk < sums.length; chunk++) {
            sums[0].add(sums[chunk]);
        }
        return sums[0];
    }

    private void add(ExamplePoses.WeightsOf weights, int from, int to, TransformEquations sum) {
        int d = poses.dimensions();
        double[] y = new double[(to - from) * d];
        double[] z = new double[lambda > 0 ? y.length : 0];
        double[] x = new double[poses.boneCount()];
        poses.sequence().rows(from, to, y, new double[to - from]);
        if (lambda > 0) {
            normals.orElseThrow().rows(from, to, z);
        }
        for (int i = from; i < to; i++) {
            weights.get(i, x);
            double count = counts.applyAsDouble(i);
            sum.add(count, x, poses.rest(), 3 * i, y, (i - from) * d);
            if (lambda > 0) {
                sum.addNormal(x, count * lambda, normals.orElseThrow().normals(), 3 * i, z, (i - from) * d);
            }
        }
    }
}
