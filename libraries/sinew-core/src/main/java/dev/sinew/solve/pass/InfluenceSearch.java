package dev.sinew.solve.pass;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.weights.Territories;
import java.util.Optional;

/**
 * Chooses the influences of one vertex among the bones, given its products with them. KSO10 §4.4 takes the K individually best bones. NOTE: here
 * influences are chosen one by one, each the bone that lowers the residual most, with an exact refit on the simplex after each; then single swaps are
 * tried. The swaps alone are worth a tenth of the error on horse-gallop with 30 bones (docs/decisions.md). Working memory of one thread.
 */
public final class InfluenceSearch {
    /**
     * Bones that are looked at for a vertex, nearest first. Looking at all gains nothing, and keeps sets local less well:
     * on elastic-cow, horse-gallop and samba 12 gave errors 2 to 4 % lower than all.
     */
    private static final int CANDIDATES = 12;

    /** Swaps tried: the last chosen influences are the likeliest mistakes, two give nearly all that four do. */
    private static final int SWAPS = 2;

    /** Gains below this part of ‖y‖² are rounding. */
    private static final double NO_GAIN = 1e-13;

    /** Where bones are to be tidy, another influence must lower the error of its vertex by this part. */
    private static final double ECONOMY = 0.001;

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
    private Optional<Territories> allowance = Optional.empty();
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

    /** @param monomials ten numbers of the vertex, kept and read whenever products among bones are needed */
    void begin(BoneForms newForms, double newSquaredNorm, double[] monomials) {
        forms = newForms;
        squaredNorm = newSquaredNorm;
        m = monomials;
        if (dot.length < newForms.boneCount()) {
            dot = new double[newForms.boneCount()];
            self = new double[newForms.boneCount()];
        }
    }

    /** Chooses at most so many bones for vertex i: {@link #fresh}. */
    void choose(int i, int most, Optional<Territories> territories) {
        allowance = territories;
        vertex = i;
        boolean shut = territories.isPresent() && territories.get().shuts();
        if (most > 1 && most >= forms.boneCount() && !shut) {
            takeAllBones();
        } else {
            pickCandidates(most == 1 ? 1 : capacity);
            chooseGreedily(most);
            improveBySwaps(most);
        }
    }

    /** The exact weights of bones that are given, the first {@link #candidateCount} of the candidates: {@link #fresh}. */
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

    /** The bones that come nearest to y by themselves, nearest first, and the products among them. */
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
            // Closed to every bone: better one that is not connected than none.
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

    /** Every bone is allowed: nothing to choose, one exact solve finds those that are of use. */
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
        // A refit may drop a bone, so more rounds than places can be useful; twice as many always suffice.
        for (int round = 0; round < 2 * most && fresh.count < most; round++) {
            int next = bestPartner(fresh, -1);
            if (next < 0) {
                return;
            }
            fresh.places[fresh.count++] = next;
            fit(fresh);
        }
    }

    /** Each bone in turn is taken out and the best other one put in; the best of these replaces the set. */
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
     * The candidate towards which a step from the current blend ŷ lowers ‖y − ŷ‖² most, or −1. With D = Θ_j − ŷ and
     * r = y − ŷ: step a = clamp(D·r / D·D, 0, 1), gain 2a·D·r − a²·D·D.
     */
    private int bestPartner(InfluenceChoice blend, int forbidden) {
        double yDotBlend = 0;
        for (int k = 0; k < blend.count; k++) {
            yDotBlend += blend.weights[k] * dot[candidates[blend.places[k]]];
        }
        double blendSquared = blend.objective + 2 * yDotBlend;
        double bestGain = NO_GAIN * squaredNorm;
        if (allowance.isPresent()) {
            bestGain = Math.max(bestGain, ECONOMY * (squaredNorm + blend.objective));
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
            if (gain > bestGain && c != forbidden && !blend.holds(c)) {
                bestGain = gain;
                best = c;
            }
        }
        return best;
    }

    /** The exact weights of a choice; candidates that get none leave it. */
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

    /** Some of the candidates of an {@link InfluenceSearch}, by their places there, with weights and the objective ‖ŷ‖² − 2y·ŷ they reach. */
    static final class InfluenceChoice {
        final int[] places;
        final double[] weights;
        int count;
        double objective;

        InfluenceChoice(int influences) {
            places = new int[influences];
            weights = new double[influences];
        }

        boolean holds(int place) {
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

        /** Becomes the other without one of its entries; weights are not known. */
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
