package dev.sinew.linearize;

import dev.sinew.linearize.CandidateSets.Candidate;
import dev.sinew.platform.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Blend bones with their weights, and the operations that improve them: add, refit, remove. Not thread-safe. */
final class BlendBoneFit {
    /** Number of the best candidates that are optimised fully. */
    private static final int MAX_CANDIDATES = 12;

    /** A driver with less weight makes room for another one. */
    private static final double MIN_DRIVER_WEIGHT = 1e-6;

    /** Wider sets of drivers must lower the squared error by this fraction, or bones keep theirs. */
    private static final double MIN_DRIVER_GAIN = 2e-3;

    private static final int MAX_DRIVER_ROUNDS = 4;
    private static final int CHUNK = 16;
    private static final double FIRST_DAMPING = 1e-3;
    private static final double MAX_DAMPING = 1e4;

    private final Training training;
    private final List<Candidate> candidates;
    private final Workers workers;
    private final BlendWeightStep weightStep;
    private List<BlendBone> bones = new ArrayList<>();
    private WeightState state;

    BlendBoneFit(Training training, List<Candidate> candidates, Workers workers) {
        this.training = training;
        this.candidates = candidates;
        this.workers = workers;
        this.weightStep = new BlendWeightStep(training, workers);
        this.state = new WeightState(training);
        weightStep.solve(all(), bones, state);
    }

    /** The state of the fit, to be restored. */
    record Snapshot(List<BlendBone> bones, WeightState state) {}

    Snapshot snapshot() {
        return new Snapshot(List.copyOf(bones), state.copy());
    }

    void restore(Snapshot snapshot) {
        bones = new ArrayList<>(snapshot.bones);
        state = snapshot.state.copy();
    }

    List<BlendBone> bones() {
        return bones;
    }

    WeightState state() {
        return state;
    }

    double squared() {
        return state.squared();
    }

    private int[] all() {
        return IntStream.range(0, training.count()).toArray();
    }

    /** V(B) of KCO09 §4.4 for several bones: the vertices that one of their drivers moves. */
    private int[] influenced(List<BlendBone> some) {
        return IntStream.range(0, training.count())
                .filter(a -> some.stream()
                        .anyMatch(bone -> bone.shares(training.weights.bones(), training.row(a), training.masters(a))))
                .toArray();
    }

    /** Adds the candidate that lowers the error most (§4.1); false if none does. */
    boolean add() {
        double before = squared();
        BlendBone best = null;
        double lowest = before * (1 - 1e-9);
        for (Candidate candidate : bestCandidates()) {
            bones.add(candidate.bone());
            WeightState trial = state.copy();
            weightStep.solve(influenced(List.of(candidate.bone())), bones, trial);
            bones.remove(bones.size() - 1);
            if (trial.squared() < lowest) {
                lowest = trial.squared();
                best = candidate.bone();
            }
        }
        if (best == null) {
            return false;
        }
        bones.add(best);
        weightStep.solve(influenced(List.of(best)), bones, state);
        return true;
    }

    /**
     * The candidates with the largest gains when each vertex may only shift weight from its current bones to the new one. NOTE: the paper
     * solves all weights for every sample; this lower bound costs a hundredth and gives almost the same ranking.
     */
    private List<Candidate> bestCandidates() {
        double[] gains = new double[candidates.size()];
        workers.forChunks(gains.length, CHUNK, (chunk, from, to) -> {
            double[] column = new double[3 * training.frames];
            for (int c = from; c < to; c++) {
                gains[c] = gain(candidates.get(c), column);
            }
        });
        return IntStream.range(0, gains.length)
                .boxed()
                .sorted((a, b) -> gains[a] == gains[b] ? Integer.compare(a, b) : Double.compare(gains[b], gains[a]))
                .limit(MAX_CANDIDATES)
                .filter(c -> gains[c] > 0)
                .map(candidates::get)
                .toList();
    }

    /** Σ_i ‖e‖² − min_t ‖(1−t)·e + t·r‖² */
    private double gain(Candidate candidate, double[] column) {
        int width = column.length;
        double gain = 0;
        for (int a : candidate.vertices()) {
            if (state.squares[a] == 0) {
                continue;
            }
            training.predict(a, candidate.bone().matrices(), 0, 12, column, 0);
            double slope = 0;
            double length = 0;
            for (int x = 0; x < width; x++) {
                double e = state.misses[a * width + x];
                double d = column[x] - training.targets[a * width + x] - e;
                slope -= e * d;
                length += d * d;
            }
            if (slope > 0) {
                double t = Math.min(1, slope / length);
                gain += t * (2 * slope - t * length);
            }
        }
        return gain;
    }

    /** Removes the bone whose removal costs least before refitting. */
    void removeLeastUseful() {
        int least = 0;
        double lowest = Double.POSITIVE_INFINITY;
        for (int k = 0; k < bones.size(); k++) {
            double squared = without(k).state.squared();
            if (squared < lowest) {
                lowest = squared;
                least = k;
            }
        }
        Snapshot fewer = without(least);
        bones = new ArrayList<>(fewer.bones);
        state = fewer.state;
    }

    private Snapshot without(int k) {
        List<BlendBone> fewer = new ArrayList<>(bones);
        BlendBone gone = fewer.remove(k);
        WeightState trial = state.copy();
        int last = training.motion.boneCount() + k;
        for (int at = 0; at < trial.bones.length; at++) {
            // Later bones move up by one; vertices on which it had weight are solved again.
            trial.bones[at] -= trial.bones[at] > last ? 1 : 0;
        }
        weightStep.solve(influenced(List.of(gone)), fewer, trial);
        return new Snapshot(fewer, trial);
    }

