package dev.sinew.rig;

import dev.sinew.linalg.Products;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.platform.Workers;
import dev.sinew.solve.joints.ArticulatedForm;
import dev.sinew.solve.joints.ArticulatedFrame;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.NearestRigid;
import dev.sinew.solve.transform.RigidTransforms;
import dev.sinew.solve.transform.TransformEquations;
import dev.sinew.solve.transform.TransformStep;
import java.util.BitSet;
import java.util.Optional;

/**
 * Rigid bones that never leave their joints: M_j·ũ = R_j·(u − C_j) + M_p(j)·C̃_j. Given the joints, every bone is linear in
 * the rotations and one translation,
 *
 * <pre>
 * x_i = t + Σ_l R_l·a_il,   a_il = w_il·(u_i − C_l) + Σ_{c child of l} W_ic·(C_c − C_l),   C_root = 0
 * </pre>
 *
 * so the squared error of a frame is a quadratic form in Z = [R_1 … R_B t] whose matrix is the same in all frames.
 *
 * <p>NOTE: LD14 §6.2 lets bones drift from their joints and pulls them back ever more firmly (λ grows by half each step).
 * Here they cannot drift, so nothing is lost when the joints are enforced at the end, and the step is Newton's method over
 * all rotations of a frame instead of one bone after the other, which creeps where bones are tied together.
 */
final class ArticulatedTransforms implements TransformStep {
    private static final int FRAMES_PER_CHUNK = 4;
    /** With few frames each is a chunk, else one thread has nearly all. */
    private static final int FEW_FRAMES = 24;

    private final int frames;
    /** Pᵀ of reduced trajectories, d×3F; empty for full ones. */
    private final Optional<double[]> basisRows;

    private final int newtonSteps;
    private final JointStep jointStep;
    private final RigidTransforms forms;
    private BoneTree tree;
    private BitSet locked = new BitSet();

    private ArticulatedTransforms(
            BoneTree tree, JointStep jointStep, Optional<double[]> basisRows, int frames, int newtonSteps) {
        this.tree = tree;
        this.jointStep = jointStep;
        this.basisRows = basisRows;
        this.frames = frames;
        this.newtonSteps = newtonSteps;
        this.forms = basisRows
                .map(rows -> RigidTransforms.reduced(BoneType.RIGID, rows, frames, 1))
                .orElseGet(() -> RigidTransforms.full(BoneType.RIGID, frames, 1));
    }

    /**
     * @param tree joints to start from; they move with every step
     * @param basisRows Pᵀ of reduced trajectories, d×3F, not modified
     */
    static ArticulatedTransforms reduced(
            BoneTree tree, JointStep jointStep, double[] basisRows, int frames, int newtonSteps) {
        return new ArticulatedTransforms(tree, jointStep, Optional.of(basisRows), frames, newtonSteps);
    }

    /** For trajectories in full coordinates. */
    static ArticulatedTransforms full(BoneTree tree, JointStep jointStep, int frames, int newtonSteps) {
        return new ArticulatedTransforms(tree, jointStep, Optional.empty(), frames, newtonSteps);
    }

    /** The same with bones that keep their rotations, {@code bones} not modified. */
    ArticulatedTransforms locking(BitSet bones) {
        locked = bones;
        return this;
    }

    /** As the last step left it. */
    BoneTree tree() {
        return tree;
    }

    @Override
    public int dimensions() {
        return 3 * frames;
    }

    @Override
    public double[] solve(TransformEquations equations, double[] previous, Workers workers) {
        double[] right = basisRows
                .map(rows -> Products.multiply(
                        equations.right(),
                        4 * equations.boneCount(),
                        rows.length / (3 * frames),
                        rows,
                        3 * frames,
                        workers))
                .orElseGet(equations::right);
        return solve(equations, right, previous, workers);
    }

    private double[] solve(TransformEquations equations, double[] right, double[] previous, Workers workers) {
        double[] gram = equations.symmetricGram();
        double[] turned = turn(gram, right, previous, workers);
        tree = tree.withJoints(jointStep.solve(tree, gram, right, equations.sums(), turned, frames, workers));
        return turn(gram, right, turned, workers);
    }

    /** The rotations and the translation of every frame, joints given. */
    private double[] turn(double[] gram, double[] right, double[] previous, Workers workers) {
        int b = tree.boneCount();
        ArticulatedForm form = new ArticulatedForm(tree.parents(), tree.joints(), gram);
        double[] s = form.reduce(right, 3 * frames, workers);
        double[] t = new double[3 * frames * 4 * b];
        workers.forChunks(frames, chunk(frames), (chunk, from, to) -> {
            ArticulatedFrame frame = new ArticulatedFrame(form, locked);
            for (int f = from; f < to; f++) {
                frame.start(previous, s, f, frames);
                for (int k = 0; k < newtonSteps && frame.improve(); k++) {
                    // Each step goes on from the last one until none is found.
                }
                store(frame, tree, t, f);
            }
        });
        return t;
    }

    /** The bones of a frame, 3F×4B. */
    static void store(ArticulatedFrame frame, BoneTree tree, double[] t, int f) {
        int b = tree.boneCount();
        for (int j : tree.order()) {
            boolean root = tree.parents()[j] == Skeleton.NONE;
            for (int r = 0; r < 3; r++) {
                System.arraycopy(frame.rotations(), 9 * j + 3 * r, t, (3 * f + r) * 4 * b + 4 * j, 3);
                if (root) {
                    t[(3 * f + r) * 4 * b + 4 * j + 3] = frame.translation(r);
                }
            }
            if (!root) {
                attach(tree, t, f, j);
            }
        }
    }

    private static int chunk(int frames) {
        return frames < FEW_FRAMES ? 1 : FRAMES_PER_CHUNK;
    }

    @Override
    public double[] allowed(double[] t, Workers workers) {
        int b = tree.boneCount();
        int[] order = tree.order();
        workers.forChunks(frames, chunk(frames), (chunk, from, to) -> {
            NearestRigid nearest = new NearestRigid(BoneType.RIGID);
            for (int f = from; f < to; f++) {
                for (int j : order) {
                    int at = 3 * f * 4 * b + 4 * j;
                    nearest.project(t, at, 4 * b);
                    if (tree.parents()[j] != Skeleton.NONE) {
                        attach(tree, t, f, j);
                    }
                }
            }
        });
        return t;
    }

    /** The translation that keeps bone j on its joint: t_j = t_p + (R_p − R_j)·C_j. */
    static void attach(BoneTree tree, double[] t, int f, int j) {
        int b = tree.boneCount();
        int p = tree.parents()[j];
        double[] c = tree.joints();
        for (int r = 0; r < 3; r++) {
            int own = (3 * f + r) * 4 * b + 4 * j;
            int above = (3 * f + r) * 4 * b + 4 * p;
            double sum = t[above + 3];
            for (int x = 0; x < 3; x++) {
                sum += (t[above + x] - t[own + x]) * c[3 * j + x];
            }
            t[own + 3] = sum;
        }
    }

    @Override
    public BoneForms forms(int boneCount, double[] t, Workers workers) {
        return forms.forms(boneCount, t, workers);
    }
}
