package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.solve.SkinState;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How many bones a skeleton gets: as many as were asked for; the fewest that reach an error that was asked for; else what the
 * curve of error against bones says ({@link BoneCurve}), and where it has no end, as many as explain the motion down to
 * what the mesh can show and what its own stretch leaves open.
 */
final class BoneCount {
    private static final double LEAST_COST_OF_JOINTS = 1.2;

    /** What more joints that are each other's mirror image may cost. */
    private static final double WORTH_OF_IMAGES = 1.02;

    /** So many times what a mesh can show is seen by everybody. */
    private static final double SEEN = 2;

    /** Three vertices say how a bone turns, and one more whether they turn alike. */
    private static final int VERTICES_A_BONE = 4;

    private final RigProblem problem;
    private final RigProblem few;
    private final Optional<Supplier<RigProblem>> more;

    /**
     * @param curve error against bones, as bones were taken out
     * @param why one sentence for the reader of the sheet
     */
    record Chosen(Articulation skeleton, int clusters, List<PruningPoint> curve, String why) {}

    /**
     * @param few the problem with the frames that tell where bones are
     * @param more with more of them, which shapes that were played by bones are worth
     */
    BoneCount(RigProblem problem, RigProblem few, Optional<Supplier<RigProblem>> more) {
        this.problem = problem;
        this.few = few;
        this.more = more;
    }

    Chosen choose() {
        RigOptions.Goal goal = problem.options().goal();
        if (goal instanceof RigOptions.Bones bones) {
            return asked(bones.count());
        }
        FreeBones wide = FreeBones.find(few, clusters(), FreeBones.Order.BY_PARTS);
        if (goal instanceof RigOptions.Error error) {
            return within(wide, error.percent());
        }
        return byItself(wide, (RigOptions.Detail) goal);
    }

    /** As many as were asked for, but not so many that each has too few vertices to say how it turns. */
    private int clusters() {
        int most = Math.max(2, problem.poses().vertexCount() / VERTICES_A_BONE);
        return Math.min(most, problem.options().clusters());
    }

    private Chosen asked(int wanted) {
        FreeBones wide = FreeBones.find(few, Math.max(wanted, problem.options().clusters()), FreeBones.Order.BY_PARTS);
        wide.pruneTo(wanted);
        BoneStarts starts = BoneStarts.near(few, wanted, wanted);
        starts.add(wide);
        Articulation made = BoneChoice.best(problem, starts, wanted);
        int found = made.tree().boneCount();
        return chosen(
                made,
                wide,
                found + (found == wanted ? " bones: as many as were asked for." : " bones: the shape gives no more."));
    }

    private static Chosen chosen(Articulation skeleton, FreeBones wide, String why) {
        return new Chosen(skeleton, wide.clusters(), wide.curve(), why);
    }

    private Chosen within(FreeBones wide, double percent) {
        wide.prune(() -> last(wide).rmsePercent() <= percent);
        BoneChoice.Range range = new BoneChoice.Range(1, wide.stages().get(0).bones());
        Articulation made = fewest(wide, range, AllowedError.of(percent))
                .last(problem, percent)
                .placed();
        boolean reached = made.rmsePercent() <= percent;
        return chosen(
                made,
                wide,
                made.tree().boneCount()
                        + (reached ? " bones: the fewest found" : " bones: the least error found, not")
                        + String.format(Locale.ROOT, " within %.3g %% of the size.", percent));
    }

