package dev.sinew.edit;

import dev.sinew.edit.Bones.Nearest;
import dev.sinew.math.Vec3;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.RefusedException;
import java.util.List;

/**
 * A bone cut in two halfway along its length, across the way from its joint to where it ends: the joints of its children, or the
 * far end of what it moves. The new joint is in the middle of the cross-section there.
 */
final class BoneSplit {
    /** What the name of the second half ends in. */
    private static final String TIP = "_tip";

    /** Over this part of the length the weights go over from one half to the other. */
    private static final double BLEND = 0.2;

    /** A way to the children shorter than this part of what the bone moves says nothing of its direction. */
    private static final double SHORT = 0.2;

    private final Bones bones;
    private final int bone;
    private final float[] rest;
    private final double[] joint;
    /** Unit length. */
    private final double[] axis;

    private final double length;

    private BoneSplit(Bones bones, int bone) {
        this.bones = bones;
        this.bone = bone;
        this.rest = bones.model().rest().positions();
        this.joint = bones.pivot(bone);
        double[] middle = Nearest.middles(bones);
        double[] toMiddle = new double[3];
        for (int x = 0; x < 3; x++) {
            toMiddle[x] = middle[3 * bone + x] - joint[x];
        }
        double[] toChildren = toChildren(bones.children(bone));
        boolean ends = Vec3.length(toChildren) > SHORT * Vec3.length(toMiddle);
        double[] along = ends ? toChildren : toMiddle;
        // A bone that is nowhere but at its joint is cut across y.
        this.axis = Vec3.length(along) > 0 ? Vec3.unit(along) : new double[] {0, 1, 0};
        this.length = ends ? Vec3.length(toChildren) : reach();
    }

    static Edited of(Edited edited, String name) {
        Bones bones = new Bones(edited);
        int j = bones.named(name);
        if (!(bones.totals()[j] > 0)) {
            throw new RefusedException(name + " moves no vertex, there is nothing to split");
        }
        return new BoneSplit(bones, j).split();
    }

    private Edited split() {
        int tip = bones.add(bones.name(bone) + TIP, bone, section(), bone);
        List<Integer> ends = Ends.called(bones, bone);
        for (int child : bones.children(bone)) {
            if (child != tip && along(bones.pivot(child)) > length / 2) {
                bones.hang(child, tip);
                if (ends.contains(child)) {
                    bones.callEnd(child, tip);
                }
            }
        }
        bones.weigh(shared(tip));
        return bones.built();
    }

    private double[] toChildren(List<Integer> children) {
        double[] way = new double[3];
        for (int child : children) {
            for (int x = 0; x < 3; x++) {
                way[x] += (bones.pivot(child)[x] - joint[x]) / children.size();
            }
        }
        return way;
    }

    /** How far along the axis the vertices go that are mostly the bone's. */
    private double reach() {
        SkinWeights w = bones.weights();
        double most = 0;
        for (int at = 0; at < w.bones().length; at++) {
            if (w.bones()[at] == bone && w.weights()[at] > 0.5) {
                most = Math.max(most, along(vertex(at / w.influences())));
            }
        }
        return most;
    }

    /** The middle of what the bone moves near the cut, or the point of the axis where there is nothing. */
    private double[] section() {
        SkinWeights w = bones.weights();
        double[] sum = new double[3];
        double total = 0;
        double width = Math.max(BLEND / 2 * length, Double.MIN_NORMAL);
        for (int at = 0; at < w.bones().length; at++) {
            if (w.bones()[at] == bone && w.weights()[at] > 0) {
                double[] p = vertex(at / w.influences());
                double far = (along(p) - length / 2) / width;
                double weight = w.weights()[at] * Math.exp(-far * far / 2);
                total += weight;
                for (int x = 0; x < 3; x++) {
                    sum[x] += weight * p[x];
                }
            }
        }
        double[] place = new double[3];
        for (int x = 0; x < 3; x++) {
            place[x] = total > 1e-6 ? sum[x] / total : joint[x] + length / 2 * axis[x];
        }
        return place;
    }

    /** Weights beyond the cut go to the second half; where a vertex has no place for both, to the one with more. */
    private SkinWeights shared(int tip) {
        SkinWeights w = bones.weights();
        int k = w.influences();
        int[] names = w.bones().clone();
        double[] values = w.weights().clone();
        for (int at = 0; at < names.length; at++) {
            if (w.bones()[at] != bone || w.weights()[at] == 0) {
                continue;
            }
            double far = share(along(vertex(at / k)));
            int free = at - at % k + w.influencesOf(at / k);
            if (far > 0 && far < 1 && free < at - at % k + k) {
                names[free] = tip;
                values[free] = far * w.weights()[at];
                values[at] = (1 - far) * w.weights()[at];
            } else if (far >= 0.5) {
                names[at] = tip;
            }
        }
        return SkinWeights.of(k, names, values);
    }

    private double share(double along) {
        double s = (along - length / 2) / Math.max(BLEND * length, Double.MIN_NORMAL) + 0.5;
        double t = Math.max(0, Math.min(1, s));
        return t * t * (3 - 2 * t);
    }

    private double[] vertex(int i) {
        return new double[] {rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]};
    }

    private double along(double[] p) {
        return axis[0] * (p[0] - joint[0]) + axis[1] * (p[1] - joint[1]) + axis[2] * (p[2] - joint[2]);
    }
}
