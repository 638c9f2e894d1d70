package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
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

    /** Meshes of fewer vertices are looked at as if they were smooth. */
    private static final int FEW_VERTICES = 4000;

    private final RigProblem problem;
    private final RigProblem few;
    private final FreeBones free;

    /** @param why one sentence for the reader of the sheet */
    record Chosen(Articulation skeleton, String why) {}

    /** @param few the problem that the bones were found in */
    BoneCount(RigProblem problem, RigProblem few, FreeBones free) {
        this.problem = problem;
        this.few = few;
        this.free = free;
    }

    Chosen choose() {
        RigOptions.Goal goal = problem.options().goal();
        if (goal instanceof RigOptions.Bones bones) {
            return asked(bones.count());
        }
        if (goal instanceof RigOptions.Error error) {
            return within(error.percent());
        }
        return byItself((RigOptions.Detail) goal);
    }

    private Chosen asked(int wanted) {
        free.prune(() -> last().bones() > wanted);
        return new Chosen(skeleton(last()), last().bones() + " bones: as many as were asked for.");
    }

    private Chosen within(double percent) {
        free.prune(() -> last().rmsePercent() <= percent);
        Articulation skeleton = new BoneChoice(problem, free, Integer.MAX_VALUE, percent).choose();
        boolean reached = skeleton.rmsePercent() <= percent;
        return new Chosen(
                skeleton,
                skeleton.tree().boneCount()
                        + (reached ? " bones: the fewest found" : " bones: the least error found, not")
                        + String.format(Locale.ROOT, " within %.3g %% of the size.", percent));
    }

    private Chosen byItself(RigOptions.Detail detail) {
        double tolerance = detail.coarseness() * tolerance();
        double noise = noise();
        BoneCurve curve =
                new BoneCurve(free.stages(), noise, detail.coarseness());
        free.prune(() -> !curve.isPastBend() || curve.error(last()) <= tolerance);
        int bend = curve.bend();
        int bones = free.stages().get(bend).bones();
        if (curve.isFlatBehind(bend)) {
            return new Chosen(
                    skeleton(free.stages().get(bend)),
                    bones + " bones: with more the error hardly falls, with fewer it climbs.");
        }
        double within = Math.sqrt(tolerance * tolerance + noise * noise);
        int most = free.stages().get(curve.limit()).bones();
        Articulation skeleton = new BoneChoice(problem, free, most, within).choose();
        return new Chosen(skeleton, why(skeleton, most, within));
    }

    private String why(Articulation skeleton, int most, double within) {
        int found = skeleton.tree().boneCount();
        if (skeleton.rmsePercent() > within && found >= most) {
            return found + " bones: the error falls on with every bone, but from here on by a thirtieth each or less.";
        }
        return String.format(
                Locale.ROOT,
                "%d bones: the error falls on with every bone; these are the fewest within %.2g %% of the size, about what %s.",
                found,
                within,
                shown() >= elastic() ? "a mesh of so many vertices can show" : "the surface's own stretch leaves open");
    }

    private Articulation skeleton(Stage stage) {
        return Articulation.of(problem, free.weights(stage), stage.bones());
    }

    private Stage last() {
        return free.stages().get(free.stages().size() - 1);
    }

    /** Root mean square noise in percent of the diagonal. */
    private double noise() {
        Stage first = free.stages().get(0);
        double squared = ScanNoise.squaredPerVertex(few, first, free.weights(first));
        return few.rmsePercent(squared * few.poses().vertexCount());
    }

    private double tolerance() {
        return Math.max(shown(), elastic());
    }

    private double shown() {
        return 100 * SHOWN / Math.sqrt(Math.max(FEW_VERTICES, problem.poses().vertexCount()));
    }

    private double elastic() {
        return 100 * ELASTIC * Math.pow(Stretch.firstQuartile(problem.sequence()), 1.5);
    }
}
