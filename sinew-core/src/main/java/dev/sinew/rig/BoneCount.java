package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
import dev.sinew.rig.RigResult.PruningPoint;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

    /** Meshes of fewer vertices are looked at as if they were smooth. */
    private static final int FEW_VERTICES = 4000;

    /**
     * Clusters to start from, as parts of the bones that are wanted: both are tried and the better one is taken. Many more than there
     * will be bones leave bones that no joint suits (cat-poses with 28 bones: 0.246, 0.251, 0.251 and 0.276 % from 30, 32, 36 and
     * 48 clusters; dance with 16: 0.232, 0.214, 0.223 and 0.264 from 18, 20, 24 and 40).
     */
    private static final double[] STARTS = {1.07, 1.25};

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
        Made best = null;
        for (double spare : STARTS) {
            FreeBones free = near(wanted, spare, wanted);
            Made made = new Made(free, skeleton(free, last(free)));
            best = best == null || made.skeleton.rmsePercent() < best.skeleton.rmsePercent() ? made : best;
        }
        int found = best.skeleton.tree().boneCount();
        return best.chosen(
                found + (found == wanted ? " bones: as many as were asked for." : " bones: the shape gives no more."));
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
        wide.prune(() -> !curve.isPastBend() || curve.error(last(wide)) <= tolerance);
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
        Stage at = stage;
        Articulation made = skeleton(free, at);
        for (int round = 0; round < 2; round++) {
            Optional<boolean[]> helpers = HelperBones.of(made);
            if (helpers.isEmpty()) {
                return new Made(free, made);
            }
            at = free.without(at, helpers.get());
            made = skeleton(free, at);
        }
        return new Made(free, made);
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
        Made best = null;
        for (double spare : STARTS) {
            FreeBones free = near(guess, spare, Math.max(1, guess - guess / 4));
            Articulation skeleton = new BoneChoice(problem, free, most, percent).choose();
            best = best == null || isBetter(skeleton, best.skeleton, percent) ? new Made(free, skeleton) : best;
        }
        return best;
    }

    private static boolean isBetter(Articulation some, Articulation best, double percent) {
        boolean enough = some.rmsePercent() <= percent;
        if (enough != best.rmsePercent() <= percent) {
            return enough;
        }
        int fewer = best.tree().boneCount() - some.tree().boneCount();
        return enough && fewer != 0 ? fewer > 0 : some.rmsePercent() < best.rmsePercent();
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
