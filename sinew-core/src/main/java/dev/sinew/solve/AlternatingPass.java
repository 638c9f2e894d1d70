package dev.sinew.solve;

import dev.sinew.linalg.Kernels;
import dev.sinew.math.Workers;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * One pass over the vertices: given the bones, every vertex gets its rest position and its weights, and the equations of
 * the next transform step are summed up on the way, so that each trajectory is fetched once.
 */
public final class AlternatingPass {
    /** What a vertex may change. */
    public enum Mode {
        /** Weights of the bones it has, and its rest position. Costs a fraction. */
        REFIT,
        /** The bones too. */
        SELECT
    }

    private static final int BLOCK = 32;
    private static final int MAX_CHUNKS = 16;
    private static final long EQUATION_MEMORY = 32L << 20;

    private final Trajectories y;
    private final SkinState state;
    private final double[] givenRest;
    private final double pull;
    private final Workers workers;
    private final Optional<Smoothness> smoothness;
    private final Optional<WeightHold> hold;
    private final Kernels kernels = Kernels.best();

    /**
     * @param givenRest rest positions to stay near, 3N, not modified
     * @param restPull weight of staying there; a vertex under rotations weighs F; infinite keeps the rest pose
     */
    public AlternatingPass(Trajectories y, SkinState state, double[] givenRest, double restPull, Workers workers) {
        this(y, state, givenRest, restPull, Optional.empty(), workers);
    }

    /** @param smoothness where neighbours are to have similar weights */
    public AlternatingPass(
            Trajectories y,
            SkinState state,
            double[] givenRest,
            double restPull,
            Optional<Smoothness> smoothness,
            Workers workers) {
        this(y, state, givenRest, restPull, smoothness, Optional.empty(), workers);
    }

    /** @param hold where weights are to stay near those they were */
    public AlternatingPass(
            Trajectories y,
            SkinState state,
            double[] givenRest,
            double restPull,
            Optional<Smoothness> smoothness,
            Optional<WeightHold> hold,
            Workers workers) {
        this.y = y;
        this.state = state;
        this.givenRest = givenRest;
        this.pull = restPull;
        this.smoothness = smoothness;
        this.hold = hold;
        this.workers = workers;
    }

    /** What a pass leaves behind: the squared error of all vertices, and the equations for the next bones. */
    public static final class Done {
        private final double squaredError;
        private final TransformEquations equations;
        private final Workers workers;

        Done(double squaredError, TransformEquations equations, Workers workers) {
            this.squaredError = squaredError;
            this.equations = equations;
            this.workers = workers;
        }

        public double squaredError() {
            return squaredError;
        }

        /** What was summed up, for steps of other rooms. */
        public TransformEquations equations() {
            return equations;
        }

        /** The best T of a kind for the weights and rest pose. May be called once. */
        public double[] solveTransforms(TransformStep step, double[] previous) {
            return step.solve(equations, previous, workers);
        }

        /**
         * The best T for the weights and rest pose, d×4B. May be called once.
         *
         * @param ridge relative strength of staying at {@code previous}; null there stands for zero
         */
        public double[] solveTransforms(double ridge, double[] previous) {
            return equations.solve(ridge, previous, workers);
        }

        /**
         * As {@link #solveTransformsNearRotations(double, double)} with bones that stay where they were.
         *
         * @param locked bones that stay, not modified
         * @param previous T before, 3F×4B, not modified
         */
        public double[] solveTransformsNearRotations(
                double firmness, double thinFirmness, BitSet locked, double[] previous) {
            return equations.solveNearRotations(firmness, thinFirmness, locked, previous, workers);
        }

        /**
         * The best T in full coordinates with bones held near rotations where the data says little. May be called once.
         *
         * @param firmness weight of staying there, relative to the spread of what a bone moves
         * @param thinFirmness the same for bones whose vertices lie near a plane
         */
        public double[] solveTransformsNearRotations(double firmness, double thinFirmness) {
            return equations.solveNearRotations(firmness, thinFirmness, workers);
        }
    }

