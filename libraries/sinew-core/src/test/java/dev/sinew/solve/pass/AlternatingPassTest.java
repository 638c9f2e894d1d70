package dev.sinew.solve.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.sequence.RowBlocks;
import dev.sinew.solve.transform.AffineTransforms;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.TransformStep;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of the weight step: weights ≥ 0, sum 1, at most K, correct errors that never rise. */
class AlternatingPassTest extends QuietTest {
    private static final double KEEP = Double.POSITIVE_INFINITY;
    private final Random random = new Random(31);

    /** Random bones and trajectories: nothing fits, but the contract must hold. */
    private final class Problem {
        private final int n;
        private final int d;
        private final int boneCount;
        private final RowBlocks y;
        private final BoneForms bones;
        private final double[] rest;
        private final SkinState state;

        Problem(int n, int d, int boneCount, int influences) {
            this.n = n;
            this.d = d;
            this.boneCount = boneCount;
            rest = random.doubles(3L * n, -1, 1).toArray();
            y = new RowBlocks(n, d);
            for (int i = 0; i < n; i++) {
                y.setRow(i, random.doubles(d, -1, 1).toArray(), 0);
            }
            bones = BoneForms.of(
                    boneCount, d, random.doubles(4L * boneCount * d, -1, 1).toArray());
            state = new SkinState(influences, rest.clone());
        }

        AlternatingPass pass(double pull, Workers workers) {
            return new AlternatingPass(y, state, rest, pull, workers);
        }

        /** ‖y_i − Σ_j w_ij·T_j·ũ_i‖² by plain loops. */
        double squaredError(int i, double[] t) {
            double[] row = new double[d];
            y.rows(i, i + 1, row, new double[1]);
            int k = state.influences();
            for (int at = i * k; at < (i + 1) * k; at++) {
                for (int r = 0; r < d; r++) {
                    int from = r * 4 * boneCount + 4 * state.bones()[at];
                    double moved = t[from + 3];
                    for (int x = 0; x < 3; x++) {
                        moved += t[from + x] * state.rest()[3 * i + x];
                    }
                    row[r] -= state.weights()[at] * moved;
                }
            }
            double sum = 0;
            for (double v : row) {
                sum += v * v;
            }
            return sum;
        }

