package dev.sinew.solve.transform;

import dev.sinew.linalg.Products;
import dev.sinew.math.NearestRotation;
import dev.sinew.model.BoneType;
import dev.sinew.platform.Workers;
import java.util.BitSet;

/**
 * Bones that rotate and translate, and with {@link BoneType#SIMILARITY} scale: Le & Deng 2012, as described in LD14 §6.2. In every frame
 * the bones are updated in turn; each gets the optimal transform for fixed others, a weighted absolute orientation from precomputed 4×4
 * blocks (LD14 eq. 7–10 with 1/N and w once).
 *
 * <p>T is stored in full coordinates, 3F×4B, because rotations cannot be expressed in reduced ones. Trajectories may be reduced: products
 * among bones are then exact, and those with trajectories lack only what the reduction lost.
 */
public final class RigidTransforms implements TransformStep {
    private static final int FRAMES_PER_CHUNK = 4;
    /** With fewer frames each is a chunk; otherwise one thread would get almost all. */
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
     * The same with bones that do not move.
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

    /** X·Aᵀ, 4B×3F, with P·C for A. */
    private double[] fullRight(TransformEquations equations, Workers workers) {
        return basisRows == null
                ? equations.right()
                : Products.multiply(
                        equations.right(), 4 * equations.boneCount(), reduced, basisRows, 3 * frames, workers);
    }