    /** @param most influences a vertex may have in this pass, at most the state's K */
    public Done run(BoneForms bones, Mode mode, int most) {
        // Neighbours are seen as they were before the pass: the result must not depend on who comes first.
        Optional<Before> before = smoothness.map(s -> new Before(s, state.bones.clone(), state.weights.clone()));
        return overChunks(bones.boneCount(), (from, to, equations) -> {
            Scratch scratch = new Scratch(bones, mode, before);
            double sum = 0;
            for (int block = from; block < to; block += BLOCK) {
                sum += scratch.solve(block, Math.min(to, block + BLOCK), most, equations);
            }
            return sum;
        });
    }

    /** The weights as a pass finds them. */
    private record Before(Smoothness smoothness, int[] bones, double[] weights) {}

    /** The pass after bones were taken out: vertices choose among those that stay, rest positions wait. */
    Done withoutBones(BonePruning pruning, BoneForms bones) {
        state.renumber(pruning.newIndex());
        // NOTE: weights that were only scaled up after a loss are poor ones, and a rest position solved for them jumps.
        AlternatingPass still =
                new AlternatingPass(y, state, givenRest, Double.POSITIVE_INFINITY, smoothness, hold, workers);
        return still.run(bones, Mode.SELECT, state.influences());
    }

    BoneForms forms(TransformStep step, int boneCount, double[] transforms) {
        return step.forms(boneCount, transforms, workers);
    }

    double[] allowed(TransformStep step, double[] transforms) {
        return step.allowed(transforms, workers);
    }

    int influences() {
        return state.influences();
    }

    /** Only sums up the equations for the state as it is. */
    public Done sumUp(int boneCount) {
        int d = y.dimensions();
        return overChunks(boneCount, (from, to, equations) -> {
            double[] rows = new double[BLOCK * d];
            double[] norms = new double[BLOCK];
            for (int block = from; block < to; block += BLOCK) {
                int end = Math.min(to, block + BLOCK);
                y.rows(block, end, rows, norms);
                for (int i = block; i < end; i++) {
                    equations.add(state, i, rows, (i - block) * d);
                }
            }
            return 0;
        });
    }

    /** What the squared error would gain if bone j were gone and nothing else changed but weights, B numbers. */
    public double[] removalCosts(BoneForms bones) {
        int n = y.vertexCount();
        int size = chunkSize(n, bones.boneCount());
        double[][] costs = new double[Workers.chunks(n, size)][];
        workers.forChunks(n, size, (chunk, from, to) -> {
            Scratch scratch = new Scratch(bones, Mode.REFIT, Optional.empty());
            costs[chunk] = new double[bones.boneCount()];
            for (int block = from; block < to; block += BLOCK) {
                scratch.addRemovalCosts(block, Math.min(to, block + BLOCK), costs[chunk]);
            }
        });
        for (int c = 1; c < costs.length; c++) {
            for (int j = 0; j < costs[0].length; j++) {
                costs[0][j] += costs[c][j];
            }
        }
        return costs[0];
    }

    @FunctionalInterface
    private interface ChunkWork {
        double run(int from, int to, TransformEquations equations);
    }

    private Done overChunks(int boneCount, ChunkWork work) {
        int n = y.vertexCount();
        int size = chunkSize(n, boneCount);
        int chunks = Workers.chunks(n, size);
        TransformEquations[] equations = new TransformEquations[chunks];
        double[] errors = new double[chunks];
        workers.forChunks(n, size, (chunk, from, to) -> {
            equations[chunk] = new TransformEquations(boneCount, y.dimensions());
            errors[chunk] = work.run(from, to, equations[chunk]);
        });
        double sum = errors[0];
        for (int c = 1; c < chunks; c++) {
            equations[0].add(equations[c]);
            sum += errors[c];
        }
        return new Done(sum, equations[0], workers);
    }

    /** Depends on the problem only, never on the threads: the order of sums must not. */
    private int chunkSize(int n, int boneCount) {
        long bytes = 8 * TransformEquations.doubles(boneCount, y.dimensions());
        int chunks = (int) Math.max(4, Math.min(MAX_CHUNKS, EQUATION_MEMORY / bytes));
        return Math.max(4 * BLOCK, (n + chunks - 1) / chunks);
    }

