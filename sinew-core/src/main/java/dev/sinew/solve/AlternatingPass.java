package dev.sinew.solve;

import dev.sinew.linalg.Kernels;
import dev.sinew.math.Workers;
import java.util.Arrays;
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
    private final Terms terms;
    private final Workers workers;
    private final Kernels kernels = Kernels.best();

    /**
     * What else counts besides the trajectories.
     *
     * @param restPull weight of staying near the given rest pose; a vertex under rotations weighs F; infinite keeps it
     * @param smoothness where neighbours are to have similar weights
     * @param hold where weights are to stay near those they were
     * @param shading where normals take part
     * @param territories where bones are to be connected
     * @param sheet where the rest pose moves as one sheet instead of vertex by vertex
     */
    public record Terms(
            double restPull,
            Optional<Smoothness> smoothness,
            Optional<WeightHold> hold,
            Optional<Shading> shading,
            Optional<RestSheet> sheet,
            Optional<Territories> territories) {
        public static Terms ofRestPull(double restPull) {
            return new Terms(
                    restPull, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }

        public Terms withRestPull(double newPull) {
            return new Terms(newPull, smoothness, hold, shading, sheet, territories);
        }

        public Terms withSmoothness(Optional<Smoothness> newSmoothness) {
            return new Terms(restPull, newSmoothness, hold, shading, sheet, territories);
        }

        public Terms withHold(Optional<WeightHold> newHold) {
            return new Terms(restPull, smoothness, newHold, shading, sheet, territories);
        }

        public Terms withShading(Optional<Shading> newShading) {
            return new Terms(restPull, smoothness, hold, newShading, sheet, territories);
        }

        public Terms withSheet(Optional<RestSheet> newSheet) {
            return new Terms(restPull, smoothness, hold, shading, newSheet, territories);
        }

        public Terms withTerritories(Optional<Territories> newTerritories) {
            return new Terms(restPull, smoothness, hold, shading, sheet, newTerritories);
        }

        /** The rest pose stays where it is for once. */
        Terms withStillRest() {
            return withRestPull(Double.POSITIVE_INFINITY).withSheet(Optional.empty());
        }
    }

    /**
     * @param givenRest rest positions to stay near, 3N, not modified
     * @param restPull weight of staying there; a vertex under rotations weighs F; infinite keeps the rest pose
     */
    public AlternatingPass(Trajectories y, SkinState state, double[] givenRest, double restPull, Workers workers) {
        this(y, state, givenRest, Terms.ofRestPull(restPull), workers);
    }

    /** @param givenRest rest positions to stay near, 3N, not modified */
    public AlternatingPass(Trajectories y, SkinState state, double[] givenRest, Terms terms, Workers workers) {
        this.y = y;
        this.state = state;
        this.givenRest = givenRest;
        this.terms = terms;
        this.workers = workers;
        if (terms.shading.isPresent() && state.normals.length != state.rest.length) {
            state.normals = terms.shading.get().given().clone();
        }
    }

    /** What a pass leaves behind: the errors of all vertices, and the equations for the next bones. */
    public static final class Done {
        private final Errors errors;
        private final TransformEquations equations;
        private final Workers workers;

        Done(Errors errors, TransformEquations equations, Workers workers) {
            this.errors = errors;
            this.equations = equations;
            this.workers = workers;
        }

        /** ‖TX − Y‖² of the positions. */
        public double squaredError() {
            return errors.positions;
        }

        /** What the alternation lowers: the squared error, and with normals a product of both errors. */
        double merit() {
            return errors.merit;
        }

        /** (E_n per normal)^(γ/2), what normals add to the merit as a factor on E_RMS; 1 without. */
        double normalFactor() {
            return errors.factor;
        }

        /** What was summed up, for steps of other rooms. */
        public TransformEquations equations() {
            return equations;
        }

        /** The best T of a kind for the weights and rest pose. May be called once. */
        public double[] solveTransforms(TransformStep step, double[] previous) {
            return step.solve(equations, previous, workers);
        }
    }

    /** @param positions squared error of the positions, {@code normals} that of the normals */
    private record Errors(double positions, double normals, double merit, double factor) {}

    /** @param most influences a vertex may have in this pass, at most the state's K */
    public Done run(BoneForms bones, Mode mode, int most) {
        terms.territories.ifPresent(t -> t.redraw(state, bones.boneCount()));
        // Neighbours are seen as they were before the pass: the result must not depend on who comes first.
        Optional<Before> before = terms.smoothness.map(s -> new Before(s, state.bones.clone(), state.weights.clone()));
        terms.shading.ifPresent(Shading::begin);
        Done done = overChunks(bones.boneCount(), (from, to, equations, errors) -> {
            Scratch scratch = new Scratch(bones, mode, before);
            for (int block = from; block < to; block += BLOCK) {
                scratch.solve(block, Math.min(to, block + BLOCK), most, equations, errors);
            }
        });
        terms.shading.ifPresent(s -> s.hear(done.errors.positions, done.errors.normals));
        if (terms.sheet.isEmpty()) {
            return done;
        }
        terms.sheet.get().move(state.rest);
        return new Done(done.errors, sumUp(bones.boneCount()).equations, workers);
    }

    /** The weights as a pass finds them. */
    private record Before(Smoothness smoothness, int[] bones, double[] weights) {}

    /** The pass after bones were taken out: vertices choose among those that stay, rest positions wait. */
    Done withoutBones(BonePruning pruning, BoneForms bones) {
        state.renumber(pruning.newIndex());
        // NOTE: weights that were only scaled up after a loss are poor ones, and a rest position solved for them jumps.
        AlternatingPass still = new AlternatingPass(y, state, givenRest, terms.withStillRest(), workers);
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

    Optional<Shading> shading() {
        return terms.shading;
    }

    /** λ² of the pass that runs or ran last, 0 without normals. */
    private double lambda() {
        return terms.shading.map(Shading::weight).orElse(0.0);
    }

    /** Only sums up the equations for the state as it is. */
    public Done sumUp(int boneCount) {
        int d = y.dimensions();
        return overChunks(boneCount, (from, to, equations, errors) -> {
            Rows rows = new Rows();
            for (int block = from; block < to; block += BLOCK) {
                int end = Math.min(to, block + BLOCK);
                rows.fetch(block, end);
                for (int i = block; i < end; i++) {
                    equations.add(state, i, rows.y, (i - block) * d, rows.lambda, rows.z);
                }
            }
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
        /** @param errors squared errors of positions and normals, to be added to */
        void run(int from, int to, TransformEquations equations, double[] errors);
    }

    private Done overChunks(int boneCount, ChunkWork work) {
        int n = y.vertexCount();
        int size = chunkSize(n, boneCount);
        int chunks = Workers.chunks(n, size);
        TransformEquations[] equations = new TransformEquations[chunks];
        double[][] errors = new double[chunks][2];
        workers.forChunks(n, size, (chunk, from, to) -> {
            equations[chunk] = new TransformEquations(boneCount, y.dimensions());
            work.run(from, to, equations[chunk], errors[chunk]);
        });
        double positions = errors[0][0];
        double normals = errors[0][1];
        for (int c = 1; c < chunks; c++) {
            equations[0].add(equations[c]);
            positions += errors[c][0];
            normals += errors[c][1];
        }
        double merit = terms.shading.isPresent() ? terms.shading.get().merit(positions, normals) : positions;
        return new Done(
                new Errors(
                        positions,
                        normals,
                        merit,
                        terms.shading.isPresent() ? terms.shading.get().factor(normals) : 1),
                equations[0],
                workers);
    }

    /** Depends on the problem only, never on the threads: the order of sums must not. */
    private int chunkSize(int n, int boneCount) {
        long bytes = 8 * TransformEquations.doubles(boneCount, y.dimensions());
        int chunks = (int) Math.max(4, Math.min(MAX_CHUNKS, EQUATION_MEMORY / bytes));
        return Math.max(4 * BLOCK, (n + chunks - 1) / chunks);
    }

    /** Trajectories of a block of vertices, and of their normals. */
    private final class Rows {
        private final int d = AlternatingPass.this.y.dimensions();
        private final double lambda = AlternatingPass.this.lambda();
        private final double[] y = new double[BLOCK * d];
        private final double[] z = new double[lambda > 0 ? BLOCK * d : 0];
        private final double[] yNorms = new double[BLOCK];
        private final double[] zNorms = new double[BLOCK];

        void fetch(int from, int to) {
            AlternatingPass.this.y.rows(from, to, y, yNorms);
            if (lambda > 0) {
                terms.shading.orElseThrow().z().rows(from, to, z, zNorms);
            }
        }

        /** ‖y‖² + λ²·‖z‖² */
        double norm(int k) {
            return lambda > 0 ? yNorms[k] + lambda * zNorms[k] : yNorms[k];
        }
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
        private final Rows rows = new Rows();
        private final BoneProducts products;
        private final VertexStep step = new VertexStep(state.influences());
        private final RestStep rest = new RestStep(givenRest, terms.restPull);

        Scratch(BoneForms bones, Mode mode, Optional<Before> before) {
            this.bones = bones;
            this.mode = mode;
            this.before = before;
            wishes = new double[bones.boneCount()];
            columns = 4 * bones.boneCount();
            hColumns = bones.paddedColumns();
            boolean solvesNormals =
                    terms.shading.isPresent() && !terms.shading.get().holdsNormals();
            products = new BoneProducts(mode == Mode.SELECT ? BLOCK * hColumns : columns, rows.lambda, solvesNormals);
        }

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
                if (before.isPresent() || terms.hold.isPresent()) {
                    listenTo(i);
                }
                products.from = mode == Mode.SELECT ? (i - from) * hColumns : 0;
                double error = Math.max(0, solveVertex(i, (i - from) * d, most));
                state.squaredErrors[i] = error;
                addErrors(i, error, rows.yNorms[i - from], errors);
                if (terms.sheet.isPresent()) {
                    step.ask(i, rest, products, terms.sheet.get());
                } else {
                    equations.add(state, i, rows.y, (i - from) * d, rows.lambda, rows.z);
                }
            }
        }

        private void addErrors(int i, double error, double positionNorm, double[] errors) {
            if (rows.lambda == 0) {
                errors[0] += error;
                return;
            }
            double positions = Math.max(0, step.positionError(state, i, products, positionNorm));
            errors[0] += positions;
            errors[1] += Math.max(0, error - positions) / rows.lambda;
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
            if (terms.hold.isPresent() && !terms.hold.get().isFixed(i)) {
                terms.hold.get().addWishes(i, wishes);
                total += terms.hold.get().strength(i);
            }
            step.smoothTowards(total, wishes);
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
            return influences == 1 || !(state.weights[i * influences + 1] > 0);
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
            if (terms.hold.isPresent() && terms.hold.get().isFixed(i)) {
                return step.errorOf(state, i, products);
            }
            if (mode == Mode.REFIT) {
                return step.refit(state, i, products, rest);
            }
            if (state.weights[i * state.influences()] > 0) {
                step.refit(state, i, products, rest);
            }
            return step.select(state, i, products, most, terms.territories);
        }

        /** Products with the bones the vertex has. */
        private void dotWithOwnBones(int i, int row) {
            int influences = state.influences();
            for (int k = 0; k < influences && state.weights[i * influences + k] > 0; k++) {
                dotWithBone(row, 4 * state.bones[i * influences + k]);
            }
        }

        private void dotWithBone(int row, int column) {
            dot(rows.y, row, column, products.h);
            if (rows.lambda > 0) {
                dot(rows.z, row, column, products.g);
            }
        }

        /** H_j = T_jᵀ·y_i */
        private void dot(double[] y, int row, int column, double[] h) {
            double[] t = bones.tByBone();
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
            h[column] = h0;
            h[column + 1] = h1;
            h[column + 2] = h2;
            h[column + 3] = h3;
        }
    }
}
