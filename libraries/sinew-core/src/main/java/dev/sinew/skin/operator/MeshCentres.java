package dev.sinew.skin.operator;

import dev.sinew.geometry.Triangles;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Optimised centres of rotation (Le and Hodgins 2016, eq. 1 and 4): p*(w) = Σ_t s(w, w_t)·a_t·c_t / Σ_t s(w, w_t)·a_t over the triangles of
 * the rest pose, area a, centroid c, mean weights w_t, and s(w, v) = Σ_{j≠k} w_j·w_k·v_j·v_k·exp(−(w_j·v_k − w_k·v_j)²/σ²).
 *
 * <p>NOTE: a triangle contributes to every pair of its bones, and triangles with almost the same two weights are summed in advance. So the
 * cost of a centre does not depend on the number of triangles. The paper clusters vertices for the same purpose.
 */
final class MeshCentres implements BonePose.Centres {
    /** σ of the paper. */
    private static final double WIDTH = 0.1;
    /** Bins per weight: much finer than σ. */
    private static final int BINS = 64;

    /** Triangles of one bin: sums of area times weights, of area times centroid, and of area. */
    private static final class Bin {
        double area;
        double first;
        double second;
        final double[] middle = new double[3];
    }

    private final int boneCount;
    private final BonePose.Centres otherwise;
    private final Map<Long, List<Bin>> pairs = new HashMap<>();

    MeshCentres(SkinnedModel model) {
        this.boneCount = model.boneCount();
        this.otherwise = BonePose.Centres.ofPivots(model.skeleton().pivots());
        Map<Long, Map<Integer, Bin>> bins = new HashMap<>();
        int[] triangles = model.rest().triangles();
        for (int t = 0; t < triangles.length; t += 3) {
            addTriangle(model, triangles, t, bins);
        }
        bins.forEach((pair, own) -> pairs.put(pair, new ArrayList<>(own.values())));
    }

    private void addTriangle(SkinnedModel model, int[] triangles, int t, Map<Long, Map<Integer, Bin>> bins) {
        SkinWeights w = model.weights();
        Map<Integer, Double> mean = new HashMap<>();
        double[] middle = new double[3];
        float[] p = model.rest().positions();
        for (int c = t; c < t + 3; c++) {
            int i = triangles[c];
            for (int at = i * w.influences(); at < i * w.influences() + w.influencesOf(i); at++) {
                mean.merge(w.bones()[at], w.weights()[at] / 3, Double::sum);
            }
            for (int x = 0; x < 3; x++) {
                middle[x] += p[3 * i + x] / 3;
            }
        }
        double area = Triangles.area(p, triangles, t);
        if (!(area > 0)) {
            return;
        }
        for (Map.Entry<Integer, Double> j : mean.entrySet()) {
            for (Map.Entry<Integer, Double> k : mean.entrySet()) {
                if (j.getKey() < k.getKey()) {
                    addPair(j.getKey(), j.getValue(), k.getKey(), k.getValue(), area, middle, bins);
                }
            }
        }
    }

    private void addPair(
            int j,
            double first,
            int k,
            double second,
            double area,
            double[] middle,
            Map<Long, Map<Integer, Bin>> bins) {
        int place = (int) (BINS * first) * (BINS + 1) + (int) (BINS * second);
        Bin bin = bins.computeIfAbsent(pair(j, k), pair -> new HashMap<>()).computeIfAbsent(place, x -> new Bin());
        bin.area += area;
        bin.first += area * first;
        bin.second += area * second;
        for (int x = 0; x < 3; x++) {
            bin.middle[x] += area * middle[x];
        }
    }

    private long pair(int j, int k) {
        return (long) j * boneCount + k;
    }

    @Override
    public void of(int[] bones, double[] weights, int from, int count, double[] out) {
        double total = 0;
        for (int k = from; k < from + count; k++) {
            total += weights[k];
        }
        double sum = 0;
        double[] at = new double[3];
        for (int a = from; a < from + count; a++) {
            for (int b = a + 1; b < from + count; b++) {
                sum += addPair(bones, weights, a, b, total, at);
            }
        }
        // One bone needs no centre; bones that share no triangle have none.
        if (!(sum > 1e-300)) {
            otherwise.of(bones, weights, from, count, out);
            return;
        }
        for (int x = 0; x < 3; x++) {
            out[x] = at[x] / sum;
        }
    }

    private double addPair(int[] bones, double[] weights, int a, int b, double total, double[] at) {
        boolean inOrder = bones[a] < bones[b];
        double first = weights[inOrder ? a : b] / total;
        double second = weights[inOrder ? b : a] / total;
        List<Bin> own = pairs.get(inOrder ? pair(bones[a], bones[b]) : pair(bones[b], bones[a]));
        double sum = 0;
        for (int k = 0; own != null && first * second > 0 && k < own.size(); k++) {
            Bin bin = own.get(k);
            double p = bin.first / bin.area;
            double q = bin.second / bin.area;
            double apart = (first * q - second * p) / WIDTH;
            double share = first * second * p * q * Math.exp(-apart * apart);
            sum += share * bin.area;
            for (int x = 0; x < 3; x++) {
                at[x] += share * bin.middle[x];
            }
        }
        return sum;
    }

    /** The centres of all vertices, or of all rows of other weights over the same bones: three numbers each. */
    double[] ofRows(SkinWeights rows) {
        double[] centres = new double[3 * rows.vertexCount()];
        double[] one = new double[3];
        for (int i = 0; i < rows.vertexCount(); i++) {
            of(rows.bones(), rows.weights(), i * rows.influences(), rows.influencesOf(i), one);
            System.arraycopy(one, 0, centres, 3 * i, 3);
        }
        return centres;
    }
}
