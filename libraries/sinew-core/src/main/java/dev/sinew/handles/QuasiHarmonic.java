package dev.sinew.handles;

import dev.sinew.linalg.SparseBuilder;
import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.run.Progress;
import java.util.Arrays;

/**
 * Quasi-harmonic weights (Wang and Solomon 2021). Weights are the steady state of heat held at the handles, −div(A·grad w) = 0, so they lie
 * between 0 and 1 and sum to one for any conductivity A. A is chosen to minimise the energy of biharmonic weights. This needs no
 * constraints: gradient descent (Adam) over A, with two solves per handle and step.
 *
 * <p>NOTE: based on the paper's abstract only. Where the paper has a tensor per triangle, this has a number per edge, exp θ, times its
 * cotangent (a small positive number if that is negative, for the maximum principle).
 */
final class QuasiHarmonic {
    private static final int STEPS = 80;
    private static final double LEARNING_RATE = 0.15;
    private static final double MEAN_DECAY = 0.9;
    private static final double SQUARE_DECAY = 0.99;
    /** Conductivity of an edge whose cotangents are not positive, as a fraction of the mean. */
    private static final double MIN_CONDUCTANCE_FRACTION = 1e-3;

    private final Domain domain;
    private final int handles;
    private final int n;
    private final double[][] w;
    /** Index among the unknown nodes, −1 for prescribed ones. */
    private final int[] unknown;

    private final int free;
    private final int[] from;
    private final int[] to;
    private final double[] conductance;
    private final int[] order;

    /** @param given one array per handle: the weight at every node, NaN where it is unknown */
    QuasiHarmonic(Domain domain, double[][] given) {
        this.domain = domain;
        this.handles = given.length;
        this.n = domain.nodeCount();
        this.w = given;
        this.unknown = new int[n];
        int count = 0;
        for (int k = 0; k < n; k++) {
            unknown[k] = Double.isNaN(given[0][k]) ? count++ : -1;
        }
        this.free = count;
        SparseMatrix l = domain.stiffness();
        int edges = 0;
        double mean = 0;
        for (int k = 0; k < n; k++) {
            for (int e = l.starts()[k]; e < l.starts()[k + 1]; e++) {
                edges += l.indices()[e] > k ? 1 : 0;
                mean += Math.abs(l.values()[e]) / l.values().length;
            }
        }
        from = new int[edges];
        to = new int[edges];
        conductance = new double[edges];
        int at = 0;
        for (int k = 0; k < n; k++) {
            for (int e = l.starts()[k]; e < l.starts()[k + 1]; e++) {
                if (l.indices()[e] > k) {
                    from[at] = k;
                    to[at] = l.indices()[e];
                    conductance[at++] = Math.max(-l.values()[e], MIN_CONDUCTANCE_FRACTION * mean);
                }
            }
        }
        order = SparseCholesky.orderOf(system(new double[edges]));
    }

    /**
     * @param w one array per handle, values from 0 to 1, all handles summing to one
     * @param energy ½·Σ_j w_jᵀ·L·M⁻¹·L·w_j at the end; {@code harmonic} at the start
     */
    record Solved(double[][] w, double harmonic, double energy) {}

    Solved solve(Progress progress) {
        double[] theta = new double[from.length];
        SparseCholesky.Plan plan = SparseCholesky.plan(system(theta), order);
        double[] mean = new double[theta.length];
        double[] square = new double[theta.length];
        double[][] best = new double[handles][];
        double least = Double.POSITIVE_INFINITY;
        double harmonic = 0;
        for (int step = 1; step <= STEPS; step++) {
            progress.update("weights", step, STEPS);
            SparseCholesky factor = SparseCholesky.of(system(theta), plan);
            settle(factor, theta);
            double[] gradient = new double[theta.length];
            double energy = differentiate(factor, theta, gradient);
            harmonic = step == 1 ? energy : harmonic;
            if (energy < least) {
                least = energy;
                Arrays.setAll(best, j -> w[j].clone());
            }
            descend(theta, gradient, mean, square, step);
        }
        return new Solved(best, harmonic, least);
    }

