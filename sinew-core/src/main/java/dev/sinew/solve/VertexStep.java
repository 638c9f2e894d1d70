package dev.sinew.solve;

import dev.sinew.linalg.SimplexQuadratic;

/**
 * The weight step and the rest-pose step of one vertex, given the bones. Everything is expressed by H_j = T_jᵀ·y and the
 * forms Θ_j·Θ_l, so the cost does not grow with frames. Scratch memory inside: one object a thread.
 *
 * <p>KSO10 §4.4 takes the K individually best bones. NOTE: here influences are chosen one by one, each the bone that
 * lowers the residual most, with an exact refit on the simplex after each; then single swaps are tried; and the old set
 * is kept while it is better. On horse-gallop with 30 bones that is worth 30 % of the error.
 */
public final class VertexStep {
    /** Gains below this part of ‖y‖² are rounding. */
    private static final double NO_GAIN = 1e-13;

    /** Rest position and weights take turns this often before the bones move again: they cost little here. */
    private static final int REST_STEPS = 2;

    private final int influences;
    private final SimplexQuadratic simplex;
    private final double[] m = new double[BoneForms.FORM];
    private double[] dot = new double[0];
    private double[] self = new double[0];
    private final Choice old;
    private final Choice fresh;
    private final Choice trial;
    private BoneForms forms;
    private double squaredNorm;

    public VertexStep(int influences) {
        this.influences = influences;
        simplex = new SimplexQuadratic(influences);
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
        squaredNorm = newSquaredNorm;
        if (dot.length < newForms.boneCount()) {
            dot = new double[newForms.boneCount()];
            self = new double[newForms.boneCount()];
        }
    }

    /**
     * Weights over the bones the vertex has, and the rest position for them; returns the squared error.
     *
     * @param h H_j of at least the vertex's own bones, at {@code hFrom + 4j}
     */
    double refit(SkinState state, int i, double[] h, int hFrom, RestStep rest) {
        load(state, i, influences);
        moveTo(state, i);
        fitOwn(state, i, h, hFrom);
        for (int r = 0; r < REST_STEPS && rest.moves(); r++) {
            rest.solve(forms, state, i, old.bones, old.weights, old.count, h, hFrom);
            moveTo(state, i);
            fitOwn(state, i, h, hFrom);
        }
        store(old, state, i);
        return squaredNorm + old.objective;
    }

    private void fitOwn(SkinState state, int i, double[] h, int hFrom) {
        for (int k = 0; k < old.count; k++) {
            dot[old.bones[k]] = dotOf(state, i, h, hFrom + 4 * old.bones[k]);
        }
        fit(old);
    }

    /** The bones of vertex i into {@link #old}, without their weights. */
    private void load(SkinState state, int i, int most) {
        int from = i * influences;
        old.count = 0;
        while (old.count < most && state.weights[from + old.count] > 0) {
            old.bones[old.count] = state.bones[from + old.count];
            old.count++;
        }
    }

    /**
     * Chooses the bones of a vertex anew, keeps what it has where that is better; returns the squared error.
     *
     * @param h H_j of every bone, at {@code hFrom + 4j}
     */
    double select(SkinState state, int i, double[] h, int hFrom, int most) {
        moveTo(state, i);
        for (int j = 0; j < forms.boneCount(); j++) {
            dot[j] = dotOf(state, i, h, hFrom + 4 * j);
            self[j] = forms.value(j, j, m);
        }
        chooseGreedily(most);
        improveBySwaps(most);
        load(state, i, most);
        if (old.count > 0) {
            fit(old);
        }
        Choice best = old.count > 0 && old.objective <= fresh.objective ? old : fresh;
        store(best, state, i);
        return squaredNorm + best.objective;
    }

    /**
     * Adds to the cost of each of the vertex's bones what its error would gain without that bone.
     *
     * @param h H_j of at least the vertex's own bones, at {@code hFrom + 4j}
     */
    void addRemovalCosts(SkinState state, int i, double[] h, int hFrom, double[] costs) {
        moveTo(state, i);
        load(state, i, influences);
        for (int k = 0; k < old.count; k++) {
            dot[old.bones[k]] = dotOf(state, i, h, hFrom + 4 * old.bones[k]);
        }
        for (int out = 0; out < old.count; out++) {
            leaveOut(old, out);
            double without = squaredNorm;
            if (trial.count > 0) {
                fit(trial);
                without += trial.objective;
            }
            costs[old.bones[out]] += Math.max(0, without - state.squaredErrors[i]);
        }
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

    private void chooseGreedily(int most) {
        int nearest = 0;
        for (int j = 1; j < forms.boneCount(); j++) {
            if (self[j] - 2 * dot[j] < self[nearest] - 2 * dot[nearest]) {
                nearest = j;
            }
        }
        fresh.count = 1;
        fresh.bones[0] = nearest;
        fresh.weights[0] = 1;
        fresh.objective = self[nearest] - 2 * dot[nearest];
        // A refit may drop a bone, so more rounds than places can be useful; twice as many always suffice.
        for (int round = 0; round < 2 * most && fresh.count < most; round++) {
            int next = bestPartner(fresh, -1);
            if (next < 0) {
                return;
            }
            fresh.bones[fresh.count++] = next;
            fit(fresh);
        }
    }

    /** Each bone in turn is taken out and the best other one put in; the best of these replaces the set. */
    private void improveBySwaps(int most) {
        if (fresh.count < 2 || fresh.count < most || forms.boneCount() <= most) {
            return;
        }
        old.copyFrom(fresh);
        for (int out = 0; out < old.count; out++) {
            leaveOut(old, out);
            fit(trial);
            int next = bestPartner(trial, old.bones[out]);
            if (next >= 0 && trial.count < most) {
                trial.bones[trial.count++] = next;
                fit(trial);
                if (trial.objective < fresh.objective) {
                    fresh.copyFrom(trial);
                }
            }
        }
    }

    /**
     * The bone towards which a step from the current blend ŷ lowers ‖y − ŷ‖² most, or −1. With D = Θ_j − ŷ and
     * r = y − ŷ: step a = clamp(D·r / D·D, 0, 1), gain 2a·D·r − a²·D·D.
     */
    private int bestPartner(Choice blend, int forbidden) {
        double yDotBlend = 0;
        for (int k = 0; k < blend.count; k++) {
            yDotBlend += blend.weights[k] * dot[blend.bones[k]];
        }
        double blendSquared = blend.objective + 2 * yDotBlend;
        double bestGain = NO_GAIN * squaredNorm;
        int best = -1;
        for (int j = 0; j < forms.boneCount(); j++) {
            double boneDotBlend = 0;
            for (int k = 0; k < blend.count; k++) {
                boneDotBlend += blend.weights[k] * forms.value(blend.bones[k], j, m);
            }
            double along = dot[j] - boneDotBlend - yDotBlend + blendSquared;
            if (along <= 0) {
                continue;
            }
            double length = self[j] - 2 * boneDotBlend + blendSquared;
            double gain = along >= length ? 2 * along - length : along * along / length;
            if (gain > bestGain && j != forbidden && !blend.holds(j)) {
                bestGain = gain;
                best = j;
            }
        }
        return best;
    }

    /** The exact weights of a set; bones that get none leave it. */
    private void fit(Choice choice) {
        int n = choice.count;
        if (n == 1) {
            choice.weights[0] = 1;
            choice.objective = forms.value(choice.bones[0], choice.bones[0], m) - 2 * dot[choice.bones[0]];
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
            simplex.b()[k] = dot[choice.bones[k]];
        }
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
