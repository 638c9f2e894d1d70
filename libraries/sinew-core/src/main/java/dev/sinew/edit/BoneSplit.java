package dev.sinew.edit;

import dev.sinew.edit.EditableBones.Nearest;
import dev.sinew.math.Vec3;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.InvalidInputException;
import java.util.List;

/**
 * Splits a bone in two halfway along its length. The cut is perpendicular to the direction from the joint to the bone's end: the joints of
 * its children, or the farthest vertex it moves. The new joint is at the centroid of the cross-section.
 */
final class BoneSplit {
    /** Suffix of the name of the second half. */
    private static final String SECOND_HALF_SUFFIX = "_tip";

    /** Fraction of the length over which weights blend from one half to the other. */
    private static final double BLEND_FRACTION = 0.2;

    /** If the children's joints are closer than this fraction of the bone's reach, they do not determine its direction. */
    private static final double MIN_CHILD_DISTANCE_FRACTION = 0.2;

    private final EditableBones bones;
    private final int bone;
    private final float[] rest;
    private final double[] joint;
    /** Unit length. */
    private final double[] axis;

    private final double length;

    private BoneSplit(EditableBones bones, int bone) {
        this.bones = bones;
        this.bone = bone;
        this.rest = bones.model().rest().positions();
        this.joint = bones.pivot(bone);
        double[] middle = Nearest.centroids(bones);
        double[] toMiddle = new double[3];
        for (int x = 0; x < 3; x++) {
            toMiddle[x] = middle[3 * bone + x] - joint[x];
        }
        double[] toChildren = toChildren(bones.children(bone));
        boolean ends = Vec3.length(toChildren) > MIN_CHILD_DISTANCE_FRACTION * Vec3.length(toMiddle);
        double[] along = ends ? toChildren : toMiddle;
        // A bone whose vertices all lie at its joint is cut perpendicular to y.
        this.axis = Vec3.length(along) > 0 ? Vec3.unit(along) : new double[] {0, 1, 0};
        this.length = ends ? Vec3.length(toChildren) : reach();
    }

    static EditState of(EditState edited, String name) {
        EditableBones bones = new EditableBones(edited);
        int j = bones.indexOf(name);
        if (!(bones.totals()[j] > 0)) {
            throw new InvalidInputException(name + " moves no vertex, so it cannot be split");
        }
        return new BoneSplit(bones, j).split();
    }

    private EditState split() {
        int tip = bones.add(bones.name(bone) + SECOND_HALF_SUFFIX, bone, cutCentroid(), bone);
        List<Integer> ends = EndJoints.namedAfter(bones, bone);
        for (int child : bones.children(bone)) {
            if (child != tip && along(bones.pivot(child)) > length / 2) {
                bones.setParent(child, tip);
                if (ends.contains(child)) {
                    bones.nameEndJoint(child, tip);
                }
            }
        }
        bones.setWeights(splitWeights(tip));
        return bones.build();
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

    /** How far along the axis the vertices reach that this bone dominates. */
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

    /** Centroid of the bone's vertices near the cut, or the point on the axis if none exist. */
    private double[] cutCentroid() {
        SkinWeights w = bones.weights();
        double[] sum = new double[3];
        double total = 0;
        double width = Math.max(BLEND_FRACTION / 2 * length, Double.MIN_NORMAL);
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

    /** Moves the weights beyond the cut to the second half. If a vertex has no free influence for both halves, the larger one stays. */
    private SkinWeights splitWeights(int tip) {
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
        double s = (along - length / 2) / Math.max(BLEND_FRACTION * length, Double.MIN_NORMAL) + 0.5;
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
