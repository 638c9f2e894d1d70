package dev.sinew.sample.rig;

import dev.sinew.sample.surface.Vec;

/** Positions and rotations of a figure's joints. Set joints parents first. */
public final class Posture {
    private final Joints joints;
    private final Quat[] orientations;
    private final Vec[] places;

    public Posture(Joints joints) {
        this.joints = joints;
        this.orientations = new Quat[joints.count()];
        this.places = new Vec[joints.count()];
    }

    /** Moves and rotates a root. */
    public void place(int j, Vec shift, Quat turn) {
        places[j] = joints.pivot(j).plus(shift);
        orientations[j] = turn;
    }

    /** Rotates a joint relative to its parent. */
    public void turn(int j, Quat local) {
        aim(j, orientations[joints.parent(j)].times(local));
    }

    /** Sets a joint's world rotation; its position still follows its parent. */
    public void aim(int j, Quat world) {
        places[j] = carry(joints.parent(j), joints.pivot(j));
        orientations[j] = world;
    }

    /** Rotates a joint relative to its parent and translates it in its parent's space. */
    public void shift(int j, Vec slide, Quat local) {
        int parent = joints.parent(j);
        places[j] = carry(parent, joints.pivot(j).plus(slide));
        orientations[j] = orientations[parent].times(local);
    }

    /** Applies the transform of joint j to a point of the rest pose. */
    public Vec carry(int j, Vec rest) {
        return places[j].plus(orientations[j].rotate(rest.minus(joints.pivot(j))));
    }

    public Quat turnOf(int j) {
        return orientations[j];
    }

    public Vec placeOf(int j) {
        return places[j];
    }

    /** Dual quaternions from rest to posed, 8 per joint: real w x y z, dual w x y z. */
    double[] dualQuaternions() {
        double[] out = new double[8 * orientations.length];
        for (int j = 0; j < orientations.length; j++) {
            Quat q = orientations[j];
            Vec t = places[j].minus(q.rotate(joints.pivot(j)));
            Quat dual = new Quat(0, 0.5 * t.x(), 0.5 * t.y(), 0.5 * t.z()).times(q);
            double[] both = {q.w(), q.x(), q.y(), q.z(), dual.w(), dual.x(), dual.y(), dual.z()};
            System.arraycopy(both, 0, out, 8 * j, 8);
        }
        return out;
    }

    /** Skinning matrices from rest to posed, 12 per joint, row-major 3×4. */
    public void matrices(double[] out, int at) {
        for (int j = 0; j < orientations.length; j++) {
            Vec[] columns = {orientations[j].rotate(Vec.X), orientations[j].rotate(Vec.Y), orientations[j].rotate(Vec.Z)
            };
            Vec t = places[j].minus(orientations[j].rotate(joints.pivot(j)));
            for (int c = 0; c < 4; c++) {
                Vec column = c < 3 ? columns[c] : t;
                out[at + 12 * j + c] = column.x();
                out[at + 12 * j + 4 + c] = column.y();
                out[at + 12 * j + 8 + c] = column.z();
            }
        }
    }
}
