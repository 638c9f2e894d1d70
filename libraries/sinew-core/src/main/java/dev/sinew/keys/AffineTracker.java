package dev.sinew.keys;

import dev.sinew.keys.KeyInserter.Halfway;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Svd3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decomposes the matrices of an affine bone, A = U·diag(σ)·Vᵀ, so that U, σ and V vary smoothly from key to key.
 *
 * <p>The decomposition does not determine the order of the singular values, the signs of their vectors and, for equal values, a rotation
 * that U and V share. Each key takes the choice that deviates least from the mean matrix halfway to its neighbour. Tracking starts at the
 * key whose values are farthest apart, so that keys with equal values (a bone at rest) adapt to the others. Not thread-safe.
 */
public final class AffineTracker {
    /** Singular values closer than this fraction of the largest count as equal: floats would not separate them. */
    private static final double EQUAL_FRACTION = 1e-6;
    /** Cosine of half the angle beyond which V is not tried; some choice is always above 0.85. */
    private static final double MIN_COSINE = 0.6;
    /** Among equal deviations the smaller rotation wins. */
    private static final double TIE = 1e-12;

    private static final double[] IDENTITY = {0, 0, 0, 1};
    private static final List<CubeRotations.Turn> TURNS = CubeRotations.all();
    private static final List<Naming> NAMINGS = TURNS.stream()
            .flatMap(turn ->
                    IntStream.range(0, CubeRotations.HALF_TURNS.length).mapToObj(half -> new Naming(turn, half)))
            .toList();

    /** An order of the singular values (a rotation of the cube) and which two of them change sign (a half turn, or none). */
    record Naming(CubeRotations.Turn turn, int half) {}

    private enum Freedom {
        NAMES,
        NAMES_AND_SHARED_ROTATION
    }

    private final Svd3 svd = new Svd3();
    private final Halfway halfway = new Halfway();
    /** The decomposition of the current matrix. */
    private final double[] baseU = new double[4];

    private final double[] baseV = new double[4];
    private final double[] baseSigma = new double[3];
    /** The choice being tried, and the best so far. */
    private final double[] u = new double[4];

    private final double[] v = new double[4];
    private final double[] sigma = new double[3];
    private final double[] bestU = new double[4];
    private final double[] bestV = new double[4];
    private final double[] bestSigma = new double[3];
    /** Targets of u and v. */
    private final double[] wantedU = new double[4];

    private final double[] wantedV = new double[4];
    private final double[] shared = new double[4];
    private final double[] spare = new double[4];

    /** For one sequence of keys at a time. */
    public AffineTracker() {}

    /**
     * One key per frame.
     *
     * @param globals F·12 matrices [A | p], not modified
     */
    public List<AffineKey> track(double[] globals) {
        int frames = globals.length / Affine3.STRIDE;
        AffineKey[] keys = new AffineKey[frames];
        int start = clearest(globals, frames);
        keys[start] = first(start, matrix(globals, start));
        for (int f = start + 1; f < frames; f++) {
            keys[f] = next(f, matrix(globals, f), keys[f - 1]);
        }
        for (int f = start - 1; f >= 0; f--) {
            keys[f] = next(f, matrix(globals, f), keys[f + 1]);
        }
        return new ArrayList<>(Arrays.asList(keys));
    }

    /** The key of the mean matrix halfway between two keys, following the first. */
    AffineKey between(AffineKey a, AffineKey b) {
        return next(0.5 * (a.frame() + b.frame()), AffineKey.mean(a, b), a);
    }

    /**
     * The choice of order and signs with which a key follows another best. It can be applied to all later keys: the motion between two keys
     * with the same choice is unchanged.
     */
    Naming naming(AffineKey key, AffineKey before) {
        load(key);
        return follow(key.global(), before, Freedom.NAMES);
    }

    /** The key under another choice of order and signs. */
    AffineKey renamed(AffineKey key, Naming naming) {
        load(key);
        choose(naming);
        return new AffineKey(key.frame(), key.global(), u.clone(), sigma.clone(), v.clone());
    }

    private void load(AffineKey key) {
        System.arraycopy(key.u(), 0, baseU, 0, 4);
        System.arraycopy(key.v(), 0, baseV, 0, 4);
        System.arraycopy(key.sigma(), 0, baseSigma, 0, 3);
    }

    private static double[] matrix(double[] globals, int f) {
        return Arrays.copyOfRange(globals, f * Affine3.STRIDE, (f + 1) * Affine3.STRIDE);
    }

