package dev.sinew.rig;

import dev.sinew.linalg.Cholesky;
import dev.sinew.model.Skeleton;
import dev.sinew.platform.Workers;
import java.util.Optional;

/**
 * Where the joints are best, rotations given: a linear problem over all joints and frames, with the translation of every
 * frame at its best. With Δ_c = R_p(c) − R_c,
 *
 * <pre>
 * x_i = t + Σ_j w_ij·R_j·u_i + Σ_c W_ic·Δ_c·C_c
 * </pre>
 *
 * A direction in which a joint hardly turns says nothing of where the joint is; there, as in Anguelov et al. 2004, the
 * middle of what the two bones share decides.
 */
final class JointStep {
    /**
     * A hinge says nothing of where along its axis it is: what is known this much worse than the rest is left open. NOTE: 0.05
     * costs cat-poses with 28 bones a sixth of its error (0.303 % against 0.259), 0.0005 gains 1 % and puts joints outside.
     */
    private static final double OPEN = 0.003;

    /** How much firmer than the data mirror images are tied to each other. */
    private static final double TIE = 100;

    /** Beside this no data counts. */
    private static final double FIXED = 1e6;

    /**
     * No joint is held with less than this fraction of the largest stiffness: a joint without attached bones has stiffness 0, and the
     * factorisation would lift that to rounding and lose the place with it.
     */
    private static final double WEAKEST = 1e-12;

    private final double firmness;
    private final JointHold hold;
    /** Where joints are thought to be; nothing where what their bones share says it. */
    private final Optional<double[]> given;

    /**
     * @param firmness γ of LD14 §5, relative to the data
     * @param hold joints that are not asked
     */
    JointStep(double firmness, JointHold hold) {
        this(firmness, hold, hold.guess());
    }

    private JointStep(double firmness, JointHold hold, Optional<double[]> given) {
        this.firmness = firmness;
        this.hold = hold;
        this.given = given;
    }

    /** The same with a better guess of where joints are, 3B, which the motion corrects. */
    JointStep near(double[] places) {
        return new JointStep(firmness, hold, Optional.of(places));
    }

    /**
     * @param gram 4B×4B
     * @param right X·Aᵀ, 4B×3F
     * @param sums Σ_i w_ij·ũ_i, four numbers per bone
     * @param t the bones, 3F×4B
     * @return the joints, 3B
     */
    double[] solve(
            BoneTree tree, double[] gram, double[] right, double[] sums, double[] t, int frames, Workers workers) {
        int b = tree.boneCount();
        Subtrees below = new Subtrees(tree, gram, right, sums, frames);
        int chunkSize = 16;
        int chunks = Workers.chunks(frames, chunkSize);
        double[][] matrices = new double[chunks][];
        double[][] sides = new double[chunks][];
        workers.forChunks(frames, chunkSize, (chunk, from, to) -> {
            matrices[chunk] = new double[9 * b * b];
            sides[chunk] = new double[3 * b];
            for (int f = from; f < to; f++) {
                addFrame(tree, below, t, f, matrices[chunk], sides[chunk]);
            }
        });
        for (int c = 1; c < chunks; c++) {
            for (int k = 0; k < matrices[0].length; k++) {
                matrices[0][k] += matrices[c][k];
            }
            for (int k = 0; k < 3 * b; k++) {
                sides[0][k] += sides[c][k];
            }
        }
        return solve(tree, below, gram, matrices[0], sides[0], frames);
    }

    private static void addFrame(BoneTree tree, Subtrees below, double[] t, int f, double[] a, double[] side) {
        int b = tree.boneCount();
        double[] delta = new double[9 * b];
        double[] miss = new double[3];
        for (int c = 0; c < b; c++) {
            if (tree.parents()[c] == Skeleton.NONE) {
                continue;
            }
            for (int r = 0; r < 3; r++) {
                int row = (3 * f + r) * 4 * b;
                for (int x = 0; x < 3; x++) {
                    delta[9 * c + 3 * r + x] = t[row + 4 * tree.parents()[c] + x] - t[row + 4 * c + x];
                }
            }
        }
        for (int c = 0; c < b; c++) {
            if (tree.parents()[c] == Skeleton.NONE) {
                continue;
            }
            below.miss(c, t, f, miss);
            for (int x = 0; x < 3; x++) {
                for (int r = 0; r < 3; r++) {
                    side[3 * c + x] += delta[9 * c + 3 * r + x] * miss[r];
                }
            }
            for (int o = 0; o <= c; o++) {
                double weight = below.overlap(c, o);
                for (int x = 0; x < 3 && weight != 0; x++) {
                    for (int y = 0; y < 3; y++) {
                        a[(3 * c + x) * 3 * b + 3 * o + y] += weight
                                * (delta[9 * c + x] * delta[9 * o + y]
                                        + delta[9 * c + 3 + x] * delta[9 * o + 3 + y]
                                        + delta[9 * c + 6 + x] * delta[9 * o + 6 + y]);
                    }
                }
            }
        }
    }

