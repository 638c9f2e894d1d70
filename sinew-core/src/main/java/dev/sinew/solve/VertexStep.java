package dev.sinew.solve;

import dev.sinew.linalg.SimplexQuadratic;

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

    /** Rest position and weights take turns this often before the bones move again: they cost little here. */
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
    private final Choice kept;
    private final Choice old;
    private final Choice fresh;
    private final Choice trial;
    private BoneForms forms;
    private double squaredNorm;
    /** Smoothness: what a squared weight costs, and what the neighbours wish each bone to have; null where there is none. */
    private double smooth;

    private double[] wishes;

    public VertexStep(int influences) {
        this.influences = influences;
        capacity = Math.max(CANDIDATES, influences + 4);
        candidates = new int[capacity];
        gram = new double[capacity * capacity];
        simplex = new SimplexQuadratic(influences);
        kept = new Choice(influences);
        old = new Choice(influences);
        fresh = new Choice(influences);
        trial = new Choice(influences);
    }

    /** A set of bones, their weights, and the objective ‖ŷ‖² − 2y·ŷ they reach. */
    private static final class Choice {
        private final int[] bones;
        private final double[] weights;
        private int count;
        private double objective;

        Choice(int influences) {
            bones = new int[influences];
            weights = new double[influences];
        }

        boolean holds(int bone) {
            for (int k = 0; k < count; k++) {
                if (bones[k] == bone) {
                    return true;
                }
            }
            return false;
        }

        void copyFrom(Choice other) {
            count = other.count;
            objective = other.objective;
            System.arraycopy(other.bones, 0, bones, 0, count);
            System.arraycopy(other.weights, 0, weights, 0, count);
        }
    }

    /** Turns to another vertex or other bones. */
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

    /** The part of a choice's objective that is not error. */
    private double smoothPart(Choice choice) {
        double sum = 0;
        for (int k = 0; k < choice.count && wishes != null; k++) {
            sum += choice.weights[k] * (smooth * choice.weights[k] - 2 * wishes[choice.bones[k]]);
        }
        return sum;
    }

    /**
     * Weights over the bones the vertex has, and the rest position for them; returns the squared error.
     *
     * @param h H_j of at least the vertex's own bones, at {@code hFrom + 4j}
     */
    double refit(SkinState state, int i, double[] h, int hFrom, RestStep rest) {
        load(state, i, kept);
        if (!rest.moves()) {
            moveTo(state, i);
            fitOwn(state, i, h, hFrom);
        }
        for (int r = 0; r < REST_STEPS && rest.moves(); r++) {
            rest.solve(forms, state, i, kept.bones, kept.weights, kept.count, h, hFrom);
            moveTo(state, i);
            fitOwn(state, i, h, hFrom);
        }
        store(kept, state, i);
        return squaredNorm + kept.objective - smoothPart(kept);
    }

    /**
     * The squared error of a vertex as it is.
     *
     * @param h H_j of at least the vertex's own bones, at {@code hFrom + 4j}
     */
    double errorOf(SkinState state, int i, double[] h, int hFrom) {
        load(state, i, kept);
        moveTo(state, i);
        double sum = squaredNorm;
        for (int k = 0; k < kept.count; k++) {
            int j = kept.bones[k];
            sum -= 2 * kept.weights[k] * dotOf(state, i, h, hFrom + 4 * j);
            for (int l = 0; l < kept.count; l++) {
                sum += kept.weights[k] * kept.weights[l] * forms.value(j, kept.bones[l], m);
            }
        }
        return sum;
    }

    private void fitOwn(SkinState state, int i, double[] h, int hFrom) {
        for (int k = 0; k < kept.count; k++) {
            int j = kept.bones[k];
            dot[j] = dotOf(state, i, h, hFrom + 4 * j) + (wishes == null ? 0 : wishes[j]);
        }
        fit(kept);
    }

    /** The influences of vertex i. */
    private void load(SkinState state, int i, Choice into) {
        int from = i * influences;
        into.count = 0;
        while (into.count < influences && state.weights[from + into.count] > 0) {
            into.bones[into.count] = state.bones[from + into.count];
            into.weights[into.count] = state.weights[from + into.count];
            into.count++;
        }
    }

    /**
     * Chooses the bones of a vertex anew, keeps what {@link #refit} has just left where that is better; returns the squared
     * error.
     *
     * @param h H_j of every bone, at {@code hFrom + 4j}
     */
    double select(SkinState state, int i, double[] h, int hFrom, int most) {
        moveTo(state, i);
        for (int j = 0; j < forms.boneCount(); j++) {
            dot[j] = dotOf(state, i, h, hFrom + 4 * j);
            self[j] = forms.value(j, j, m);
        }
        for (int j = 0; j < forms.boneCount() && wishes != null; j++) {
            dot[j] += wishes[j];
            self[j] += smooth;
        }
        if (most > 1 && most >= forms.boneCount()) {
            fitAllBones();
        } else {
            pickCandidates(most == 1 ? 1 : capacity);
            chooseGreedily(most);
            improveBySwaps(most);
            named(fresh);
        }
        boolean keep = kept.count > 0 && kept.count <= most && kept.objective <= fresh.objective;
        Choice best = keep ? kept : fresh;
        store(best, state, i);
        return squaredNorm + best.objective - smoothPart(best);
    }

    /**
     * Adds to the cost of each of the vertex's bones what its error would gain without that bone.
     *
     * @param h H_j of at least the vertex's own bones, of every bone where it has only one, at {@code hFrom + 4j}
     */
    void addRemovalCosts(SkinState state, int i, double[] h, int hFrom, double[] costs) {
        moveTo(state, i);
        load(state, i, old);
        if (old.count == 1) {
            double without = squaredNorm + nearestOther(state, i, h, hFrom, old.bones[0]);
            costs[old.bones[0]] += Math.max(0, without - state.squaredErrors[i]);
            return;
        }
        for (int k = 0; k < old.count; k++) {
            dot[old.bones[k]] = dotOf(state, i, h, hFrom + 4 * old.bones[k]);
        }
        for (int out = 0; out < old.count; out++) {
            leaveOut(old, out);
            fit(trial);
            costs[old.bones[out]] += Math.max(0, squaredNorm + trial.objective - state.squaredErrors[i]);
        }
    }

    /** What the best single bone but one would leave of the objective; 0, no bone at all, where there is no other. */
    private double nearestOther(SkinState state, int i, double[] h, int hFrom, int without) {
        double best = forms.boneCount() > 1 ? Double.POSITIVE_INFINITY : 0;
        for (int j = 0; j < forms.boneCount(); j++) {
            if (j != without) {
                best = Math.min(best, forms.value(j, j, m) - 2 * dotOf(state, i, h, hFrom + 4 * j));
            }
        }
        return best;
    }

    /** {@link #trial} = the set without one of its places. */
    private void leaveOut(Choice set, int out) {
        trial.count = 0;
        for (int k = 0; k < set.count; k++) {
            if (k != out) {
                trial.bones[trial.count++] = set.bones[k];
            }
        }
    }

    private void moveTo(SkinState state, int i) {
        BoneForms.monomials(state.rest[3 * i], state.rest[3 * i + 1], state.rest[3 * i + 2], m);
    }

    /** y·Θ_j = H_j·ũ */
    private static double dotOf(SkinState state, int i, double[] h, int at) {
        return h[at] * state.rest[3 * i]
                + h[at + 1] * state.rest[3 * i + 1]
                + h[at + 2] * state.rest[3 * i + 2]
                + h[at + 3];
    }

    /** The bones that come nearest to y by themselves, nearest first, and the products among them. */
    private void pickCandidates(int wanted) {
        int count = 0;
        for (int j = 0; j < forms.boneCount(); j++) {
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
        candidateCount = count;
        for (int k = 0; k < count; k++) {
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
    private void fitAllBones() {
        fresh.count = forms.boneCount();
        for (int j = 0; j < fresh.count; j++) {
            fresh.bones[j] = j;
        }
        fit(fresh);
    }

    /** From here on until {@link #named} a choice holds places in {@link #candidates}, not bones. */
    private void chooseGreedily(int most) {
        fresh.count = 1;
        fresh.bones[0] = 0;
        fresh.weights[0] = 1;
        fresh.objective = distanceOf(candidates[0]);
        // A refit may drop a bone, so more rounds than places can be useful; twice as many always suffice.
        for (int round = 0; round < 2 * most && fresh.count < most; round++) {
            int next = bestPartner(fresh, -1);
            if (next < 0) {
                return;
            }
            fresh.bones[fresh.count++] = next;
            fitCandidates(fresh);
        }
    }

    /** Each bone in turn is taken out and the best other one put in; the best of these replaces the set. */
    private void improveBySwaps(int most) {
        if (fresh.count < 2 || fresh.count < most || candidateCount <= most) {
            return;
        }
        old.copyFrom(fresh);
        for (int out = Math.max(0, old.count - SWAPS); out < old.count; out++) {
            leaveOut(old, out);
            fitCandidates(trial);
            int next = bestPartner(trial, old.bones[out]);
            if (next >= 0 && trial.count < most) {
                trial.bones[trial.count++] = next;
                fitCandidates(trial);
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
            yDotBlend += blend.weights[k] * dot[candidates[blend.bones[k]]];
        }
        double blendSquared = blend.objective + 2 * yDotBlend;
        double bestGain = NO_GAIN * squaredNorm;
        int best = -1;
        for (int c = 0; c < candidateCount; c++) {
            double boneDotBlend = 0;
            for (int k = 0; k < blend.count; k++) {
                boneDotBlend += blend.weights[k] * gram[blend.bones[k] * capacity + c];
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

    private void fitCandidates(Choice choice) {
        int n = choice.count;
        double[] g = simplex.g();
        int stride = simplex.stride();
        for (int k = 0; k < n; k++) {
            for (int l = 0; l < n; l++) {
                g[k * stride + l] = gram[choice.bones[k] * capacity + choice.bones[l]];
            }
            simplex.b()[k] = dot[candidates[choice.bones[k]]];
        }
        solve(choice);
    }

    private void named(Choice choice) {
        for (int k = 0; k < choice.count; k++) {
            choice.bones[k] = candidates[choice.bones[k]];
        }
    }

    /** The exact weights of a set; bones that get none leave it. */
    private void fit(Choice choice) {
        int n = choice.count;
        if (n == 1) {
            choice.weights[0] = 1;
            choice.objective = forms.value(choice.bones[0], choice.bones[0], m) + smooth - 2 * dot[choice.bones[0]];
            return;
        }
        double[] g = simplex.g();
        int stride = simplex.stride();
        for (int k = 0; k < n; k++) {
            for (int l = 0; l <= k; l++) {
                double value = forms.value(choice.bones[k], choice.bones[l], m);
                g[k * stride + l] = value;
                g[l * stride + k] = value;
            }
            g[k * stride + k] += smooth;
            simplex.b()[k] = dot[choice.bones[k]];
        }
        solve(choice);
    }

    private void solve(Choice choice) {
        int n = choice.count;
        choice.objective = simplex.minimise(n);
        choice.count = 0;
        for (int k = 0; k < n; k++) {
            if (simplex.x()[k] > 0) {
                choice.bones[choice.count] = choice.bones[k];
                choice.weights[choice.count++] = simplex.x()[k];
            }
        }
    }

    private void store(Choice choice, SkinState state, int i) {
        int from = i * influences;
        for (int k = 0; k < influences; k++) {
            boolean used = k < choice.count;
            state.bones[from + k] = used ? choice.bones[k] : 0;
            state.weights[from + k] = used ? choice.weights[k] : 0;
        }
    }
}
