package dev.sinew.bench.rivals.method;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.platform.Workers;
import java.util.Arrays;

/** Linear blend skinning with rigid bones on all frames: the steps common to SSDR and skeleton extraction. */
final class RigidSkin {
    static final int INFLUENCES = 4;

    private final Animation animation;
    private final int n;
    private final int frames;
    private final int count;
    private final double[] u;
    private final int[] bones;
    private final double[] weights;
    /** M, 3×4, frame by frame and bone by bone. */
    private final double[] m;

    RigidSkin(Animation animation, int count) {
        this.animation = animation;
        this.n = animation.vertices();
        this.frames = animation.frames();
        this.count = count;
        this.u = animation.rest();
        bones = new int[INFLUENCES * n];
        weights = new double[INFLUENCES * n];
        m = new double[frames * count * Affine3.STRIDE];
        for (int k = 0; k < m.length; k += Affine3.STRIDE) {
            m[k] = m[k + 5] = m[k + 10] = 1;
        }
    }

    int count() {
        return count;
    }

    /** 12 numbers of frame f and bone j from {@link #at} on; may be modified. */
    double[] matrices() {
        return m;
    }

    int at(int f, int j) {
        return (f * count + j) * Affine3.STRIDE;
    }

    /** Assigns every vertex to one bone. */
    void assign(int[] cluster) {
        Arrays.fill(weights, 0);
        for (int i = 0; i < n; i++) {
            bones[INFLUENCES * i] = cluster[i];
            weights[INFLUENCES * i] = 1;
        }
    }

    /**
     * LD12 §4.3, LD14 §6.2 without joints: solves bones one by one against the residual of the others; exact if vertices have one
     * bone.
     */
    void solveTransforms(Workers workers) {
        int[][] owned = owned();
        workers.forChunks(frames, 1, (chunk, from, to) -> {
            NearestRotation nearest = new NearestRotation();
            double[] blended = new double[3 * n];
            for (int i = 0; i < n; i++) {
                for (int a = INFLUENCES * i; a < INFLUENCES * (i + 1); a++) {
                    add(weights[a], at(from, bones[a]), i, blended);
                }
            }
            for (int j = 0; j < count; j++) {
                solveTransform(from, j, owned[j], blended, nearest);
            }
        });
    }

    /** Indices in {@link #weights} by bone. */
    private int[][] owned() {
        int[] sizes = new int[count];
        for (int a = 0; a < weights.length; a++) {
            sizes[bones[a]] += weights[a] > 0 ? 1 : 0;
        }
        int[][] owned = new int[count][];
        for (int j = 0; j < count; j++) {
            owned[j] = new int[sizes[j]];
        }
        for (int a = 0; a < weights.length; a++) {
            if (weights[a] > 0) {
                owned[bones[a]][--sizes[bones[a]]] = a;
            }
        }
        return owned;
    }

    /** sum_i += w·M·ũ_i */
    private void add(double w, int at, int i, double[] sum) {
        for (int r = 0; r < 3 && w != 0; r++) {
            sum[3 * i + r] += w * Affine3.row(m, at + 4 * r, u[3 * i], u[3 * i + 1], u[3 * i + 2]);
        }
    }

    private void solveTransform(int f, int j, int[] owned, double[] blended, NearestRotation nearest) {
        double mass = 0;
        double[] p = new double[3];
        double[] q = new double[3];
        double[] c = new double[9];
        for (int a : owned) {
            int i = a / INFLUENCES;
            double w = weights[a];
            add(-w, at(f, j), i, blended);
            mass += w * w;
            for (int r = 0; r < 3; r++) {
                double left = animation.a()[i * 3 * frames + 3 * f + r] - blended[3 * i + r];
                p[r] += w * w * u[3 * i + r];
                q[r] += w * left;
                for (int s = 0; s < 3; s++) {
                    c[3 * r + s] += w * left * u[3 * i + s];
                }
            }
        }
        if (mass > 1e-9) {
            for (int k = 0; k < 9; k++) {
                c[k] -= q[k / 3] * p[k % 3] / mass;
            }
            int at = at(f, j);
            nearest.of(c, 0, 3, m, at, 4);
            for (int r = 0; r < 3; r++) {
                m[at + 4 * r + 3] =
                        (q[r] - m[at + 4 * r] * p[0] - m[at + 4 * r + 1] * p[1] - m[at + 4 * r + 2] * p[2]) / mass;
            }
        }
        for (int a : owned) {
            add(weights[a], at(f, j), a / INFLUENCES, blended);
        }
    }

