package dev.sinew.solve.pass;

import dev.sinew.platform.Workers;
import dev.sinew.run.InvalidInputException;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.Alternation.BonePruning;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.TransformEquations;
import dev.sinew.solve.transform.TransformStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One pass over the vertices. Given the bones, it solves the rest position and weights of every vertex, and sums the equations of the next
 * transform step, so that each trajectory is read once.
 */
public final class AlternatingPass {
    /** What may change at a vertex. */
    public enum Mode {
        /** The weights of its bones and its rest position. Much faster. */
        REFIT,
        /** Its bones as well. */
        SELECT
    }

    private static final int BLOCK = BlockRows.BLOCK;
    private static final long EQUATION_MEMORY = 32L << 20;

    private final Trajectories y;
    private final SkinState state;
    private final double[] givenRest;
    private final PassTerms terms;
    private final Workers workers;

    /**
     * @param givenRest rest positions to stay near, 3N, not modified
     * @param restPull weight of staying there, compared to F for a vertex under rotations; infinite keeps the rest pose
     */
    public AlternatingPass(Trajectories y, SkinState state, double[] givenRest, double restPull, Workers workers) {
        this(y, state, givenRest, PassTerms.ofRestPull(restPull), workers);
    }

    /** @param givenRest rest positions to stay near, 3N, not modified */
    public AlternatingPass(Trajectories y, SkinState state, double[] givenRest, PassTerms terms, Workers workers) {
        this.y = y;
        this.state = state;
        this.givenRest = givenRest;
        this.terms = terms;
        this.workers = workers;
        if (terms.shading().isPresent() && state.normals().length != state.rest().length) {
            state.setNormals(terms.shading().get().given().clone());
        }
    }

    /** The result of a pass: the errors of all vertices, and the equations for the next bones. */
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

        /** The quantity that the alternation lowers: the squared error, or a product of both errors with normals. */
        double merit() {
            return errors.merit;
        }

        /** (E_n per normal)^(γ/2), the factor that normals contribute to the merit in units of E_RMS; 1 without normals. */
        double normalFactor() {
            return errors.factor;
        }

        /** The equations, for other transform steps. */
        public TransformEquations equations() {
            return equations;
        }