    /** The frame whose singular values lie farthest apart. */
    private int clearest(double[] globals, int frames) {
        int best = 0;
        double widest = -1;
        for (int f = 0; f < frames; f++) {
            svd.decompose(globals, f * Affine3.STRIDE, 4);
            double[] s = svd.sigma();
            double gap = Math.min(s[0] - s[1], s[1] - Math.abs(s[2])) / Math.max(s[0], Double.MIN_NORMAL);
            // A slightly larger gap does not justify another start: still bones start at the first frame.
            if (gap > widest + 1e-6) {
                widest = gap;
                best = f;
            }
        }
        return best;
    }

    private void decompose(double[] global) {
        svd.decompose(global, 0, 4);
        Quaternions.fromMatrix(svd.u(), 0, 3, baseU, 0);
        Quaternions.fromMatrix(svd.v(), 0, 3, baseV, 0);
        System.arraycopy(svd.sigma(), 0, baseSigma, 0, 3);
    }

    /** Without neighbours, takes the V nearest to the identity. */
    private AffineKey first(double frame, double[] global) {
        decompose(global);
        System.arraycopy(IDENTITY, 0, wantedV, 0, 4);
        double best = Double.POSITIVE_INFINITY;
        for (CubeRotations.Turn turn : TURNS) {
            choose(new Naming(turn, 0));
            shareRotation();
            double cost = apart(v, IDENTITY);
            if (cost < best) {
                best = cost;
                store();
            }
        }
        return kept(frame, global);
    }

    private AffineKey next(double frame, double[] global, AffineKey neighbour) {
        decompose(global);
        follow(global, neighbour, Freedom.NAMES_AND_SHARED_ROTATION);
        return kept(frame, global);
    }

