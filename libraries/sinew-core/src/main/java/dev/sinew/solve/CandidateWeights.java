package dev.sinew.solve;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.model.SkinWeights;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The bones that one vertex may have, and its best weights over them. Scratch memory inside: one object a thread. */
final class CandidateWeights {
    private final ExamplePoses poses;
    private final int[] bones;
    private final double[] h;
    private final double[] alone;
    private final double[] m = new double[ExamplePoses.MONOMIALS];
    private final SimplexQuadratic simplex;

    CandidateWeights(ExamplePoses poses) {
        int all = poses.boneCount();
        int most = Math.min(all, ExamplePoses.CANDIDATES);
        this.poses = poses;
        bones = new int[most];
        h = new double[all];
        alone = new double[all];
        simplex = new SimplexQuadratic(most);
    }

    void weights(int i, SkinWeights given, double[] best) {
        poses.monomials(i, m);
        poses.h(i, h);
        pick(i, given);
        for (int a = 0; a < bones.length; a++) {
            for (int c = 0; c <= a; c++) {
                double product = poses.gramOf(m, bones[a], bones[c]);
                simplex.g()[a * bones.length + c] = product;
                simplex.g()[c * bones.length + a] = product;
            }
            simplex.b()[a] = h[bones[a]];
        }
        simplex.minimise(bones.length);
        for (int a = 0; a < bones.length; a++) {
            best[i * h.length + bones[a]] = simplex.x()[a];
        }
    }

    private void pick(int i, SkinWeights given) {
        if (bones.length == h.length) {
            Arrays.setAll(bones, j -> j);
            return;
        }
        for (int j = 0; j < h.length; j++) {
            alone[j] = poses.gramOf(m, j, j) - 2 * h[j];
        }
        for (int k = i * given.influences(); k < (i + 1) * given.influences(); k++) {
            if (given.weights()[k] > 0) {
                alone[given.bones()[k]] = Double.NEGATIVE_INFINITY;
            }
        }
        int[] order = IntStream.range(0, h.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> alone[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(order, 0, bones, 0, bones.length);
        Arrays.sort(bones);
    }
}
