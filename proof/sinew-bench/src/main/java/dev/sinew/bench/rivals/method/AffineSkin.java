package dev.sinew.bench.rivals.method;

import dev.sinew.bench.rivals.method.Animation.Coordinates;
import dev.sinew.linalg.Cholesky;
import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.platform.Workers;
import java.util.Arrays;

/** Linear blend skinning with affine bones on trajectories in few coordinates: the steps common to SMA and SAD. */
final class AffineSkin {
    /** KSO10 §1: at most four weights per vertex. */
    static final int INFLUENCES = 4;
    /** Bones with few or coplanar vertices make XXᵀ singular; relative to its mean diagonal. */
    private static final double RIDGE = 1e-9;

    private final Coordinates x;
    private final int count;
    /** u with an appended 1, N×4. */
    private final double[] rest;

    private final int[] bones;
    private final double[] weights;
    /** T_rᵀ, 4P×d. */
    private final double[] transforms;

    /** @param rest 3N, the first frame or the given rest pose */
    AffineSkin(Coordinates x, double[] rest, int count) {
        this.x = x;
        this.count = count;
        this.rest = new double[4 * x.n()];
        for (int i = 0; i < x.n(); i++) {
            System.arraycopy(rest, 3 * i, this.rest, 4 * i, 3);
            this.rest[4 * i + 3] = 1;
        }
        bones = new int[INFLUENCES * x.n()];
        weights = new double[INFLUENCES * x.n()];
        transforms = new double[4 * count * x.d()];
    }

    /** Assigns every vertex to one bone; vertices with a negative cluster are left out of the next solve. */
    void assign(int[] cluster) {
        Arrays.fill(weights, 0);
        for (int i = 0; i < x.n(); i++) {
            bones[INFLUENCES * i] = Math.max(0, cluster[i]);
            weights[INFLUENCES * i] = cluster[i] < 0 ? 0 : 1;
        }
    }

    /** KSO10 §4.2: T_r·XXᵀ = C·Xᵀ, for all bones and coordinates at once. */
    void solveTransforms() {
        int size = 4 * count;
        int d = x.d();
        double[] g = new double[size * size];
        Arrays.fill(transforms, 0);
        for (int i = 0; i < x.n(); i++) {
            for (int a = INFLUENCES * i; a < INFLUENCES * (i + 1); a++) {
                for (int r = 0; r < 4 && weights[a] > 0; r++) {
                    double left = weights[a] * rest[4 * i + r];
                    int row = 4 * bones[a] + r;
                    addProducts(g, row * size, i, left);
                    for (int k = 0; k < d; k++) {
                        transforms[row * d + k] += left * x.c()[i * d + k];
                    }
                }
            }
        }
        double mean = 0;
        for (int r = 0; r < size; r++) {
            mean += g[r * size + r] / size;
        }
        for (int r = 0; r < size; r++) {
            g[r * size + r] += RIDGE * mean;
        }
        Cholesky.of(g, size).solve(transforms, d, 0, d);
    }

    private void addProducts(double[] g, int row, int i, double left) {
        for (int b = INFLUENCES * i; b < INFLUENCES * (i + 1); b++) {
            for (int c = 0; c < 4 && weights[b] > 0; c++) {
                g[row + 4 * bones[b] + c] += left * weights[b] * rest[4 * i + c];
            }
        }
    }

    /**
     * Chooses the bones that individually predict a vertex best (JT05; KSO10 §4.4), then solves for convex weights by least
     * squares.
     */
    void solveWeights(Workers workers) {
        workers.forChunks(x.n(), 64, (chunk, from, to) -> {
            SimplexQuadratic quadratic = new SimplexQuadratic(INFLUENCES);
            double[] predicted = new double[count * x.d()];
            for (int i = from; i < to; i++) {
                for (int j = 0; j < count; j++) {
                    predict(i, j, predicted, j * x.d());
                }
                solveWeights(i, predicted, quadratic);
            }
        });
    }

    private void solveWeights(int i, double[] predicted, SimplexQuadratic quadratic) {
        int d = x.d();
        int used = Math.min(INFLUENCES, count);
        double[] far = new double[count];
        for (int j = 0; j < count; j++) {
            far[j] = Spread.squared(x.c(), i * d, predicted, j * d, d);
        }
        smallest(far, used, bones, INFLUENCES * i);
        for (int a = 0; a < used; a++) {
            int at = bones[INFLUENCES * i + a] * d;
            for (int b = 0; b <= a; b++) {
                // Relative to the vertex: as weights sum to one, this changes nothing but preserves precision.
                double dot = relativeDot(i, predicted, at, bones[INFLUENCES * i + b] * d);
                quadratic.g()[a * quadratic.stride() + b] = dot;
                quadratic.g()[b * quadratic.stride() + a] = dot;
            }
            quadratic.b()[a] = 0;
        }
        quadratic.minimise(used);
        for (int a = 0; a < INFLUENCES; a++) {
            weights[INFLUENCES * i + a] = a < used ? quadratic.x()[a] : 0;
        }
    }

    /** The indices of the smallest numbers, in ascending order; overwrites them. */
    static void smallest(double[] of, int most, int[] out, int at) {
        for (int a = 0; a < most; a++) {
            int best = 0;
            for (int j = 1; j < of.length; j++) {
                best = of[j] < of[best] ? j : best;
            }
            of[best] = Double.POSITIVE_INFINITY;
            out[at + a] = best;
        }
    }

    private double relativeDot(int i, double[] predicted, int at, int bt) {
        double sum = 0;
        for (int k = 0; k < x.d(); k++) {
            double c = x.c()[i * x.d() + k];
            sum += (predicted[at + k] - c) * (predicted[bt + k] - c);
        }
        return sum;
    }

    private void predict(int i, int j, double[] out, int at) {
        int d = x.d();
        int t = 4 * j * d;
        for (int k = 0; k < d; k++) {
            out[at + k] = rest[4 * i] * transforms[t + k]
                    + rest[4 * i + 1] * transforms[t + d + k]
                    + rest[4 * i + 2] * transforms[t + 2 * d + k]
                    + transforms[t + 3 * d + k];
        }
    }

    /** C − T_r·X, N×d. */
    double[] residual() {
        double[] left = x.c().clone();
        double[] one = new double[x.d()];
        for (int i = 0; i < x.n(); i++) {
            for (int a = INFLUENCES * i; a < INFLUENCES * (i + 1); a++) {
                if (weights[a] > 0) {
                    predict(i, bones[a], one, 0);
                    for (int k = 0; k < x.d(); k++) {
                        left[i * x.d() + k] -= weights[a] * one[k];
                    }
                }
            }
        }
        return left;
    }

    /** Σ_j w_ij·T_jᵀ without translations, 3×d: the linear map of rest-pose displacements. */
    void blended(int i, double[] out) {
        Arrays.fill(out, 0);
        for (int a = INFLUENCES * i; a < INFLUENCES * (i + 1); a++) {
            for (int k = 0; k < 3 * x.d() && weights[a] > 0; k++) {
                out[k] += weights[a] * transforms[4 * bones[a] * x.d() + k];
            }
        }
    }
}
