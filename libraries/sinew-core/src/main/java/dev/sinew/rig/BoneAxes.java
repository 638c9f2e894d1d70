package dev.sinew.rig;

import dev.sinew.math.Quaternions;
import dev.sinew.math.Vec3;
import dev.sinew.model.Skeleton;
import java.util.Arrays;

/**
 * Turns the axes of bones so that one of them points along the limb, as animation tools expect it: to the joint that follows,
 * where several do to the one that carries most. The other two axes are carried over from the parent by the shortest turn, so that
 * neighbours twist as little against each other as can be.
 */
public enum BoneAxes {
    X(new double[] {1, 0, 0}),
    Y(new double[] {0, 1, 0}),
    Z(new double[] {0, 0, 1});

    /** Joints nearer than this part of the tree's extent lie on each other and give no direction. */
    private static final double SAME_PLACE = 1e-5;

    private final double[] axis;

    BoneAxes(double[] axis) {
        this.axis = axis;
    }

    /** The same skeleton with other axes. */
    public Skeleton along(Skeleton skeleton) {
        int b = skeleton.boneCount();
        int[] towards = towards(skeleton);
        double[] orientations = new double[4 * b];
        double extent = extent(skeleton.pivots());
        for (int j = 0; j < b; j++) {
            int parent = skeleton.parents()[j];
            double[] from = {0, 0, 0, 1};
            if (parent != Skeleton.NONE) {
                System.arraycopy(orientations, 4 * parent, from, 0, 4);
            }
            double[] way = towards[j] < 0 ? new double[3] : way(skeleton.pivots(), j, towards[j]);
            double length = Vec3.length(way);
            if (!(length > SAME_PLACE * extent)) {
                System.arraycopy(from, 0, orientations, 4 * j, 4);
            } else {
                double[] turn = shortest(turned(from, axis), way, length);
                Quaternions.multiply(turn, 0, from, 0, orientations, 4 * j);
                Quaternions.normalise(orientations, 4 * j);
            }
        }
        return skeleton.withOrientations(orientations);
    }

    private static double extent(double[] pivots) {
        double[] least = new double[3];
        double[] most = new double[3];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
        for (int k = 0; k < pivots.length; k++) {
            least[k % 3] = Math.min(least[k % 3], pivots[k]);
            most[k % 3] = Math.max(most[k % 3], pivots[k]);
        }
        return pivots.length == 0 ? 0 : Math.max(most[0] - least[0], Math.max(most[1] - least[1], most[2] - least[2]));
    }

    /** The child with most bones below it, −1 for bones without. */
    private static int[] towards(Skeleton skeleton) {
        int b = skeleton.boneCount();
        int[] below = new int[b];
        int[] towards = new int[b];
        Arrays.fill(towards, -1);
        for (int j = b - 1; j >= 0; j--) {
            below[j]++;
            int parent = skeleton.parents()[j];
            if (parent != Skeleton.NONE) {
                below[parent] += below[j];
                // Equally many: the first one, as the skeleton has them.
                towards[parent] = towards[parent] < 0 || below[j] >= below[towards[parent]] ? j : towards[parent];
            }
        }
        return towards;
    }

    private static double[] way(double[] pivots, int from, int to) {
        return new double[] {
            pivots[3 * to] - pivots[3 * from],
            pivots[3 * to + 1] - pivots[3 * from + 1],
            pivots[3 * to + 2] - pivots[3 * from + 2]
        };
    }

    private static double[] turned(double[] q, double[] v) {
        double[] r = new double[9];
        Quaternions.toMatrix(q, 0, r, 0, 3);
        double[] w = new double[3];
        for (int x = 0; x < 3; x++) {
            w[x] = r[3 * x] * v[0] + r[3 * x + 1] * v[1] + r[3 * x + 2] * v[2];
        }
        return w;
    }

    /** The shortest turn from one unit vector to a direction; half a turn about any axis across where they are opposite. */
    private static double[] shortest(double[] a, double[] way, double length) {
        double[] d = {way[0] / length, way[1] / length, way[2] / length};
        double dot = Vec3.dot(a, d);
        double[] q = Arrays.copyOf(Vec3.cross(a, d), 4);
        q[3] = 1 + dot;
        if (dot < -1 + 1e-9) {
            double[] across = Math.abs(a[0]) < 0.9 ? new double[] {1, 0, 0} : new double[] {0, 1, 0};
            q = Arrays.copyOf(Vec3.cross(a, across), 4);
        }
        Quaternions.normalise(q, 0);
        return q;
    }
}
