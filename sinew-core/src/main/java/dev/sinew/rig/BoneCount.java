package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
import dev.sinew.rig.RigResult.PruningPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How many bones a skeleton gets: as many as were asked for; the fewest that reach an error that was asked for; else what the
 * curve of error against bones says ({@link BoneCurve}), and where it has no end, as many as explain the motion down to
 * what the mesh can show and what its own stretch leaves open.
 */
final class BoneCount {
    /** What joints cost, before the first skeleton was made: between 1.3 for animals and 1.7 for elastic bodies. */
    static final double USUAL_COST_OF_JOINTS = 1.4;

    private static final double LEAST_COST_OF_JOINTS = 1.2;

    /**
     * Clusters to start from, as parts of the bones that are wanted: both are tried and the better one is taken. Many more than there
     * will be bones leave bones that no joint suits (cat-poses with 28 bones: 0.246, 0.251, 0.251 and 0.276 % from 30, 32, 36 and
     * 48 clusters; dance with 16: 0.232, 0.214, 0.223 and 0.264 from 18, 20, 24 and 40).
     */
    private static final double[] STARTS = {1.07, 1.25};

    /** How often one bone fewer is tried, from clusters made for it, after the fewest were found. */
    private static final int FEWER = 2;

    /** Iterations that tell whether a skeleton will be a good one. */
    private static final int PROMISE = 15;

    /** What more joints that are each other's mirror image may cost. */
    private static final double WORTH_OF_IMAGES = 1.02;

