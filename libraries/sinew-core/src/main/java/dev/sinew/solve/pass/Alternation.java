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
 * The alternating loop, one step at a time: the best transforms for the weights, a stride ahead by {@link Momentum}, then
 * a pass over the vertices.
 */
public final class Alternation {
    /** An error that grows by this factor in a step is no overshoot that the next one makes good. */
    private static final double FELL = 2;

    private final AlternatingPass pass;
    private final TransformStep step;
    private final Momentum momentum = new Momentum();
    private int boneCount;
    private double[] transforms;
    private BoneForms forms;
    private AlternatingPass.Done done;
    /** What a step lowers, after the last one; infinite before the first. */
    private double error = Double.POSITIVE_INFINITY;

    /** Starts from the weights the state has. */
    public Alternation(AlternatingPass pass, TransformStep step, int boneCount) {
        this.pass = pass;
        this.step = step;
        this.boneCount = boneCount;
        this.done = pass.sumUp(boneCount);
    }

    /** Starts from bones: every vertex chooses among them. */
    public Alternation(AlternatingPass pass, TransformStep step, BoneForms bones) {
        this.pass = pass;
        this.step = step;
        this.boneCount = bones.boneCount();
        this.transforms = bones.transforms();
        this.forms = bones;
        this.done = pass.run(bones, AlternatingPass.Mode.SELECT, pass.influences());
    }

    /**
     * Starts from weights the state has and bones that go with them.
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
     * The same bones over a copy of the state, for tries that may be given up.
     *
     * @param copied a pass like this one's over a state that is equal to its
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
        if (ahead != transforms && done.merit() > FELL * before) {
            // The stride ahead led into the void: back to where it started.
            forms = pass.forms(step, boneCount, transforms);
            done = pass.run(forms, mode, most);
            momentum.restart();
        }
        error = done.merit();
        momentum.hear(error);
        return done.squaredError();
    }

    /** Another pass with the bones as they are, to let the vertices settle. */
    public double settle(AlternatingPass.Mode mode) {
        done = pass.run(forms, mode, pass.influences());
        return done.squaredError();
    }

    /** Takes out the bones that are missed least until {@code wanted} are left. */
    public void removeLeastUseful(int wanted) {
        if (wanted < boneCount) {
            remove(removalCosts(), wanted);
        }
    }

    /** What the squared error would gain if a bone were gone and nothing else changed but weights, B numbers. */
    public double[] removalCosts() {
        return pass.removalCosts(forms);
    }

    /**
     * Takes out the bones of least cost until {@code wanted} are left.
     *
     * @param costs B numbers of whatever unit, not modified
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

    /** How many bones would each be missed by less than {@code squaredError}. */
    public int uselessBones(double squaredError) {
        return (int) Arrays.stream(pass.removalCosts(forms))
                .filter(cost -> cost < squaredError)
                .count();
    }

    public int boneCount() {
        return boneCount;
    }

    /** The bones the last pass used. */
    public BoneForms bones() {
        return forms;
    }

    /** What the normals' error does to the merit, as a factor on E_RMS: falls with it, 1 without normals. */
    public double normalFactor() {
        return done.normalFactor();
    }

    /** How normals weighed in the end, where they take part. */
    public Optional<Shading> shading() {
        return pass.shading();
    }

    public double squaredError() {
        return done.squaredError();
    }

    /** Which bones stay, and the numbers they get: the least costly to lose go. */
    static final class BonePruning {
        private final int[] newIndex;
        private final int kept;

        private BonePruning(int[] newIndex, int kept) {
            this.newIndex = newIndex;
            this.kept = kept;
        }

        /** @param costs what losing each bone would cost; equal costs are settled by the smaller index staying */
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

        /** Bone j's number afterwards, −1 for those that go; not to be modified. */
        int[] newIndex() {
            return newIndex;
        }

        /** The columns of T, d×4B, that belong to the bones that stay. */
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
