package dev.sinew.solve.pass;

import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.InfluenceSearch.InfluenceChoice;
import dev.sinew.solve.rest.RestSheet;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.weights.Territories;
import java.util.Optional;

/**
 * The weight step and the rest-pose step of one vertex, given the bones. Everything is expressed by H_j = T_jᵀ·y and the
 * forms Θ_j·Θ_l, so the cost does not grow with frames. Scratch memory inside: one object a thread.
 * Old influences are kept while they are better than those an {@link InfluenceSearch} finds.
 */
public final class VertexStep {
    /** Rest position and weights take turns this often before the bones move again: they cost little here. For normals alone once is better. */
    private static final int REST_STEPS = 2;

    private final int influences;
    private final InfluenceSearch search;
    private final double[] m = new double[BoneForms.FORM];
    private final double[] without;
    private final Influences kept;
    private BoneForms forms;
    private double squaredNorm;
    /** Smoothness: what a squared weight costs, and what the neighbours wish each bone to have; null where there is none. */
    private double smooth;

    private double[] wishes;

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
        search.begin(newForms, newSquaredNorm, m);
    }

    /**
     * Adds {@code smooth·‖w‖² − 2·wishes·w} to what is minimised for this vertex.
     *
     * @param newWishes one number per bone, not modified
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

    /** Tells a sheet what the weights that were stored last ask of the rest position. */
    void ask(int i, RestStep rest, BoneProducts products, RestSheet sheet, double importance) {
        rest.ask(forms, i, kept.bones, kept.weights, kept.count, products, sheet, importance);
    }

    private void fitOwn(SkinState state, int i, BoneProducts products) {
        search.candidateCount = kept.count;
        for (int k = 0; k < kept.count; k++) {
            int j = kept.bones[k];
            search.candidates[k] = j;
            search.dot[j] = products.dot(state, i, j) + (wishes == null ? 0 : wishes[j]);
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
     * Chooses the bones of a vertex anew, keeps what {@link #refit} has just left where that is better; returns the squared
     * error.
     *
     * @param products of every bone
     * @param territories where bones are to be connected
     */
    double select(SkinState state, int i, BoneProducts products, int most, Optional<Territories> territories) {
        moveTo(state, i, products);
        for (int j = 0; j < forms.boneCount(); j++) {
            search.dot[j] = products.dot(state, i, j);
            search.self[j] = forms.value(j, j, m);
        }
        for (int j = 0; j < forms.boneCount() && wishes != null; j++) {
            search.dot[j] += wishes[j];
            search.self[j] += smooth;
        }
        search.choose(i, most, territories);
        InfluenceChoice fresh = search.fresh;
        if (kept.count == 0 || kept.count > most || kept.objective > fresh.objective || outside(i, territories)) {
            keep(fresh);
        }
        store(state, i);
        return squaredNorm + kept.objective - smoothPart();
    }

    /** Whether the vertex has a bone it may not have. */
    private boolean outside(int i, Optional<Territories> territories) {
        for (int k = 0; k < kept.count && territories.isPresent(); k++) {
            if (!territories.get().allows(i, kept.bones[k])) {
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
        BoneForms.monomials(state.rest()[3 * i], state.rest()[3 * i + 1], state.rest()[3 * i + 2], m);
        if (products.lambda > 0) {
            double[] n = state.normals();
            BoneForms.addMonomials(products.lambda, n[3 * i], n[3 * i + 1], n[3 * i + 2], m);
        }
    }

    /** {@link #kept} = the choice, by the names of its bones. */
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
