package dev.sinew.sample.rig;

import dev.sinew.sample.surface.Vec;

/** Where a figure's joints are and how they are turned. Joints are set parents first. */
public final class Posture {
    private final Joints joints;
    private final Quat[] turns;
    private final Vec[] places;

    public Posture(Joints joints) {
        this.joints = joints;
        this.turns = new Quat[joints.count()];
        this.places = new Vec[joints.count()];
    }

    /** Moves a root and turns it. */
    public void place(int j, Vec shift, Quat turn) {
        places[j] = joints.pivot(j).plus(shift);
        turns[j] = turn;
    }

    /** Turns a joint against its parent. */
    public void turn(int j, Quat local) {
        aim(j, turns[joints.parent(j)].times(local));
    }

    /** Turns a joint whatever its parent does; it still hangs on it. */
    public void aim(int j, Quat world) {
        places[j] = carry(joints.parent(j), joints.pivot(j));
        turns[j] = world;
    }

    /** Turns a joint against its parent and slides it along in its parent's space. */
    public void shift(int j, Vec slide, Quat local) {
        int parent = joints.parent(j);
        places[j] = carry(parent, joints.pivot(j).plus(slide));
        turns[j] = turns[parent].times(local);
    }

    /** Where joint j takes a point of the rest pose. */
    public Vec carry(int j, Vec rest) {
        return places[j].plus(turns[j].rotate(rest.minus(joints.pivot(j))));
    }

    public Quat turnOf(int j) {
        return turns[j];
    }

    public Vec placeOf(int j) {
        return places[j];
    }

    /** Dual quaternions from rest to posed, 8 a joint: real w x y z, dual w x y z. */
    double[] dualQuaternions() {
        double[] out = new double[8 * turns.length];
        for (int j = 0; j < turns.length; j++) {
            Quat q = turns[j];
            Vec t = places[j].minus(q.rotate(joints.pivot(j)));
            Quat dual = new Quat(0, 0.5 * t.x(), 0.5 * t.y(), 0.5 * t.z()).times(q);
            double[] both = {q.w(), q.x(), q.y(), q.z(), dual.w(), dual.x(), dual.y(), dual.z()};
            System.arraycopy(both, 0, out, 8 * j, 8);
        }
        return out;
    }

    /** Skinning matrices from rest to posed, 12 a joint, row-major 3×4. */
    public void matrices(double[] out, int at) {
        for (int j = 0; j < turns.length; j++) {
            Vec[] columns = {turns[j].rotate(Vec.X), turns[j].rotate(Vec.Y), turns[j].rotate(Vec.Z)};
            Vec t = places[j].minus(turns[j].rotate(joints.pivot(j)));
            for (int c = 0; c < 4; c++) {
                Vec column = c < 3 ? columns[c] : t;
                out[at + 12 * j + c] = column.x();
                out[at + 12 * j + 4 + c] = column.y();
                out[at + 12 * j + 8 + c] = column.z();
            }
        }
    }
}