    private double[] solve(BoneTree tree, Subtrees below, double[] gram, double[] a, double[] side, int frames) {
        int b = tree.boneCount();
        double[] strengths = new double[b];
        double firmest = 0;
        for (int c = 0; c < b; c++) {
            boolean root = tree.parents()[c] == Skeleton.NONE;
            strengths[c] = root ? 1 : strength(c, b, a, firmness * frames * below.overlap(c, c));
            firmest = Math.max(firmest, trace(c, b, a) + strengths[c]);
        }
        for (int c = 0; c < b; c++) {
            boolean root = tree.parents()[c] == Skeleton.NONE;
            double strength = Math.max(strengths[c], WEAKEST * firmest);
            for (int x = 0; x < 3; x++) {
                a[(3 * c + x) * 3 * b + 3 * c + x] += strength;
                side[3 * c + x] += root ? 0 : strength * place(tree, gram, c, x);
            }
        }
        hold.ties().forEach(tie -> addTie(tie, b, a, side));
        Cholesky.of(a, 3 * b).solve(side, 1, 0, 1);
        return side;
    }

    /** μ·‖C_c − H·C_d − k‖² with the reflection H·x + k, so that of two images the one that is known better says where both are. */
    private void addTie(JointHold.Tie tie, int b, double[] a, double[] side) {
        int c = Math.max(tie.one(), tie.other());
        int d = Math.min(tie.one(), tie.other());
        double mu = TIE * (trace(c, b, a) + trace(d, b, a)) / (hold.held()[c] || hold.held()[d] ? FIXED : 1);
        double[] n = tie.plane().normal();
        double k = 2 * tie.plane().distance();
        for (int x = 0; x < 3; x++) {
            if (c == d) {
                for (int y = 0; y < 3; y++) {
                    a[(3 * c + x) * 3 * b + 3 * c + y] += mu * n[x] * n[y];
                }
                side[3 * c + x] += mu * tie.plane().distance() * n[x];
                continue;
            }
            a[(3 * c + x) * 3 * b + 3 * c + x] += mu;
            a[(3 * d + x) * 3 * b + 3 * d + x] += mu;
            for (int y = 0; y < 3; y++) {
                a[(3 * c + x) * 3 * b + 3 * d + y] -= mu * ((x == y ? 1 : 0) - 2 * n[x] * n[y]);
            }
            side[3 * c + x] += mu * k * n[x];
            side[3 * d + x] += mu * k * n[x];
        }
    }

    private static double trace(int c, int b, double[] a) {
        double trace = 0;
        for (int x = 0; x < 3; x++) {
            trace += a[(3 * c + x) * 3 * b + 3 * c + x];
        }
        return trace;
    }

    /** How firmly joint c is held in its place: at least as γ says, more the more the data says of other directions. */
    private double strength(int c, int b, double[] a, double least) {
        double trace = trace(c, b, a);
        double usual = Math.max(least, OPEN * trace / 2);
        return hold.held()[c] ? FIXED * Math.max(usual, trace) : usual;
    }

    private double place(BoneTree tree, double[] gram, int c, int x) {
        if (hold.held()[c]) {
            return hold.places()[3 * c + x];
        }
        return given.isPresent() ? given.get()[3 * c + x] : JointPrior.of(tree, gram, c, x);
    }

    /**
     * Sums over the bones at and below each bone c, with the mean of all vertices taken out, so that the translation of a frame
     * is optimal independently.
     */
    private static final class Subtrees {
        private final int b;
        private final int frames;
        /** Σ_i W_ic·W_io, centred. */
        private final double[] overlap;
        /** Σ_i W_ic·w_ij·u_i, centred: three numbers for each c and j. */
        private final double[] arms;
        /** Σ_i W_ic·v_if, centred: 3F numbers for each c. */
        private final double[] goals;