        /** The best T for the weights and rest pose. May be called only once. */
        public double[] solveTransforms(TransformStep step, double[] previous) {
            return step.solve(equations, previous, workers);
        }
    }

    /** @param positions squared error of the positions, {@code normals} that of the normals */
    private record Errors(double positions, double normals, double merit, double factor) {}

    /** @param most maximum influences per vertex in this pass, at most the state's K */
    public Done run(BoneForms bones, Mode mode, int most) {
        if (mode == Mode.SELECT) {
            // Refits add no bones, so only selections create new regions.
            terms.connectivity().ifPresent(t -> t.redraw(state, bones.boneCount()));
        }
        // Neighbours are read as they were before the pass, so that the result does not depend on the order.
        Optional<PassChunk.Before> before = terms.smoothness()
                .map(s -> new PassChunk.Before(
                        s, state.bones().clone(), state.weights().clone()));
        terms.shading().ifPresent(Shading::begin);
        Done done = y.remote().isPresent()
                ? runRemotely(bones, mode == Mode.SELECT ? PassTask.Kind.SELECT : PassTask.Kind.REFIT, most)
                : overChunks(bones.boneCount(), (from, to, equations, errors) -> {
                    PassChunk part = new PassChunk(y, state, givenRest, terms, bones, mode, before);
                    for (int block = from; block < to; block += BLOCK) {
                        part.solve(block, Math.min(to, block + BLOCK), most, equations, errors);
                    }
                });
        terms.shading().ifPresent(s -> s.report(done.errors.positions, done.errors.normals));
        if (terms.membrane().isEmpty()) {
            return done;
        }
        terms.membrane().get().move(state.rest());
        return new Done(done.errors, sumUp(bones.boneCount()).equations, workers);
    }

    /** The pass after bones were removed: vertices select among the remaining bones, rest positions stay. */
    Done withoutBones(BonePruning pruning, BoneForms bones) {
        state.renumber(pruning.newIndex());
        // NOTE: weights that were only rescaled after a removal are poor, and a rest position solved for them jumps.
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
        return terms.shading();
    }

    /** Only sums the equations for the current state. */
    public Done sumUp(int boneCount) {
        if (y.remote().isPresent()) {
            double[] none = new double[4 * boneCount * y.dimensions()];
            return runRemotely(BoneForms.of(boneCount, y.dimensions(), none), PassTask.Kind.SUM_UP, state.influences());
        }
        return overChunks(boneCount, (from, to, equations, errors) -> {
            BlockRows rows = new BlockRows(y, terms);
            for (int block = from; block < to; block += BLOCK) {
                sumUp(state, rows, block, Math.min(to, block + BLOCK), equations);
            }
        });
    }

    static void sumUp(SkinState state, BlockRows rows, int from, int to, TransformEquations equations) {
        rows.fetch(from, to);
        for (int i = from; i < to; i++) {
            equations.add(state, i, rows.y, (i - from) * rows.dimensions(), rows.lambda, rows.z);
        }
    }

    /**
     * Runs the pass on the machines that keep the trajectories: sends the state of the vertices in chunks, receives it back, and adds sums
     * in the order of the chunks.
     */
    private Done runRemotely(BoneForms bones, PassTask.Kind kind, int most) {
        int size = y.remote().orElseThrow().chunkSize(y.vertexCount());
        ResultSums sums = new ResultSums(Workers.chunks(y.vertexCount(), size));
        runTasks(bones, kind, most, (chunk, answer) -> {
            if (answer.state() != null) {
                state.put(chunk * size, answer.state());
            }
            if (answer.restEquations().length > 0) {
                terms.membrane().orElseThrow().addCollected(chunk * size, answer.restEquations());
            }
            sums.add(chunk, answer);
        });
        return done(sums.errors()[0], sums.errors()[1], sums.equations());
    }

    private void runTasks(
            BoneForms bones, PassTask.Kind kind, int most, RemoteVertices.Listener<PassTask.Result> listener) {
        if (terms.smoothness().isPresent() || terms.hold().isPresent()) {
            throw new InvalidInputException(
                    "smoothed or locked weights need all vertices on one machine; set smooth to 0");
        }
        RemoteVertices remote = y.remote().orElseThrow();
        int size = remote.chunkSize(y.vertexCount());
        boolean solves = kind == PassTask.Kind.SELECT || kind == PassTask.Kind.REFIT;
        List<PassTask> tasks = new ArrayList<>();
        for (int from = 0; from < y.vertexCount(); from += size) {
            int start = from;
            int to = Math.min(y.vertexCount(), from + size);
            tasks.add(new PassTask(
                    from,
                    state.stretch(from, to),
                    // Data that is not used is not sent.
                    solves ? Arrays.copyOfRange(givenRest, 3 * from, 3 * to) : new double[0],
                    kind,
                    most,
                    terms.restPull(),
                    solves && terms.membrane().isPresent(),
                    terms.lambda(),
                    terms.shading().map(Shading::keepsNormals).orElse(false),
                    terms.connectivity()
                            .filter(t -> kind == PassTask.Kind.SELECT)
                            .map(t -> t.stretch(start, to))
                            .orElse(null)));
        }
        remote.run(y instanceof ReducedSequence.RemoteTrajectories, bones, tasks, listener);
    }

    /** Increase of the squared error if bone j were removed and only weights changed, B numbers. */
    public double[] removalCosts(BoneForms bones) {
        if (y.remote().isPresent()) {
            int size = y.remote().orElseThrow().chunkSize(y.vertexCount());
            ResultSums sums = new ResultSums(Workers.chunks(y.vertexCount(), size));
            runTasks(bones, PassTask.Kind.REMOVAL_COSTS, state.influences(), sums::add);
            return sums.costs();
        }
        int n = y.vertexCount();
        int size = chunkSize(n, bones.boneCount());
        double[][] costs = new double[Workers.chunks(n, size)][];
        workers.forChunks(n, size, (chunk, from, to) -> {
            PassChunk part = new PassChunk(y, state, givenRest, terms, bones, Mode.REFIT, Optional.empty());
            costs[chunk] = new double[bones.boneCount()];
            for (int block = from; block < to; block += BLOCK) {
                part.addRemovalCosts(block, Math.min(to, block + BLOCK), costs[chunk]);
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
        /** @param errors squared errors of positions and normals, added to */
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
        return done(positions, normals, equations[0]);
    }

    private Done done(double positions, double normals, TransformEquations equations) {
        double merit = terms.shading().isPresent() ? terms.shading().get().merit(positions, normals) : positions;
        return new Done(
                new Errors(
                        positions,
                        normals,
                        merit,
                        terms.shading().isPresent() ? terms.shading().get().factor(normals) : 1),
                equations,
                workers);
    }

    /** Depends only on the problem, not on the number of threads, so that sums do not either. */
    private int chunkSize(int n, int boneCount) {
        long bytes = 8 * TransformEquations.doubles(boneCount, y.dimensions());
        int chunks = (int) Math.max(4, Math.min(Trajectories.MAX_CHUNKS, EQUATION_MEMORY / bytes));
        return Math.max(4 * BLOCK, (n + chunks - 1) / chunks);
    }

    /** Sums the results of the chunks of a pass in chunk order, and keeps each result only until its turn. Working memory. */
    private static final class ResultSums {
        private final PassTask.Result[] waiting;
        private final double[] errors = new double[2];
        private double[] costs = new double[0];
        private TransformEquations equations;
        private int next;

        ResultSums(int chunks) {
            waiting = new PassTask.Result[chunks];
        }

        void add(int chunk, PassTask.Result answer) {
            // The state of its vertices is already stored.
            waiting[chunk] = new PassTask.Result(null, null, answer.equations(), answer.errors(), answer.costs());
            while (next < waiting.length && waiting[next] != null) {
                add(waiting[next]);
                waiting[next++] = null;
            }
        }

        private void add(PassTask.Result answer) {
            if (next == 0) {
                equations = answer.equations();
                costs = new double[answer.costs().length];
            } else if (answer.equations() != null) {
                equations.add(answer.equations());
            }
            errors[0] += answer.errors()[0];
            errors[1] += answer.errors()[1];
            for (int j = 0; j < costs.length; j++) {
                costs[j] += answer.costs()[j];
            }
        }

        /** Squared errors of positions and normals. */
        double[] errors() {
            return errors;
        }

        /** Removal costs, one per bone. */
        double[] costs() {
            return costs;
        }

        /** Null if not requested. */
        TransformEquations equations() {
            return equations;
        }
    }
}
