package dev.sinew.bench.rivals.method;

import dev.sinew.math.Svd3;
import dev.sinew.mesh.MeshSequence;

/** Sumner et al. 2005 §4: F(w) = exp(Σ_k w_k·log R_k)·(1 + Σ_k w_k·(S_k − 1)) of each triangle, F_k = R_k·S_k its deformation in example k. */
final class GradientBlend {
    private static final double DIFFERENCE = 1e-5;

    private final int triangles;
    private final int examples;
    /** log R as a rotation vector, three numbers a triangle, example after example. */
    private final double[] turns;
    /** S − 1, nine numbers a triangle. */
    private final double[] stretches;

    GradientBlend(double[] rest, int[] corners, MeshSequence poses) {
        triangles = corners.length / 3;
        examples = poses.frameCount();
        turns = new double[3 * triangles * examples];
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

    /** Two edges and the normal, as long as its root, in columns. */
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
                // A triangle without an area tells nothing.
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
        turns[3 * at] = by * (r[7] - r[5]);
        turns[3 * at + 1] = by * (r[2] - r[6]);
        turns[3 * at + 2] = by * (r[3] - r[1]);
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
                    turn[c % 3] += c < 3 ? w[k] * turns[3 * at + c] : 0;
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

    /** ∂F/∂w_k by a difference. */
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