    /** So many times what a mesh can show is seen by everybody. */
    private static final double SEEN = 2;

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
        long t0 = System.nanoTime();
        FreeBones wide = FreeBones.find(few, problem.options().clusters(), FreeBones.Order.BY_PARTS);
        System.err.printf("WIDE found %.2fs%n", (System.nanoTime() - t0) / 1e9);
        if (goal instanceof RigOptions.Error error) {
            return within(wide, error.percent());
        }
        return byItself(wide, (RigOptions.Detail) goal);
    }

    private Chosen asked(int wanted) {
        Made made = anew(wanted, AllowedError.of(0)).last(problem, Double.POSITIVE_INFINITY);
        int found = made.skeleton.tree().boneCount();
        return made.chosen(
                found + (found == wanted ? " bones: as many as were asked for." : " bones: the shape gives no more."));
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
            long t0 = System.nanoTime();
            double error = Articulation.rough(few, free.weights(stage), stage.bones(), PROMISE)
                    .rmsePercent();
            System.err.printf("PROMISE clusters %d stage %d free %.4f rough %.4f %.2fs%n", free.clusters(), stage.bones(), stage.rmsePercent(), error, (System.nanoTime() - t0) / 1e9);
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

    /**
     * A skeleton of some of the free bones.
     *
     * @param rough before its joints were placed
     */
    private record Made(FreeBones free, Articulation rough, Articulation skeleton) {
        Made(FreeBones free, BoneChoice.Tried tried) {
            this(free, tried.rough(), tried.skeleton());
        }

        boolean isPlaced() {
            return skeleton != rough;
        }

        boolean isWithin(AllowedError allowed) {
            return isPlaced() && allowed.allows(skeleton);
        }

        /**
         * The same with more care.
         *
         * @param most what it may err by, or as much as it did
         */
        Made last(RigProblem problem, double most) {
            long t0 = System.nanoTime();
            Articulation careful = rough.copy().placed(problem, Articulation.Care.LAST);
            System.err.printf("LAST %d %.4f %.2fs%n", careful.tree().boneCount(), careful.rmsePercent(), (System.nanoTime() - t0) / 1e9);
            boolean better = careful.rmsePercent() <= Math.max(most, skeleton.rmsePercent());
            return better ? new Made(free, rough, careful) : this;
        }

        Chosen chosen(String why) {
            return new Chosen(skeleton, free.clusters(), free.curve(), why);
        }
    }

    /** Bones from not many more clusters than are wanted, pruned by their error. */
    private FreeBones near(int wanted, double spare, int least) {
        int clusters = Math.max(2, Math.min(RigOptions.MAX_CLUSTERS, (int) Math.ceil(spare * wanted)));
        long t0 = System.nanoTime();
        FreeBones free = FreeBones.find(few, clusters, FreeBones.Order.BY_ERROR);
        long t1 = System.nanoTime();
        free.prune(least, () -> true);
        System.err.printf("NEAR %d least %d found %.2fs pruned %.2fs%n", clusters, least, (t1 - t0) / 1e9, (System.nanoTime() - t1) / 1e9);
        return free;
    }

    private Chosen within(FreeBones wide, double percent) {
        wide.prune(1, () -> last(wide).rmsePercent() <= percent);
        Made made = fewest(wide, new BoneChoice.Range(1, wide.stages().get(0).bones()), AllowedError.of(percent))
                .last(problem, percent);
        boolean reached = made.skeleton.rmsePercent() <= percent;
        return made.chosen(made.skeleton.tree().boneCount()
                + (reached ? " bones: the fewest found" : " bones: the least error found, not")
                + String.format(Locale.ROOT, " within %.3g %% of the size.", percent));
    }

    private Chosen byItself(FreeBones wide, RigOptions.Detail detail) {
        long t0 = System.nanoTime();
        double noise = noise(wide);
        long t1 = System.nanoTime();
        AllowedError allowed = AllowedError.of(problem).times(detail.coarseness());
        BoneCurve curve = new BoneCurve(wide.stages(), noise, allowed.shown(), detail.coarseness());
        wide.prune(1, () -> !curve.isPastBend()
                || LEAST_COST_OF_JOINTS * curve.error(last(wide))
                        <= allowed.with(last(wide).bones()));
        int bend = curve.bend();
        System.err.printf("NOISE %.2fs pruned %.2fs%n", (t1 - t0) / 1e9, (System.nanoTime() - t1) / 1e9);
        System.err.printf("WIDE bend %d most %d%n", wide.stages().get(bend).bones(), curve.mostAtBend());
        if (curve.isFlatBehind(bend) || curve.isExplainedAt(bend)) {
            Made made = withoutHelpers(wide, wide.stages().get(bend));
            return made.chosen(made.skeleton.tree().boneCount()
                    + (curve.isFlatBehind(bend)
                            ? " bones: with more the error hardly falls, with fewer it climbs."
                            : " bones: they explain the motion far better than it can be seen."));
        }
        int most = curve.mostAtBend();
        // What stretch leaves open is a guess: half the bones that pay for themselves stay whatever it says.
        Made counted = fewest(wide, new BoneChoice.Range((most + 1) / 2, most), allowed);
        double images = problem.mirror().isPresent() ? WORTH_OF_IMAGES : 1;
        Made made = counted.last(problem, images * counted.skeleton.rmsePercent());
        return new Made(wide, made.rough, made.skeleton)
                .chosen(why(made.skeleton, allowed) + warning(made.skeleton, wide, bend, allowed.shown()));
    }

    /** The skeleton of a stage, without bones that only help others at their seams. */
    private Made withoutHelpers(FreeBones free, Stage stage) {
        Articulation all = Articulation.rough(problem, free.weights(stage), stage.bones());
        // NOTE: once only. Looked for again among those that are left they take real bones: biped walking loses its
        // chest. Ends without a mirror image are another matter.
        Articulation fewer =
                HelperBones.of(all).map(out -> all.withoutEnds(problem, out)).orElse(all);
        Articulation paired = Optional.of(fewer.tree().images())
                .filter(images -> images.length > 0)
                .flatMap(images -> HelperBones.alone(fewer, images))
                .map(out -> fewer.withoutEnds(problem, out))
                .orElse(fewer);
        return new Made(free, paired, paired.copy().placed(problem, Articulation.Care.LAST));
    }

    /** The fewest bones of a range whose skeleton stays within an error; where none does, the one of least error. */
    private Made fewest(FreeBones wide, BoneChoice.Range range, AllowedError allowed) {
        int guess = range.most();
        for (Stage stage : wide.stages()) {
            boolean fewer = stage.bones() < guess && stage.bones() >= range.least();
            guess = fewer && USUAL_COST_OF_JOINTS * stage.rmsePercent() <= allowed.with(stage.bones())
                    ? stage.bones()
                    : guess;
        }
        List<FreeBones> starts = starts(guess, Math.max(range.least(), guess - guess / 4));
        starts.add(wide);
        FreeBones free = best(starts, guess);
        Made made = new Made(free, new BoneChoice(problem, free, range, allowed).choose());
        return made.isWithin(allowed) ? madeForThem(made, range, allowed) : made;
    }

    /** Fewer bones yet, or as many that err less, from clusters that were made for so many. */
    private Made madeForThem(Made found, BoneChoice.Range range, AllowedError allowed) {
        Made made = found;
        int least = Math.max(range.least(), bones(found) - FEWER);
        for (int fewer = bones(found) - 1; fewer >= least; fewer--) {
            Made next = anew(fewer, allowed);
            if (!next.isWithin(allowed)) {
                break;
            }
            made = next;
        }
        if (made != found) {
            return made;
        }
        Made same = anew(bones(found), AllowedError.of(found.skeleton.rmsePercent()));
        return same.isPlaced() && same.skeleton.rmsePercent() < found.skeleton.rmsePercent() ? same : found;
    }

    private static int bones(Made made) {
        return made.skeleton.tree().boneCount();
    }

    /** A skeleton of so many bones from clusters that were made for it, placed where it may be allowed. */
    private Made anew(int bones, AllowedError allowed) {
        FreeBones free = best(starts(bones, bones), bones);
        Stage stage = at(free, bones);
        return new Made(free, BoneChoice.Tried.of(problem, free.weights(stage), stage.bones(), allowed));
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
                skeleton.rmsePercent() * more.rmsePercent() / at(wide, found).rmsePercent());
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
