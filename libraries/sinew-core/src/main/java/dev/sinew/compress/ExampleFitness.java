package dev.sinew.compress;

import dev.sinew.compress.Fitness.Counts;
import dev.sinew.linalg.Cholesky;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;
import dev.sinew.solve.DenseWeights;
import dev.sinew.solve.Momentum;
import dev.sinew.solve.examples.ExamplePoses;
import dev.sinew.solve.rest.RestMembrane;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Judges weights by the example poses (LD13 §3.5). w_i are the best convex weights, and E_i² is the additional error of others (eq. 7b, 7c;
 * NOTE: printed with u and v exchanged).
 *
 * <p>A small part of the plain distance to w_i is added. It decides where the poses do not distinguish weights, and keeps the model close
 * to the dense one in other poses.
 */
final class ExampleFitness implements Fitness {
    /** Fraction of the mean diagonal of G. Costs under 1 % of E_RMS. */
    private static final double DISTANCE_WEIGHT = 1e-4;

    private static final int CHUNK = 256;

    private final ExamplePoses poses;
    private final Counts counts;
    private final DenseWeights w;
    private final double nearness;
    /** ρ_i = h_i − G_i·w_i, n·k */
    private final double[] rho;
    /** Σ_i of eq. 7c */
    private double lowerBound;

    private final RestMode rest;
    private final double shading;
    private boolean shaded;
    private final CompressOptions.Motion motion;
    private final Momentum momentum = new Momentum();
    private final Workers workers;
    private final RestMembrane membrane;
    private final int[] triangles;

    ExampleFitness(
            ExamplePoses poses,
            Mesh mesh,
            SkinWeights given,
            Counts counts,
            RestMode rest,
            double shading,
            CompressOptions.Motion motion,
            Progress progress,
            Workers workers) {
        this.poses = poses;
        this.counts = counts;
        this.membrane = poses.membrane(mesh, workers);
        this.triangles = mesh.triangles();
        this.rest = rest;
        this.shading = shading;
        this.motion = motion;
        this.workers = workers;
        this.w = poses.bestConvexWeights(given, progress, workers);
        rho = new double[w.values().length];
        nearness = Math.max(DISTANCE_WEIGHT * settle(), Double.MIN_NORMAL);
    }

    /** Updates ρ and E* for the current rest pose; returns the mean diagonal of G. */
    private double settle() {
        int n = poses.vertexCount();
        double[] traces = new double[n];
        double[] errors = new double[n];
        workers.forChunks(n, CHUNK, (chunk, from, to) -> {
            double[] m = new double[ExamplePoses.MONOMIALS];
            double[] h = new double[boneCount()];
            for (int i = from; i < to; i++) {
                poses.monomials(i, m);
                poses.h(i, h);
                errors[i] = counts.of(i) * residual(i, m, h);
                for (int j = 0; j < boneCount(); j++) {
                    traces[i] += poses.gramOf(m, j, j);
                }
            }
        });
        lowerBound = Math.max(0, Arrays.stream(errors).sum());
        return Arrays.stream(traces).sum() / w.values().length;
    }

    /** Fills ρ_i and returns E*_i² = ‖y‖² − wᵀh − wᵀρ. */
    private double residual(int i, double[] m, double[] h) {
        int k = boneCount();
        double error = poses.squaredNorm(i);
        for (int j = 0; j < k; j++) {
            double gw = 0;
            for (int l = 0; l < k; l++) {
                double weight = w.values()[i * k + l];
                gw += weight == 0 ? 0 : poses.gramOf(m, j, l) * weight;
            }
            rho[i * k + j] = h[j] - gw;
            error -= w.values()[i * k + j] * (h[j] + rho[i * k + j]);
        }
        return error;
    }

    /**
     * Moves rest positions and bones to the optimum for the compressed weights, as in a fit. NOTE: LD13 keeps both. Adapting them costs
     * nothing at run time and recovers most of the compression loss. w stays: E_i² is exact for any w.
     */
    @Override
    public boolean adapt(Factorisation factors) {
        if (rest != RestMode.KEEP) {
            moveRest(factors);
        }
        // The metric is that of the last sweep, before the rest pose changes.
        if (motion == CompressOptions.Motion.SOLVE) {
            momentum.report(factors.metric());
            poses.moveBones(factors::weightsOf, counts::of, momentum, workers);
        }
        if (rest == RestMode.KEEP && motion == CompressOptions.Motion.KEEP) {
            return false;
        }
        settle();
        return true;
    }