        double squaredError(double[] t) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += squaredError(i, t);
            }
            return sum;
        }

        void checkContract(int most, double told) {
            for (int i = 0; i < n; i++) {
                checkVertex(i, most);
                assertThat(state.squaredErrors()[i]).isEqualTo(squaredError(i, bones.transforms()), within(1e-8));
            }
            assertThat(told).isEqualTo(squaredError(bones.transforms()), within(1e-8 * n));
        }

        private void checkVertex(int i, int most) {
            int k = state.influences();
            double sum = 0;
            int used = 0;
            for (int at = i * k; at < (i + 1) * k; at++) {
                double w = state.weights()[at];
                assertThat(w).isNotNegative();
                assertThat(w > 0 && used < at - i * k)
                        .as("influences come first")
                        .isFalse();
                used += w > 0 ? 1 : 0;
                sum += w;
            }
            assertThat(sum).isEqualTo(1, within(1e-12));
            assertThat(used).isLessThanOrEqualTo(most);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 3, 1, 1", "5, 7, 2, 4", "33, 12, 5, 4", "207, 20, 13, 4", "300, 9, 20, 8", "130, 6, 17, 16"})
    void meetsTheContractAndNeverRaisesTheError(int n, int d, int boneCount, int influences) {
        Problem problem = new Problem(n, d, boneCount, influences);
        try (Workers workers = new Workers(2)) {
            AlternatingPass pass = problem.pass(KEEP, workers);
            double before = Double.POSITIVE_INFINITY;
            for (Mode mode : new Mode[] {Mode.SELECT, Mode.REFIT, Mode.SELECT, Mode.SELECT, Mode.REFIT}) {
                double error = pass.run(problem.bones, mode, influences).squaredError();
                problem.checkContract(influences, error);
                assertThat(error).isLessThanOrEqualTo(before * (1 + 1e-9) + 1e-9);
                before = error;
            }
        }
        assertThat(problem.state.rest()).containsExactly(problem.rest);
    }

    @Test
    void aPassForOneInfluenceTakesTheNearestBone() {
        Problem problem = new Problem(100, 9, 7, 4);
        try (Workers workers = new Workers(1)) {
            problem.pass(KEEP, workers).run(problem.bones, Mode.SELECT, 1);
        }
        for (int i = 0; i < problem.n; i++) {
            problem.checkVertex(i, 1);
            double chosen = problem.squaredError(i, problem.bones.transforms());
            for (int j = 0; j < problem.boneCount; j++) {
                problem.state.attach(i, j);
                assertThat(problem.squaredError(i, problem.bones.transforms())).isGreaterThanOrEqualTo(chosen - 1e-9);
            }
        }
    }

    @Test
    void greedySelectionIsCloseToTheBestPair() {
        Problem problem = new Problem(60, 9, 6, 2);
        try (Workers workers = new Workers(1)) {
            double greedy = problem.pass(KEEP, workers)
                    .run(problem.bones, Mode.SELECT, 2)
                    .squaredError();
            double best = 0;
            for (int i = 0; i < problem.n; i++) {
                best += bestPair(problem, i);
            }
            assertThat(greedy).isBetween(best - 1e-8, 1.03 * best);
        }
    }

    /** The best of all pairs, with weights in closed form. */
    private static double bestPair(Problem problem, int i) {
        double best = Double.POSITIVE_INFINITY;
        for (int a = 0; a < problem.boneCount; a++) {
            for (int b = 0; b <= a; b++) {
                double[] at = new double[3];
                for (int s = 0; s < 3; s++) {
                    problem.state.attach(i, a);
                    problem.state.bones()[2 * i + 1] = b;
                    problem.state.weights()[2 * i] = 1 - s / 2.0;
                    problem.state.weights()[2 * i + 1] = s / 2.0;
                    at[s] = problem.squaredError(i, problem.bones.transforms());
                }
                // A parabola through three points.
                double curve = 2 * (at[0] - 2 * at[1] + at[2]);
                double slope = at[2] - at[0] - curve;
                double s = curve > 1e-12 ? Math.min(1, Math.max(0, -slope / (2 * curve))) : 0;
                best = Math.min(best, at[0] + slope * s + curve * s * s);
            }
        }
        return best;
    }

    @Test
    void aRestStepLowersErrorPlusPull() {
        Problem problem = new Problem(150, 12, 6, 4);
        double pull = 0.5;
        try (Workers workers = new Workers(2)) {
            AlternatingPass pass = problem.pass(pull, workers);
            problem.pass(KEEP, workers).run(problem.bones, Mode.SELECT, 4);
            double before = penalised(problem, pull);
            for (int s = 0; s < 4; s++) {
                pass.run(problem.bones, Mode.REFIT, 4);
                double now = penalised(problem, pull);
                assertThat(now).isLessThanOrEqualTo(before + 1e-9);
                before = now;
            }
        }
        assertThat(problem.state.rest()).isNotEqualTo(problem.rest);
    }

    private static double penalised(Problem problem, double pull) {
        double sum = problem.squaredError(problem.bones.transforms());
        for (int k = 0; k < problem.rest.length; k++) {
            sum += pull * Math.pow(problem.state.rest()[k] - problem.rest[k], 2);
        }
        return sum;
    }

    @Test
    void transformsAreOptimalForTheirWeights() {
        Problem problem = new Problem(207, 10, 5, 3);
        try (Workers workers = new Workers(2)) {
            AlternatingPass pass = problem.pass(KEEP, workers);
            double[] t = pass.run(problem.bones, Mode.SELECT, 3).equations().solve(0, null, new BitSet(), workers);
            double best = problem.squaredError(t);
            assertThat(best).isLessThan(problem.squaredError(problem.bones.transforms()));
            for (int k = 0; k < t.length; k++) {
                double step = 1e-3;
                double[] up = t.clone();
                double[] down = t.clone();
                up[k] += step;
                down[k] -= step;
                double gradient = (problem.squaredError(up) - problem.squaredError(down)) / (2 * step);
                assertThat(gradient).as("gradient at %d", k).isEqualTo(0, within(1e-7));
            }
        }
    }

    @Test
    void highFirmnessGivesRotations() {
        Problem problem = new Problem(207, 9, 3, 2);
        try (Workers workers = new Workers(2)) {
            AlternatingPass pass = problem.pass(KEEP, workers);
            pass.run(problem.bones, Mode.SELECT, 2);
            double[] firm = pass.sumUp(3).solveTransforms(near(1e9), null);
            double[] free = pass.sumUp(3).solveTransforms(near(0), null);
            double[] plain = pass.sumUp(3).equations().solve(0, null, new BitSet(), workers);
            assertThat(free).containsExactly(plain, within(1e-6));
            for (int f = 0; f < 3; f++) {
                for (int j = 0; j < 3; j++) {
                    assertRotation(firm, 3 * f * 12 + 4 * j, 12);
                }
            }
        }
    }

    private static TransformStep near(double firmness) {
        return AffineTransforms.nearRotations(3, new AffineTransforms.Firmness(firmness, firmness), new BitSet());
    }

    /** Orthonormal, right-handed columns. */
    private static void assertRotation(double[] a, int at, int stride) {
        for (int c = 0; c < 3; c++) {
            for (int e = 0; e < 3; e++) {
                double dot = 0;
                for (int r = 0; r < 3; r++) {
                    dot += a[at + r * stride + c] * a[at + r * stride + e];
                }
                assertThat(dot).isEqualTo(c == e ? 1 : 0, within(1e-5));
            }
        }
        int x = at;
        int y = at + stride;
        int z = at + 2 * stride;
        double determinant = a[x] * (a[y + 1] * a[z + 2] - a[y + 2] * a[z + 1])
                - a[x + 1] * (a[y] * a[z + 2] - a[y + 2] * a[z])
                + a[x + 2] * (a[y] * a[z + 1] - a[y + 1] * a[z]);
        assertThat(determinant).isEqualTo(1, within(1e-5));
    }

    @Test
    void resultsDoNotDependOnThreads() {
        random.setSeed(5);
        Problem one = new Problem(1000, 11, 9, 4);
        random.setSeed(5);
        Problem three = new Problem(1000, 11, 9, 4);
        assertThat(twoSteps(three, 3)).containsExactly(twoSteps(one, 1));
        assertThat(three.state.weights()).containsExactly(one.state.weights());
        assertThat(three.state.rest()).containsExactly(one.state.rest());
    }

    private static double[] twoSteps(Problem problem, int threads) {
        try (Workers workers = new Workers(threads)) {
            Alternation alternation = new Alternation(
                    problem.pass(0.1, workers), new AffineTransforms(problem.y.dimensions()), problem.bones);
            alternation.step(Mode.REFIT, 4);
            alternation.step(Mode.SELECT, 4);
            return alternation.bones().transforms();
        }
    }

    @Test
    void alternatingLowersTheErrorAndPruningKeepsTheWantedBones() {
        Problem problem = new Problem(400, 9, 12, 4);
        try (Workers workers = new Workers(2)) {
            Alternation alternation = new Alternation(
                    problem.pass(KEEP, workers), new AffineTransforms(problem.y.dimensions()), problem.bones);
            double first = alternation.squaredError();
            for (int s = 0; s < 9; s++) {
                alternation.step(s % 3 == 0 ? Mode.SELECT : Mode.REFIT, 4);
            }
            assertThat(alternation.squaredError()).isLessThan(first);
            alternation.removeLeastUseful(7);
            assertThat(alternation.boneCount()).isEqualTo(7);
            assertThat(alternation.bones().boneCount()).isEqualTo(7);
            for (int i = 0; i < problem.n; i++) {
                problem.checkVertex(i, 4);
            }
            for (int bone : problem.state.bones()) {
                assertThat(bone).isLessThan(7);
            }
        }
    }
}
