package dev.sinew.bench.rivals.method;

import dev.sinew.bench.rivals.method.Rival.HandlePoser;
import dev.sinew.linalg.Cholesky;
import dev.sinew.linalg.SparseBuilder;
import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.math.Svd3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;

/**
 * MeshIK: Sumner, Zwicker, Gotsman and Popović 2005, "Mesh-Based Inverse Kinematics". Every triangle's deformation gradient is a
 * blend of those of the examples, rotations by their logarithms and stretches linearly. One weight per example is found by
 * Gauss–Newton, so that fixed vertices are met and triangles are nearest to the blend.
 *
 * <p>NOTE: instead of the paper's fourth vertex per triangle, the triangle's edges are fitted with cotangent weights, so that
 * positions come from one Laplacian. Positions are eliminated, and the small system contains the weights only.
 */
public final class MeshInverseKinematics implements HandlePoser {
    private static final int STEPS = 12;
    private static final int HALVINGS = 6;
    private static final double RIDGE = 1e-6;
    /** Obtuse triangles would make the system indefinite. */
    private static final double MIN_COTANGENT = 1e-2;

    private final double[] rest;
    private final int[] triangles;
    private final int[] held;
    private final int[] unknown;
    private final int free;
    /** Half cotangents opposite each edge of each triangle; edge k runs from corner k to the next. */
    private final double[] cotangents;

    private final SparseMatrix l;
    private final SparseCholesky factor;
    private final GradientBlend blend;
    private final int examples;

    /** @param held vertices with given positions */
    public MeshInverseKinematics(Mesh mesh, MeshSequence examples, int[] held) {
        int n = mesh.vertexCount();
        this.triangles = mesh.triangles();
        this.held = held.clone();
        this.rest = new double[3 * n];
        for (int k = 0; k < rest.length; k++) {
            rest[k] = mesh.positions()[k];
        }
        this.examples = examples.frameCount();
        this.blend = new GradientBlend(rest, triangles, examples);
        this.cotangents = cotangents();
        this.l = laplacian(n);
        this.unknown = new int[n];
        for (int i : held) {
            unknown[i] = -1;
        }
        int count = 0;
        for (int i = 0; i < n; i++) {
            unknown[i] = unknown[i] < 0 ? -1 : count++;
        }
        this.free = count;
        this.factor = SparseCholesky.of(l.principal(unknown, free));
    }

    private double[] cotangents() {
        double[] out = new double[triangles.length];
        for (int k = 0; k < out.length; k++) {
            int t = k - k % 3;
            int a = 3 * triangles[k];
            int b = 3 * triangles[t + (k + 1 - t) % 3];
            int c = 3 * triangles[t + (k + 2 - t) % 3];
            double dot = 0;
            double aa = 0;
            double bb = 0;
            for (int x = 0; x < 3; x++) {
                double p = rest[a + x] - rest[c + x];
                double q = rest[b + x] - rest[c + x];
                dot += p * q;
                aa += p * p;
                bb += q * q;
            }
            double sine = Math.sqrt(Math.max(1e-30, aa * bb - dot * dot));
            out[k] = Math.max(MIN_COTANGENT, 0.5 * dot / sine);
        }
        return out;
    }

    private SparseMatrix laplacian(int n) {
        SparseBuilder builder = new SparseBuilder(n, n, 4 * triangles.length);
        for (int k = 0; k < triangles.length; k++) {
            int i = triangles[k];
            int j = next(k);
            builder.add(i, i, cotangents[k]);
            builder.add(j, j, cotangents[k]);
            builder.add(i, j, -cotangents[k]);
            builder.add(j, i, -cotangents[k]);
        }
        return builder.build();
    }

    private int next(int k) {
        return triangles[k % 3 == 2 ? k - 2 : k + 1];
    }

    @Override
    public double[] pose(double[] targets) {
        double[] w = new double[examples];
        double[] gradients = blend.of(w);
        double[] x = positions(gradients, targets);
        double energy = energy(x, gradients, w);
        for (int step = 0; step < STEPS; step++) {
            double[] change = step(w, x, gradients);
            double before = energy;
            double by = 1;
            for (int halving = 0; halving < HALVINGS; halving++, by /= 2) {
                double[] tried = w.clone();
                for (int k = 0; k < examples; k++) {
                    tried[k] += by * change[k];
                }
                double[] triedGradients = blend.of(tried);
                double[] triedX = positions(triedGradients, targets);
                double triedEnergy = energy(triedX, triedGradients, tried);
                if (triedEnergy < energy) {
                    w = tried;
                    gradients = triedGradients;
                    x = triedX;
                    energy = triedEnergy;
                    break;
                }
            }
            if (energy > (1 - 1e-4) * before) {
                break;
            }
        }
        return x;
    }