    /** Includes normals from now on, with a weight that follows from the remaining errors. */
    @Override
    public boolean shade(Factorisation factors) {
        shaded = shading > 0 && poses.weighNormals(factors::weightsOf, counts::of, shading, workers);
        return shaded;
    }

    /** E_RMS of the positions only. */
    @Override
    public double positions(Factorisation factors) {
        return 1000 * Math.sqrt(poses.squaredError(factors::weightsOf, workers) / coordinates());
    }

    /** Moves the rest pose as a membrane, so that it stays visually unchanged. */
    private void moveRest(Factorisation factors) {
        workers.forChunks(vertexCount(), CHUNK, (chunk, from, to) -> {
            double[] x = new double[boneCount()];
            for (int i = from; i < to; i++) {
                factors.weightsOf(i, x);
                poses.addRestEquations(i, x, counts.of(i), membrane);
                poses.moveNormal(i, x);
            }
        });
        poses.moveRest(membrane);
        poses.unfold(membrane, triangles);
    }

    @Override
    public BoneMotion motion(BoneMotion given) {
        return motion == CompressOptions.Motion.KEEP ? given : poses.motion();
    }

    @Override
    public Mesh rest(Mesh given, int[] pointOf, Factorisation factors) {
        return rest == RestMode.KEEP ? given : poses.restMesh(given, pointOf, factors::weightsOf, workers);
    }

    @Override
    public int vertexCount() {
        return poses.vertexCount();
    }

    @Override
    public int boneCount() {
        return poses.boneCount();
    }

    @Override
    public double[] targets() {
        return w.values();
    }

    /** E_RMS: E² = Δ_E² + E*² */
    @Override
    public double metric(double squaredSum) {
        return 1000 * Math.sqrt(Math.max(0, squaredSum + lowerBound) / coordinates());
    }

    @Override
    public double squaredSum(double metric) {
        return 1e-6 * metric * metric * coordinates() - lowerBound;
    }

    private double coordinates() {
        return (double) vertexCount() * poses.dimensions();
    }

    @Override
    public VertexMetric vertexMetric() {
        return new Poses();
    }

    @Override
    public AtomStep atomStep() {
        return new AtomInPoses();
    }

    /** Products in the metric of a vertex, over the bones that any of the given differences uses. */
    private final class Poses implements VertexMetric {
        private final int k = boneCount();
        private final double[] g = new double[k * k];
        private final double[] ge = new double[k];
        private final double[] m = new double[ExamplePoses.MONOMIALS];
        private final int[] used = new int[k];
        private int usedCount;
        private int vertex;
        private double count;

        @Override
        public void selectVertex(int i) {
            vertex = i;
            count = counts.of(i);
            poses.monomials(i, m);
        }

        @Override
        public void products(double[] e, int q, double[] quadratic, int stride, double[] linear) {
            findUsed(e, q);
            for (int a = 0; a < usedCount; a++) {
                for (int b = 0; b <= a; b++) {
                    double product = poses.gramOf(m, used[a], used[b]);
                    g[a * usedCount + b] = product;
                    g[b * usedCount + a] = product;
                }
                g[a * usedCount + a] += nearness;
            }
            for (int a = 0; a < q; a++) {
                times(e, a * k);
                linear[a] = 0;
                for (int z = 0; z < usedCount; z++) {
                    linear[a] += count * rho[vertex * k + used[z]] * e[a * k + used[z]];
                }
                for (int b = 0; b <= a; b++) {
                    double sum = 0;
                    for (int z = 0; z < usedCount; z++) {
                        sum += ge[z] * e[b * k + used[z]];
                    }
                    quadratic[a * stride + b] = count * sum;
                }
            }
        }

        private void findUsed(double[] e, int q) {
            usedCount = 0;
            for (int z = 0; z < k; z++) {
                boolean any = false;
                for (int a = 0; a < q && !any; a++) {
                    any = e[a * k + z] != 0;
                }
                if (any) {
                    used[usedCount++] = z;
                }
            }
        }

        /** ge = G·e */
        private void times(double[] e, int from) {
            Arrays.fill(ge, 0, usedCount, 0);
            for (int l = 0; l < usedCount; l++) {
                double factor = e[from + used[l]];
                for (int j = 0; j < usedCount; j++) {
                    ge[j] += factor * g[l * usedCount + j];
                }
            }
        }
    }

    /**
     * The atom that brings its vertices closest to their poses. NOTE: LD13 §3.5 keeps eq. 5 with W* as target, which "neither gives the
     * best error reduction nor guarantees convergence". Since G_i is linear in the ten monomials of ũ_i, Φ_jo = Σ_i α_ij·α_io·G_i is one
     * form of summed monomials, and the exact step Φ_jj·d_j = Σ_i α_ij·h_i − Σ_o Φ_jo·d_o, Σd_j = 1 is a k×k solve.
     */
    private final class AtomInPoses implements AtomStep {
        private final int k = boneCount();
        private final double[] right = new double[k];
        /** How strongly its vertices prefer each bone. */
        private final double[] wanted = new double[k];

