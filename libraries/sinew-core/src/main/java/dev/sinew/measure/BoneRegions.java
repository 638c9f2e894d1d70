package dev.sinew.measure;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Number of connected regions of the welded mesh in which each bone has weight (w > 0.05); 1 is what an artist would paint.
 *
 * @param mean over the bones with a region
 * @param most maximum of one bone
 * @param bone the bone with the maximum
 * @param perBone regions of every bone, B; 0 without one
 */
public record BoneRegions(double mean, int most, int bone, int[] perBone) {
    private static final double MIN_WEIGHT = 0.05;

    public static BoneRegions of(SkinnedModel model) {
        return of(model.rest(), model.weights(), model.boneCount());
    }

    public static BoneRegions of(Mesh mesh, SkinWeights weights, int bones) {
        int[] first = mesh.firstAtPosition();
        Parts parts = new Parts(weights);
        int[] starts = mesh.faceStarts();
        int[] corners = mesh.corners();
        for (int k = 0; k < mesh.faceCount(); k++) {
            int before = first[corners[starts[k + 1] - 1]];
            for (int c = starts[k]; c < starts[k + 1]; c++) {
                int vertex = first[corners[c]];
                parts.join(before, vertex);
                before = vertex;
            }
        }
        return counted(parts.perBone(
                IntStream.range(0, first.length).filter(i -> first[i] == i).toArray(), bones));
    }

    private static BoneRegions counted(int[] perBone) {
        int bone = 0;
        long sum = 0;
        int active = 0;
        for (int j = 0; j < perBone.length; j++) {
            sum += perBone[j];
            active += perBone[j] > 0 ? 1 : 0;
            bone = perBone[j] > perBone[bone] ? j : bone;
        }
        int most = perBone.length == 0 ? 0 : perBone[bone];
        return new BoneRegions(active == 0 ? 0 : (double) sum / active, most, bone, perBone);
    }

    /** Union-find over influences: joined if neighbouring vertices share the bone. A node is an entry of the weight table. */
    private static final class Parts {
        private final SkinWeights weights;
        private final int influences;
        private final int[] parent;

        Parts(SkinWeights weights) {
            this.weights = weights;
            this.influences = weights.influences();
            this.parent = new int[weights.weights().length];
            Arrays.setAll(parent, at -> at);
        }

        void join(int i, int k) {
            for (int a = i * influences; a < (i + 1) * influences && weights.weights()[a] > MIN_WEIGHT; a++) {
                for (int b = k * influences; b < (k + 1) * influences && weights.weights()[b] > MIN_WEIGHT; b++) {
                    if (weights.bones()[a] == weights.bones()[b]) {
                        int rootA = find(a);
                        int rootB = find(b);
                        parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
                    }
                }
            }
        }

        private int find(int at) {
            int root = at;
            while (parent[root] != root) {
                parent[root] = parent[parent[root]];
                root = parent[root];
            }
            return root;
        }

        int[] perBone(int[] vertices, int bones) {
            int[] count = new int[bones];
            for (int i : vertices) {
                for (int at = i * influences; at < (i + 1) * influences && weights.weights()[at] > MIN_WEIGHT; at++) {
                    count[weights.bones()[at]] += find(at) == at ? 1 : 0;
                }
            }
            return count;
        }
    }
}
