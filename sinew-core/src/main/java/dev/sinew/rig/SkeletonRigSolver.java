package dev.sinew.rig;

import dev.sinew.math.Workers;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Fitted;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.solve.NormalisedSequence;
import dev.sinew.solve.ReducedSequence;
import java.util.List;

/**
 * LD14: clusters of vertices that move alike become rigid bones, the least useful of which go; a spanning tree joins the
 * others; then weights, joints and motion are solved in turns, with joints that hold.
 */
public final class SkeletonRigSolver {
    private static final int DIMENSIONS_A_CLUSTER = 5;

    /** Percent of the rest pose's diagonal that nobody sees. */
    private static final double VISIBLE = 0.21;

    /**
     * Percent of the diagonal for a surface whose edges double their length. A skeleton explains how parts turn; the more
     * a surface stretches by itself, the less can it explain, and further bones would only chase that
     * (docs/decisions.md).
     */
    private static final double ELASTIC = 80;

    private final MeshSequence sequence;
    private final RigOptions options;
    private final Progress progress;

    public SkeletonRigSolver(MeshSequence sequence, RigOptions options, Progress progress) {
        this.sequence = sequence;
        this.options = options;
        this.progress = progress;
    }

    public RigResult solve() {
        EnoughMotion.require(sequence);
        try (Workers workers = new Workers(options.threads())) {
            progress.say("reduce", 0, 1, Double.NaN);
            NormalisedSequence poses = new NormalisedSequence(sequence);
            ReducedSequence reduced = ReducedSequence.of(
                    poses,
                    ReducedSequence.USUAL_LOSS,
                    DIMENSIONS_A_CLUSTER * options.clusters(),
                    options.seed(),
                    workers);
            RigProblem problem = new RigProblem(sequence, poses, reduced, options, progress, workers);
            FreeBones free = FreeBones.find(problem);
            double tolerance = tolerance();
            int most = options.maxBones().orElse(Integer.MAX_VALUE);
            free.prune(most, tolerance);
            Articulation articulation = new BoneChoice(problem, free, most, free.tolerance(tolerance)).choose();
            return result(problem, free, articulation);
        }
    }

    private RigResult result(RigProblem problem, FreeBones free, Articulation articulation) {
        SkinnedModel model = RigAssembly.of(problem, articulation);
        Outcome outcome = articulation.convergence().length < options.maxIterations()
                ? Outcome.CONVERGED
                : Outcome.ITERATION_LIMIT;
        return new RigResult(
                new Fitted<>(model, outcome, articulation.convergence().length, articulation.convergence(), List.of()),
                articulation.tree().boneCount(),
                free.clusters(),
                free.curve());
    }

    /** What was asked for; else the least that is seen, or what suits a surface that stretches this much. */
    private double tolerance() {
        if (options.prune().isPresent()) {
            return options.prune().getAsDouble();
        }
        double stretch = Stretch.median(sequence);
        return Math.max(VISIBLE, ELASTIC * stretch * stretch);
    }
}