        private final double[] h = new double[k];
        private final double[] monomials = new double[ExamplePoses.MONOMIALS];
        private final double[] own = new double[ExamplePoses.MONOMIALS];
        private final double[] shared = new double[ExamplePoses.MONOMIALS];
        private final int most = Math.min(k, ExamplePoses.CANDIDATES);
        private final double[] system = new double[most * most];
        private final double[] sides = new double[2 * most];
        private final int[] support = new int[k];
        private int other;
        private double[] atoms;
        private boolean sharing;

        @Override
        public void begin() {
            Arrays.fill(own, 0);
            Arrays.fill(shared, 0);
            Arrays.fill(right, 0);
            Arrays.fill(wanted, 0);
            sharing = false;
        }

        @Override
        public void add(int i, double alpha, double[] allAtoms, int otherAtom) {
            if (sharing && otherAtom != other) {
                subtractShared();
            }
            sharing = true;
            atoms = allAtoms;
            other = otherAtom;
            double counted = counts.of(i) * alpha;
            poses.monomials(i, monomials);
            for (int c = 0; c < monomials.length; c++) {
                own[c] += counted * alpha * monomials[c];
                shared[c] += counted * (1 - alpha) * monomials[c];
            }
            poses.h(i, h);
            for (int z = 0; z < k; z++) {
                right[z] += counted * (h[z] + nearness * w.values()[i * k + z]);
                wanted[z] += Math.abs(counted) * w.values()[i * k + z];
            }
        }

        /** right −= Φ_jo·d_o. The last of the ten monomials is 1, so its sum is Σ α_ij·α_io. */
        private void subtractShared() {
            double plain = nearness * shared[shared.length - 1];
            for (int z = 0; z < k; z++) {
                double sum = plain * atoms[other + z];
                for (int l = 0; l < k; l++) {
                    double element = atoms[other + l];
                    sum += element == 0 ? 0 : poses.gramOf(shared, z, l) * element;
                }
                right[z] -= sum;
            }
            Arrays.fill(shared, 0);
        }

        @Override
        public boolean solve(Atoms dictionary, int at) {
            if (!(own[own.length - 1] > 1e-12)) {
                return false;
            }
            subtractShared();
            pickSupport(dictionary.values(), at);
            solveOver(most, dictionary.values(), at);
            if (dictionary.maxElements() < k) {
                solveOver(largest(dictionary, at), dictionary.values(), at);
            }
            return true;
        }

        /** All bones, or those its vertices prefer most and those it has. */
        private void pickSupport(double[] values, int at) {
            Integer[] order = new Integer[k];
            Arrays.setAll(order, z -> z);
            if (most < k) {
                for (int z = 0; z < k; z++) {
                    wanted[z] += values[at + z] == 0 ? 0 : Double.MAX_VALUE / 4;
                }
                Arrays.sort(order, Comparator.comparingDouble(z -> -wanted[z]));
            }
            Arrays.setAll(support, z -> z < most ? order[z] : 0);
            Arrays.sort(support, 0, most);
        }

        private int largest(Atoms dictionary, int at) {
            boolean[] kept = dictionary.largest(at);
            int size = 0;
            for (int z = 0; z < k; z++) {
                if (kept[z]) {
                    support[size++] = z;
                }
            }
            return size;
        }

        /** Φd = right + λ·1 with Σd = 1 over the support; 0 elsewhere. */
        private void solveOver(int size, double[] values, int at) {
            for (int a = 0; a < size; a++) {
                for (int b = 0; b <= a; b++) {
                    system[a * size + b] = poses.gramOf(own, support[a], support[b]);
                }
                system[a * size + a] += nearness * own[own.length - 1];
                sides[2 * a] = right[support[a]];
                sides[2 * a + 1] = 1;
            }
            Cholesky.of(system, size).solve(sides, 2, 0, 2);
            double sum = 0;
            double ones = 0;
            for (int a = 0; a < size; a++) {
                sum += sides[2 * a];
                ones += sides[2 * a + 1];
            }
            double lambda = (1 - sum) / ones;
            Arrays.fill(values, at, at + k, 0);
            for (int a = 0; a < size; a++) {
                values[at + support[a]] = sides[2 * a] + lambda * sides[2 * a + 1];
            }
        }
    }
}
