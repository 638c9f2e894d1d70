package dev.sinew.solve.joints;

import dev.sinew.linalg.Cholesky;
import dev.sinew.math.NearestRotation;
import java.util.BitSet;

/**
 * One frame of a tree of bones: damped Gauss–Newton over all its rotations at once, R_j ← exp[ω_j]·R_j. With
 * D = S − R·Q and B_jl = R_j·Q_jl·R_lᵀ: gradient from A_j = R_j·D_jᵀ, matrix blocks tr(B_jl)·I − B_jlᵀ. Scratch memory
 * inside: one object a thread.
 */
public final class ArticulatedFrame {
    private static final int TRIES = 5;
    private static final double ENOUGH = 1e-10;
    private static final double START_DAMPING = 1e-4;

    private final ArticulatedForm form;
    /** Bones whose rotation is not asked. */
    private final BitSet locked;

    private final int b;
    private final int n;
    private final double[] rotations;
    /** S of this frame and D = S − R·Q, a row per coordinate. */
    private final double[][] s;

    private final double[][] d;
    /** Whether D is that of the rotations. */
    private boolean upToDate;

    private final double[] hessian;
    private final double[] factor;
    private final double[] gradient;
    private final double[] step;
    private final double[] trial;
    private final double[] turned = new double[9];
    private final double[] block = new double[9];
    private final NearestRotation nearest = new NearestRotation();
    private final double[] sums = new double[3];
    private double damping;
    private double energy;

    public ArticulatedFrame(ArticulatedForm form) {
        this(form, new BitSet());
    }

    /** @param locked bones that keep the rotation they start with, not modified */
    public ArticulatedFrame(ArticulatedForm form, BitSet locked) {
        this.form = form;
        this.locked = locked;
        b = form.boneCount();
        n = 3 * b;
        rotations = new double[9 * b];
        trial = new double[9 * b];
        s = new double[3][n];
        d = new double[3][n];
        hessian = new double[n * n];
        factor = new double[n * n];
        gradient = new double[n];
        step = new double[n];
    }

