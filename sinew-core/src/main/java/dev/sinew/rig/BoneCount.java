package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
import dev.sinew.rig.RigResult.PruningPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many bones a skeleton gets: as many as were asked for; the fewest that reach an error that was asked for; else what the
 * curve of error against bones says ({@link BoneCurve}), and where it has no end, as many as explain the motion down to
 * what the mesh can show and what its own stretch leaves open.
 */
final class BoneCount {
    /** The error a mesh can show, as a part of size/√N, the distance between its vertices (docs/decisions.md). */
    private static final double SHOWN = 0.18;

    /**
     * What a surface that stretches by σ where it stretches least leaves open, as a part of the size: so much times
     * σ^1.5 (docs/decisions.md).
     */
    private static final double ELASTIC = 0.52;

    /** What joints cost, before the first skeleton was made: between 1.3 for animals and 1.7 for elastic bodies. */
    static final double USUAL_COST_OF_JOINTS = 1.4;

    private static final double LEAST_COST_OF_JOINTS = 1.2;

    /** Meshes of fewer vertices are looked at as if they were smooth. */
    private static final int FEW_VERTICES = 4000;

    /**
     * Clusters to start from, as parts of the bones that are wanted: both are tried and the better one is taken. Many more than there
     * will be bones leave bones that no joint suits (cat-poses with 28 bones: 0.246, 0.251, 0.251 and 0.276 % from 30, 32, 36 and
     * 48 clusters; dance with 16: 0.232, 0.214, 0.223 and 0.264 from 18, 20, 24 and 40).
     */
    private static final double[] STARTS = {1.07, 1.25};

    /** Iterations that tell whether a skeleton will be a good one. */
    private static final int PROMISE = 15;

    private final RigProblem problem;
    private final RigProblem few;

    /**
     * @param curve error against bones, as bones were taken out
     * @param why one sentence for the reader of the sheet
     */
    record Chosen(Articulation skeleton, int clusters, List<PruningPoint> curve, String why) {}

    /** @param few the problem with the frames that tell where bones are */
    BoneCount(RigProblem problem, RigProblem few) {
        this.problem = problem;
        this.few = few;
    }

    Chosen choose() {
        RigOptions.Goal goal = problem.options().goal();
        if (goal instanceof RigOptions.Bones bones) {
            return asked(bones.count());
        }
        FreeBones wide = FreeBones.find(few, problem.options().clusters(), FreeBones.Order.BY_PARTS);
        if (goal instanceof RigOptions.Error error) {
            return within(wide, error.percent());
        }
        return byItself(wide, (RigOptions.Detail) goal);
    }

    private Chosen asked(int wanted) {
        FreeBones free = best(starts(wanted, wanted), wanted);
        Articulation skeleton = skeleton(free, last(free));
        int found = skeleton.tree().boneCount();
        return new Made(free, skeleton)
                .chosen(found
                        + (found == wanted
                                ? " bones: as many as were asked for."
                                : " bones: the shape gives no more."));
    }

    /** Bones from several numbers of clusters, pruned by their error. */
    private List<FreeBones> starts(int wanted, int least) {
        List<FreeBones> starts = new ArrayList<>();
        for (double spare : STARTS) {
            starts.add(near(wanted, spare, least));
        }
        return starts;
    }

    /** Those whose skeleton promises most at a number of bones, joints being where they like. */
    private FreeBones best(List<FreeBones> starts, int bones) {
        FreeBones best = null;
        double least = Double.POSITIVE_INFINITY;
        for (FreeBones free : starts) {
            Stage stage = at(free, bones);
            double error = Articulation.rough(few, free.weights(stage), stage.bones(), PROMISE)
                    .rmsePercent();
            if (error < least) {
                least = error;
                best = free;
            }
        }
        return best;
    }

    /** The last stage with so many bones or more. */
    private static Stage at(FreeBones free, int bones) {
        Stage at = free.stages().get(0);
        for (Stage stage : free.stages()) {
            at = stage.bones() >= bones ? stage : at;
        }
        return at;
    }

    /** @param skeleton of some of the free bones */
    private record Made(FreeBones free, Articulation skeleton) {
        Chosen chosen(String why) {
            return new Chosen(skeleton, free.clusters(), free.curve(), why);
        }
    }

    /** Bones from not many more clusters than are wanted, pruned by their error. */
    private FreeBones near(int wanted, double spare, int least) {
        int clusters = Math.max(2, Math.min(RigOptions.MAX_CLUSTERS, (int) Math.ceil(spare * wanted)));
        FreeBones free = FreeBones.find(few, clusters, FreeBones.Order.BY_ERROR);
        free.prune(() -> last(free).bones() > least);
        return free;
    }

