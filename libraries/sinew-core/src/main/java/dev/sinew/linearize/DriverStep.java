package dev.sinew.linearize;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Affine3;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.List;

/**
 * Improves the u-weights of several blend bones at once by linearising Φ about the current ones (KCO09 §4.3, formula 6).
 *
 * <p>NOTE: the paper keeps the w'-weights fixed meanwhile. Here each vertex's equations are projected to what w' cannot compensate
 * (variable projection), because w' is solved again after every step. Steps become longer, and a few iterations replace tens.
 */
final class DriverStep {
    private static final int CHUNK = 64;
    private static final int SWEEPS = 60;
    private static final double MIN_CHANGE = 1e-9;

    private final Training training;
    private final Workers workers;
    private final int masters;
    private final List<BlendBone> bones;
    /** Blend bones that may move, and the index of their first unknown. */
    private final int[] moving;

    private final int[] starts;
    private final int[] placeOf;
    private final int unknowns;
    /** H = Σ_i JᵀPJ and g = Σ_i JᵀPe, P the projection to what the w'-weights cannot compensate. */
    private final double[] h;

    private final double[] g;

    DriverStep(Training training, List<BlendBone> bones, int[] moving, Workers workers) {
        this.training = training;
        this.workers = workers;
        this.masters = training.motion.boneCount();
        this.bones = bones;
        this.moving = moving;
        starts = new int[moving.length + 1];
        placeOf = new int[bones.size()];
        Arrays.fill(placeOf, -1);
        for (int m = 0; m < moving.length; m++) {
            placeOf[moving[m]] = m;
            starts[m + 1] = starts[m] + bones.get(moving[m]).masters().length;
        }
        unknowns = starts[moving.length];
        h = new double[unknowns * unknowns];
        g = new double[unknowns];
    }

    /** Sums the equations of these vertices. */
    void assemble(int[] vertices, WeightState state) {
        int chunks = Workers.chunks(vertices.length, CHUNK);
        Equations[] parts = new Equations[chunks];
        workers.forChunks(vertices.length, CHUNK, (chunk, from, to) -> {
            Equations equations = new Equations();
            for (int at = from; at < to; at++) {
                equations.add(vertices[at], state);
            }
            parts[chunk] = equations;
        });
        for (Equations part : parts) {
            for (int k = 0; k < h.length; k++) {
                h[k] += part.h[k];
            }
            for (int k = 0; k < unknowns; k++) {
                g[k] += part.g[k];
            }
        }
    }

