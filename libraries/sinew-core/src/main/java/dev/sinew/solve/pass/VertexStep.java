package dev.sinew.solve.pass;

import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.InfluenceSearch.InfluenceChoice;
import dev.sinew.solve.rest.RestMembrane;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.weights.RegionConnectivity;
import java.util.Optional;

/**
 * The weight step and the rest-pose step of one vertex, given the bones. Works on H_j = T_jᵀ·y and the forms Θ_j·Θ_l, so the cost does not
 * grow with the number of frames. Keeps the old influences while they are better than those an {@link InfluenceSearch} finds. Not
 * thread-safe: holds scratch memory; use one instance per thread.
 */
public final class VertexStep {
    /** Alternations of rest position and weights before the bones move again; cheap here. For normals alone one is better. */
    private static final int REST_STEPS = 2;

    private final int influences;
    private final InfluenceSearch search;
    private final double[] m = new double[BoneForms.FORM];
    private final double[] without;
    private final Influences kept;
    private BoneForms forms;
    private double squaredNorm;
    /** Smoothness: the cost of a squared weight, and the weights the neighbours prefer; null if none exists. */
    private double smooth;

    private double[] preferences;

    public VertexStep(int influences) {
        this.influences = influences;
        search = new InfluenceSearch(influences);
        without = new double[influences];
        kept = new Influences(influences);
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

    /**
     * Starts with another vertex or other bones.
     *
     * @param newSquaredNorm ‖y‖², plus λ²·‖z‖² if normals are fitted
     */
    void begin(BoneForms newForms, double newSquaredNorm) {
        forms = newForms;
        kept.count = 0;
        squaredNorm = newSquaredNorm;
        smooth = 0;
        preferences = null;
        search.begin(newForms, newSquaredNorm, m);
    }

    /**
     * Adds {@code smooth·‖w‖² − 2·preferences·w} to what is minimised for this vertex.
     *
     * @param newWishes one number per bone, not modified
     */
    void smoothTowards(double newSmooth, double[] newWishes) {
        smooth = newSmooth;
        preferences = newWishes;
    }

    /** The part of the objective that is not error. */
    private double smoothPart() {
        double sum = 0;
        for (int k = 0; k < kept.count && preferences != null; k++) {
            sum += kept.weights[k] * (smooth * kept.weights[k] - 2 * preferences[kept.bones[k]]);
        }
        return sum;
    }

    /**
     * Solves weights of the vertex's bones, and the rest position and normal for them; returns the squared error.
     *
     * @param products of at least the vertex's own bones
     */
    double refit(SkinState state, int i, BoneProducts products, RestStep rest) {
        load(state, i);
        if (!rest.solves(products)) {
            moveTo(state, i, products);
            fitOwn(state, i, products);
        }
        int orientations = rest.moves() ? REST_STEPS : 1;
        for (int r = 0; r < orientations && rest.solves(products); r++) {
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

    /** ‖y − ŷ‖² of the positions only, for the weights stored last. */
    double positionError(SkinState state, int i, BoneProducts products, double positionNorm) {
        BoneForms.monomials(state.rest()[3 * i], state.rest()[3 * i + 1], state.rest()[3 * i + 2], m);
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

    /** Passes the rest position that the weights stored last prefer to a membrane. */
    void addRestEquations(int i, RestStep rest, BoneProducts products, RestMembrane membrane, double importance) {
        rest.addRestEquations(forms, i, kept.bones, kept.weights, kept.count, products, membrane, importance);
    }

    private void fitOwn(SkinState state, int i, BoneProducts products) {
        search.candidateCount = kept.count;
        for (int k = 0; k < kept.count; k++) {
            int j = kept.bones[k];
            search.candidates[k] = j;
            search.dot[j] = products.dot(state, i, j) + (preferences == null ? 0 : preferences[j]);
            search.self[j] = forms.value(j, j, m) + smooth;
        }
        search.fitCandidates();
        keep(search.fresh);
    }

    /** The influences of vertex i. */
    private void load(SkinState state, int i) {
        int from = i * influences;
        kept.count = 0;
        while (kept.count < influences && state.weights()[from + kept.count] > 0) {
            kept.bones[kept.count] = state.bones()[from + kept.count];
            kept.weights[kept.count] = state.weights()[from + kept.count];
            kept.count++;
        }
    }

    /**
     * Selects the bones of a vertex, unless the result of the last {@link #refit} is better; returns the squared error.
     *
     * @param products of every bone
     * @param connectivity allowed bones if regions must be connected
     */
    double select(SkinState state, int i, BoneProducts products, int most, Optional<RegionConnectivity> connectivity) {
        moveTo(state, i, products);
        for (int j = 0; j < forms.boneCount(); j++) {
            search.dot[j] = products.dot(state, i, j);
            search.self[j] = forms.value(j, j, m);
        }
        for (int j = 0; j < forms.boneCount() && preferences != null; j++) {
            search.dot[j] += preferences[j];
            search.self[j] += smooth;
        }
        search.choose(i, most, connectivity);
        InfluenceChoice fresh = search.fresh;
        if (kept.count == 0 || kept.count > most || kept.objective > fresh.objective || outside(i, connectivity)) {
            keep(fresh);
        }
        store(state, i);
        return squaredNorm + kept.objective - smoothPart();
    }

    /** Whether the vertex has a bone that is not allowed. */
    private boolean outside(int i, Optional<RegionConnectivity> connectivity) {
        for (int k = 0; k < kept.count && connectivity.isPresent(); k++) {
            if (!connectivity.get().allows(i, kept.bones[k])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds the increase of the vertex's error without each of its bones to that bone's cost.
     *
     * @param products of at least the vertex's own bones, of every bone if it has only one
     */
    void addRemovalCosts(SkinState state, int i, BoneProducts products, double[] costs) {
        moveTo(state, i, products);
        load(state, i);
        if (kept.count == 1) {
            double without = squaredNorm + nearestOther(state, i, products, kept.bones[0]);
            costs[kept.bones[0]] += state.importance(i) * Math.max(0, without - state.squaredErrors()[i]);
            return;
        }
        search.candidateCount = kept.count;
        for (int k = 0; k < kept.count; k++) {
            int j = kept.bones[k];
            search.candidates[k] = j;
            search.dot[j] = products.dot(state, i, j);
            search.self[j] = forms.value(j, j, m);
        }
        search.fitWithoutEach(without);
        for (int out = 0; out < kept.count; out++) {
            double lost = Math.max(0, squaredNorm + without[out] - state.squaredErrors()[i]);
            costs[kept.bones[out]] += state.importance(i) * lost;
        }
    }

    /** The objective with the best single other bone; 0, meaning no bone, if there is no other. */
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
        BoneForms.monomials(state.rest()[3 * i], state.rest()[3 * i + 1], state.rest()[3 * i + 2], m);
        if (products.lambda > 0) {
            double[] n = state.normals();
            BoneForms.addMonomials(products.lambda, n[3 * i], n[3 * i + 1], n[3 * i + 2], m);
        }
    }

    /** Stores a choice in {@link #kept} by bone index. */
    private void keep(InfluenceChoice choice) {
        kept.count = choice.count;
        kept.objective = choice.objective;
        for (int k = 0; k < choice.count; k++) {
            kept.bones[k] = search.candidates[choice.places[k]];
            kept.weights[k] = choice.weights[k];
        }
    }

    private void store(SkinState state, int i) {
        int from = i * influences;
        for (int k = 0; k < influences; k++) {
            boolean used = k < kept.count;
            state.bones()[from + k] = used ? kept.bones[k] : 0;
            state.weights()[from + k] = used ? kept.weights[k] : 0;
        }
    }
}
