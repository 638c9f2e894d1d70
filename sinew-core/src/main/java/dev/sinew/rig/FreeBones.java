package dev.sinew.rig;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.RigidClusters;
import dev.sinew.solve.SkinState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

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

    /**
     * How much small parts count for more than their vertices: a bone is missed by what it costs, divided by its mass to
     * this power. biped walking keeps 15 bones with 0.25 and loses its chest, 20 with 0.5 and loses none.
     */
    private static final double SMALL_PARTS = 0.5;

    private final RigProblem problem;
    private final Alternation bones;
    private final int clusters;
    private final List<Stage> stages = new ArrayList<>();

    /**
     * The bones at some number of them.
     *
     * @param transforms 3F×4B
     * @param rmsePercent without joints
     */
    record Stage(SkinState state, double[] transforms, int bones, double rmsePercent) {}

    private FreeBones(RigProblem problem, Alternation bones, int clusters) {
        this.problem = problem;
        this.bones = bones;
        this.clusters = clusters;
    }

    static FreeBones find(RigProblem problem) {
        int patches = cluster(problem);
        Alternation bones = new Alternation(problem.pass(problem.reduced().coordinates()), problem.freeStep(), patches);
        FreeBones found = new FreeBones(problem, bones, patches);
        found.blend();
        return found;
    }

    private static int cluster(RigProblem problem) {
        problem.progress().say("find clusters", 0, 1, Double.NaN);
        RigidClusters clusters = new RigidClusters(
                problem.reduced().coordinates(), problem.state(), problem.freeStep(), problem.workers());
        int count = clusters.split(problem.options().clusters());
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
        stages.add(new Stage(problem.state().copy(), bones.bones().transforms().clone(), bones.boneCount(), error()));
    }

    /** Takes bones out, one at a time where it matters, as long as the caller wants to see fewer. */
    void prune(BooleanSupplier further) {
        while (bones.boneCount() > 1 && further.getAsBoolean()) {
            int count = bones.boneCount();
            int out = count >= MANY ? count / MANY_A_ROUND : 1;
            bones.remove(worth(), count - out);
            settle();
            keep();
            problem.progress().say("prune bones", clusters - bones.boneCount(), clusters, error());
        }
    }

    /** What each bone is missed by, parts of few vertices counting for more than those. */
    private double[] worth() {
        double[] costs = bones.removalCosts();
        double[] masses = new double[costs.length];
        SkinState state = problem.state();
        for (int k = 0; k < state.bones().length; k++) {
            masses[state.bones()[k]] += state.weights()[k];
        }
        for (int j = 0; j < costs.length; j++) {
            costs[j] /= Math.pow(Math.max(masses[j], 1), Double.parseDouble(System.getProperty("sp","0.5")));
        }
        return costs;
    }

    private double error() {
        return problem.rmsePercent(bones.squaredError() + problem.reduced().lostSquared());
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