    /**
     * The u-weights of all moving bones at the minimum of the damped linearised problem: δᵀHδ + 2gᵀδ + damping·δᵀdiag(H)δ over the product
     * of simplexes, bone by bone until convergence.
     */
    double[][] solve(double damping) {
        double[] change = new double[unknowns];
        double[][] u = new double[moving.length][];
        for (int m = 0; m < moving.length; m++) {
            u[m] = bones.get(moving[m]).weights().clone();
        }
        SimplexQuadratic quadratic = new SimplexQuadratic(CandidateSets.MAX_DRIVERS);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            double moved = 0;
            for (int m = 0; m < moving.length; m++) {
                moved = Math.max(moved, solveBone(m, damping, change, u[m], quadratic));
            }
            if (moved < MIN_CHANGE) {
                break;
            }
        }
        return u;
    }

    private double solveBone(int m, double damping, double[] change, double[] u, SimplexQuadratic quadratic) {
        int from = starts[m];
        int n = starts[m + 1] - from;
        double[] now = bones.get(moving[m]).weights();
        double trace = 0;
        for (int r = 0; r < n; r++) {
            trace += h[(from + r) * unknowns + from + r];
        }
        for (int r = 0; r < n; r++) {
            int row = (from + r) * unknowns;
            double slope = g[from + r];
            for (int c = 0; c < unknowns; c++) {
                boolean mine = c >= from && c < from + n;
                slope += mine ? 0 : h[row + c] * change[c];
            }
            double b = -slope;
            for (int c = 0; c < n; c++) {
                double value = h[row + from + c];
                // Bones without vertices have no equations; damping alone keeps them unchanged.
                value += r == c ? damping * value + 1e-9 * trace + Double.MIN_NORMAL : 0;
                quadratic.g()[r * quadratic.stride() + c] = value;
                b += value * now[c];
            }
            quadratic.b()[r] = b;
        }
        quadratic.minimise(n);
        double moved = 0;
        for (int r = 0; r < n; r++) {
            moved = Math.max(moved, Math.abs(quadratic.x()[r] - u[r]));
            u[r] = quadratic.x()[r];
            change[from + r] = u[r] - now[r];
        }
        return moved;
    }

    /** The equations of a chunk of vertices. */
    private final class Equations {
        private final int width = 3 * training.frames;
        private final double[] h = new double[unknowns * unknowns];
        private final double[] g = new double[unknowns];
        private final double[] first = new double[width];
        private final double[] basis = new double[(WeightState.MAX_INFLUENCES - 1) * width];
        private final double[] columns = new double[WeightState.MAX_INFLUENCES * CandidateSets.MAX_DRIVERS * width];
        private final int[] unknownOf = new int[WeightState.MAX_INFLUENCES * CandidateSets.MAX_DRIVERS];
        private int tangents;
        private int count;

        void add(int a, WeightState state) {
            collect(a, state);
            if (count == 0) {
                return;
            }
            fillBasis(a, state);
            for (int c = 0; c < count; c++) {
                project(c * width);
            }
            for (int c = 0; c < count; c++) {
                g[unknownOf[c]] += dot(columns, c * width, state.misses, a * width);
                for (int d = 0; d < count; d++) {
                    h[unknownOf[c] * unknowns + unknownOf[d]] += dot(columns, c * width, columns, d * width);
                }
            }
        }

        /** J: w'_ik·∂p_ik/∂u_kl for each moving bone k of the vertex. */
        private void collect(int a, WeightState state) {
            count = 0;
            for (int at = a * WeightState.MAX_INFLUENCES; at < (a + 1) * WeightState.MAX_INFLUENCES; at++) {
                double w = state.weights[at];
                int k = state.bones[at] - masters;
                if (w == 0 || k < 0 || placeOf[k] < 0) {
                    continue;
                }
                for (int l = 0; l < bones.get(k).masters().length; l++) {
                    training.predict(a, bones.get(k), l, columns, count * width);
                    for (int x = count * width; x < (count + 1) * width; x++) {
                        columns[x] *= w;
                    }
                    unknownOf[count++] = starts[placeOf[k]] + l;
                }
            }
        }

        /** An orthonormal basis of the effects of shifting weight between the vertex's bones. */
        private void fillBasis(int a, WeightState state) {
            tangents = 0;
            int from = a * WeightState.MAX_INFLUENCES;
            predict(a, state.bones[from], first, 0);
            for (int at = from + 1; at < from + WeightState.MAX_INFLUENCES && state.weights[at] > 0; at++) {
                int to = tangents * width;
                predict(a, state.bones[at], basis, to);
                for (int x = 0; x < width; x++) {
                    basis[to + x] -= first[x];
                }
                double before = dot(basis, to, basis, to);
                for (int t = 0; t < tangents; t++) {
                    subtract(dot(basis, to, basis, t * width), t * width, basis, to);
                }
                double after = dot(basis, to, basis, to);
                if (after > 1e-8 * before && after > 0) {
                    double scale = 1 / Math.sqrt(after);
                    for (int x = to; x < to + width; x++) {
                        basis[x] *= scale;
                    }
                    tangents++;
                }
            }
        }

        private void predict(int a, int bone, double[] out, int to) {
            if (bone < masters) {
                training.predict(a, bone, out, to);
            } else {
                training.predict(a, bones.get(bone - masters).matrices(), 0, Affine3.STRIDE, out, to);
            }
        }

        private void project(int at) {
            for (int t = 0; t < tangents; t++) {
                subtract(dot(columns, at, basis, t * width), t * width, columns, at);
            }
        }

        private void subtract(double factor, int from, double[] out, int to) {
            for (int x = 0; x < width; x++) {
                out[to + x] -= factor * basis[from + x];
            }
        }

        private double dot(double[] p, int atP, double[] q, int atQ) {
            double sum = 0;
            for (int x = 0; x < width; x++) {
                sum += p[atP + x] * q[atQ + x];
            }
            return sum;
        }
    }
}
