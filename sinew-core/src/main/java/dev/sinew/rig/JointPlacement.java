package dev.sinew.rig;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Interior;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import java.util.Optional;

/** Brings joints that the motion alone put outside the body back into it. */
final class JointPlacement {
    /** Nearer to the skin than this part of the size a joint is no eyesore. */
    private static final double OUTSIDE = 0.008;

    private static final int HALVINGS = 12;

    /** How far behind the skin a joint that was outside comes to lie, as a part of the way to the middle of its two parts. */
    private static final double DEEPER = 0.35;

    private final RigProblem problem;
    private final Mesh rest;
    private final Interior interior;
    private final double size;

    JointPlacement(RigProblem problem) {
        this.problem = problem;
        this.rest = problem.sequence().rest();
        this.interior = problem.interior();
        this.size = Box.around(rest.positions()).diagonal();
    }

    /** Holds what lies outside, leaves the rest to the motion. */
    void holdInside(BoneTree tree, double[] gram, JointHold hold) {
        for (int c = 0; c < tree.boneCount(); c++) {
            if (tree.parents()[c] == BoneTree.NONE || hold.held()[c]) {
                continue;
            }
            double[] joint = problem.world(tree.joint(c));
            if (!holds(joint) && distance(joint) > OUTSIDE * size) {
                double[] middle = new double[3];
                for (int x = 0; x < 3; x++) {
                    middle[x] = JointPrior.of(tree, gram, c, x);
                }
                hold.at(c, problem.solver(inside(joint, withinBody(problem.world(middle)))));
            }
        }
    }

    /** Makes what is symmetric so, joints that were brought inside included. */
    void holdMirrored(BoneTree tree, double[] gram, JointHold hold) {
        Optional<MirrorPlane> plane = problem.mirror();
        if (plane.isEmpty()) {
            return;
        }
        int b = tree.boneCount();
        double[] middles = new double[3 * b];
        double[] joints = new double[3 * b];
        for (int j = 0; j < b; j++) {
            double[] middle = new double[3];
            for (int x = 0; x < 3; x++) {
                middle[x] = JointPrior.of(b, gram, j, j, x);
            }
            System.arraycopy(problem.world(middle), 0, middles, 3 * j, 3);
            System.arraycopy(problem.world(hold.held()[j] ? hold.place(j) : tree.joint(j)), 0, joints, 3 * j, 3);
        }
        double[] places = MirroredJoints.of(plane.get(), size, tree, middles, joints);
        for (int c = 0; c < b; c++) {
            double[] place = {places[3 * c], places[3 * c + 1], places[3 * c + 2]};
            if (!Double.isNaN(place[0])) {
                hold.at(c, problem.solver(place));
            }
        }
    }

    boolean holds(double[] p) {
        return interior.holds(p[0], p[1], p[2]);
    }

    private double distance(double[] p) {
        int v = 3 * interior.nearestVertex(p[0], p[1], p[2]);
        double x = rest.positions()[v] - p[0];
        double y = rest.positions()[v + 1] - p[1];
        double z = rest.positions()[v + 2] - p[2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** Where the way from inside to the joint leaves the body, and a good part back. */
    private double[] inside(double[] joint, double[] middle) {
        if (!holds(middle)) {
            return middle;
        }
        double low = 0;
        double high = 1;
        for (int k = 0; k < HALVINGS; k++) {
            double half = (low + high) / 2;
            if (holds(between(middle, joint, half))) {
                low = half;
            } else {
                high = half;
            }
        }
        return between(middle, joint, (1 - DEEPER) * low);
    }

    /** The point itself where it is inside, else the middle of the body behind the skin that is nearest to it. */
    private double[] withinBody(double[] p) {
        if (holds(p)) {
            return p;
        }
        int v = interior.nearestVertex(p[0], p[1], p[2]);
        float[] normals = Normals.ofVertices(rest, rest.positions());
        double[] in = {-normals[3 * v], -normals[3 * v + 1], -normals[3 * v + 2]};
        double[] skin = new double[3];
        for (int x = 0; x < 3; x++) {
            skin[x] = rest.positions()[3 * v + x] + 1e-5 * size * in[x];
        }
        double across = interior.exit(skin, in);
        if (!(across < size)) {
            return p;
        }
        double[] middle = {skin[0] + across / 2 * in[0], skin[1] + across / 2 * in[1], skin[2] + across / 2 * in[2]};
        return middle;
    }

    private static double[] between(double[] a, double[] b, double s) {
        return new double[] {a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])};
    }
}