    /**
     * @param t bones to start from, 3F×4B
     * @param allS of {@link ArticulatedForm#reduce}
     */
    public void start(double[] t, double[] allS, int f, int frames) {
        for (int j = 0; j < b; j++) {
            nearest.of(t, 3 * f * 4 * b + 4 * j, 4 * b, rotations, 9 * j, 3);
        }
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < n; c++) {
                s[r][c] = allS[c * 3 * frames + 3 * f + r];
            }
            sums[r] = allS[n * 3 * frames + 3 * f + r];
        }
        damping = START_DAMPING;
        energy = energy(rotations);
        upToDate = true;
    }

    /** −tr(R·(S + D)ᵀ), and D on the way. */
    private double energy(double[] at) {
        double[] q = form.q();
        for (int r = 0; r < 3; r++) {
            System.arraycopy(s[r], 0, d[r], 0, n);
            for (int k = 0; k < n; k++) {
                subtract(at[9 * (k / 3) + 3 * r + k % 3], q, k * n, d[r], n);
            }
        }
        double sum = 0;
        for (int j = 0; j < b; j++) {
            for (int r = 0; r < 3; r++) {
                for (int x = 0; x < 3; x++) {
                    sum -= at[9 * j + 3 * r + x] * (s[r][3 * j + x] + d[r][3 * j + x]);
                }
            }
        }
        return sum;
    }

    /** A separate loop over separate arrays, so that the JIT vectorises it. */
    private static void subtract(double factor, double[] from, int at, double[] to, int length) {
        for (int c = 0; c < length; c++) {
            to[c] -= factor * from[at + c];
        }
    }

    /** One step; false where there is nothing left to gain. */
    public boolean improve() {
        linearise();
        double scale = 0;
        for (int k = 0; k < n; k++) {
            scale += hessian[k * n + k];
        }
        scale = Math.max(scale / n, Double.MIN_NORMAL);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            System.arraycopy(hessian, 0, factor, 0, hessian.length);
            System.arraycopy(gradient, 0, step, 0, n);
            for (int k = 0; k < n; k++) {
                factor[k * n + k] += damping * (hessian[k * n + k] + 1e-3 * scale);
            }
            lock();
            Cholesky.of(factor, n).solve(step, 1, 0, 1);
            move();
            double reached = energy(trial);
            upToDate = reached < energy;
            if (upToDate) {
                boolean worthwhile = energy - reached > ENOUGH * Math.abs(energy);
                energy = reached;
                System.arraycopy(trial, 0, rotations, 0, trial.length);
                damping = Math.max(1e-8, damping / 10);
                return worthwhile;
            }
            damping *= 10;
        }
        return false;
    }

    /** Locked bones do not step, nor do others count on it. */
    private void lock() {
        for (int j = locked.nextSetBit(0); j >= 0; j = locked.nextSetBit(j + 1)) {
            for (int k = 3 * j; k < 3 * j + 3; k++) {
                for (int other = 0; other < n; other++) {
                    factor[k * n + other] = 0;
                    factor[other * n + k] = 0;
                }
                factor[k * n + k] = 1;
                step[k] = 0;
            }
        }
    }

    private void linearise() {
        if (!upToDate) {
            energy(rotations);
        }
        double[] q = form.q();
        for (int j = 0; j < b; j++) {
            // A = R_j·D_jᵀ
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    double sum = 0;
                    for (int x = 0; x < 3; x++) {
                        sum += rotations[9 * j + 3 * r + x] * d[c][3 * j + x];
                    }
                    block[3 * r + c] = sum;
                }
            }
            gradient[3 * j] = block[5] - block[7];
            gradient[3 * j + 1] = block[6] - block[2];
            gradient[3 * j + 2] = block[1] - block[3];
            for (int l = 0; l <= j; l++) {
                couple(q, j, l);
            }
        }
    }

    /** Block (j, l) of the matrix: tr(B)·I − Bᵀ with B = R_j·Q_jl·R_lᵀ. */
    private void couple(double[] q, int j, int l) {
        for (int r = 0; r < 3; r++) {
            double x = rotations[9 * j + 3 * r];
            double y = rotations[9 * j + 3 * r + 1];
            double z = rotations[9 * j + 3 * r + 2];
            int at = 3 * j * n + 3 * l;
            for (int c = 0; c < 3; c++) {
                turned[3 * r + c] = x * q[at + c] + y * q[at + n + c] + z * q[at + 2 * n + c];
            }
        }
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                int other = 9 * l + 3 * c;
                block[3 * r + c] = turned[3 * r] * rotations[other]
                        + turned[3 * r + 1] * rotations[other + 1]
                        + turned[3 * r + 2] * rotations[other + 2];
            }
        }
        double trace = block[0] + block[4] + block[8];
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                hessian[(3 * j + r) * n + 3 * l + c] = (r == c ? trace : 0) - block[3 * c + r];
            }
        }
    }

    /** trial = exp[ω]·R, by a quaternion. */
    private void move() {
        for (int j = 0; j < b; j++) {
            double x = step[3 * j] / 2;
            double y = step[3 * j + 1] / 2;
            double z = step[3 * j + 2] / 2;
            double scale = 1 / Math.sqrt(1 + x * x + y * y + z * z);
            double w = scale;
            x *= scale;
            y *= scale;
            z *= scale;
            turned[0] = 1 - 2 * (y * y + z * z);
            turned[1] = 2 * (x * y - w * z);
            turned[2] = 2 * (x * z + w * y);
            turned[3] = 2 * (x * y + w * z);
            turned[4] = 1 - 2 * (x * x + z * z);
            turned[5] = 2 * (y * z - w * x);
            turned[6] = 2 * (x * z - w * y);
            turned[7] = 2 * (y * z + w * x);
            turned[8] = 1 - 2 * (x * x + y * y);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    trial[9 * j + 3 * r + c] = turned[3 * r] * rotations[9 * j + c]
                            + turned[3 * r + 1] * rotations[9 * j + 3 + c]
                            + turned[3 * r + 2] * rotations[9 * j + 6 + c];
                }
            }
        }
    }

    /** R_j of bone j in row-major order, nine numbers each; valid until the next step. */
    public double[] rotations() {
        return rotations;
    }

    /** Coordinate {@code r} of the translation of the root. */
    public double translation(int r) {
        return form.translation(sums[r], rotations, r);
    }

    /** The squared error without the terms that do not depend on the bones. */
    public double energy() {
        return energy;
    }
}
