package dev.sinew.retarget;

import dev.sinew.math.Affine3;
import dev.sinew.math.Vec3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;

/** Poses of a model while they are made: a rotation in space per bone, joints that stay together, and the position of the hips. */
final class ModelPoses {
    private final PoseTree tree;
    private final int hips;
    private final boolean[] set;
    private final double fps;
    private final int frames;
    private final int b;
    /** F·B·9, from the rest pose. */
    private final double[] rotations;
    /** F·B·3, joints. */
    private final double[] positions;
    /** 3F */
    private final double[] hipsAt;

    private final double[] drop;
    private double[] sideways = {1, 0, 0};

    /** @param set bones whose rotations are given; the others follow their parents */
    ModelPoses(PoseTree tree, int hips, boolean[] set, int frames, double fps) {
        this.tree = tree;
        this.hips = hips;
        this.set = set;
        this.frames = frames;
        this.fps = fps;
        this.b = tree.parents().length;
        this.rotations = new double[9 * b * frames];
        this.positions = new double[3 * b * frames];
        this.hipsAt = new double[3 * frames];
        this.drop = new double[frames];
    }

    int frames() {
        return frames;
    }

    double fps() {
        return fps;
    }

    void setRotation(int f, int bone, double[] r) {
        System.arraycopy(r, 0, rotations, 9 * (f * b + bone), 9);
    }

    void setHips(int f, double[] at) {
        System.arraycopy(at, 0, hipsAt, 3 * f, 3);
    }

    /** The direction from right to left in the rest pose. */
    void setSideways(double[] direction) {
        sideways = direction;
    }

    private double[] joint(int bone) {
        return Vec3.at(tree.joints(), 3 * bone);
    }

    double[] rotation(int f, int bone) {
        double[] r = new double[9];
        System.arraycopy(rotations, 9 * (f * b + bone), r, 0, 9);
        return r;
    }

    double[] position(int f, int bone) {
        return Vec3.at(positions, 3 * (f * b + bone));
    }

    /** Where a bone has a point of the rest pose. */
    double[] carried(int f, int bone, double[] point) {
        double[] arm = Vec3.fromTo(joint(bone), point);
        return Vec3.along(position(f, bone), Rotations.apply(rotation(f, bone), arm), 1);
    }

    double[] sideways(int f) {
        return Rotations.apply(rotation(f, hips), sideways);
    }

    void turn(int f, int bone, double[] by) {
        setRotation(f, bone, Rotations.product(by, rotation(f, bone)));
    }

    double drop(int f) {
        return drop[f];
    }

    /** Lowers the hips; feet go with them until they are put back. */
    void lower(double[] by) {
        for (int f = 0; f < frames; f++) {
            drop[f] = -by[f];
            hipsAt[3 * f + 1] -= by[f];
            arrange(f);
        }
    }

    /** Moves everything up. */
    void lift(int f, double by) {
        hipsAt[3 * f + 1] += by;
        arrange(f);
    }

    /** Puts all joints in place, from the hips outwards. */
    void arrange(int f) {
        for (int j : tree.order()) {
            int p = tree.parents()[j];
            if (!set[j]) {
                setRotation(f, j, p == Skeleton.NONE || isAbove(j) ? Rotations.identity() : rotation(f, p));
            }
            double[] at;
            if (j == hips) {
                at = Vec3.at(hipsAt, 3 * f);
            } else if (p == Skeleton.NONE || isAbove(j)) {
                at = joint(j);
            } else {
                at = carried(f, p, joint(j));
            }
            System.arraycopy(at, 0, positions, 3 * (f * b + j), 3);
        }
    }

    /** Whether this bone is above the hips; it does not move. */
    private boolean isAbove(int bone) {
        for (int at = tree.parents()[hips]; at != Skeleton.NONE; at = tree.parents()[at]) {
            if (at == bone) {
                return true;
            }
        }
        return false;
    }

    boolean hasBoneAboveHips() {
        return tree.parents()[hips] != Skeleton.NONE;
    }

    /**
     * The poses, moved over the ground; the bones above the hips stay.
     *
     * @param by 3F
     */
    BoneMotion motion(double[] by) {
        return motion(by, new double[3 * frames]);
    }

    /**
     * The poses, with the bones above the hips moved over the ground.
     *
     * @param path 3F
     */
    BoneMotion extracted(double[] path) {
        return motion(new double[3 * frames], path);
    }

    private BoneMotion motion(double[] body, double[] above) {
        double[] m = new double[Affine3.STRIDE * b * frames];
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < b; j++) {
                int at = Affine3.STRIDE * (f * b + j);
                double[] r = rotation(f, j);
                double[] c = Rotations.apply(r, joint(j));
                double[] by = isAbove(j) ? above : body;
                for (int x = 0; x < 3; x++) {
                    System.arraycopy(r, 3 * x, m, at + 4 * x, 3);
                    m[at + 4 * x + 3] = positions[3 * (f * b + j) + x] - c[x] + by[3 * f + x];
                }
            }
        }
        return new BoneMotion(b, frames, m);
    }
}
