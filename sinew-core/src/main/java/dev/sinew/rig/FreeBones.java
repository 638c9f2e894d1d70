package dev.sinew.rig;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.RigidClusters;
import dev.sinew.solve.SkinState;
import java.util.ArrayList;
import java.util.List;

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
    /** Exact data knows its bones: with one fewer the error of mannequin grows threefold, that of captured shapes by half. */
    private static final double LEAP = 2;

    /** Percent of the diagonal below which a leap means nothing. */
    private static final double SEEN = 0.05;

    private static final double NO_LOSS = 1.01;

    /** One bone a round where it matters, more while there are very many. */
    private static final int BONES_A_ROUND = 40;

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
        for (int s = 0; s < STEPS_A_ROUND; s++) {
            bones.step(
                    s % STEPS_A_WEIGHT == 0 ? Mode.SELECT : Mode.REFIT,
                    problem.options().influences());
        }
    }

    private void keep() {
        stages.add(new Stage(problem.state().copy(), bones.bones().transforms().clone(), bones.boneCount(), error()));
    }

    /**
     * Takes bones out until there are at most {@code most} of them, and on while the error is within {@code rmsePercent},
     * or no larger than with all of them. A bone without which the error leaps is one of the shape's own: there it ends.
     */
    void prune(int most, double rmsePercent) {
        while (bones.boneCount() > 1 && (bones.boneCount() > most || error() <= tolerance(rmsePercent))) {
            double before = error();
            boolean mayEnd = bones.boneCount() <= most;
            int fewer = bones.boneCount() - Math.max(1, bones.boneCount() / BONES_A_ROUND);
            bones.removeLeastUseful(fewer);
            settle();
            if (mayEnd && error() > Math.max(LEAP * before, SEEN)) {
                return;
            }
            keep();
            problem.progress().say("prune bones", clusters - bones.boneCount(), clusters, error());
        }
    }

    /** What was asked for, and no less than the bones can reach: the noise of a scan stays whatever bones do. */
    double tolerance(double rmsePercent) {
        double least = stages.stream().mapToDouble(Stage::rmsePercent).min().orElseThrow();
        return Math.max(rmsePercent, NO_LOSS * least);
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
