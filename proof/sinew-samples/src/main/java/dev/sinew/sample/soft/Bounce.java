package dev.sinew.sample.soft;

import java.util.Arrays;

/** Drops a lattice of rubber on the floor and records its nodes. */
final class Bounce {
    private static final int SUBSTEPS = 30;
    private static final double GRAVITY = -9.81;
    private static final double DENSITY = 300;
    private static final double SHEAR = 1.1e4;
    private static final double BULK = 3.0e5;
    private static final double FRICTION = 0.7;
    private static final double DAMPING = 0.5;

    private final Lattice lattice;
    private final Tetrahedra rubber;
    private final double[] position;
    private final double[] previous;
    private final double[] velocity;
    private final double[] inverseMass;
    private final int[] touchNodes;
    private final double[] touchWeights;
    private final double seconds;

    /** @param skin 3 coordinates each: points that may touch the floor, not modified */
    Bounce(Lattice lattice, double[] skin, double framesPerSecond) {
        this.lattice = lattice;
        this.seconds = 1 / framesPerSecond / SUBSTEPS;
        this.rubber = new Tetrahedra(lattice.tetrahedra(), lattice.rest(), SHEAR, BULK);
        this.position = lattice.rest().clone();
        this.previous = position.clone();
        this.velocity = new double[position.length];
        this.inverseMass = masses();
        int touches = skin.length / 3;
        this.touchNodes = new int[touches * Lattice.SUPPORT];
        this.touchWeights = new double[touchNodes.length];
        int[] nodes = new int[Lattice.SUPPORT];
        double[] weights = new double[Lattice.SUPPORT];
        for (int k = 0; k < touches; k++) {
            lattice.carriers(skin[3 * k], skin[3 * k + 1], skin[3 * k + 2], nodes, weights);
            System.arraycopy(nodes, 0, touchNodes, k * Lattice.SUPPORT, Lattice.SUPPORT);
            System.arraycopy(weights, 0, touchWeights, k * Lattice.SUPPORT, Lattice.SUPPORT);
        }
    }

    private double[] masses() {
        double[] mass = new double[lattice.nodeCount()];
        for (int t = 0; t < rubber.count(); t++) {
            for (int c = 0; c < 4; c++) {
                int node = rubber.nodes()[4 * t + c];
                // Heavier below, like a tumbler toy, so that it lands on its feet more often than not.
                double heavier = 1 + 3 * Math.max(0, 1 - lattice.rest()[3 * node + 1] / 0.35);
                mass[node] += 0.25 * DENSITY * heavier * rubber.volume(t);
            }
        }
        double typical = Arrays.stream(mass).max().orElse(1);
        double[] inverse = new double[mass.length];
        for (int i = 0; i < mass.length; i++) {
            // Nodes outside every tetrahedron still carry skin: give them some weight, they hang on the floor's pushes.
            inverse[i] = 1 / Math.max(mass[i], 0.1 * typical);
        }
        return inverse;
    }

    /** Lifts the body, tilts it by a rotation about x and z, and lets it spin a little. */
    void lift(double height, double tiltX, double tiltZ) {
        double cx = StrictMath.cos(tiltX);
        double sx = StrictMath.sin(tiltX);
        double cz = StrictMath.cos(tiltZ);
        double sz = StrictMath.sin(tiltZ);
        for (int k = 0; k < position.length; k += 3) {
            double y = cx * position[k + 1] - sx * position[k + 2];
            double z = sx * position[k + 1] + cx * position[k + 2];
            double x = cz * position[k] - sz * y;
            position[k + 1] = sz * position[k] + cz * y + height;
            position[k] = x;
            position[k + 2] = z;
        }
    }

    double[][] record(int frames) {
        double[][] recorded = new double[frames][];
        for (int f = 0; f < frames; f++) {
            recorded[f] = position.clone();
            for (int s = 0; s < SUBSTEPS && f + 1 < frames; s++) {
                step((f * SUBSTEPS + s) % 2);
            }
        }
        return recorded;
    }

    private void step(int direction) {
        double keep = 1 - DAMPING * seconds;
        for (int k = 0; k < position.length; k++) {
            previous[k] = position[k];
            velocity[k] = keep * velocity[k] + (k % 3 == 1 ? GRAVITY * seconds : 0);
            position[k] += seconds * velocity[k];
        }
        int count = rubber.count();
        for (int t = 0; t < count; t++) {
            rubber.relax(direction == 0 ? t : count - 1 - t, position, inverseMass, seconds);
        }
        for (int k = 0; k < touchNodes.length; k += Lattice.SUPPORT) {
            touchFloor(k);
        }
        for (int k = 0; k < position.length; k++) {
            velocity[k] = (position[k] - previous[k]) / seconds;
        }
    }

    /** A point of the skin below the floor is lifted onto it by moving the nodes that carry it, and held back. */
    private void touchFloor(int from) {
        double height = 0;
        double slideX = 0;
        double slideZ = 0;
        double squares = 0;
        for (int k = from; k < from + Lattice.SUPPORT; k++) {
            int node = 3 * touchNodes[k];
            double w = touchWeights[k];
            height += w * position[node + 1];
            slideX += w * (position[node] - previous[node]);
            slideZ += w * (position[node + 2] - previous[node + 2]);
            squares += w * w;
        }
        if (height >= 0) {
            return;
        }
        for (int k = from; k < from + Lattice.SUPPORT; k++) {
            int node = 3 * touchNodes[k];
            double share = touchWeights[k] / squares;
            position[node] -= FRICTION * share * slideX;
            position[node + 1] -= share * height;
            position[node + 2] -= FRICTION * share * slideZ;
        }
    }
}
