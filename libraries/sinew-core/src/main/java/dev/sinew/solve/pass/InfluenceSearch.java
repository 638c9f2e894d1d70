package dev.sinew.solve.pass;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.weights.RegionConnectivity;
import java.util.Optional;

/**
 * Selects the influences of one vertex, given its products with the bones. KSO10 §4.4 takes the K individually best bones. NOTE: here
 * influences are selected greedily, each the bone that lowers the residual most, with an exact refit on the simplex after each; then single
 * swaps are tried (docs/decisions/index.md). Working memory of one thread.
 */
public final class InfluenceSearch {
    /** Bones considered for a vertex, nearest first. Considering all gives errors 2–4 % higher, because the sets are less local. */
    private static final int CANDIDATES = 12;

    /** Number of swaps tried: the influences selected last are the likeliest mistakes, and two swaps gain almost as much as four. */
    private static final int SWAPS = 2;

    /** Gains below this fraction of ‖y‖² are rounding errors. */
    private static final double ROUNDING_FRACTION = 1e-13;

    /** If regions must be connected, another influence must lower the error of its vertex by this fraction. */
    private static final double MIN_INFLUENCE_GAIN = 0.001;

    final int capacity;
    /** y·Θ_j and Θ_j·Θ_j of the bones, filled in by the caller. */
    double[] dot = new double[0];

    double[] self = new double[0];
    final int[] candidates;
    int candidateCount;
    /** The set found last. */
    final InfluenceChoice fresh;

    private final double[] gram;
    private final SimplexQuadratic simplex;
    private final InfluenceChoice old;
    private final InfluenceChoice trial;
    private BoneForms forms;
    private double[] m;
    private double squaredNorm;
    private Optional<RegionConnectivity> allowance = Optional.empty();
    private int vertex;

    InfluenceSearch(int influences) {
        capacity = Math.max(CANDIDATES, influences + 4);
        candidates = new int[capacity];
        gram = new double[capacity * capacity];
        simplex = new SimplexQuadratic(influences);
        old = new InfluenceChoice(influences);
        fresh = new InfluenceChoice(influences);
        trial = new InfluenceChoice(influences);
    }

    /** @param monomials ten numbers of the vertex, kept and read when products of bones are needed */
    void begin(BoneForms newForms, double newSquaredNorm, double[] monomials) {
        forms = newForms;
        squaredNorm = newSquaredNorm;
        m = monomials;
        if (dot.length < newForms.boneCount()) {
            dot = new double[newForms.boneCount()];
            self = new double[newForms.boneCount()];
        }
    }

    /** Selects at most {@code most} bones for vertex i into {@link #fresh}. */
    void choose(int i, int most, Optional<RegionConnectivity> connectivity) {
        allowance = connectivity;
        vertex = i;
        boolean shut = connectivity.isPresent() && connectivity.get().shuts();
        if (most > 1 && most >= forms.boneCount() && !shut) {
            takeAllBones();
        } else {
            pickCandidates(most == 1 ? 1 : capacity);
            chooseGreedily(most);
            improveBySwaps(most);
        }
    }

    /** Computes the exact weights of the first {@link #candidateCount} candidates into {@link #fresh}. */
    void fitCandidates() {
        fillGram();
        fresh.takeAll(candidateCount);
        fit(fresh);
    }

    /** The objective without each of the candidates in turn. */
    void fitWithoutEach(double[] objectives) {
        fillGram();
        old.takeAll(candidateCount);
        for (int out = 0; out < old.count; out++) {
            trial.copyWithout(old, out);
            fit(trial);
            objectives[out] = trial.objective;
        }
    }

    /** Finds the bones that come nearest to y alone, nearest first, and the products among them. */
    private void pickCandidates(int wanted) {
        int count = 0;
        for (int j = 0; j < forms.boneCount(); j++) {
            if (allowance.isPresent() && !allowance.get().allows(vertex, j)) {
                continue;
            }
            double distance = self[j] - 2 * dot[j];
            int at = Math.min(count, wanted - 1);
            if (count == wanted && distance >= distanceOf(candidates[at])) {
                continue;
            }
            while (at > 0 && distanceOf(candidates[at - 1]) > distance) {
                candidates[at] = candidates[at - 1];
                at--;
            }
            candidates[at] = j;
            count = Math.min(count + 1, wanted);
        }
        if (count == 0) {
            // No bone is allowed here: an unconnected bone is better than none.
            allowance = Optional.empty();
            pickCandidates(wanted);
            return;
        }
        candidateCount = count;
        fillGram();
    }

    /** Θ_j·Θ_l among the candidates. */
    private void fillGram() {
        for (int k = 0; k < candidateCount; k++) {
            gram[k * capacity + k] = self[candidates[k]];
            for (int l = 0; l < k; l++) {
                double value = forms.value(candidates[k], candidates[l], m);
                gram[k * capacity + l] = value;
                gram[l * capacity + k] = value;
            }
        }
    }

    private double distanceOf(int bone) {
        return self[bone] - 2 * dot[bone];
    }

