package dev.sinew.sample.soft;

import java.util.Arrays;

/** Simulates a lattice of rubber that falls on the floor. */
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
            lattice.interpolation(skin[3 * k], skin[3 * k + 1], skin[3 * k + 2], nodes, weights);
            System.arraycopy(nodes, 0, touchNodes, k * Lattice.SUPPORT, Lattice.SUPPORT);
            System.arraycopy(weights, 0, touchWeights, k * Lattice.SUPPORT, Lattice.SUPPORT);
        }
    }

    private double[] masses() {
        double[] mass = new double[lattice.nodeCount()];
        for (int t = 0; t < rubber.count(); t++) {
            for (int c = 0; c < 4; c++) {
                int node = rubber.nodes()[4 * t + c];
                // Heavier below, so that it usually lands on its feet.
                double heavier = 1 + 3 * Math.max(0, 1 - lattice.rest()[3 * node + 1] / 0.35);
                mass[node] += 0.25 * DENSITY * heavier * rubber.volume(t);
            }
        }
        double typical = Arrays.stream(mass).max().orElse(1);
        double[] inverse = new double[mass.length];
        for (int i = 0; i < mass.length; i++) {
            // Nodes outside every tetrahedron still move skin and need some mass.
            inverse[i] = 1 / Math.max(mass[i], 0.1 * typical);
        }
        return inverse;
    }

    /** Lifts the body, tilts it about x and z, and adds a small spin. */
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

    /** Moves skin points below the floor onto it, by moving their nodes, with friction. */
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

    /**
     * Rubber: tetrahedra with low shear and high bulk stiffness, as pairs of constraints (stable neo-Hookean as in Macklin and
     * Müller, "A constraint-based formulation of stable neo-Hookean materials").
     */
    private static final class Tetrahedra {
        private final int[] nodes;
        /** 3×3 inverse of the rest edges, row-major, 9 each. */
        private final double[] inverseRest;

        private final double[] volumes;
        private final double softness;
        private final double squash;
        private final double[] f = new double[9];
        private final double[] g = new double[9];

        /**
         * @param nodes four each
         * @param rest 3 coordinates per node, not modified
         * @param shear stiffness against changes of shape
         * @param bulk stiffness against changes of volume
         */
        Tetrahedra(int[] nodes, double[] rest, double shear, double bulk) {
            this.nodes = nodes;
            this.softness = 1 / shear;
            this.squash = 1 / bulk;
            int count = nodes.length / 4;
            this.inverseRest = new double[9 * count];
            this.volumes = new double[count];
            double[] edges = new double[9];
            for (int t = 0; t < count; t++) {
                edges(rest, t, edges);
                volumes[t] = Math.abs(determinant(edges)) / 6;
                invert(edges, inverseRest, 9 * t);
            }
        }

        int count() {
            return volumes.length;
        }

        int[] nodes() {
            return nodes;
        }

        double volume(int t) {
            return volumes[t];
        }

        /** Columns are the edges from the first node. */
        private void edges(double[] p, int t, double[] m) {
            int a = 3 * nodes[4 * t];
            for (int column = 0; column < 3; column++) {
                int b = 3 * nodes[4 * t + 1 + column];
                for (int row = 0; row < 3; row++) {
                    m[3 * row + column] = p[b + row] - p[a + row];
                }
            }
        }

        private static double determinant(double[] m) {
            return m[0] * (m[4] * m[8] - m[5] * m[7])
                    - m[1] * (m[3] * m[8] - m[5] * m[6])
                    + m[2] * (m[3] * m[7] - m[4] * m[6]);
        }

        private static void invert(double[] m, double[] out, int at) {
            double d = 1 / determinant(m);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    int r1 = (c + 1) % 3;
                    int r2 = (c + 2) % 3;
                    int c1 = (r + 1) % 3;
                    int c2 = (r + 2) % 3;
                    out[at + 3 * r + c] = d * (m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1]);
                }
            }
        }

        /** Moves the nodes of tetrahedron t towards its rest shape, then towards its rest volume. */
        void relax(int t, double[] p, double[] inverseMass, double seconds) {
            deformation(t, p);
            double size = Math.sqrt(squared(f));
            if (size > 1e-9) {
                for (int k = 0; k < 9; k++) {
                    g[k] = f[k] / size;
                }
                correct(t, p, inverseMass, size, softness / volumes[t] / (seconds * seconds));
            }
            deformation(t, p);
            double volume = determinant(f);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    int r1 = (r + 1) % 3;
                    int r2 = (r + 2) % 3;
                    int c1 = (c + 1) % 3;
                    int c2 = (c + 2) % 3;
                    g[3 * r + c] = f[3 * r1 + c1] * f[3 * r2 + c2] - f[3 * r1 + c2] * f[3 * r2 + c1];
                }
            }
            // The target volume is slightly above 1, so that both constraints balance in the rest shape.
            correct(t, p, inverseMass, volume - 1 - squash / softness, squash / volumes[t] / (seconds * seconds));
        }

        private void deformation(int t, double[] p) {
            double[] e = g;
            edges(p, t, e);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    f[3 * r + c] = e[3 * r] * inverseRest[9 * t + c]
                            + e[3 * r + 1] * inverseRest[9 * t + 3 + c]
                            + e[3 * r + 2] * inverseRest[9 * t + 6 + c];
                }
            }
        }

        private static double squared(double[] m) {
            double sum = 0;
            for (double x : m) {
                sum += x * x;
            }
            return sum;
        }

        /** One XPBD correction; g is ∂C/∂F, and ∂C/∂x = g·(inverse rest)ᵀ column by column. */
        private void correct(int t, double[] p, double[] inverseMass, double violation, double compliance) {
            double[] d = f;
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    d[3 * r + c] = g[3 * r] * inverseRest[9 * t + 3 * c]
                            + g[3 * r + 1] * inverseRest[9 * t + 3 * c + 1]
                            + g[3 * r + 2] * inverseRest[9 * t + 3 * c + 2];
                }
            }
            double w = 0;
            for (int c = 0; c < 3; c++) {
                double squared = d[c] * d[c] + d[3 + c] * d[3 + c] + d[6 + c] * d[6 + c];
                w += inverseMass[nodes[4 * t + 1 + c]] * squared;
            }
            double x = -d[0] - d[1] - d[2];
            double y = -d[3] - d[4] - d[5];
            double z = -d[6] - d[7] - d[8];
            w += inverseMass[nodes[4 * t]] * (x * x + y * y + z * z);
            if (w <= 0) {
                return;
            }
            double lambda = -violation / (w + compliance);
            move(p, nodes[4 * t], inverseMass, lambda, x, y, z);
            for (int c = 0; c < 3; c++) {
                move(p, nodes[4 * t + 1 + c], inverseMass, lambda, d[c], d[3 + c], d[6 + c]);
            }
        }

        private static void move(
                double[] p, int node, double[] inverseMass, double lambda, double x, double y, double z) {
            double s = lambda * inverseMass[node];
            p[3 * node] += s * x;
            p[3 * node + 1] += s * y;
            p[3 * node + 2] += s * z;
        }
    }
}
