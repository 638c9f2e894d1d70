package dev.sinew.rig;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.solve.AlternatingPass;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.RigidClusters;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.Trajectories;
import dev.sinew.solve.VertexSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Rigid bones that no skeleton holds yet: clusters, LD14 §4, blended as in §5, and then fewer and fewer of them.
 *
 * <p>NOTE: LD14 §6.3 prunes inside the skeleton, by the sum of squared weights. Here the bones that are missed least go, as
 * in the fit, and before there is a tree: taking bones out of a tree misjudges those that only hold others in place (dance
 * with 16 bones: 0.27 % against 0.17 %, docs/decisions.md).
 */
final class FreeBones {
    /** Patches smaller than this part of the vertices are no bones of their own. */
    private static final double SMALL_PATCH = 0.004;

    /** LD14 §5: ten iterations, one weight more a vertex every three of them. */
    private static final int BLEND_STEPS = 10;

    private static final int STEPS_A_WEIGHT = 3;
    private static final int STEPS_A_ROUND = 6;

    /** While there are this many bones or more several go at once, and settle in half the steps. */
    private static final int MANY = 40;

    private static final int MANY_A_ROUND = 16;

    private static final int STEPS_A_TRY = 3;

    /** Vertices that are enough to tell which bones are of use. */
    private static final int SAMPLE = 2500;

    private final RigProblem problem;
    private final Order order;
    private final Trajectories some;
    /** How much each of the sampled vertices counts. */
    private final double[] importance;

    private SkinState state;
    private Alternation bones;
    private final int clusters;
    private final List<Stage> stages = new ArrayList<>();

    /**
     * The bones at some number of them.
     *
     * @param transforms 3F×4B, of the frames the bones were found from
     * @param rmsePercent without joints
     */
    record Stage(double[] transforms, int bones, double rmsePercent) {}

    /**
     * Which bones go first.
     *
     * @param tries so many are tried out before one goes: what a bone costs shows when the others have settled a little
     * @param smallParts a bone is missed by what it costs, divided by its mass to this power
     */
    record Order(int tries, double smallParts) {
        /** Small parts count: biped walking keeps 15 bones with a power of 0.25 and loses its chest, 20 with 0.5 and loses none. */
        static final Order BY_PARTS = new Order(3, 0.5);

        /** Least error. */
        static final Order BY_ERROR = new Order(4, 0);
    }

    /** @param state has the clusters, one bone per vertex */
    private FreeBones(RigProblem problem, Order order, SkinState state, int clusters) {
        this.problem = problem;
        this.order = order;
        this.clusters = clusters;
        Trajectories all = problem.reduced().coordinates();
        VertexSample sample =
                VertexSample.of(all.vertexCount(), SAMPLE, problem.options().seed());
        this.some = sample.rowsOf(all, all.dimensions());
        this.state = new SkinState(
                state.influences(), sample.positionsOf(problem.poses().rest()));
        this.importance = sample.valuesOf(problem.reduced().importance());
        this.state.setImportance(importance);
        for (int i = 0; i < sample.indices().length; i++) {
            this.state.attach(i, state.bones()[sample.indices()[i] * state.influences()]);
        }
        this.bones = new Alternation(pass(this.state), problem.freeStep(), clusters);
    }

    private AlternatingPass pass(SkinState of) {
        return problem.samplePass(some, of);
    }

    /**
     * @param problem of few frames: which poses there are counts here, not how long they last
     * @param clusters to start from
     */
    static FreeBones find(RigProblem problem, int clusters, Order order) {
        SkinState state = problem.freshState();
        int patches = cluster(problem, state, clusters);
        FreeBones found = new FreeBones(problem, order, state, patches);
        found.blend();
        return found;
    }

    /** Weights of all vertices for the bones of a stage. */
    SkinState weights(Stage stage) {
        SkinState all = problem.freshState();
        AlternatingPass pass = problem.pass(problem.reduced().coordinates(), all);
        pass.run(
                problem.freeStep().forms(stage.bones(), stage.transforms(), problem.workers()),
                Mode.SELECT,
                problem.options().influences());
        return all;
    }