    /** The change of weights for linearised gradients, with positions eliminated. */
    private double[] step(double[] w, double[] x, double[] gradients) {
        double[] none = new double[3 * held.length];
        double[][] j = new double[examples][];
        for (int k = 0; k < examples; k++) {
            double[] derivative = blend.derivative(w, gradients, k);
            j[k] = residuals(positions(derivative, none), derivative);
        }
        double[] r = residuals(x, gradients);
        double[] h = new double[examples * examples];
        double[] g = new double[examples];
        for (int a = 0; a < examples; a++) {
            g[a] = -dot(j[a], r) - RIDGE * w[a];
            for (int b = 0; b < examples; b++) {
                h[a * examples + b] = dot(j[a], j[b]) + (a == b ? RIDGE : 0);
            }
        }
        Cholesky.of(h, examples).solve(g, 1, 0, 1);
        return g;
    }

    /** √c·((x_i − x_k) − F·(u_i − u_k)) of all edges of all triangles. */
    private double[] residuals(double[] x, double[] gradients) {
        double[] out = new double[3 * triangles.length];
        double[] turned = new double[3];
        for (int k = 0; k < triangles.length; k++) {
            turn(gradients, k, turned);
            double c = Math.sqrt(cotangents[k]);
            for (int r = 0; r < 3; r++) {
                out[3 * k + r] = c * (x[3 * triangles[k] + r] - x[3 * next(k) + r] - turned[r]);
            }
        }
        return out;
    }

    private void turn(double[] gradients, int k, double[] out) {
        int at = k / 3 * 9;
        for (int r = 0; r < 3; r++) {
            out[r] = 0;
            for (int c = 0; c < 3; c++) {
                out[r] += gradients[at + 3 * r + c] * (rest[3 * triangles[k] + c] - rest[3 * next(k) + c]);
            }
        }
    }

    private double energy(double[] x, double[] gradients, double[] w) {
        double[] r = residuals(x, gradients);
        return dot(r, r) + RIDGE * dot(w, w);
    }

