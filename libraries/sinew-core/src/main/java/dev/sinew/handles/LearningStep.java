package dev.sinew.handles;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.platform.Workers;

/**
 * The weights for given transforms and rotations (YLWXG19 eq. 25), a convex problem, by the alternating direction method of multipliers.
 * The variables are split:
 *
 * <pre>
 * w_i  on the simplex, vertex by vertex:    Σ_k ‖A_i w_i − q_i‖²     A_i = [T_j·ũ_i], 3m×H, and λ²·‖[L_j·n_i]·w_i − n_ik‖² with normals
 * z_j = L·s_j, soft-thresholded:             m·λ₁·‖z_j‖₁
 * s_j = w_j, one sparse factor for all:      I + LᵀL
 * y   = A·w, one sparse factor for all:      λ₂·(yᵀLy − 2yᵀb), 2λ₂L + ρ_y·I
 * </pre>
 *
 * Two blocks, (w, z) and (s, y), so it converges from any start. The state is kept between calls as a warm start.
 */
final class LearningStep {
    private static final int CHUNK = 128;
    /** Right-hand sides solved together. */
    private static final int COLUMNS = 4;
    /** ρ relative to the difference of the handles: larger values are smoother and slower, smaller ones delay the sparsity. */
    private static final double COUPLING = 0.001;

    private final Examples examples;
    private final ExampleShading shades;
    private final Rigidity rigidity;
    private final SparseMatrix laplacian;
    private final LearningOptions options;
    private final boolean[] given;
    private final HandleReach reach;
    /** Offset of the Gram matrix of each vertex. */
    private final int[] blocks;

    private final int n;
    private final int h;
    private final int m;
    private final SparseCholesky smoother;
    private final SparseCholesky stiffener;
    private final double rhoY;
    /** s and its multiplier u, N×H; z and its multiplier v, handle by handle; y and its multiplier t, m×3N. */
    private final double[] s;

    private final double[] u;
    private final double[] z;
    private final double[] v;
    private final double[][] y;
    private final double[][] t;

    /** @param given vertices with fixed weights */
    LearningStep(
            Examples examples,
            ExampleShading shades,
            Rigidity rigidity,
            LearningOptions options,
            HandleWeights start,
            HandleReach reach,
            boolean[] given) {
        this.reach = reach;
        this.blocks = new int[start.vertexCount() + 1];
        for (int i = 0; i < start.vertexCount(); i++) {
            blocks[i + 1] = Math.addExact(blocks[i], reach.of(i).length * reach.of(i).length);
        }
        this.examples = examples;
        this.shades = shades;
        this.rigidity = rigidity;
        this.laplacian = rigidity.laplacian();
        this.options = options;
        this.given = given;
        this.n = start.vertexCount();
        this.h = start.handleCount();
        this.m = examples.count();
        double[] ones = new double[n];
        java.util.Arrays.fill(ones, 1);
        SparseMatrix identity = SparseMatrix.diagonal(ones);
        this.smoother = SparseCholesky.of(laplacian.times(laplacian).plus(1, identity));
        double mean = java.util.Arrays.stream(laplacian.diagonal()).average().orElse(1);
        this.rhoY = 2 * options.rigidity() * mean;
        this.stiffener = options.rigidity() > 0
                ? SparseCholesky.of(SparseMatrix.diagonal(
                                java.util.Arrays.stream(ones).map(x -> rhoY).toArray())
                        .plus(1, scaled(laplacian, 2 * options.rigidity())))
                : smoother;
        this.s = start.w().clone();
        this.u = new double[n * h];
        this.z = new double[n * h];
        this.v = new double[n * h];
        this.y = new double[m][];
        this.t = new double[m][3 * n];
        smooth(s, z);
    }

    private static SparseMatrix scaled(SparseMatrix a, double factor) {
        double[] factors = new double[a.rows()];
        java.util.Arrays.fill(factors, factor);
        return a.scaledRows(factors);
    }

    /** z_j = L·w_j, handle by handle. */
    private void smooth(double[] w, double[] out) {
        double[] column = new double[n];
        double[] image = new double[n];
        for (int j = 0; j < h; j++) {
            for (int i = 0; i < n; i++) {
                column[i] = w[i * h + j];
            }
            laplacian.multiply(column, image);
            System.arraycopy(image, 0, out, j * n, n);
        }
    }

