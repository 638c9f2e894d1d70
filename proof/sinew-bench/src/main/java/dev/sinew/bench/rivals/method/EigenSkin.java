package dev.sinew.bench.rivals.method;

import dev.sinew.bench.rivals.method.Animation.Coordinates;
import dev.sinew.linalg.Products;
import dev.sinew.math.Symmetric3;
import dev.sinew.platform.Workers;

/**
 * Kry, James and Pai 2002, as used by JT05 §5: the skinning error, mapped to the rest pose, as displacement fields of the whole
 * mesh with one number per frame each.
 */
final class EigenSkin {
    private static final int ROUNDS = 8;
    /** Blended matrices can be nearly singular where bones disagree; relative to their size. */
    private static final double DAMPING = 1e-3;

    private EigenSkin() {}

    /** ‖A − Â‖² with corrections of that rank. */
    static double squaredError(AffineSkin skin, Coordinates x, int frames, int rank, Workers workers) {
        int m = 3 * frames;
        double[] missed = Products.multiply(skin.residual(), x.n(), x.d(), x.basis(), m, workers);
        double[] moves = new double[x.n() * m];
        double[] blended = new double[3 * x.d()];
        for (int i = 0; i < x.n(); i++) {
            skin.blended(i, blended);
            double[] matrices = Products.multiply(blended, 3, x.d(), x.basis(), m, workers);
            for (int f = 0; f < frames; f++) {
                pullBack(matrices, m, f, missed, i * m + 3 * f, moves, (3 * i) * frames + f, frames);
            }
        }
        // Rows are vertex coordinates, columns are frames: 3N×F, as are the fields.
        double[] basis = Principal.directions(moves, 3 * x.n(), frames, rank, ROUNDS, new double[0], workers);
        int k = basis.length / frames;
        double[] kept = Products.multiply(moves, 3 * x.n(), frames, Products.transpose(basis, k, frames), k, workers);
        double[] near = Products.multiply(kept, 3 * x.n(), k, basis, frames, workers);
        double sum = x.lostSquared();
        for (int i = 0; i < x.n(); i++) {
            skin.blended(i, blended);
            double[] matrices = Products.multiply(blended, 3, x.d(), x.basis(), m, workers);
            for (int f = 0; f < frames; f++) {
                sum += left(matrices, m, f, missed, i * m + 3 * f, near, (3 * i) * frames + f, frames);
            }
        }
        return sum;
    }

    /** Δ = (MᵀM + ε)⁻¹·Mᵀ·r; the matrices are Mᵀ of all frames, 3×3F. */
    private static void pullBack(
            double[] matrices, int m, int f, double[] r, int from, double[] out, int at, int stride) {
        double[] normal = new double[9];
        double[] right = new double[3];
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                for (int c = 0; c < 3; c++) {
                    normal[3 * a + b] += matrices[a * m + 3 * f + c] * matrices[b * m + 3 * f + c];
                }
            }
            for (int c = 0; c < 3; c++) {
                right[a] += matrices[a * m + 3 * f + c] * r[from + c];
            }
        }
        double damping = DAMPING * (normal[0] + normal[4] + normal[8]) / 3;
        double[] six = {normal[0] + damping, normal[1], normal[2], normal[4] + damping, normal[5], normal[8] + damping};
        double[] solved = new double[3];
        if (Symmetric3.solve(six, right, solved, 0)) {
            for (int a = 0; a < 3; a++) {
                out[at + a * stride] = solved[a];
            }
        }
    }

    private static double left(
            double[] matrices, int m, int f, double[] r, int from, double[] near, int at, int stride) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            double miss = r[from + c];
            for (int a = 0; a < 3; a++) {
                miss -= matrices[a * m + 3 * f + c] * near[at + a * stride];
            }
            sum += miss * miss;
        }
        return sum;
    }
}
