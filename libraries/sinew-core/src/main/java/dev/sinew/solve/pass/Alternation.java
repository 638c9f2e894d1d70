package dev.sinew.solve.pass;

import dev.sinew.solve.Momentum;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.TransformStep;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The alternating loop, one step at a time: solves the transforms for the weights, extrapolates them with {@link Momentum}, then runs a
 * pass over the vertices.
 */
public final class Alternation {
    /** If the error grows by this factor in a step, the step is undone. */
    private static final double DIVERGENCE_FACTOR = 2;

    private final AlternatingPass pass;
    private final TransformStep step;
    private final Momentum momentum = new Momentum();
    private int boneCount;
    private double[] transforms;
    private BoneForms forms;
    private AlternatingPass.Done done;
    /** The minimised quantity after the last step; infinite before the first. */
    private double error = Double.POSITIVE_INFINITY;

    /** Starts from the weights of the state. */
    public Alternation(AlternatingPass pass, TransformStep step, int boneCount) {
        this.pass = pass;
        this.step = step;
        this.boneCount = boneCount;
        this.done = pass.sumUp(boneCount);
    }

    /** Starts from bones: every vertex selects among them. */
    public Alternation(AlternatingPass pass, TransformStep step, BoneForms bones) {
        this.pass = pass;
        this.step = step;
        this.boneCount = bones.boneCount();
        this.transforms = bones.transforms();
        this.forms = bones;
        this.done = pass.run(bones, AlternatingPass.Mode.SELECT, pass.influences());
    }

    /**
     * Starts from the weights of the state and matching bones.
     *
     * @param transforms in the coordinates of the step, kept, not modified
     */
    public Alternation(AlternatingPass pass, TransformStep step, int boneCount, double[] transforms) {
        this(pass, step, boneCount);
        this.transforms = transforms;
    }

    private Alternation(AlternatingPass pass, Alternation like) {
        this.pass = pass;
        this.step = like.step;
        this.boneCount = like.boneCount;
        this.transforms = like.transforms;
        this.forms = like.forms;
        this.done = like.done;
    }

    /**
     * The same bones over a copy of the state, for trials that may be discarded.
     *
     * @param copied an equivalent pass over an equal state
     */
    public Alternation over(AlternatingPass copied) {
        return new Alternation(copied, this);
    }

    /** One step; returns ‖TX − Y‖² after it. */
    public double step(AlternatingPass.Mode mode, int most) {
        transforms = done.solveTransforms(step, transforms);
        double[] ahead = momentum.extrapolate(transforms);
        forms = pass.forms(step, boneCount, ahead == transforms ? ahead : pass.allowed(step, ahead));
        double before = error;
        done = pass.run(forms, mode, most);
        if (ahead != transforms && done.merit() > DIVERGENCE_FACTOR * before) {
            // The extrapolation failed: go back to its start.
            forms = pass.forms(step, boneCount, transforms);
            done = pass.run(forms, mode, most);
            momentum.restart();
        }
        error = done.merit();
        momentum.report(error);
        return done.squaredError();
    }

    /** Runs another pass with the current bones, to let the vertices settle. */
    public double settle(AlternatingPass.Mode mode) {
        done = pass.run(forms, mode, pass.influences());
        return done.squaredError();
    }

    /** Removes the bones with the lowest removal cost until {@code wanted} are left. */
    public void removeLeastUseful(int wanted) {
        if (wanted < boneCount) {
            remove(removalCosts(), wanted);
        }
    }

    /** Increase of the squared error if a bone were removed and only weights changed, B numbers. */
    public double[] removalCosts() {
        return pass.removalCosts(forms);
    }

    /**
     * Removes the bones of lowest cost until {@code wanted} are left.
     *
     * @param costs B numbers in any unit, not modified
     */
    public void remove(double[] costs, int wanted) {
        BonePruning pruning = BonePruning.of(costs, wanted);
        transforms = pruning.keep(forms.transforms(), step.dimensions());
        boneCount = wanted;
        forms = pass.forms(step, boneCount, transforms);
        done = pass.withoutBones(pruning, forms);
        momentum.restart();
        error = Double.POSITIVE_INFINITY;
    }

    /** Number of bones whose removal costs less than {@code squaredError} each. */
    public int uselessBones(double squaredError) {
        return (int) Arrays.stream(pass.removalCosts(forms))
                .filter(cost -> cost < squaredError)
                .count();
    }

    public int boneCount() {
        return boneCount;
    }

    /** The bones of the last pass. */
    public BoneForms bones() {
        return forms;
    }

    /** The factor that normals contribute to the merit in units of E_RMS: falls with their error, 1 without normals. */
    public double normalFactor() {
        return done.normalFactor();
    }

    /** The final weights of normals, if they are fitted. */
    public Optional<Shading> shading() {
        return pass.shading();
    }

    public double squaredError() {
        return done.squaredError();
    }

    /** Which bones remain, and their new indices: those with the lowest costs are removed. */
    static final class BonePruning {
        private final int[] newIndex;
        private final int kept;

        private BonePruning(int[] newIndex, int kept) {
            this.newIndex = newIndex;
            this.kept = kept;
        }

        /** @param costs removal cost of each bone; among equal costs the smaller index stays */
        static BonePruning of(double[] costs, int wanted) {
            int[] newIndex = new int[costs.length];
            IntStream.range(0, costs.length)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(j -> costs[j]).thenComparing(j -> -j))
                    .limit(costs.length - wanted)
                    .forEach(j -> newIndex[j] = -1);
            int next = 0;
            for (int j = 0; j < newIndex.length; j++) {
                newIndex[j] = newIndex[j] < 0 ? -1 : next++;
            }
            return new BonePruning(newIndex, next);
        }

        /** New index of bone j, −1 if removed. Do not modify. */
        int[] newIndex() {
            return newIndex;
        }

        /** The columns of T, d×4B, of the remaining bones. */
        double[] keep(double[] t, int dimensions) {
            int before = newIndex.length;
            double[] fewer = new double[dimensions * 4 * kept];
            for (int k = 0; k < dimensions; k++) {
                for (int j = 0; j < before; j++) {
                    if (newIndex[j] >= 0) {
                        System.arraycopy(t, 4 * (k * before + j), fewer, 4 * (k * kept + newIndex[j]), 4);
                    }
                }
            }
            return fewer;
        }
    }
}