        Subtrees(BoneTree tree, double[] gram, double[] right, double[] sums, int frames) {
            this.b = tree.boneCount();
            this.frames = frames;
            boolean[] below = tree.below();
            double all = 0;
            double[] goal = new double[3 * frames];
            for (int j = 0; j < b; j++) {
                all += sums[4 * j + 3];
                for (int k = 0; k < 3 * frames; k++) {
                    goal[k] += right[(4 * j + 3) * 3 * frames + k];
                }
            }
            double[] mass = new double[b];
            overlap = new double[b * b];
            arms = new double[3 * b * b];
            goals = new double[b * 3 * frames];
            for (int c = 0; c < b; c++) {
                addBelow(c, below, gram, right, sums, mass);
            }
            for (int c = 0; c < b; c++) {
                for (int o = 0; o < b; o++) {
                    overlap[c * b + o] -= mass[c] * mass[o] / all;
                    for (int x = 0; x < 3; x++) {
                        arms[3 * (c * b + o) + x] -= mass[c] * sums[4 * o + x] / all;
                    }
                }
                for (int k = 0; k < 3 * frames; k++) {
                    goals[c * 3 * frames + k] -= mass[c] * goal[k] / all;
                }
            }
        }

        private void addBelow(int c, boolean[] below, double[] gram, double[] right, double[] sums, double[] mass) {
            int n = 4 * b;
            for (int l = 0; l < b; l++) {
                if (!below[c * b + l]) {
                    continue;
                }
                mass[c] += sums[4 * l + 3];
                for (int k = 0; k < 3 * frames; k++) {
                    goals[c * 3 * frames + k] += right[(4 * l + 3) * 3 * frames + k];
                }
                for (int j = 0; j < b; j++) {
                    for (int x = 0; x < 3; x++) {
                        arms[3 * (c * b + j) + x] += gram[(4 * l + 3) * n + 4 * j + x];
                    }
                    for (int o = 0; o < b; o++) {
                        overlap[c * b + o] += below[o * b + j] ? gram[(4 * l + 3) * n + 4 * j + 3] : 0;
                    }
                }
            }
        }

        double overlap(int c, int o) {
            return overlap[c * b + o];
        }

        /** Σ_i W_ic·(v_i − Σ_j w_ij·R_j·u_i), centred, into {@code out}. */
        void miss(int c, double[] t, int f, double[] out) {
            for (int r = 0; r < 3; r++) {
                double sum = goals[c * 3 * frames + 3 * f + r];
                int row = (3 * f + r) * 4 * b;
                for (int j = 0; j < b; j++) {
                    for (int x = 0; x < 3; x++) {
                        sum -= t[row + 4 * j + x] * arms[3 * (c * b + j) + x];
                    }
                }
                out[r] = sum;
            }
        }
    }

    /** Where a joint is thought to be before the motion has spoken: the middle of what its two bones share. */
    static final class JointPrior {
        private JointPrior() {}

        /** Coordinate x for the joint of bone c with its parent. */
        static double of(BoneTree tree, double[] gram, int c, int x) {
            return of(tree.boneCount(), gram, c, tree.parents()[c], x);
        }

        /** The mean of u weighted by w_ij·w_ik, from the blocks of the free bones; halfway between the bones without such. */
        static double of(int boneCount, double[] gram, int j, int k, int x) {
            int n = 4 * boneCount;
            double shared = gram[(4 * j + 3) * n + 4 * k + 3];
            // A millionth of the smaller bone is chance, no seam.
            double least = 1e-6 * Math.min(gram[(4 * j + 3) * n + 4 * j + 3], gram[(4 * k + 3) * n + 4 * k + 3]);
            if (shared > least) {
                return gram[(4 * j + 3) * n + 4 * k + x] / shared;
            }
            return (middle(boneCount, gram, j, x) + middle(boneCount, gram, k, x)) / 2;
        }

        /** Coordinate x of the mean of u weighted by w_ij²: all that the blocks of the free bones know of a bone's middle. */
        static double middle(int boneCount, double[] gram, int j, int x) {
            int n = 4 * boneCount;
            double mass = gram[(4 * j + 3) * n + 4 * j + 3];
            return mass > 0 ? gram[(4 * j + 3) * n + 4 * j + x] / mass : 0;
        }
    }
}