    /** The bone that alone moves each vertex best. */
    int[] nearest(Workers workers) {
        int[] cluster = new int[n];
        workers.forChunks(n, 64, (chunk, from, to) -> {
            double[] errors = new double[count];
            for (int i = from; i < to; i++) {
                errors(i, errors);
                for (int j = 1; j < count; j++) {
                    cluster[i] = errors[j] < errors[cluster[i]] ? j : cluster[i];
                }
            }
        });
        return cluster;
    }

    /** Σ_f ‖M_j·ũ_i − v_i‖² of each bone. */
    void errors(int i, double[] out) {
        Arrays.fill(out, 0);
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < count; j++) {
                for (int r = 0; r < 3; r++) {
                    double miss = miss(i, f, j, r);
                    out[j] += miss * miss;
                }
            }
        }
    }

    private double miss(int i, int f, int j, int r) {
        return Affine3.row(m, at(f, j) + 4 * r, u[3 * i], u[3 * i + 1], u[3 * i + 2])
                - animation.a()[i * 3 * frames + 3 * f + r];
    }

    /** LD14 §6.1 without smoothness, after JT05: the four bones that are individually best, then convex weights. */
    void solveWeights(int most, Workers workers) {
        int used = Math.min(Math.min(most, INFLUENCES), count);
        workers.forChunks(n, 64, (chunk, from, to) -> {
            SimplexQuadratic quadratic = new SimplexQuadratic(INFLUENCES);
            double[] errors = new double[count];
            for (int i = from; i < to; i++) {
                errors(i, errors);
                AffineSkin.smallest(errors, used, bones, INFLUENCES * i);
                solveWeights(i, used, quadratic);
            }
        });
    }

    private void solveWeights(int i, int used, SimplexQuadratic quadratic) {
        double[] misses = new double[used * 3 * frames];
        for (int a = 0; a < used; a++) {
            for (int k = 0; k < 3 * frames; k++) {
                misses[a * 3 * frames + k] = miss(i, k / 3, bones[INFLUENCES * i + a], k % 3);
            }
        }
        for (int a = 0; a < used; a++) {
            for (int b = 0; b <= a; b++) {
                double dot = 0;
                for (int k = 0; k < 3 * frames; k++) {
                    dot += misses[a * 3 * frames + k] * misses[b * 3 * frames + k];
                }
                quadratic.g()[a * quadratic.stride() + b] = dot;
                quadratic.g()[b * quadratic.stride() + a] = dot;
            }
            quadratic.b()[a] = 0;
        }
        quadratic.minimise(used);
        for (int a = 0; a < INFLUENCES; a++) {
            weights[INFLUENCES * i + a] = a < used ? quadratic.x()[a] : 0;
        }
    }

    /** Σ_i w_ij·w_ik: LD14 eq. 2's blending of two bones, B×B. */
    double[] blending() {
        double[] shared = new double[count * count];
        for (int a = 0; a < weights.length; a++) {
            int row = a / INFLUENCES * INFLUENCES;
            for (int b = row; b < row + INFLUENCES; b++) {
                shared[bones[a] * count + bones[b]] += a == b ? 0 : weights[a] * weights[b];
            }
        }
        return shared;
    }

    /** ‖A − Â‖² */
    double squaredError(Workers workers) {
        double[] sums = new double[frames];
        workers.forChunks(frames, 1, (chunk, f, to) -> {
            double[] blended = new double[3 * n];
            for (int a = 0; a < weights.length; a++) {
                add(weights[a], at(f, bones[a]), a / INFLUENCES, blended);
            }
            for (int k = 0; k < blended.length; k++) {
                double miss = animation.a()[k / 3 * 3 * frames + 3 * f + k % 3] - blended[k];
                sums[f] += miss * miss;
            }
        });
        return Arrays.stream(sums).sum();
    }
}
