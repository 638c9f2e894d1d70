package dev.sinew.solve.pass;

import dev.sinew.linalg.Kernels;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.TransformEquations;
import dev.sinew.solve.weights.Smoothness;
import java.util.Arrays;
import java.util.Optional;

/** A pass over the vertices of one chunk, block by block. Working memory of one thread. */
public final class PassChunk {
    /** Vertices without importance still need weights, which their neighbours determine. */
    private static final double MIN_IMPORTANCE = 1e-6;

    private final SkinState state;
    private final PassTerms terms;
    private final BoneForms bones;
    private final Mode mode;
    private final Optional<Before> before;
    private final double[] preferences;
    private final int d;
    private final int columns;
    private final int hColumns;
    private final BlockRows rows;
    private final BoneProducts products;
    private final VertexStep step;
    private final RestStep rest;
    private final Kernels kernels = Kernels.best();

    /** The weights before the pass. */
    record Before(Smoothness smoothness, int[] bones, double[] weights) {}

    PassChunk(
            Trajectories y,
            SkinState state,
            double[] givenRest,
            PassTerms terms,
            BoneForms bones,
            Mode mode,
            Optional<Before> before) {
        this.state = state;
        this.terms = terms;
        this.bones = bones;
        this.mode = mode;
        this.before = before;
        preferences = new double[bones.boneCount()];
        d = y.dimensions();
        columns = 4 * bones.boneCount();
        hColumns = bones.paddedColumns();
        rows = new BlockRows(y, terms);
        int length = mode == Mode.SELECT ? BlockRows.BLOCK * hColumns : columns;
        products = new BoneProducts(length, rows.lambda, terms.solvesNormals());
        step = new VertexStep(state.influences());
        rest = new RestStep(givenRest, terms.restPull());
    }

    /** Solves every vertex of a block; adds its terms to {@code equations} or to the membrane. */
    void solve(int from, int to, int most, TransformEquations equations, double[] errors) {
        rows.fetch(from, to);
        if (mode == Mode.SELECT) {
            int tall = Kernels.padded(to - from, Kernels.ROW_TILE);
            kernels.multiplyTiles(rows.y, 0, tall, d, bones.paddedT(), hColumns, products.h);
            if (rows.lambda > 0) {
                kernels.multiplyTiles(rows.z, 0, tall, d, bones.paddedT(), hColumns, products.g);
            }
        }
        for (int i = from; i < to; i++) {
            step.begin(bones, rows.norm(i - from));
            if (before.isPresent() || terms.hold().isPresent()) {
                addPreferences(i);
            }
            products.from = mode == Mode.SELECT ? (i - from) * hColumns : 0;
            double error = Math.max(0, solveVertex(i, (i - from) * d, most));
            state.squaredErrors()[i] = error;
            addErrors(i, error, rows.yNorms[i - from], errors);
            if (terms.membrane().isPresent()) {
                step.addRestEquations(i, rest, products, terms.membrane().get(), state.importance(i));
            } else {
                equations.add(state, i, rows.y, (i - from) * d, rows.lambda, rows.z);
            }
        }
    }

    private void addErrors(int i, double error, double positionNorm, double[] errors) {
        double g = state.importance(i);
        if (rows.lambda == 0) {
            errors[0] += g * error;
            return;
        }
        double positions = Math.max(0, step.positionError(state, i, products, positionNorm));
        errors[0] += g * positions;
        errors[1] += g * Math.max(0, error - positions) / rows.lambda;
    }

    /** Adds what the neighbours and the weight prior prefer. */
    private void addPreferences(int i) {
        Arrays.fill(preferences, 0);
        double total = 0;
        if (before.isPresent()) {
            Before seen = before.get();
            seen.smoothness().addPreferences(i, state.influences(), seen.bones(), seen.weights(), preferences);
            total += seen.smoothness().total(i);
        }
        if (terms.hold().isPresent() && !terms.hold().get().isFixed(i)) {
            terms.hold().get().addPreferences(i, preferences);
            total += terms.hold().get().strength(i);
        }
        double g = Math.max(MIN_IMPORTANCE, state.importance(i));
        for (int j = 0; j < preferences.length && g != 1; j++) {
            preferences[j] /= g;
        }
        step.smoothTowards(total / g, preferences);
    }

    void addRemovalCosts(int from, int to, double[] costs) {
        rows.fetch(from, to);
        for (int i = from; i < to; i++) {
            step.begin(bones, rows.norm(i - from));
            if (hasOneBone(i)) {
                dotWithAllBones((i - from) * d);
            } else {
                dotWithOwnBones(i, (i - from) * d);
            }
            step.addRemovalCosts(state, i, products, costs);
        }
    }

    private boolean hasOneBone(int i) {
        int influences = state.influences();
        return influences == 1 || !(state.weights()[i * influences + 1] > 0);
    }

    private void dotWithAllBones(int row) {
        for (int column = 0; column < columns; column += 4) {
            dotWithBone(row, column);
        }
    }

    private double solveVertex(int i, int row, int most) {
        if (mode == Mode.REFIT) {
            dotWithOwnBones(i, row);
        }
        if (terms.hold().isPresent() && terms.hold().get().isFixed(i)) {
            return step.errorOf(state, i, products);
        }
        if (mode == Mode.REFIT) {
            return step.refit(state, i, products, rest);
        }
        if (state.weights()[i * state.influences()] > 0) {
            step.refit(state, i, products, rest);
        }
        return step.select(state, i, products, most, terms.connectivity());
    }

    /** Products with the vertex's own bones. */
    private void dotWithOwnBones(int i, int row) {
        int influences = state.influences();
        for (int k = 0; k < influences && state.weights()[i * influences + k] > 0; k++) {
            dotWithBone(row, 4 * state.bones()[i * influences + k]);
        }
    }

    private void dotWithBone(int row, int column) {
        if (rows.lambda > 0) {
            dotBoth(row, column);
        } else {
            dot(row, column);
        }
    }

    /** H_j = T_jᵀ·y_i */
    private void dot(int row, int column) {
        double[] t = bones.tByBone();
        double[] y = rows.y;
        double h0 = 0;
        double h1 = 0;
        double h2 = 0;
        double h3 = 0;
        for (int k = 0, at = column * d; k < d; k++, at += 4) {
            double v = y[row + k];
            h0 += v * t[at];
            h1 += v * t[at + 1];
            h2 += v * t[at + 2];
            h3 += v * t[at + 3];
        }
        double[] h = products.h;
        h[column] = h0;
        h[column + 1] = h1;
        h[column + 2] = h2;
        h[column + 3] = h3;
    }

    /** The same and G_j = T_jᵀ·z_i; the two sums overlap in the processor. */
    private void dotBoth(int row, int column) {
        double[] t = bones.tByBone();
        double[] y = rows.y;
        double[] z = rows.z;
        double h0 = 0;
        double h1 = 0;
        double h2 = 0;
        double h3 = 0;
        double g0 = 0;
        double g1 = 0;
        double g2 = 0;
        for (int k = 0, at = column * d; k < d; k++, at += 4) {
            double v = y[row + k];
            double n = z[row + k];
            h0 += v * t[at];
            g0 += n * t[at];
            h1 += v * t[at + 1];
            g1 += n * t[at + 1];
            h2 += v * t[at + 2];
            g2 += n * t[at + 2];
            h3 += v * t[at + 3];
        }
        double[] h = products.h;
        h[column] = h0;
        h[column + 1] = h1;
        h[column + 2] = h2;
        h[column + 3] = h3;
        double[] g = products.g;
        g[column] = g0;
        g[column + 1] = g1;
        g[column + 2] = g2;
    }
}
