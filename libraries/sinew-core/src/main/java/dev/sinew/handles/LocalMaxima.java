package dev.sinew.handles;

import dev.sinew.mesh.Mesh;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Counts peaks of weights that are no handle's own. A peak counts by how far one must go down from it to reach a higher one
 * (its persistence); each connected part's highest is the handle's own and not counted.
 */
final class LocalMaxima {
    private static final double HIGHER = 1e-3;

    private LocalMaxima() {}

    static int count(Mesh mesh, HandleWeights weights) {
        int[][] neighbours = neighbours(mesh);
        int count = 0;
        for (int j = 0; j < weights.handleCount(); j++) {
            count += count(neighbours, weights.ofHandle(j));
        }
        return count;
    }

    private static int[][] neighbours(Mesh mesh) {
        int[] triangles = mesh.triangles();
        int[] counts = new int[mesh.vertexCount()];
        for (int t : triangles) {
            counts[t] += 2;
        }
        int[][] lists = new int[counts.length][];
        for (int i = 0; i < counts.length; i++) {
            lists[i] = new int[counts[i]];
        }
        for (int k = 0; k < triangles.length; k++) {
            int base = k - k % 3;
            int i = triangles[k];
            lists[i][--counts[i]] = triangles[base + (k + 1) % 3];
            lists[i][--counts[i]] = triangles[base + (k + 2) % 3];
        }
        return lists;
    }

    /** From the highest vertex downwards: islands rise and join; the lower peak of two that join ends there. */
    private static int count(int[][] neighbours, double[] w) {
        int n = w.length;
        Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble((Integer i) -> -w[i]).thenComparing(i -> i));
        int[] parent = new int[n];
        Arrays.fill(parent, -1);
        int peaks = 0;
        for (int i : order) {
            parent[i] = i;
            for (int k : neighbours[i]) {
                if (parent[k] >= 0) {
                    int a = find(parent, i);
                    int b = find(parent, k);
                    if (a != b) {
                        int lower = w[a] < w[b] || w[a] == w[b] && a > b ? a : b;
                        peaks += w[lower] - w[i] > HIGHER ? 1 : 0;
                        parent[lower] = lower == a ? b : a;
                    }
                }
            }
        }
        return peaks;
    }

    private static int find(int[] parent, int start) {
        int k = start;
        while (parent[k] != k) {
            parent[k] = parent[parent[k]];
            k = parent[k];
        }
        return k;
    }
}
