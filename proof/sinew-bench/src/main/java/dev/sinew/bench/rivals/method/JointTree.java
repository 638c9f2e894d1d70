package dev.sinew.bench.rivals.method;

import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.math.Symmetric3;
import dev.sinew.platform.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tree of joints over rigid bones, each joint where two bones stay together best (Anguelov et al. 2004, as described in LD14
 * §5). Enforces the joints strictly: from the root down, each bone rotates about the joint as moved by its parent.
 */
final class JointTree {
    /** LD14 §5: γ = 10⁻²·F. */
    private static final double CENTRE_WEIGHT = 1e-2;

    private final Animation animation;
    private final RigidSkin skin;
    private final int[] cluster;
    private final double[] centres;

    JointTree(Animation animation, RigidSkin skin, int[] cluster) {
        this.animation = animation;
        this.skin = skin;
        this.cluster = cluster;
        this.centres = new double[3 * skin.count()];
        int[] sizes = new int[skin.count()];
        for (int i = 0; i < cluster.length; i++) {
            sizes[cluster[i]]++;
            for (int k = 0; k < 3; k++) {
                centres[3 * cluster[i] + k] += animation.rest()[3 * i + k];
            }
        }
        for (int k = 0; k < centres.length; k++) {
            centres[k] /= Math.max(1, sizes[k / 3]);
        }
    }

    private record Joint(int first, int second, double[] at, double cost) {}

    /** Makes the bones satisfy the joints. */
    void enforce(Workers workers) {
        List<Joint> tree = tree();
        int root = nearestToMiddle();
        int[] parent = new int[skin.count()];
        double[][] joint = new double[skin.count()][];
        List<Integer> order = new ArrayList<>(List.of(root));
        Arrays.fill(parent, -1);
        for (int k = 0; k < order.size(); k++) {
            for (Joint edge : tree) {
                int other = edge.first == order.get(k) ? edge.second : edge.second == order.get(k) ? edge.first : -1;
                if (other >= 0 && !order.contains(other)) {
                    parent[other] = order.get(k);
                    joint[other] = edge.at;
                    order.add(other);
                }
            }
        }
        int[][] own = IntStream.range(0, skin.count())
                .mapToObj(j -> IntStream.range(0, cluster.length)
                        .filter(i -> cluster[i] == j)
                        .toArray())
                .toArray(int[][]::new);
        workers.forChunks(animation.frames(), 1, (chunk, f, to) -> {
            NearestRotation nearest = new NearestRotation();
            for (int j : order) {
                if (parent[j] >= 0) {
                    turn(f, j, parent[j], joint[j], own[j], nearest);
                }
            }
        });
    }

    /** The rotation about the moved joint that fits the bone's own vertices best. */
    private void turn(int f, int j, int parent, double[] joint, int[] own, NearestRotation nearest) {
        double[] m = skin.matrices();
        double[] u = animation.rest();
        double[] carried = new double[3];
        for (int r = 0; r < 3; r++) {
            carried[r] = Affine3.row(m, skin.at(f, parent) + 4 * r, joint[0], joint[1], joint[2]);
        }
        double[] c = new double[9];
        for (int i : own) {
            for (int k = 0; k < 9; k++) {
                double v = animation.a()[i * animation.dimensions() + 3 * f + k / 3];
                c[k] += (v - carried[k / 3]) * (u[3 * i + k % 3] - joint[k % 3]);
            }
        }
        int at = skin.at(f, j);
        if (own.length > 0) {
            nearest.of(c, 0, 3, m, at, 4);
        }
        for (int r = 0; r < 3; r++) {
            double turned = m[at + 4 * r] * joint[0] + m[at + 4 * r + 1] * joint[1] + m[at + 4 * r + 2] * joint[2];
            m[at + 4 * r + 3] = carried[r] - turned;
        }
    }

    /** LD14 §5: the spanning tree of minimum g. */
    private List<Joint> tree() {
        double[] blending = skin.blending();
        List<Joint> joints = new ArrayList<>();
        for (int j = 0; j < skin.count(); j++) {
            for (int k = j + 1; k < skin.count(); k++) {
                joints.add(joint(j, k, blending[j * skin.count() + k]));
            }
        }
        joints.sort(Comparator.comparingDouble(Joint::cost));
        int[] group = IntStream.range(0, skin.count()).toArray();
        List<Joint> tree = new ArrayList<>();
        for (Joint joint : joints) {
            int gone = group[joint.second];
            int kept = group[joint.first];
            if (gone != kept) {
                tree.add(joint);
                Arrays.setAll(group, j -> group[j] == gone ? kept : group[j]);
            }
        }
        return tree;
    }

    /** min_c Σ_f ‖(M_j − M_k)·c̃‖² + γ‖c − b‖², b halfway between the bones; eq. 2's cost. */
    private Joint joint(int j, int k, double blending) {
        double[] h = new double[6];
        double[] right = new double[3];
        double pull = CENTRE_WEIGHT * animation.frames();
        double[] middle = new double[3];
        for (int r = 0; r < 3; r++) {
            middle[r] = (centres[3 * j + r] + centres[3 * k + r]) / 2;
            right[r] = pull * middle[r];
        }
        h[0] = h[3] = h[5] = pull;
        for (int f = 0; f < animation.frames(); f++) {
            for (int r = 0; r < 3; r++) {
                double[] d = difference(f, j, k, r);
                int at = 0;
                for (int a = 0; a < 3; a++) {
                    right[a] -= d[a] * d[3];
                    for (int b = a; b < 3; b++) {
                        h[at++] += d[a] * d[b];
                    }
                }
            }
        }
        double[] c = middle.clone();
        Symmetric3.solve(h, right, c, 0);
        double apart = 0;
        for (int f = 0; f < animation.frames(); f++) {
            for (int r = 0; r < 3; r++) {
                double[] d = difference(f, j, k, r);
                double miss = d[0] * c[0] + d[1] * c[1] + d[2] * c[2] + d[3];
                apart += miss * miss;
            }
        }
        // NOTE: bones without common vertices come last, the nearest first, because eq. 2 has no finite cost for them.
        double far = Spread.squared(centres, 3 * j, centres, 3 * k, 3);
        return new Joint(j, k, c, blending > 1e-6 ? apart / blending : 1e12 * (1 + far));
    }

    private double[] difference(int f, int j, int k, int r) {
        double[] row = new double[4];
        for (int a = 0; a < 4; a++) {
            row[a] = skin.matrices()[skin.at(f, j) + 4 * r + a] - skin.matrices()[skin.at(f, k) + 4 * r + a];
        }
        return row;
    }

    private int nearestToMiddle() {
        double[] middle = new double[3];
        for (int k = 0; k < animation.rest().length; k++) {
            middle[k % 3] += animation.rest()[k] / cluster.length;
        }
        return IntStream.range(0, skin.count())
                .boxed()
                .min(Comparator.comparingDouble(j -> Spread.squared(centres, 3 * j, middle, 0, 3)))
                .orElseThrow();
    }
}