    private static int cluster(RigProblem problem, SkinState state, int wanted) {
        problem.progress().say("find clusters", 0, 1);
        RigidClusters clusters =
                new RigidClusters(problem.reduced().coordinates(), state, problem.freeStep(), problem.workers());
        int count = clusters.split(wanted);
        VertexGraph graph = VertexGraph.of(problem.sequence().rest());
        int least = Math.max(4, (int) (SMALL_PATCH * problem.poses().vertexCount()));
        return clusters.separatePatches(graph, count, least);
    }

    private void blend() {
        for (int s = 0; s < BLEND_STEPS; s++) {
            bones.step(Mode.SELECT, Math.min(problem.options().influences(), 1 + s / STEPS_A_WEIGHT));
            problem.progress().say("blend bones", s + 1, BLEND_STEPS, error());
        }
        settle();
        keep();
    }

    private void settle() {
        int steps = bones.boneCount() >= MANY ? STEPS_A_ROUND / 2 : STEPS_A_ROUND;
        for (int s = 0; s < steps; s++) {
            bones.step(
                    s % STEPS_A_WEIGHT == 0 ? Mode.SELECT : Mode.REFIT,
                    problem.options().influences());
        }
    }

    private void keep() {
        stages.add(new Stage(bones.bones().transforms().clone(), bones.boneCount(), error()));
    }

    /** Takes bones out, one at a time where it matters, as long as the caller wants to see fewer. */
    void prune(BooleanSupplier further) {
        while (bones.boneCount() > 1 && further.getAsBoolean()) {
            int count = bones.boneCount();
            if (count >= MANY) {
                bones.remove(worth(), count - count / MANY_A_ROUND);
            } else {
                removeBest();
            }
            settle();
            keep();
            problem.progress().say("prune bones", clusters - bones.boneCount(), clusters, error());
        }
    }

    /** Takes out the one of the least useful bones that is missed least. */
    private void removeBest() {
        double[] masses = masses();
        SkinState chosen = state.copy();
        Alternation start = new Alternation(pass(chosen), problem.freeStep(), bones.bones());
        Try best = IntStream.of(leastUseful(worth()))
                .mapToObj(j -> without(start, chosen.copy(), j, masses[j]))
                .min(Comparator.comparingDouble(Try::missed))
                .orElseThrow();
        state = best.state;
        bones = best.bones;
    }

    /**
     * The bones without one of them.
     *
     * @param missed what it costs, by the order's measure
     */
    private record Try(SkinState state, Alternation bones, double missed) {}

    private Try without(Alternation start, SkinState copy, int bone, double mass) {
        Alternation tried = start.over(pass(copy));
        double[] costs = new double[bones.boneCount()];
        Arrays.fill(costs, 1);
        costs[bone] = 0;
        tried.remove(costs, costs.length - 1);
        for (int s = 0; s < STEPS_A_TRY; s++) {
            tried.step(Mode.REFIT, problem.options().influences());
        }
        double gained = Math.max(0, tried.squaredError() - bones.squaredError());
        return new Try(copy, tried, gained / Math.pow(Math.max(mass, 1), order.smallParts));
    }

    private int[] leastUseful(double[] worth) {
        return IntStream.range(0, worth.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> worth[j]))
                .limit(order.tries)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** What each bone is missed by, parts of few vertices counting for more than those. */
    private double[] worth() {
        double[] costs = bones.removalCosts();
        double[] masses = masses();
        for (int j = 0; j < costs.length; j++) {
            costs[j] /= Math.pow(Math.max(masses[j], 1), order.smallParts);
        }
        return costs;
    }

    private double[] masses() {
        double[] masses = new double[bones.boneCount()];
        for (int k = 0; k < state.bones().length; k++) {
            masses[state.bones()[k]] += state.weights()[k];
        }
        return masses;
    }

    private double error() {
        double share = (double) problem.poses().vertexCount() / some.vertexCount();
        return problem.rmsePercent(
                share * bones.squaredError() + problem.reduced().lostSquared());
    }

    /** From most bones to fewest. */
    List<Stage> stages() {
        return stages;
    }

    int clusters() {
        return clusters;
    }

    List<PruningPoint> curve() {
        return stages.stream()
                .map(stage -> new PruningPoint(stage.bones(), stage.rmsePercent()))
                .toList();
    }
}