    /** Refits all bones. */
    int refineAll(double tolerance, int most) {
        return refine(IntStream.range(0, bones.size()).toArray(), tolerance, most);
    }

    /** Gives all bones more drivers and refits them, while that pays off. */
    int widen(double tolerance, int most) {
        int steps = 0;
        boolean gains = true;
        for (int round = 0; gains && round < MAX_DRIVER_ROUNDS; round++) {
            double before = squared();
            addDrivers();
            steps += refineAll(tolerance, most);
            gains = squared() < before * (1 - MIN_DRIVER_GAIN);
        }
        return steps;
    }

    /** Refits the bones that share a driver with the last one added (§4.4). */
    int refineLast(double tolerance, int most) {
        BlendBone last = bones.get(bones.size() - 1);
        int[] near = IntStream.range(0, bones.size())
                .filter(k -> bones.get(k).shares(last))
                .toArray();
        return refine(near, tolerance, most);
    }

    /**
     * Gives each blend bone with fewer than four drivers the one more whose weight would lower the error most. Its weight is zero until the
     * next refit. NOTE: the paper keeps the drivers with which a bone was added.
     */
    private void addDrivers() {
        List<BlendBone> wider = new ArrayList<>();
        for (int k = 0; k < bones.size(); k++) {
            wider.add(withDriver(k));
        }
        bones = wider;
    }

    private BlendBone withDriver(int k) {
        BlendBone bone = bones.get(k);
        int[] used = IntStream.range(0, bone.masters().length)
                .filter(l -> bone.weights()[l] > MIN_DRIVER_WEIGHT)
                .toArray();
        int n = used.length;
        if (n == CandidateSets.MAX_DRIVERS) {
            return bone;
        }
        int[] masters = new int[n + 1];
        double[] u = new double[n + 1];
        double sum = IntStream.of(used).mapToDouble(l -> bone.weights()[l]).sum();
        for (int l = 0; l < n; l++) {
            masters[l] = bone.masters()[used[l]];
            u[l] = bone.weights()[used[l]] / sum;
        }
        double[] w = state.weightsOf(training.motion.boneCount() + k);
        BlendBone best = bone;
        double most = 0;
        for (int driver : neighbours(Arrays.copyOf(masters, n))) {
            masters[n] = driver;
            BlendBone trial = training.pose(masters.clone(), u);
            double gain = lastDriverGain(trial, w);
            if (gain > most) {
                most = gain;
                best = trial;
            }
        }
        return best;
    }

    /** Bones that share a vertex with one of these and are none of them. */
    private int[] neighbours(int[] masters) {
        BitSet found = new BitSet();
        int[] owners = training.weights.bones();
        for (int a = 0; a < training.count(); a++) {
            int row = training.row(a);
            int end = row + training.masters(a);
            if (IntStream.range(row, end)
                    .anyMatch(at -> IntStream.of(masters).anyMatch(master -> master == owners[at]))) {
                IntStream.range(row, end).forEach(at -> found.set(owners[at]));
            }
        }
        IntStream.of(masters).forEach(found::clear);
        return found.stream().toArray();
    }

    /**
     * The gain of a step from the bone's drivers towards the last one, w' and the other bones fixed: min_t Σ_i ‖e + t·w'·d‖² with
     * d = ∂p/∂u_last − Σ_l u_l·∂p/∂u_l.
     *
     * @param w w' of the bone per blended vertex
     */
    private double lastDriverGain(BlendBone bone, double[] w) {
        int last = bone.masters().length - 1;
        int width = 3 * training.frames;
        double[] d = new double[width];
        double[] column = new double[width];
        double slope = 0;
        double curvature = 0;
        for (int a = 0; a < w.length; a++) {
            if (w[a] == 0) {
                continue;
            }
            training.predict(a, bone, last, d, 0);
            for (int l = 0; l < last; l++) {
                training.predict(a, bone, l, column, 0);
                for (int x = 0; x < width; x++) {
                    d[x] -= bone.weights()[l] * column[x];
                }
            }
            for (int x = 0; x < width; x++) {
                slope -= w[a] * d[x] * state.misses[a * width + x];
                curvature += w[a] * w[a] * d[x] * d[x];
            }
        }
        return slope > 0 ? slope * slope / curvature : 0;
    }

    /** Alternates u and w' until a step gains less than the tolerance; returns the number of steps. */
    private int refine(int[] moving, double tolerance, int most) {
        int[] vertices = influenced(IntStream.of(moving).mapToObj(bones::get).toList());
        double damping = FIRST_DAMPING;
        int steps = 0;
        while (steps < most && damping < MAX_DAMPING) {
            double before = state.squared(vertices);
            DriverStep step = new DriverStep(training, bones, moving, workers);
            step.assemble(vertices, state);
            double after = before;
            while (steps++ < most && damping < MAX_DAMPING) {
                Snapshot trial = trial(step.solve(damping), moving, vertices);
                after = trial.state.squared(vertices);
                if (after < before) {
                    bones = new ArrayList<>(trial.bones);
                    state = trial.state;
                    damping = Math.max(1e-6, damping / 5);
                    break;
                }
                damping *= 8;
            }
            if (!(before - after > tolerance * before)) {
                break;
            }
        }
        return steps;
    }

    private Snapshot trial(double[][] u, int[] moving, int[] vertices) {
        List<BlendBone> moved = new ArrayList<>(bones);
        for (int m = 0; m < moving.length; m++) {
            moved.set(moving[m], training.pose(bones.get(moving[m]).masters(), u[m]));
        }
        WeightState trial = state.copy();
        weightStep.solve(vertices, moved, trial);
        return new Snapshot(moved, trial);
    }
}
