package dev.sinew.retarget;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The motion with which a model comes nearest to poses that it was not made from. Weights, joints and bone lengths stay; only the
 * rotations of the bones and the position of the root are solved. The error that is left says whether a skeleton is right or only fits its
 * examples.
 *
 * @param clip a frame for each pose
 * @param joints that turn further than in any clip of the model, the farthest first
 */
public record UnseenMotion(Clip clip, List<Joint> joints) {
    /** Joints that turn less than this beyond the examples are not listed, in degrees. */
    private static final double LEAST_BEYOND = 15;

    /** Frames of the model's clips that rotations are compared with. */
    private static final int MAX_EXAMPLES = 1000;

    /**
     * A joint outside of the range of the examples.
     *
     * @param degrees angle to the nearest rotation relative to the parent in any clip of the model
     * @param frame of the poses in which the angle is largest
     */
    public record Joint(String bone, double degrees, int frame) {}

    public UnseenMotion {
        joints = List.copyOf(joints);
    }

    /**
     * Solves the motion for meshes with the same vertices.
     *
     * @param model its clips give the poses to start from and the ranges of the joints
     */
    public static UnseenMotion solve(SkinnedModel model, MeshSequence poses, Progress progress) {
        Skeleton skeleton = model.skeleton();
        if (model.vertexCount() != poses.vertexCount()) {
            throw new InvalidInputException("the model has " + model.vertexCount() + " vertices and " + poses.name()
                    + " has " + poses.vertexCount() + "; both must be the same mesh");
        }
        if (skeleton.boneCount() > 1 && skeleton.isFlat()) {
            throw new InvalidInputException(
                    "the model's " + skeleton.boneCount()
                            + " bones have no hierarchy, so rotations of joints cannot be solved; 'sinew rig' makes models that have one");
        }
        PoseTree tree = PoseTree.of(model);
        BoneMotion motion = new BodyFollow(model, tree).follow(poses, progress);
        Clip clip = new Clip(poses.name(), poses.framesPerSecond(), motion);
        return new UnseenMotion(clip, beyond(model, tree, motion));
    }

    private static List<Joint> beyond(SkinnedModel model, PoseTree tree, BoneMotion motion) {
        int b = model.boneCount();
        List<double[]> examples = new ArrayList<>();
        int all = model.clips().stream().mapToInt(c -> c.motion().frameCount()).sum();
        int step = Math.max(1, all / MAX_EXAMPLES);
        for (Clip clip : model.clips()) {
            for (int f = 0; f < clip.motion().frameCount(); f += step) {
                examples.add(tree.relative(clip.motion(), f));
            }
        }
        List<Joint> joints = new ArrayList<>();
        double[][] turned = new double[motion.frameCount()][];
        for (int f = 0; f < turned.length; f++) {
            turned[f] = tree.relative(motion, f);
        }
        boolean[] moves = new boolean[b];
        for (int k = 0; k < model.weights().bones().length; k++) {
            moves[model.weights().bones()[k]] |= model.weights().weights()[k] > 0;
        }
        for (int j = 0; j < b && !examples.isEmpty(); j++) {
            double most = 0;
            int frame = 0;
            for (int f = 0; f < turned.length && moves[j] && tree.parents()[j] != Skeleton.NONE; f++) {
                double least = Math.PI;
                for (double[] example : examples) {
                    least = Math.min(least, angle(turned[f], example, 9 * j));
                }
                frame = least > most ? f : frame;
                most = Math.max(most, least);
            }
            if (Math.toDegrees(most) > LEAST_BEYOND) {
                joints.add(new Joint(model.skeleton().names().get(j), Math.toDegrees(most), frame));
            }
        }
        joints.sort(Comparator.comparingDouble(Joint::degrees).reversed());
        return joints;
    }

    /** Between two rotations: tr(Aᵀ·B) = 1 + 2·cos. */
    private static double angle(double[] a, double[] b, int at) {
        double trace = 0;
        for (int k = at; k < at + 9; k++) {
            trace += a[k] * b[k];
        }
        return Math.acos(Math.max(-1, Math.min(1, (trace - 1) / 2)));
    }
}