    private Chosen byItself(FreeBones wide, RigOptions.Detail detail) {
        double noise = noise(wide);
        AllowedError allowed = AllowedError.of(problem).times(detail.coarseness());
        BoneCurve curve = new BoneCurve(wide.stages(), noise, allowed.shown(), detail.coarseness());
        wide.prune(() -> !curve.isPastBend()
                || LEAST_COST_OF_JOINTS * curve.error(last(wide))
                        <= allowed.with(last(wide).bones()));
        int bend = curve.bend();
        if (curve.isFlatBehind(bend) || curve.isExplainedAt(bend)) {
            if (more.isPresent()) {
                return new BoneCount(problem, more.get().get(), Optional.empty()).choose();
            }
            Articulation made = withoutHelpers(wide, wide.stages().get(bend));
            return chosen(
                    made,
                    wide,
                    made.tree().boneCount()
                            + (curve.isFlatBehind(bend)
                                    ? " bones: with more the error hardly falls, with fewer it climbs."
                                    : " bones: they explain the motion far better than it can be seen."));
        }
        int most = wide.stages().get(bend).bones();
        // What stretch leaves open is a guess: more than half the bones that pay for themselves stay whatever it says.
        BoneChoice.Tried counted = fewest(wide, new BoneChoice.Range(most / 2 + 1, most), allowed);
        double images = problem.mirror().isPresent() ? WORTH_OF_IMAGES : 1;
        Articulation made =
                counted.last(problem, images * counted.placed().rmsePercent()).placed();
        return chosen(made, wide, why(made, allowed) + warning(made, wide, bend, allowed.shown()));
    }

    /** The skeleton of a stage, without bones that only help others at their seams. */
    private Articulation withoutHelpers(FreeBones free, Stage stage) {
        SkinState weights = free.weights(stage);
        int bones = BonePatches.separate(problem.graph(), weights, stage.bones());
        Articulation all =
                Articulation.rough(problem, weights, bones, problem.options().maxIterations());
        // NOTE: once only. Looked for again among those that are left they take real bones: biped walking loses its
        // chest. Pairs and ends without a mirror image are another matter.
        Articulation fewer =
                HelperBones.of(all).map(out -> all.withoutEnds(problem, out)).orElse(all);
        Articulation paired = HelperBones.atTheSides(fewer)
                .map(out -> fewer.withoutEnds(problem, out))
                .orElse(fewer);
        return paired.copy().placed(problem, Articulation.Care.LAST);
    }

    /** The fewest bones of a range whose skeleton stays within an error; where none does, the one of least error. */
    private BoneChoice.Tried fewest(FreeBones wide, BoneChoice.Range range, AllowedError allowed) {
        int guess = range.most();
        for (Stage stage : wide.stages()) {
            boolean fewer = stage.bones() < guess && stage.bones() >= range.least();
            guess = fewer && BoneChoice.USUAL_COST_OF_JOINTS * stage.rmsePercent() <= allowed.with(stage.bones())
                    ? stage.bones()
                    : guess;
        }
        BoneStarts starts = BoneStarts.near(few, guess, Math.max(range.least(), guess - guess / 4));
        starts.add(wide);
        return new BoneChoice(problem, starts, range, allowed).choose();
    }

    private static String why(Articulation skeleton, AllowedError allowed) {
        int found = skeleton.tree().boneCount();
        if (!allowed.allows(skeleton)) {
            return found + " bones: the error falls on with every bone, but from here on by little each.";
        }
        return String.format(
                Locale.ROOT,
                "%d bones: the error falls on with every bone; these are the fewest found within %.2g %% of the size, about what %s.",
                found,
                allowed.with(found),
                allowed.isStretch(found)
                        ? "the surface's own stretch leaves open"
                        : "a mesh of so many vertices can show");
    }

    /** What is seen to be wrong with few bones, and how many would mend it. */
    private static String warning(Articulation skeleton, FreeBones wide, int bend, double visible) {
        int found = skeleton.tree().boneCount();
        Stage more = wide.stages().get(bend);
        if (skeleton.rmsePercent() <= SEEN * visible || more.bones() <= found) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                " Their error of %.2g %% can be seen: look whether a part is missing, with %d bones about %.2g %% would be left.",
                skeleton.rmsePercent(),
                more.bones(),
                skeleton.rmsePercent()
                        * more.rmsePercent()
                        / wide.at(found).orElse(more).rmsePercent());
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
}