    private static int chunk(int frames) {
        return frames < FEW_FRAMES ? 1 : FRAMES_PER_CHUNK;
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

    /**
     * The bones of one frame, and their residuals: K_j = Σ_i w_ij·v_i·ũ_iᵀ − Σ_l M_l·G_lj, 3×4 per bone. Not thread-safe: holds scratch
     * memory; use one instance per thread.
     */
    private static final class RigidFrame {
        /** A pull towards the previous rotation, for bones whose vertices do not determine a direction (collinear or coincident). */
        private static final double RELATIVE_PULL = 1e-7;

        private final BoneCoupling coupling;
        private final int bones;
        private final boolean scales;
        private final double[] m;
        private final double[] k;
        private final double[] spread;
        private final double[] c = new double[9];
        private final double[] fresh = new double[12];
        private final NearestRotation nearest = new NearestRotation();

        RigidFrame(BoneCoupling coupling, BoneType type) {
            this.coupling = coupling;
            this.bones = coupling.boneCount();
            this.scales = type == BoneType.SIMILARITY;
            m = new double[12 * bones];
            k = new double[12 * bones];
            spread = new double[bones];
            for (int j = 0; j < bones; j++) {
                spread[j] = coupling.spread(j);
            }
        }

        /** @param right 4B×3F */
        void load(double[] right, int columns, int f) {
            for (int j = 0; j < bones; j++) {
                for (int r = 0; r < 3; r++) {
                    for (int col = 0; col < 4; col++) {
                        k[12 * j + 4 * r + col] = right[(4 * j + col) * columns + 3 * f + r];
                    }
                }
            }
        }

        /** Starts from the bones of the previous step, 3F×4B. */
        void start(double[] t, int f) {
            for (int j = 0; j < bones; j++) {
                for (int r = 0; r < 3; r++) {
                    System.arraycopy(t, (3 * f + r) * 4 * bones + 4 * j, m, 12 * j + 4 * r, 4);
                }
            }
            for (int j = 0; j < bones; j++) {
                System.arraycopy(m, 12 * j, fresh, 0, 12);
                subtractFrom(j, fresh);
            }
        }

        /**
         * Starts with each bone as if it moved its vertices alone.
         *
         * @param sums Σ_i w_ij·ũ_i, four numbers per bone
         */
        void startAlone(double[] sums) {
            for (int j = 0; j < bones; j++) {
                double mass = Math.max(sums[4 * j + 3], Double.MIN_NORMAL);
                for (int r = 0; r < 3; r++) {
                    for (int col = 0; col < 3; col++) {
                        int at = 12 * j + 4 * r;
                        c[3 * r + col] = k[at + col] - k[at + 3] * sums[4 * j + col] / mass;
                    }
                }
                nearest.of(c, 0, 3, m, 12 * j, 4);
                for (int r = 0; r < 3; r++) {
                    int at = 12 * j + 4 * r;
                    double turned = m[at] * sums[4 * j] + m[at + 1] * sums[4 * j + 1] + m[at + 2] * sums[4 * j + 2];
                    m[at + 3] = (k[at + 3] - turned) / mass;
                }
            }
            for (int j = 0; j < bones; j++) {
                System.arraycopy(m, 12 * j, fresh, 0, 12);
                subtractFrom(j, fresh);
            }
        }

        /** Updates every bone once, in order, except locked ones. */
        void sweep(BitSet locked) {
            for (int j = locked.nextClearBit(0); j < bones; j = locked.nextClearBit(j + 1)) {
                improve(j);
            }
        }

        void store(double[] t, int f) {
            for (int j = 0; j < bones; j++) {
                for (int r = 0; r < 3; r++) {
                    System.arraycopy(m, 12 * j + 4 * r, t, (3 * f + r) * 4 * bones + 4 * j, 4);
                }
            }
        }

        /** LD14 eq. 6a: the optimal transform of bone j for fixed others. */
        private void improve(int j) {
            double mass = coupling.mass(j);
            if (!(mass > 0)) {
                return;
            }
            double[] g = coupling.blocks();
            int own = coupling.at(j, j);
            // fresh = Σ_i w_ij·q_i·ũ_iᵀ, the part left for this bone: K_j + M_j·G_jj
            for (int r = 0; r < 3; r++) {
                int row = 12 * j + 4 * r;
                for (int col = 0; col < 4; col++) {
                    fresh[4 * r + col] = k[row + col]
                            + m[row] * g[own + col]
                            + m[row + 1] * g[own + 4 + col]
                            + m[row + 2] * g[own + 8 + col]
                            + m[row + 3] * g[own + 12 + col];
                }
            }
            double px = g[own + 3] / mass;
            double py = g[own + 7] / mass;
            double pz = g[own + 11] / mass;
            double hold = RELATIVE_PULL * spread[j];
            for (int r = 0; r < 3; r++) {
                double q = fresh[4 * r + 3];
                int row = 12 * j + 4 * r;
                c[3 * r] = fresh[4 * r] - q * px + hold * m[row];
                c[3 * r + 1] = fresh[4 * r + 1] - q * py + hold * m[row + 1];
                c[3 * r + 2] = fresh[4 * r + 2] - q * pz + hold * m[row + 2];
            }
            turnAndMove(j, mass, px, py, pz);
        }

        /** Solves for bone j, given C = Σ w·(q − q*)·(u − p*)ᵀ in {@link #c} and mass·q* in the last column of fresh. */
        private void turnAndMove(int j, double mass, double px, double py, double pz) {
            double q0 = fresh[3] / mass;
            double q1 = fresh[7] / mass;
            double q2 = fresh[11] / mass;
            double along = nearest.of(c, 0, 3, fresh, 0, 4);
            double scale = scales && spread[j] > 0 ? along / (spread[j] * (1 + RELATIVE_PULL)) : 1;
            for (int r = 0; r < 3; r++) {
                int at = 4 * r;
                fresh[at] *= scale;
                fresh[at + 1] *= scale;
                fresh[at + 2] *= scale;
                double centre = r == 0 ? q0 : r == 1 ? q1 : q2;
                fresh[at + 3] = centre - fresh[at] * px - fresh[at + 1] * py - fresh[at + 2] * pz;
            }
            for (int a = 0; a < 12; a++) {
                double before = m[12 * j + a];
                m[12 * j + a] = fresh[a];
                fresh[a] -= before;
            }
            subtractFrom(j, fresh);
        }

        /** K_l −= change·G_jl for bone j itself and all that share a vertex with it. */
        private void subtractFrom(int j, double[] change) {
            subtractBlock(j, j, change);
            for (int l : coupling.neighbours(j)) {
                subtractBlock(j, l, change);
            }
        }

        private void subtractBlock(int j, int l, double[] change) {
            double[] g = coupling.blocks();
            int block = coupling.at(j, l);
            for (int r = 0; r < 3; r++) {
                double x = change[4 * r];
                double y = change[4 * r + 1];
                double z = change[4 * r + 2];
                double w = change[4 * r + 3];
                int row = 12 * l + 4 * r;
                for (int col = 0; col < 4; col++) {
                    k[row + col] -= x * g[block + col]
                            + y * g[block + 4 + col]
                            + z * g[block + 8 + col]
                            + w * g[block + 12 + col];
                }
            }
        }
    }
}
