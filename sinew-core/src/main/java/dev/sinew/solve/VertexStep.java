package dev.sinew.solve;

import dev.sinew.linalg.SimplexQuadratic;
import java.util.Optional;

/**
 * The weight step and the rest-pose step of one vertex, given the bones. Everything is expressed by H_j = T_jᵀ·y and the
 * forms Θ_j·Θ_l, so the cost does not grow with frames. Scratch memory inside: one object a thread.
 *
 * <p>KSO10 §4.4 takes the K individually best bones. NOTE: here influences are chosen one by one, each the bone that
 * lowers the residual most, with an exact refit on the simplex after each; then single swaps are tried; and the old set
 * is kept while it is better. The swaps alone are worth a tenth of the error
 * on horse-gallop with 30 bones (docs/decisions.md).
 */
public final class VertexStep {
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

    /** Rest position and weights take turns this often before the bones move again: they cost little here. For normals alone once is better. */
    private static final int REST_STEPS = 2;

    private final int influences;
    private final SimplexQuadratic simplex;
    private final double[] m = new double[BoneForms.FORM];
    private double[] dot = new double[0];
    private double[] self = new double[0];
    private final int capacity;
    private final int[] candidates;
    private final double[] gram;
    private int candidateCount;
    private final Influences kept;
    private final Choice old;
    private final Choice fresh;
    private final Choice trial;
    private BoneForms forms;
    private double squaredNorm;
    /** Smoothness: what a squared weight costs, and what the neighbours wish each bone to have; null where there is none. */
    private double smooth;

    private double[] wishes;
    private Optional<Territories> allowance = Optional.empty();
    private int vertex;

    public VertexStep(int influences) {
        this.influences = influences;
        capacity = Math.max(CANDIDATES, influences + 4);
        candidates = new int[capacity];
        gram = new double[capacity * capacity];
        simplex = new SimplexQuadratic(influences);
        kept = new Influences(influences);
        old = new Choice(influences);
        fresh = new Choice(influences);
        trial = new Choice(influences);
    }

    /** Bones of a vertex with their weights, and the objective ‖ŷ‖² − 2y·ŷ they reach. */
    private static final class Influences {
        private final int[] bones;
        private final double[] weights;
        private int count;
        private double objective;

        Influences(int most) {
            bones = new int[most];
            weights = new double[most];
        }
    }

    /** Some of the {@link #candidates}, by their places there, with weights and the objective they reach. */
    private static final class Choice {
        private final int[] places;
        private final double[] weights;
        private int count;
        private double objective;

        Choice(int influences) {
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
        void copyWithout(Choice other, int out) {
            count = 0;
            for (int k = 0; k < other.count; k++) {
                if (k != out) {
                    places[count++] = other.places[k];
                }
            }
        }

        void copyFrom(Choice other) {
            count = other.count;
            objective = other.objective;
            System.arraycopy(other.places, 0, places, 0, count);
            System.arraycopy(other.weights, 0, weights, 0, count);
        }
    }

    /**
     * Turns to another vertex or other bones.
     *
     * @param newSquaredNorm ‖y‖², with λ²·‖z‖² where normals take part
     */
    void begin(BoneForms newForms, double newSquaredNorm) {
        forms = newForms;
        kept.count = 0;
        squaredNorm = newSquaredNorm;
        smooth = 0;
        wishes = null;
        if (dot.length < newForms.boneCount()) {
            dot = new double[newForms.boneCount()];
            self = new double[newForms.boneCount()];
        }
    }

    /**
     * Adds {@code smooth·‖w‖² − 2·wishes·w} to what is minimised for this vertex.
     *
     * @param newWishes one number a bone, not modified
     */
    void smoothTowards(double newSmooth, double[] newWishes) {
        smooth = newSmooth;
        wishes = newWishes;
    }

    /** The part of the objective that is not error. */
    private double smoothPart() {
        double sum = 0;
        for (int k = 0; k < kept.count && wishes != null; k++) {
            sum += kept.weights[k] * (smooth * kept.weights[k] - 2 * wishes[kept.bones[k]]);
        }
        return sum;
    }

    /**
     * Weights over the bones the vertex has, and rest position and normal for them; returns the squared error.
     *
     * @param products of at least the vertex's own bones
     */
    double refit(SkinState state, int i, BoneProducts products, RestStep rest) {
        load(state, i);
        if (!rest.solves(products)) {
            moveTo(state, i, products);
            fitOwn(state, i, products);
        }
        int turns = rest.moves() ? REST_STEPS : 1;
        for (int r = 0; r < turns && rest.solves(products); r++) {
            rest.solve(forms, state, i, kept.bones, kept.weights, kept.count, products);
            moveTo(state, i, products);
            fitOwn(state, i, products);
        }
        store(state, i);
        return squaredNorm + kept.objective - smoothPart();
    }

    /**
     * The squared error of a vertex as it is.
     *
     * @param products of at least the vertex's own bones
     */
    double errorOf(SkinState state, int i, BoneProducts products) {
        load(state, i);
        moveTo(state, i, products);
        double sum = squaredNorm;
        for (int k = 0; k < kept.count; k++) {
            int j = kept.bones[k];
            sum -= 2 * kept.weights[k] * products.dot(state, i, j);
            for (int l = 0; l < kept.count; l++) {
                sum += kept.weights[k] * kept.weights[l] * forms.value(j, kept.bones[l], m);
            }
        }
        return sum;
    }