    /** The working memory of one chunk. */
    private final class Scratch {
        private final BoneForms bones;
        private final Mode mode;
        private final Optional<Before> before;
        private final double[] wishes;
        private final int d = y.dimensions();
        private final int columns;
        private final int hColumns;
        private final double[] rows = new double[BLOCK * d];
        private final double[] norms = new double[BLOCK];
        private final double[] h;
        private final VertexStep step = new VertexStep(state.influences());
        private final RestStep rest = new RestStep(givenRest, pull);

        Scratch(BoneForms bones, Mode mode, Optional<Before> before) {
            this.bones = bones;
            this.mode = mode;
            this.before = before;
            wishes = new double[bones.boneCount()];
            columns = 4 * bones.boneCount();
            hColumns = bones.paddedColumns();
            h = new double[mode == Mode.SELECT ? BLOCK * hColumns : columns];
        }

        double solve(int from, int to, int most, TransformEquations equations) {
            y.rows(from, to, rows, norms);
            if (mode == Mode.SELECT) {
                int tall = Kernels.padded(to - from, Kernels.ROW_TILE);
                kernels.multiplyTiles(rows, 0, tall, d, bones.paddedT(), hColumns, h);
            }
            double sum = 0;
            for (int i = from; i < to; i++) {
                step.begin(bones, norms[i - from]);
                if (before.isPresent() || hold.isPresent()) {
                    listenTo(i);
                }
                double error = Math.max(
                        0, solveVertex(i, (i - from) * d, mode == Mode.SELECT ? (i - from) * hColumns : 0, most));
                state.squaredErrors[i] = error;
                sum += error;
                equations.add(state, i, rows, (i - from) * d);
            }
            return sum;
        }

        /** What the neighbours and the weights of the beginning wish. */
        private void listenTo(int i) {
            Arrays.fill(wishes, 0);
            double total = 0;
            if (before.isPresent()) {
                Before seen = before.get();
                seen.smoothness.addWishes(i, state.influences(), seen.bones, seen.weights, wishes);
                total += seen.smoothness.total(i);
            }
            if (hold.isPresent() && !hold.get().isFixed(i)) {
                hold.get().addWishes(i, wishes);
                total += hold.get().strength(i);
            }
            step.smoothTowards(total, wishes);
        }

        void addRemovalCosts(int from, int to, double[] costs) {
            y.rows(from, to, rows, norms);
            for (int i = from; i < to; i++) {
                step.begin(bones, norms[i - from]);
                if (hasOneBone(i)) {
                    dotWithAllBones((i - from) * d);
                } else {
                    dotWithOwnBones(i, (i - from) * d);
                }
                step.addRemovalCosts(state, i, h, 0, costs);
            }
        }

        private boolean hasOneBone(int i) {
            int influences = state.influences();
            return influences == 1 || !(state.weights[i * influences + 1] > 0);
        }

        private void dotWithAllBones(int row) {
            for (int column = 0; column < columns; column += 4) {
                dotWithBone(row, column);
            }
        }

        private double solveVertex(int i, int row, int hRow, int most) {
            if (hold.isPresent() && hold.get().isFixed(i)) {
                if (mode == Mode.REFIT) {
                    dotWithOwnBones(i, row);
                }
                return step.errorOf(state, i, h, hRow);
            }
            if (mode == Mode.REFIT) {
                dotWithOwnBones(i, row);
                return step.refit(state, i, h, 0, rest);
            }
            if (state.weights[i * state.influences()] > 0) {
                step.refit(state, i, h, hRow, rest);
            }
            return step.select(state, i, h, hRow, most);
        }

        /** H_j = T_jᵀ·y_i of the bones the vertex has. */
        private void dotWithOwnBones(int i, int row) {
            int influences = state.influences();
            for (int k = 0; k < influences && state.weights[i * influences + k] > 0; k++) {
                dotWithBone(row, 4 * state.bones[i * influences + k]);
            }
        }

        private void dotWithBone(int row, int column) {
            double[] t = bones.tByBone();
            double h0 = 0;
            double h1 = 0;
            double h2 = 0;
            double h3 = 0;
            for (int k = 0, at = column * d; k < d; k++, at += 4) {
                double v = rows[row + k];
                h0 += v * t[at];
                h1 += v * t[at + 1];
                h2 += v * t[at + 2];
                h3 += v * t[at + 3];
            }
            h[column] = h0;
            h[column + 1] = h1;
            h[column + 2] = h2;
            h[column + 3] = h3;
        }
    }
}
