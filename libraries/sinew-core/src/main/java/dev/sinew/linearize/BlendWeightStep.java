package dev.sinew.linearize;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Affine3;
import dev.sinew.platform.Workers;
import java.util.List;

/**
 * Optimal w'-weights for given blend bones (KCO09 §4.2), vertex by vertex: least squares over w' ≥ 0, Σw' = 1, at most four of them. A
 * vertex considers its own master bones and the blend bones driven by one of these.
 *
 * <p>NOTE: an active set meets the constraint exactly; the paper weighs it against the error (formula 5). Then e = Σ w'·r, and the Gram
 * matrix of the r_ia suffices.
 */
final class BlendWeightStep {
    private static final int CHUNK = 64;

    private final Training training;
    private final Workers workers;
    private final int masters;

    BlendWeightStep(Training training, Workers workers) {
        this.training = training;
        this.workers = workers;
        this.masters = training.motion.boneCount();
    }

    /**
     * Solves these vertices.
     *
     * @param state rows of the vertices are modified
     */
    void solve(int[] vertices, List<BlendBone> blendBones, WeightState state) {
        workers.forChunks(vertices.length, CHUNK, (chunk, from, to) -> {
            Problem problem = new Problem(training.weights.influences() + blendBones.size());
            for (int at = from; at < to; at++) {
                problem.solve(vertices[at], blendBones, state);
            }
        });
    }

    /** The least-squares problem of one vertex. */
    private final class Problem {
        private final int width = 3 * training.frames;
        private final SimplexQuadratic quadratic;
        private final double[] gram;
        private final double[] columns;
        private final int[] candidates;
        private final int[] chosen;
        private final int[] fewer;
        private int count;
        private double objective;

        Problem(int most) {
            quadratic = new SimplexQuadratic(most);
            gram = new double[most * most];
            columns = new double[most * width];
            candidates = new int[most];
            chosen = new int[most];
            fewer = new int[most];
        }

        void solve(int a, List<BlendBone> blendBones, WeightState state) {
            collect(a, blendBones);
            fillGram();
            for (int c = 0; c < count; c++) {
                chosen[c] = c;
            }
            int m = positive(chosen, count, minimise(chosen, count));
            while (m > WeightState.MAX_INFLUENCES) {
                m = withoutLeast(m);
            }
            minimise(chosen, m);
            store(a, m, state);
        }

        /** Columns r_ia of all bones that may matter. */
        private void collect(int a, List<BlendBone> blendBones) {
            int row = training.row(a);
            int own = training.masters(a);
            count = 0;
            for (int k = row; k < row + own; k++) {
                candidates[count] = training.weights.bones()[k];
                training.predict(a, candidates[count], columns, count++ * width);
            }
            for (int k = 0; k < blendBones.size(); k++) {
                BlendBone bone = blendBones.get(k);
                if (bone.shares(training.weights.bones(), row, own)) {
                    training.predict(a, bone.matrices(), 0, Affine3.STRIDE, columns, count * width);
                    candidates[count++] = masters + k;
                }
            }
            for (int c = 0; c < count; c++) {
                for (int x = 0; x < width; x++) {
                    columns[c * width + x] -= training.targets[a * width + x];
                }
            }
        }

        private void fillGram() {
            for (int c = 0; c < count; c++) {
                for (int d = 0; d <= c; d++) {
                    double dot = 0;
                    for (int x = 0; x < width; x++) {
                        dot += columns[c * width + x] * columns[d * width + x];
                    }
                    gram[c * count + d] = dot;
                    gram[d * count + c] = dot;
                }
            }
        }

        /** Minimises over some of the columns; returns their weights. */
        private double[] minimise(int[] which, int n) {
            double[] g = quadratic.g();
            for (int r = 0; r < n; r++) {
                for (int c = 0; c < n; c++) {
                    g[r * quadratic.stride() + c] = gram[which[r] * count + which[c]];
                }
                quadratic.b()[r] = 0;
            }
            objective = quadratic.minimise(n);
            return quadratic.x();
        }

        /** Moves the columns with weight to the front and returns their number. */
        private int positive(int[] which, int n, double[] x) {
            int m = 0;
            for (int c = 0; c < n; c++) {
                if (x[c] > 0) {
                    which[m++] = which[c];
                }
            }
            return m;
        }

        /** Drops the column whose removal costs least. NOTE: the paper drops the smallest weight, which is not always the same. */
        private int withoutLeast(int m) {
            int least = 0;
            double lowest = Double.POSITIVE_INFINITY;
            for (int drop = 0; drop < m; drop++) {
                leaveOut(drop, m);
                minimise(fewer, m - 1);
                if (objective < lowest) {
                    lowest = objective;
                    least = drop;
                }
            }
            leaveOut(least, m);
            System.arraycopy(fewer, 0, chosen, 0, m - 1);
            return positive(chosen, m - 1, minimise(chosen, m - 1));
        }

        private void leaveOut(int drop, int m) {
            int n = 0;
            for (int c = 0; c < m; c++) {
                if (c != drop) {
                    fewer[n++] = chosen[c];
                }
            }
        }

        private void store(int a, int m, WeightState state) {
            int at = a * WeightState.MAX_INFLUENCES;
            for (int place = 0; place < WeightState.MAX_INFLUENCES; place++) {
                boolean used = place < m && quadratic.x()[place] > 0;
                state.bones[at + place] = used ? candidates[chosen[place]] : 0;
                state.weights[at + place] = used ? quadratic.x()[place] : 0;
            }
            double square = 0;
            for (int x = 0; x < width; x++) {
                double e = 0;
                for (int place = 0; place < m; place++) {
                    e += quadratic.x()[place] * columns[chosen[place] * width + x];
                }
                state.misses[a * width + x] = e;
                square += e * e;
            }
            state.squares[a] = square;
        }
    }
}