    /** The weighted Laplacian of the unknown nodes. */
    private SparseMatrix system(double[] theta) {
        SparseBuilder builder = new SparseBuilder(free, free, 4 * from.length + free);
        for (int k = 0; k < free; k++) {
            // Nodes that no handle reaches would make it singular.
            builder.add(k, k, 1e-12);
        }
        for (int e = 0; e < from.length; e++) {
            int i = unknown[from[e]];
            int k = unknown[to[e]];
            double a = conductance[e] * Math.exp(theta[e]);
            if (i >= 0) {
                builder.add(i, i, a);
            }
            if (k >= 0) {
                builder.add(k, k, a);
            }
            if (i >= 0 && k >= 0) {
                builder.add(i, k, -a);
                builder.add(k, i, -a);
            }
        }
        return builder.build();
    }

    /** Computes the weights for these conductivities. */
    private void settle(SparseCholesky factor, double[] theta) {
        double[] right = new double[free * handles];
        for (int e = 0; e < from.length; e++) {
            int i = unknown[from[e]];
            int k = unknown[to[e]];
            double a = conductance[e] * Math.exp(theta[e]);
            for (int j = 0; j < handles && (i >= 0) != (k >= 0); j++) {
                right[j * free + Math.max(i, k)] += a * w[j][i >= 0 ? to[e] : from[e]];
            }
        }
        factor.solveColumns(right, handles);
        for (int j = 0; j < handles; j++) {
            for (int k = 0; k < n; k++) {
                w[j][k] = unknown[k] < 0 ? w[j][k] : Math.max(0, Math.min(1, right[j * free + unknown[k]]));
            }
        }
    }

    /** Returns the energy; gradient += ∂E/∂θ, by the adjoint: A·λ_j = L·M⁻¹·L·w_j, ∂E/∂θ_e = −a_e·Σ_j Δλ_j·Δw_j. */
    private double differentiate(SparseCholesky factor, double[] theta, double[] gradient) {
        double energy = 0;
        double[] bent = new double[n];
        double[] pull = new double[n];
        double[] right = new double[free * handles];
        for (int j = 0; j < handles; j++) {
            domain.stiffness().multiply(w[j], bent);
            for (int k = 0; k < n; k++) {
                energy += 0.5 * bent[k] * bent[k] / domain.mass()[k];
                bent[k] /= domain.mass()[k];
            }
            domain.stiffness().multiply(bent, pull);
            for (int k = 0; k < n; k++) {
                if (unknown[k] >= 0) {
                    right[j * free + unknown[k]] = pull[k];
                }
            }
        }
        factor.solveColumns(right, handles);
        for (int e = 0; e < from.length; e++) {
            double sum = 0;
            int i = unknown[from[e]];
            int k = unknown[to[e]];
            for (int j = 0; j < handles; j++) {
                double lambda = (i < 0 ? 0 : right[j * free + i]) - (k < 0 ? 0 : right[j * free + k]);
                sum += lambda * (w[j][from[e]] - w[j][to[e]]);
            }
            gradient[e] -= conductance[e] * Math.exp(theta[e]) * sum;
        }
        return energy;
    }

    /** Adam (Kingma and Ba 2015). */
    private static void descend(double[] theta, double[] gradient, double[] mean, double[] square, int step) {
        for (int e = 0; e < theta.length; e++) {
            mean[e] = MEAN_DECAY * mean[e] + (1 - MEAN_DECAY) * gradient[e];
            square[e] = SQUARE_DECAY * square[e] + (1 - SQUARE_DECAY) * gradient[e] * gradient[e];
            double m = mean[e] / (1 - Math.pow(MEAN_DECAY, step));
            double v = square[e] / (1 - Math.pow(SQUARE_DECAY, step));
            theta[e] -= LEARNING_RATE * m / (Math.sqrt(v) + 1e-300);
        }
    }
}