    /** ‖y − ŷ‖² of the positions alone, of the weights that were stored last. */
    double positionError(SkinState state, int i, BoneProducts products, double positionNorm) {
        BoneForms.monomials(state.rest[3 * i], state.rest[3 * i + 1], state.rest[3 * i + 2], m);
        double sum = positionNorm;
        for (int k = 0; k < kept.count; k++) {
            int j = kept.bones[k];
            double w = kept.weights[k];
            sum += w * (w * forms.value(j, j, m) - 2 * products.position(state, i, j));
            for (int l = 0; l < k; l++) {
                sum += 2 * w * kept.weights[l] * forms.value(j, kept.bones[l], m);
            }
        }
        return sum;
    }

    /** Tells a sheet what the weights that were stored last ask of the rest position. */
    void ask(int i, RestStep rest, BoneProducts products, RestSheet sheet) {
        rest.ask(forms, i, kept.bones, kept.weights, kept.count, products, sheet);
    }

    private void fitOwn(SkinState state, int i, BoneProducts products) {
        candidateCount = kept.count;
        for (int k = 0; k < kept.count; k++) {
            int j = kept.bones[k];
            candidates[k] = j;
            dot[j] = products.dot(state, i, j) + (wishes == null ? 0 : wishes[j]);
            self[j] = forms.value(j, j, m) + smooth;
        }
        fillGram();
        fresh.takeAll(candidateCount);
        fit(fresh);
        keep(fresh);
    }

    /** The influences of vertex i. */
    private void load(SkinState state, int i) {
        int from = i * influences;
        kept.count = 0;
        while (kept.count < influences && state.weights[from + kept.count] > 0) {
            kept.bones[kept.count] = state.bones[from + kept.count];
            kept.weights[kept.count] = state.weights[from + kept.count];
            kept.count++;
        }
    }

    /**
     * Chooses the bones of a vertex anew, keeps what {@link #refit} has just left where that is better; returns the squared
     * error.
     *
     * @param products of every bone
     * @param territories where bones are to be connected
     */
    double select(SkinState state, int i, BoneProducts products, int most, Optional<Territories> territories) {
        moveTo(state, i, products);
        allowance = territories;
        vertex = i;
        for (int j = 0; j < forms.boneCount(); j++) {
            dot[j] = products.dot(state, i, j);
            self[j] = forms.value(j, j, m);
        }
        for (int j = 0; j < forms.boneCount() && wishes != null; j++) {
            dot[j] += wishes[j];
            self[j] += smooth;
        }
        if (most > 1 && most >= forms.boneCount()) {
            takeAllBones();
        } else {
            pickCandidates(most == 1 ? 1 : capacity);
            chooseGreedily(most);
            improveBySwaps(most);
        }
        if (kept.count == 0 || kept.count > most || kept.objective > fresh.objective || outside(i)) {
            keep(fresh);
        }
        store(state, i);
        return squaredNorm + kept.objective - smoothPart();
    }

    /** Whether the vertex has a bone it may not have. */
    private boolean outside(int i) {
        for (int k = 0; k < kept.count && allowance.isPresent(); k++) {
            if (!allowance.get().allows(i, kept.bones[k])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds to the cost of each of the vertex's bones what its error would gain without that bone.
     *
     * @param products of at least the vertex's own bones, of every bone where it has only one
     */
    void addRemovalCosts(SkinState state, int i, BoneProducts products, double[] costs) {
        moveTo(state, i, products);
        load(state, i);
        if (kept.count == 1) {
            double without = squaredNorm + nearestOther(state, i, products, kept.bones[0]);
            costs[kept.bones[0]] += Math.max(0, without - state.squaredErrors[i]);
            return;
        }
        candidateCount = kept.count;
        for (int k = 0; k < kept.count; k++) {
            candidates[k] = kept.bones[k];
            dot[kept.bones[k]] = products.dot(state, i, kept.bones[k]);
            self[kept.bones[k]] = forms.value(kept.bones[k], kept.bones[k], m);
        }
        fillGram();
        old.takeAll(candidateCount);
        for (int out = 0; out < old.count; out++) {
            trial.copyWithout(old, out);
            fit(trial);
            costs[kept.bones[out]] += Math.max(0, squaredNorm + trial.objective - state.squaredErrors[i]);
        }
    }

    /** What the best single bone but one would leave of the objective; 0, no bone at all, where there is no other. */
    private double nearestOther(SkinState state, int i, BoneProducts products, int without) {
        double best = forms.boneCount() > 1 ? Double.POSITIVE_INFINITY : 0;
        for (int j = 0; j < forms.boneCount(); j++) {
            if (j != without) {
                best = Math.min(best, forms.value(j, j, m) - 2 * products.dot(state, i, j));
            }
        }
        return best;
    }

    private void moveTo(SkinState state, int i, BoneProducts products) {
        BoneForms.monomials(state.rest[3 * i], state.rest[3 * i + 1], state.rest[3 * i + 2], m);
        if (products.lambda > 0) {
            double[] n = state.normals;
            BoneForms.addMonomials(products.lambda, n[3 * i], n[3 * i + 1], n[3 * i + 2], m);
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
        fillGram();
        fresh.takeAll(candidateCount);
        fit(fresh);
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
    private int bestPartner(Choice blend, int forbidden) {
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
    private void fit(Choice choice) {
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

    /** {@link #kept} = the choice, by the names of its bones. */
    private void keep(Choice choice) {
        kept.count = choice.count;
        kept.objective = choice.objective;
        for (int k = 0; k < choice.count; k++) {
            kept.bones[k] = candidates[choice.places[k]];
            kept.weights[k] = choice.weights[k];
        }
    }

    private void store(SkinState state, int i) {
        int from = i * influences;
        for (int k = 0; k < influences; k++) {
            boolean used = k < kept.count;
            state.bones[from + k] = used ? kept.bones[k] : 0;
            state.weights[from + k] = used ? kept.weights[k] : 0;
        }
    }
}