    /**
     * @param transforms H·12 per example
     * @param targets b of eq. 17, 3N per example
     */
    HandleWeights solve(HandleWeights now, double[][] transforms, double[][] targets, int rounds, Workers workers) {
        double[] grams = new double[blocks[n]];
        double rho = grams(transforms, grams, workers);
        double[] w = now.w().clone();
        boolean rigid = options.rigidity() > 0;
        for (int k = 0; k < m && rigid; k++) {
            y[k] = TransformSolve.pose(examples.rest(), now, transforms[k]);
            java.util.Arrays.fill(t[k], 0);
        }
        for (int round = 0; round < rounds; round++) {
            verticesStep(transforms, grams, rho, w, workers);
            thresholdStep(rho);
            HandleWeights current = new HandleWeights(n, h, w);
            smoothStep(w, workers);
            if (rigid) {
                positionsStep(current, transforms, targets, workers);
            }
        }
        return new HandleWeights(n, h, w);
    }

    /** Computes the constant part of the Gram matrix of every vertex; returns ρ, the mean difference of the handles' effects. */
    private double grams(double[][] transforms, double[] grams, Workers workers) {
        double[] spread = new double[Workers.chunks(n, CHUNK)];
        workers.forChunks(n, CHUNK, (chunk, from, to) -> {
            double[] a = new double[3 * m * h];
            double[] turned = new double[shades.lambda() > 0 ? a.length : 0];
            for (int i = from; i < to; i++) {
                posedPositions(i, transforms, a);
                transformedNormals(i, transforms, turned);
                int near = reach.of(i).length;
                int at = blocks[i];
                double trace = 0;
                double sum = 0;
                for (int j = 0; j < near; j++) {
                    for (int l = 0; l <= j; l++) {
                        double dot = 0;
                        double normals = 0;
                        for (int k = 0; k < 3 * m; k++) {
                            dot += a[j * 3 * m + k] * a[l * 3 * m + k];
                        }
                        for (int k = 0; k < 3 * m && turned.length > 0; k++) {
                            normals += turned[j * 3 * m + k] * turned[l * 3 * m + k];
                        }
                        double both = scale() * dot + shades.lambda() * normals;
                        grams[at + j * near + l] = both;
                        grams[at + l * near + j] = both;
                        trace += j == l ? dot : 0;
                        sum += j == l ? dot : 2 * dot;
                    }
                }
                spread[chunk] += trace / near - sum / (near * near);
            }
        });
        double total = 0;
        for (double part : spread) {
            total += part;
        }
        return Math.max(1e-9, COUPLING * total / n);
    }

    /** a[j·3m + 3k + d] = (T_j·ũ_i)_d in example k, with j over the handles that may influence the vertex. */
    private void posedPositions(int i, double[][] transforms, double[] a) {
        double x = examples.rest()[3 * i];
        double y = examples.rest()[3 * i + 1];
        double z = examples.rest()[3 * i + 2];
        int to = 0;
        for (int j : reach.of(i)) {
            for (double[] matrices : transforms) {
                for (int at = 12 * j; at < 12 * j + 12; at += 4) {
                    a[to++] = matrices[at] * x + matrices[at + 1] * y + matrices[at + 2] * z + matrices[at + 3];
                }
            }
        }
    }

    /** Weight of positions, including the copies that the rigidity couples. */
    private double scale() {
        return options.rigidity() > 0 ? 1 + rhoY / 2 : 1;
    }

    /** The same for normals: a[j·3m + 3k + d] = (L_j·n_i)_d; empty without normals. */
    private void transformedNormals(int i, double[][] transforms, double[] a) {
        int to = 0;
        for (int j : reach.of(i)) {
            for (int k = 0; k < m && a.length > 0; k++) {
                for (int d = 0; d < 3; d++) {
                    a[to++] = shades.transformedRow(transforms[k], 12 * j + 4 * d, i);
                }
            }
        }
    }