    /** All bones fit into the influences: one exact solve selects the useful ones. */
    private void takeAllBones() {
        candidateCount = forms.boneCount();
        for (int j = 0; j < candidateCount; j++) {
            candidates[j] = j;
        }
        fitCandidates();
    }

    private void chooseGreedily(int most) {
        fresh.count = 1;
        fresh.places[0] = 0;
        fresh.weights[0] = 1;
        fresh.objective = distanceOf(candidates[0]);
        // A refit may drop a bone, so more rounds than influences can help; twice as many always suffice.
        for (int round = 0; round < 2 * most && fresh.count < most; round++) {
            int next = bestPartner(fresh, -1);
            if (next < 0) {
                return;
            }
            fresh.places[fresh.count++] = next;
            fit(fresh);
        }
    }

    /** Replaces each bone in turn by the best other one, and keeps the best resulting set. */
    private void improveBySwaps(int most) {
        if (fresh.count < 2 || fresh.count < most || candidateCount <= most) {
            return;
        }
        old.copyFrom(fresh);
        for (int out = Math.max(0, old.count - SWAPS); out < old.count; out++) {
            trial.copyWithout(old, out);
            fit(trial);
            int next = bestPartner(trial, old.places[out]);
            if (next >= 0 && trial.count < most) {
                trial.places[trial.count++] = next;
                fit(trial);
                if (trial.objective < fresh.objective) {
                    fresh.copyFrom(trial);
                }
            }
        }
    }

    /**
     * The candidate towards which a step from the current blend ŷ lowers ‖y − ŷ‖² most, or −1. With D = Θ_j − ŷ and r = y − ŷ: step a =
     * clamp(D·r / D·D, 0, 1), gain 2a·D·r − a²·D·D.
     */
    private int bestPartner(InfluenceChoice blend, int forbidden) {
        double yDotBlend = 0;
        for (int k = 0; k < blend.count; k++) {
            yDotBlend += blend.weights[k] * dot[candidates[blend.places[k]]];
        }
        double blendSquared = blend.objective + 2 * yDotBlend;
        double bestGain = ROUNDING_FRACTION * squaredNorm;
        if (allowance.isPresent()) {
            bestGain = Math.max(bestGain, MIN_INFLUENCE_GAIN * (squaredNorm + blend.objective));
        }
        int best = -1;
        for (int c = 0; c < candidateCount; c++) {
            double boneDotBlend = 0;
            for (int k = 0; k < blend.count; k++) {
                boneDotBlend += blend.weights[k] * gram[blend.places[k] * capacity + c];
            }
            double along = dot[candidates[c]] - boneDotBlend - yDotBlend + blendSquared;
            if (along <= 0) {
                continue;
            }
            double length = gram[c * capacity + c] - 2 * boneDotBlend + blendSquared;
            double gain = along >= length ? 2 * along - length : along * along / length;
            if (gain > bestGain && c != forbidden && !blend.contains(c)) {
                bestGain = gain;
                best = c;
            }
        }
        return best;
    }

    /** The exact weights of a choice; candidates with weight 0 are removed. */
    private void fit(InfluenceChoice choice) {
        int n = choice.count;
        if (n == 1) {
            choice.weights[0] = 1;
            choice.objective = distanceOf(candidates[choice.places[0]]);
            return;
        }
        double[] g = simplex.g();
        int stride = simplex.stride();
        for (int k = 0; k < n; k++) {
            for (int l = 0; l < n; l++) {
                g[k * stride + l] = gram[choice.places[k] * capacity + choice.places[l]];
            }
            simplex.b()[k] = dot[candidates[choice.places[k]]];
        }
        choice.objective = simplex.minimise(n);
        choice.count = 0;
        for (int k = 0; k < n; k++) {
            if (simplex.x()[k] > 0) {
                choice.places[choice.count] = choice.places[k];
                choice.weights[choice.count++] = simplex.x()[k];
            }
        }
    }

    /** A subset of the candidates of an {@link InfluenceSearch}, by index, with weights and the objective ‖ŷ‖² − 2y·ŷ they reach. */
    static final class InfluenceChoice {
        final int[] places;
        final double[] weights;
        int count;
        double objective;

        InfluenceChoice(int influences) {
            places = new int[influences];
            weights = new double[influences];
        }

        boolean contains(int place) {
            for (int k = 0; k < count; k++) {
                if (places[k] == place) {
                    return true;
                }
            }
            return false;
        }

        void takeAll(int candidateCount) {
            count = candidateCount;
            for (int k = 0; k < count; k++) {
                places[k] = k;
            }
        }

        /** Copies the other choice without one entry; weights are not set. */
        void copyWithout(InfluenceChoice other, int out) {
            count = 0;
            for (int k = 0; k < other.count; k++) {
                if (k != out) {
                    places[count++] = other.places[k];
                }
            }
        }

        void copyFrom(InfluenceChoice other) {
            count = other.count;
            objective = other.objective;
            System.arraycopy(other.places, 0, places, 0, count);
            System.arraycopy(other.weights, 0, weights, 0, count);
        }
    }
}
