package dev.sinew.rig;

import dev.sinew.geometry.Interior;
import dev.sinew.math.Svd3;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of the joints of a finished rig, from the model alone. A joint's place follows from how the two bones that
 * meet there turn against each other: with Δ_f the difference of their rotations, the Hessian of the place is Σ_f Δ_fᵀ·Δ_f, and
 * what it says little of was taken from the shape instead.
 */
final class JointFacts {
    /** A joint that turns by this angle, in radians root mean square, is known half by its motion. */
    private static final double HALF_KNOWN = Math.toRadians(3);

    private final SkinnedModel model;
    private final Skeleton skeleton;
    private final BoneMotion motion;
    private final boolean[] holds;

    private JointFacts(SkinnedModel model) {
        this.model = model;
        this.skeleton = model.skeleton();
        this.motion = model.clips().get(0).motion();
        this.holds = new boolean[model.boneCount()];
        for (int k = 0; k < model.weights().bones().length; k++) {
            holds[model.weights().bones()[k]] |= model.weights().weights()[k] > 0;
        }
    }

    /** One for each node of the skeleton that turns about a joint. */
    static List<RigResult.Joint> of(SkinnedModel model, Interior interior) {
        JointFacts facts = new JointFacts(model);
        List<RigResult.Joint> joints = new ArrayList<>();
        for (int j = 0; j < model.boneCount(); j++) {
            int other = facts.partner(j);
            if (other >= 0) {
                joints.add(facts.joint(j, other, interior));
            }
        }
        return joints;
    }

    /** The bone that meets bone j at its joint, −1 for the root and for nodes that only carry or end bones. */
    private int partner(int j) {
        int parent = skeleton.parents()[j];
        return parent != Skeleton.NONE && holds[j] && holds[parent] ? parent : -1;
    }

    private RigResult.Joint joint(int j, int other, Interior interior) {
        double[] hessian = new double[9];
        double[] delta = new double[9];
        for (int f = 0; f < motion.frameCount(); f++) {
            int a = motion.offset(f, other);
            int b = motion.offset(f, j);
            for (int k = 0; k < 9; k++) {
                delta[k] = motion.matrices()[a + 4 * (k / 3) + k % 3] - motion.matrices()[b + 4 * (k / 3) + k % 3];
            }
            for (int k = 0; k < 9; k++) {
                for (int r = 0; r < 3; r++) {
                    hessian[k] += delta[3 * r + k / 3] * delta[3 * r + k % 3] / motion.frameCount();
                }
            }
        }
        Svd3 svd = new Svd3();
        svd.decompose(hessian, 0, 3);
        // A hinge tells two directions of three; the third is where along its axis, and the shape knows that.
        double told = Math.max(0, svd.sigma()[1]);
        double[] p = skeleton.pivot(j);
        return new RigResult.Joint(
                skeleton.names().get(j),
                told / (told + HALF_KNOWN * HALF_KNOWN),
                Math.toDegrees(Math.sqrt(told)),
                interior.contains(p),
                outside(p, interior));
    }

    /** Percent of the size from the surface, 0 inside. */
    private double outside(double[] p, Interior interior) {
        double size = Box.around(model.rest().positions()).diagonal();
        return interior.contains(p) ? 0 : 100 * interior.distance(p) / size;
    }
}