    private Chosen within(FreeBones wide, double percent) {
        wide.prune(() -> last(wide).rmsePercent() <= percent);
        Made made = fewest(wide, wide.stages().get(0).bones(), percent);
        boolean reached = made.skeleton.rmsePercent() <= percent;
        return made.chosen(made.skeleton.tree().boneCount()
                + (reached ? " bones: the fewest found" : " bones: the least error found, not")
                + String.format(Locale.ROOT, " within %.3g %% of the size.", percent));
    }

    private Chosen byItself(FreeBones wide, RigOptions.Detail detail) {
        double tolerance = detail.coarseness() * Math.max(shown(), elastic());
        double noise = noise(wide);
        BoneCurve curve = new BoneCurve(wide.stages(), noise, detail.coarseness());
        wide.prune(() -> !curve.isPastBend() || LEAST_COST_OF_JOINTS * curve.error(last(wide)) <= tolerance);
        int bend = curve.bend();
        if (curve.isFlatBehind(bend)) {
            Made made = withoutHelpers(wide, wide.stages().get(bend));
            return made.chosen(made.skeleton.tree().boneCount()
                    + " bones: with more the error hardly falls, with fewer it climbs.");
        }
        double within = Math.sqrt(square(tolerance) + square(noise));
        int most = wide.stages().get(curve.limit()).bones();
        Made made = fewest(wide, most, within);
        return new Made(wide, made.skeleton).chosen(why(made.skeleton, most, within));
    }

    /** The skeleton of a stage, without bones that only help others at their seams. */
    private Made withoutHelpers(FreeBones free, Stage stage) {
        Articulation made = skeleton(free, stage);
        // NOTE: once only. Looked for again among those that are left they take real bones: biped walking loses its
        // chest.
        return new Made(
                free,
                HelperBones.of(made)
                        .map(helpers -> skeleton(free, free.without(stage, helpers)))
                        .orElse(made));
    }

    private static double square(double x) {
        return x * x;
    }

    /** The fewest bones, at most so many, whose skeleton stays within an error; where none does, the one of least error. */
    private Made fewest(FreeBones wide, int most, double percent) {
        int guess = most;
        for (Stage stage : wide.stages()) {
            guess = stage.bones() < guess && USUAL_COST_OF_JOINTS * stage.rmsePercent() <= percent
                    ? stage.bones()
                    : guess;
        }
        List<FreeBones> starts = starts(guess, Math.max(1, guess - guess / 4));
        starts.add(wide);
        FreeBones free = best(starts, guess);
        Made made = new Made(free, new BoneChoice(problem, free, most, percent).choose());
        for (FreeBones other : starts) {
            made = other == free ? made : oneFewer(made, other, percent);
        }
        return made;
    }

    /** Bones from other clusters, where one fewer of them will do. */
    private Made oneFewer(Made made, FreeBones other, double percent) {
        int fewer = made.skeleton.tree().boneCount() - 1;
        Stage stage = at(other, fewer);
        if (fewer < 1 || stage.bones() != fewer || made.skeleton.rmsePercent() > percent) {
            return made;
        }
        Articulation skeleton = skeleton(other, stage);
        return skeleton.rmsePercent() <= percent ? new Made(other, skeleton) : made;
    }

    private String why(Articulation skeleton, int most, double within) {
        int found = skeleton.tree().boneCount();
        if (skeleton.rmsePercent() > within && found >= most) {
            return found
                    + " bones: the error falls on with every bone, but from here on by a twenty-fifth each or less.";
        }
        return String.format(
                Locale.ROOT,
                "%d bones: the error falls on with every bone; these are the fewest found within %.2g %% of the size, about what %s.",
                found,
                within,
                shown() >= elastic() ? "a mesh of so many vertices can show" : "the surface's own stretch leaves open");
    }

    private Articulation skeleton(FreeBones free, Stage stage) {
        return Articulation.of(problem, free.weights(stage), stage.bones());
    }

    private static Stage last(FreeBones free) {
        return free.stages().get(free.stages().size() - 1);
    }

    /** Root mean square noise in percent of the diagonal. */
    private double noise(FreeBones free) {
        Stage first = free.stages().get(0);
        double squared = ScanNoise.squaredPerVertex(few, first, free.weights(first));
        return few.rmsePercent(squared * few.poses().vertexCount());
    }

    private double shown() {
        return 100 * SHOWN / Math.sqrt(Math.max(FEW_VERTICES, problem.poses().vertexCount()));
    }

    private double elastic() {
        return 100 * ELASTIC * Math.pow(Stretch.firstQuartile(problem.sequence()), 1.5);
    }
}