    /** Finds the choice that deviates least halfway from the neighbour, and keeps its u, σ and v. */
    private Naming follow(double[] global, AffineKey neighbour, Freedom freedom) {
        System.arraycopy(neighbour.u(), 0, wantedU, 0, 4);
        System.arraycopy(neighbour.v(), 0, wantedV, 0, 4);
        // Distinct values share no rotation: the cube rotation alone determines v, for all its half turns.
        boolean shares = freedom == Freedom.NAMES_AND_SHARED_ROTATION && anyEqual();
        Naming best = NAMINGS.get(0);
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < NAMINGS.size(); k++) {
            Naming naming = NAMINGS.get(k);
            choose(naming);
            if (shares) {
                shareRotation();
            }
            if (Math.abs(Quaternions.dot(v, 0, wantedV, 0)) < MIN_COSINE) {
                k += shares ? 0 : CubeRotations.HALF_TURNS.length - 1;
                continue;
            }
            double cost = cost(global, neighbour);
            if (cost < least) {
                least = cost;
                best = naming;
                store();
            }
        }
        return best;
    }

    /** Whether some singular values are equal up to sign, which half turns change. */
    private boolean anyEqual() {
        double x = Math.abs(baseSigma[0]);
        double y = Math.abs(baseSigma[1]);
        double z = Math.abs(baseSigma[2]);
        double near = EQUAL_FRACTION * Math.max(x, Math.max(y, z));
        return Math.abs(x - y) <= near || Math.abs(y - z) <= near || Math.abs(x - z) <= near;
    }

    /** u = U·P·D, σ = D·PᵀΣP, v = V·P: the same matrix for every cube rotation P and half turn D. */
    private void choose(Naming naming) {
        Quaternions.multiply(baseU, 0, naming.turn.quaternion(), 0, u, 0);
        Quaternions.multiply(u, 0, CubeRotations.HALF_TURNS[naming.half], 0, u, 0);
        Quaternions.multiply(baseV, 0, naming.turn.quaternion(), 0, v, 0);
        for (int c = 0; c < 3; c++) {
            // The half turn about axis h − 1 keeps that column and negates the other two.
            double sign = naming.half == 0 || naming.half - 1 == c ? 1 : -1;
            sigma[c] = sign * baseSigma[naming.turn.axes()[c]];
        }
    }

    /**
     * Rotates u and v together, within equal singular values, to bring v as close to its target as possible. V is the frame of the bone
     * itself and should stay; U follows the motion.
     */
    private void shareRotation() {
        double largest = Math.max(Math.abs(sigma[0]), Math.max(Math.abs(sigma[1]), Math.abs(sigma[2])));
        boolean xy = Math.abs(sigma[0] - sigma[1]) <= EQUAL_FRACTION * largest;
        boolean yz = Math.abs(sigma[1] - sigma[2]) <= EQUAL_FRACTION * largest;
        boolean xz = Math.abs(sigma[0] - sigma[2]) <= EQUAL_FRACTION * largest;
        if (xy && yz || xy && xz || yz && xz) {
            Quaternions.conjugate(v, 0, shared, 0);
            Quaternions.multiply(shared, 0, wantedV, 0, shared, 0);
            rotateBoth(shared);
            Arrays.fill(sigma, (sigma[0] + sigma[1] + sigma[2]) / 3);
        } else if (xy) {
            shareAbout(2);
        } else if (yz) {
            shareAbout(0);
        } else if (xz) {
            shareAbout(1);
        }
    }

    /** The rotation q about one axis that maximises (wantedV·(v·q))². */
    private void shareAbout(int axis) {
        Arrays.fill(shared, 0);
        shared[axis] = 1;
        Quaternions.multiply(v, 0, shared, 0, spare, 0);
        double cosine = Quaternions.dot(wantedV, 0, v, 0);
        double sine = Quaternions.dot(wantedV, 0, spare, 0);
        shared[axis] = sine;
        shared[3] = cosine;
        Quaternions.normalise(shared, 0);
        rotateBoth(shared);
        int a = (axis + 1) % 3;
        int b = (axis + 2) % 3;
        sigma[a] = 0.5 * (sigma[a] + sigma[b]);
        sigma[b] = sigma[a];
    }

    private void rotateBoth(double[] q) {
        Quaternions.multiply(u, 0, q, 0, u, 0);
        Quaternions.multiply(v, 0, q, 0, v, 0);
    }

    private double cost(double[] global, AffineKey neighbour) {
        double miss = Halfway.squaredNorm(halfway.miss(neighbour, global, u, sigma, v));
        double turned = apart(u, wantedU) + apart(v, wantedV);
        double largest = Math.max(Math.abs(sigma[0]), Math.max(Math.abs(sigma[1]), Math.abs(sigma[2])));
        return miss + TIE * largest * largest * turned;
    }

    private static double apart(double[] a, double[] b) {
        double cosine = Quaternions.dot(a, 0, b, 0);
        return 1 - cosine * cosine;
    }

    private void store() {
        System.arraycopy(u, 0, bestU, 0, 4);
        System.arraycopy(v, 0, bestV, 0, 4);
        System.arraycopy(sigma, 0, bestSigma, 0, 3);
    }

    private AffineKey kept(double frame, double[] global) {
        return new AffineKey(frame, global, bestU.clone(), bestSigma.clone(), bestV.clone());
    }

    /**
     * An affine bone at one time, as its two nodes store it: A = U·diag(σ)·Vᵀ.
     *
     * @param frame time in frames
     * @param global 3×4 global matrix [A | p] of the bone, p the position of its pivot
     * @param u quaternion of U
     * @param sigma three singular values, signed
     * @param v quaternion of V
     */
    public record AffineKey(double frame, double[] global, double[] u, double[] sigma, double[] v) {
        /** The element-wise mean of two matrices: it moves vertices to the mean of their positions at the keys. */
        static double[] mean(AffineKey a, AffineKey b) {
            double[] mean = new double[Affine3.STRIDE];
            for (int k = 0; k < mean.length; k++) {
                mean[k] = 0.5 * (a.global[k] + b.global[k]);
            }
            return mean;
        }
    }

    /** The 24 rotations that map axes to axes: the possible orders and signs of singular vectors. */
    static final class CubeRotations {
        /**
         * One rotation.
         *
         * @param quaternion of the rotation P
         * @param axes the axis of column c of P, up to sign
         */
        record Turn(double[] quaternion, int[] axes) {}

        /** Half turns about the axes, which change the signs of two columns; the first is the identity. */
        static final double[][] HALF_TURNS = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};

        private CubeRotations() {}

        static List<Turn> all() {
            List<Turn> orientations = new ArrayList<>();
            for (double[] half : HALF_TURNS) {
                orientations.add(turn(half.clone()));
            }
            for (int a = 0; a < 4; a++) {
                for (int b = a + 1; b < 4; b++) {
                    for (int sign = -1; sign <= 1; sign += 2) {
                        double[] q = new double[4];
                        q[a] = Math.sqrt(0.5);
                        q[b] = sign * Math.sqrt(0.5);
                        orientations.add(turn(q));
                    }
                }
            }
            for (int signs = 0; signs < 8; signs++) {
                orientations.add(turn(new double[] {
                    (signs & 1) - 0.5, (signs >> 1 & 1) - 0.5, (signs >> 2 & 1) - 0.5, 0.5,
                }));
            }
            return List.copyOf(orientations);
        }

        private static Turn turn(double[] q) {
            double[] m = new double[9];
            Quaternions.toMatrix(q, 0, m, 0, 3);
            int[] axes = new int[3];
            for (int c = 0; c < 3; c++) {
                for (int r = 0; r < 3; r++) {
                    if (Math.abs(m[3 * r + c]) > 0.5) {
                        axes[c] = r;
                    }
                }
            }
            return new Turn(q, axes);
        }
    }
}