    private void verticesStep(double[][] transforms, double[] grams, double rho, double[] w, Workers workers) {
        boolean rigid = options.rigidity() > 0;
        workers.forChunks(n, CHUNK, (chunk, from, to) -> {
            SimplexQuadratic simplex = new SimplexQuadratic(h);
            double[] a = new double[3 * m * h];
            double[] turned = new double[shades.lambda() > 0 ? a.length : 0];
            double[] wanted = new double[3 * m];
            for (int i = from; i < to; i++) {
                if (given[i]) {
                    continue;
                }
                posedPositions(i, transforms, a);
                transformedNormals(i, transforms, turned);
                for (int k = 0; k < m; k++) {
                    for (int d = 0; d < 3; d++) {
                        double target = examples.poses()[k][3 * i + d];
                        wanted[3 * k + d] = rigid ? target + rhoY / 2 * (y[k][3 * i + d] - t[k][3 * i + d]) : target;
                    }
                }
                int[] near = reach.of(i);
                for (int j = 0; j < near.length; j++) {
                    double dot = 0;
                    for (int k = 0; k < 3 * m; k++) {
                        dot += a[j * 3 * m + k] * wanted[k];
                    }
                    dot += turned.length > 0 ? normalsDot(i, turned, j * 3 * m) : 0;
                    int place = i * h + near[j];
                    simplex.b()[j] = dot + rho / 2 * (s[place] - u[place]);
                    simplex.x()[j] = w[place];
                    for (int l = 0; l < near.length; l++) {
                        simplex.g()[j * h + l] = grams[blocks[i] + j * near.length + l] + (j == l ? rho / 2 : 0);
                    }
                }
                simplex.minimiseFrom(near.length);
                for (int j = 0; j < near.length; j++) {
                    w[i * h + near[j]] = simplex.x()[j];
                }
            }
        });
    }

    /** λ²·Σ_k (L_j·n_i)·n_ik */
    private double normalsDot(int i, double[] turned, int from) {
        double dot = 0;
        for (int k = 0; k < m; k++) {
            for (int d = 0; d < 3; d++) {
                dot += turned[from + 3 * k + d] * shades.truth(k)[3 * i + d];
            }
        }
        return shades.lambda() * dot;
    }

    /** z = prox of m·λ₁‖·‖ at L·s − v. */
    private void thresholdStep(double rho) {
        smooth(s, z);
        double threshold = m * options.sparsity() / rho;
        for (int k = 0; k < z.length; k++) {
            double x = z[k] - v[k];
            z[k] = options.norm() == LearningOptions.Norm.L1
                    ? Math.signum(x) * Math.max(0, Math.abs(x) - threshold)
                    : x / (1 + 2 * threshold);
        }
    }

    /** (I + LᵀL)·s = (w + u) + Lᵀ(z + v), then the multipliers u += w − s, v += z − L·s; several handles share a pass over the factor. */
    private void smoothStep(double[] w, Workers workers) {
        workers.forChunks(h, COLUMNS, (chunk, first, last) -> {
            double[] rights = new double[n * (last - first)];
            double[] right = new double[n];
            double[] column = new double[n];
            for (int j = first; j < last; j++) {
                for (int i = 0; i < n; i++) {
                    column[i] = z[j * n + i] + v[j * n + i];
                }
                laplacian.multiply(column, right);
                for (int i = 0; i < n; i++) {
                    rights[(j - first) * n + i] = right[i] + w[i * h + j] + u[i * h + j];
                }
            }
            smoother.solveColumns(rights, last - first);
            for (int j = first; j < last; j++) {
                System.arraycopy(rights, (j - first) * n, right, 0, n);
                laplacian.multiply(right, column);
                for (int i = 0; i < n; i++) {
                    s[i * h + j] = right[i];
                    u[i * h + j] += w[i * h + j] - right[i];
                    v[j * n + i] += z[j * n + i] - column[i];
                }
            }
        });
    }

    /** (2λ₂L + ρ_y)·y = 2λ₂b + ρ_y·(A·w + t), then t += A·w − y. */
    private void positionsStep(HandleWeights w, double[][] transforms, double[][] targets, Workers workers) {
        workers.forChunks(m, 1, (chunk, k, to) -> {
            double[] posed = TransformSolve.pose(examples.rest(), w, transforms[k]);
            double[] right = new double[3 * n];
            for (int i = 0; i < n; i++) {
                for (int d = 0; d < 3; d++) {
                    right[d * n + i] = 2 * options.rigidity() * targets[k][3 * i + d]
                            + rhoY * (posed[3 * i + d] + t[k][3 * i + d]);
                }
            }
            stiffener.solveColumns(right, 3);
            for (int i = 0; i < n; i++) {
                for (int d = 0; d < 3; d++) {
                    y[k][3 * i + d] = right[d * n + i];
                    t[k][3 * i + d] += posed[3 * i + d] - right[d * n + i];
                }
            }
        });
    }

    /** Σ_j ‖L·w_j‖ in the chosen norm (eq. 10). */
    double sparsity(HandleWeights w) {
        double[] image = new double[n * h];
        smooth(w.w(), image);
        double sum = 0;
        for (double x : image) {
            sum += options.norm() == LearningOptions.Norm.L1 ? Math.abs(x) : x * x;
        }
        return sum;
    }
}