    /** The positions whose edges are nearest to the transformed ones, with fixed vertices at their targets. */
    private double[] positions(double[] gradients, double[] targets) {
        double[] b = new double[rest.length];
        double[] turned = new double[3];
        for (int k = 0; k < triangles.length; k++) {
            turn(gradients, k, turned);
            for (int r = 0; r < 3; r++) {
                b[3 * triangles[k] + r] += cotangents[k] * turned[r];
                b[3 * next(k) + r] -= cotangents[k] * turned[r];
            }
        }
        double[] x = new double[rest.length];
        for (int h = 0; h < held.length; h++) {
            System.arraycopy(targets, 3 * h, x, 3 * held[h], 3);
        }
        double[] right = new double[3 * free];
        for (int i = 0; i < unknown.length; i++) {
            for (int r = 0; r < 3 && unknown[i] >= 0; r++) {
                double sum = b[3 * i + r];
                for (int e = l.starts()[i]; e < l.starts()[i + 1]; e++) {
                    // Unknowns are still zero in x.
                    sum -= l.values()[e] * x[3 * l.indices()[e] + r];
                }
                right[r * free + unknown[i]] = sum;
            }
        }
        factor.solveColumns(right, 3);
        for (int i = 0; i < unknown.length; i++) {
            for (int r = 0; r < 3 && unknown[i] >= 0; r++) {
                x[3 * i + r] = right[r * free + unknown[i]];
            }
        }
        return x;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    /** Sumner et al. 2005 §4: F(w) = exp(Σ_k w_k·log R_k)·(1 + Σ_k w_k·(S_k − 1)) of each triangle, F_k = R_k·S_k its deformation in example k. */
    private static final class GradientBlend {
        private static final double DIFFERENCE = 1e-5;

        private final int triangles;
        private final int examples;
        /** log R as a rotation vector, three numbers per triangle, example by example. */
        private final double[] orientations;
        /** S − 1, nine numbers per triangle. */
        private final double[] stretches;

        GradientBlend(double[] rest, int[] corners, MeshSequence poses) {
            triangles = corners.length / 3;
            examples = poses.frameCount();
            orientations = new double[3 * triangles * examples];
            stretches = new double[9 * triangles * examples];
            Svd3 svd = new Svd3();
            double[] before = new double[9];
            double[] after = new double[9];
            double[] f = new double[9];
            for (int k = 0; k < examples; k++) {
                float[] frame = poses.frame(k);
                double[] posed = new double[frame.length];
                for (int c = 0; c < frame.length; c++) {
                    posed[c] = frame[c];
                }
                for (int t = 0; t < triangles; t++) {
                    frame(rest, corners, t, before);
                    frame(posed, corners, t, after);
                    divide(after, before, f);
                    svd.decompose(f, 0, 3);
                    split(svd, k * triangles + t);
                }
            }
        }

        /** Two edges and the normal, scaled to the root of its length, in columns. */
        private static void frame(double[] p, int[] corners, int t, double[] out) {
            int a = 3 * corners[3 * t];
            int b = 3 * corners[3 * t + 1];
            int c = 3 * corners[3 * t + 2];
            double[] n = new double[3];
            for (int k = 0; k < 3; k++) {
                out[3 * k] = p[b + k] - p[a + k];
                out[3 * k + 1] = p[c + k] - p[a + k];
            }
            for (int k = 0; k < 3; k++) {
                int q = (k + 1) % 3;
                int r = (k + 2) % 3;
                n[k] = out[3 * q] * out[3 * r + 1] - out[3 * r] * out[3 * q + 1];
            }
            double root = Math.sqrt(Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) + 1e-30);
            for (int k = 0; k < 3; k++) {
                out[3 * k + 2] = n[k] / root;
            }
        }

        /** out = a·b⁻¹, by cofactors. */
        private static void divide(double[] a, double[] b, double[] out) {
            double[] inverse = new double[9];
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    int r1 = (c + 1) % 3;
                    int r2 = (c + 2) % 3;
                    int c1 = (r + 1) % 3;
                    int c2 = (r + 2) % 3;
                    inverse[3 * r + c] = b[3 * r1 + c1] * b[3 * r2 + c2] - b[3 * r1 + c2] * b[3 * r2 + c1];
                }
            }
            double det = b[0] * inverse[0] + b[1] * inverse[3] + b[2] * inverse[6];
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    double sum = 0;
                    for (int k = 0; k < 3; k++) {
                        sum += a[3 * r + k] * inverse[3 * k + c];
                    }
                    // A triangle without area gives the identity.
                    out[3 * r + c] = Math.abs(det) > 1e-30 ? sum / det : (r == c ? 1 : 0);
                }
            }
        }

        private void split(Svd3 svd, int at) {
            double[] r = new double[9];
            svd.rotation(r, 0, 3);
            double[] v = svd.v();
            for (int a = 0; a < 3; a++) {
                for (int b = 0; b < 3; b++) {
                    double s = a == b ? -1 : 0;
                    for (int k = 0; k < 3; k++) {
                        s += v[3 * a + k] * svd.sigma()[k] * v[3 * b + k];
                    }
                    stretches[9 * at + 3 * a + b] = s;
                }
            }
            double cosine = Math.max(-1, Math.min(1, (r[0] + r[4] + r[8] - 1) / 2));
            double angle = Math.acos(cosine);
            double sine = Math.sin(angle);
            double by = sine > 1e-9 ? angle / (2 * sine) : 0.5;
            orientations[3 * at] = by * (r[7] - r[5]);
            orientations[3 * at + 1] = by * (r[2] - r[6]);
            orientations[3 * at + 2] = by * (r[3] - r[1]);
        }

        /** F of every triangle, nine numbers each. */
        double[] of(double[] w) {
            double[] out = new double[9 * triangles];
            double[] turn = new double[3];
            double[] stretch = new double[9];
            double[] r = new double[9];
            for (int t = 0; t < triangles; t++) {
                for (int c = 0; c < 9; c++) {
                    stretch[c] = c % 4 == 0 ? 1 : 0;
                    turn[c % 3] = 0;
                }
                for (int k = 0; k < examples; k++) {
                    int at = k * triangles + t;
                    for (int c = 0; c < 9; c++) {
                        stretch[c] += w[k] * stretches[9 * at + c];
                        turn[c % 3] += c < 3 ? w[k] * orientations[3 * at + c] : 0;
                    }
                }
                exponential(turn, r);
                for (int c = 0; c < 9; c++) {
                    for (int k = 0; k < 3; k++) {
                        out[9 * t + c] += r[c / 3 * 3 + k] * stretch[3 * k + c % 3];
                    }
                }
            }
            return out;
        }

        /** Rodrigues' formula. */
        private static void exponential(double[] v, double[] r) {
            double angle = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            double a = angle > 1e-9 ? Math.sin(angle) / angle : 1;
            double b = angle > 1e-9 ? (1 - Math.cos(angle)) / (angle * angle) : 0.5;
            double[] cross = {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0};
            for (int c = 0; c < 9; c++) {
                double square = v[c / 3] * v[c % 3] - (c % 4 == 0 ? angle * angle : 0);
                r[c] = (c % 4 == 0 ? 1 : 0) + a * cross[c] + b * square;
            }
        }

        /** ∂F/∂w_k by finite differences. */
        double[] derivative(double[] w, double[] at, int k) {
            double[] moved = w.clone();
            moved[k] += DIFFERENCE;
            double[] out = of(moved);
            for (int c = 0; c < out.length; c++) {
                out[c] = (out[c] - at[c]) / DIFFERENCE;
            }
            return out;
        }
    }
}
