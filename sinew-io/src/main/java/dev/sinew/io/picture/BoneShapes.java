package dev.sinew.io.picture;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;

/** Bones as they are drawn: from joint to joint where they hang together, as diamonds where they do not. */
final class BoneShapes {
    private BoneShapes() {}

    static List<BoneShape> of(SkinnedModel model, BoneMotion motion, int frame) {
        int f = Math.min(frame, motion.frameCount() - 1);
        Skeleton skeleton = model.skeleton();
        int bones = skeleton.boneCount();
        double[][] joints = new double[bones][];
        boolean[] hasChild = new boolean[bones];
        List<BoneShape> shapes = new ArrayList<>();
        for (int j = 0; j < bones; j++) {
            joints[j] = place(motion, f, j, skeleton.pivots());
            int parent = skeleton.parents()[j];
            if (parent != Skeleton.ROOT) {
                hasChild[parent] = true;
                shapes.add(new BoneShape(joints[parent], joints[j], BonePalette.colour(parent)));
            }
        }
        for (int j = 0; j < bones; j++) {
            if (!hasChild[j]) {
                shapes.add(new BoneShape(joints[j], joints[j], BonePalette.colour(j)));
            }
        }
        return shapes;
    }

    private static double[] place(BoneMotion motion, int f, int j, double[] pivots) {
        double[] m = motion.matrices();
        int at = motion.offset(f, j);
        double[] out = new double[3];
        for (int r = 0; r < 3; r++) {
            out[r] = m[at + 4 * r] * pivots[3 * j]
                    + m[at + 4 * r + 1] * pivots[3 * j + 1]
                    + m[at + 4 * r + 2] * pivots[3 * j + 2]
                    + m[at + 4 * r + 3];
        }
        return out;
    }
}
