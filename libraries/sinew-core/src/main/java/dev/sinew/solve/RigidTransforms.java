package dev.sinew.solve;

import dev.sinew.linalg.Products;
import dev.sinew.math.Workers;
import dev.sinew.model.BoneType;
import java.util.BitSet;

/**
 * Bones that turn and move, and with {@link BoneType#SIMILARITY} scale: Le & Deng 2012, as LD14 §6.2 describes it. In
 * every frame the bones take turns; each gets the transform that is best while the others hold still, a weighted
 * absolute orientation whose points have been summed up into 4×4 blocks before (LD14 eq. 7–10 with 1/N and w once).
 *
 * <p>T is kept in full coordinates, 3F×4B, for a rotation is none in any others. Trajectories may be reduced: products
 * among bones are then exact, those with trajectories lack only what the reduction lost.
 */
public final class RigidTransforms implements TransformStep {
    private static final int FRAMES_A_CHUNK = 4;
    /** With few frames each is a chunk, else one thread has nearly all. */
    private static final int FEW_FRAMES = 24;

    private final BoneType type;
    private final int frames;
    private final double[] basisRows;
    private final int reduced;
    private final int sweeps;
    private final BitSet locked;

    private RigidTransforms(BoneType type, int frames, double[] basisRows, int sweeps, BitSet locked) {
        this.type = type;
        this.frames = frames;
        this.basisRows = basisRows;
        this.reduced = basisRows == null ? 3 * frames : basisRows.length / (3 * frames);
        this.sweeps = sweeps;
        this.locked = locked;
    }

    /** For trajectories in full coordinates, 3F. */
    public static RigidTransforms full(BoneType type, int frames, int sweeps) {
        return new RigidTransforms(type, frames, null, sweeps, new BitSet());
    }

    /**
     * The same with bones that stay where they were.
     *
     * @param locked kept and not modified
     */
    public static RigidTransforms full(BoneType type, int frames, int sweeps, BitSet locked) {
        return new RigidTransforms(type, frames, null, sweeps, locked);
    }

    /** For trajectories in the coordinates of Pᵀ, d×3F, not modified. */
    public static RigidTransforms reduced(BoneType type, double[] basisRows, int frames, int sweeps) {
        return new RigidTransforms(type, frames, basisRows, sweeps, new BitSet());
    }

    @Override
    public int dimensions() {
        return 3 * frames;
    }

    @Override
    public double[] solve(TransformEquations equations, double[] previous, Workers workers) {
        int bones = equations.boneCount();
        if (previous != null && locked.cardinality() == bones) {
            return previous;
        }
        BoneCoupling coupling = equations.coupling();
        double[] right = fullRight(equations, workers);
        double[] t = new double[3 * frames * 4 * bones];
        workers.forChunks(frames, chunk(frames), (chunk, from, to) -> {
            RigidFrame frame = new RigidFrame(coupling, type);
            for (int f = from; f < to; f++) {
                frame.load(right, 3 * frames, f);
                if (previous == null) {
                    frame.startAlone(equations.sums());
                } else {
                    frame.start(previous, f);
                }
                for (int s = 0; s < sweeps; s++) {
                    frame.sweep(locked);
                }
                frame.store(t, f);
            }
        });
        return t;
    }

    /** X·Aᵀ, 4B×3F: P·C stands for A. */
    private double[] fullRight(TransformEquations equations, Workers workers) {
        return basisRows == null
                ? equations.right()
                : Products.multiply(
                        equations.right(), 4 * equations.boneCount(), reduced, basisRows, 3 * frames, workers);
    }

    private static int chunk(int frames) {
        return frames < FEW_FRAMES ? 1 : FRAMES_A_CHUNK;
    }

    @Override
    public double[] allowed(double[] t, Workers workers) {
        int bones = t.length / (12 * frames);
        workers.forChunks(frames, chunk(frames), (chunk, from, to) -> {
            NearestRigid nearest = new NearestRigid(type);
            for (int f = from; f < to; f++) {
                for (int j = locked.nextClearBit(0); j < bones; j = locked.nextClearBit(j + 1)) {
                    nearest.project(t, 3 * f * 4 * bones + 4 * j, 4 * bones);
                }
            }
        });
        return t;
    }

    @Override
    public BoneForms forms(int boneCount, double[] t, Workers workers) {
        return basisRows == null
                ? BoneForms.of(boneCount, 3 * frames, t)
                : BoneForms.inBasis(
                        boneCount, t, Products.multiply(basisRows, reduced, 3 * frames, t, 4 * boneCount, workers));
    }
}
