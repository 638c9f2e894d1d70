package dev.sinew.compress;

import dev.sinew.compress.Fitness.Counts;
import dev.sinew.solve.DenseWeights;
import java.util.Arrays;

/** Judges weights by their distance, LD13 eq. 1a: G is the identity. */
final class WeightFitness implements Fitness {
    private final DenseWeights w;
    private final Counts counts;

    WeightFitness(DenseWeights w, Counts counts) {
        this.w = w;
        this.counts = counts;
    }

    @Override
    public int vertexCount() {
        return w.vertexCount();
    }

    @Override
    public int boneCount() {
        return w.boneCount();
    }

    @Override
    public double[] targets() {
        return w.values();
    }

    /** 1000·Δ_W */
    @Override
    public double metric(double squaredSum) {
        return 1000 * Math.sqrt(Math.max(0, squaredSum) / w.values().length);
    }

    @Override
    public double squaredSum(double metric) {
        return 1e-6 * metric * metric * w.values().length;
    }

    @Override
    public VertexMetric vertexMetric() {
        return new Distances();
    }

    @Override
    public AtomStep atomStep() {
        return new ColumnUpdate();
    }

    /** Plain products. */
    private final class Distances implements VertexMetric {
        private final int k = w.boneCount();
        private double count;

        @Override
        public void selectVertex(int i) {
            count = counts.of(i);
        }

        @Override
        public void products(double[] e, int q, double[] quadratic, int stride, double[] linear) {
            for (int a = 0; a < q; a++) {
                linear[a] = 0;
                for (int b = 0; b <= a; b++) {
                    double sum = 0;
                    for (int z = 0; z < k; z++) {
                        sum += e[a * k + z] * e[b * k + z];
                    }
                    quadratic[a * stride + b] = count * sum;
                }
            }
        }
    }

    /**
     * LD13 eq. 5 written out: d_j ← (γ_j − Dφ_j)/Φ_jj + d_j = Σ_i α_ij·(w_i − (rest of Dα_i)) / Σ_i α_ij², weighted by importance. NOTE:
     * the paper divides by A_jj where Φ_jj is meant.
     */
    private final class ColumnUpdate implements AtomStep {
        private final double[] sum = new double[boneCount()];
        private double phi;

        @Override
        public void begin() {
            Arrays.fill(sum, 0);
            phi = 0;
        }

        @Override
        public void add(int i, double alpha, double[] atoms, int other) {
            int k = sum.length;
            double counted = counts.of(i) * alpha;
            phi += counted * alpha;
            for (int z = 0; z < k; z++) {
                sum[z] += counted * (w.values()[i * k + z] - (1 - alpha) * atoms[other + z]);
            }
        }

        @Override
        public boolean solve(Atoms atoms, int at) {
            if (!(phi > 1e-12)) {
                return false;
            }
            for (int z = 0; z < sum.length; z++) {
                atoms.values()[at + z] = sum[z] / phi;
            }
            atoms.makeSparse(at);
            return true;
        }
    }
}
