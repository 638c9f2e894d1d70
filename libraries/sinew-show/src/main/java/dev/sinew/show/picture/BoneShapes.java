package dev.sinew.show.picture;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneSegments;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;

/** Bones as they are drawn: from joint to joint where they hang together, as diamonds where they do not. */
final class BoneShapes {
    private BoneShapes() {}

    static List<BoneShape> of(SkinnedModel model, BoneMotion motion, int frame) {
        int f = Math.min(frame, motion.frameCount() - 1);
        return model.skeleton().isFlat() ? diamonds(model.skeleton(), motion, f) : skeleton(model, motion, f);
    }

    private static List<BoneShape> diamonds(Skeleton skeleton, BoneMotion motion, int f) {
        List<BoneShape> shapes = new ArrayList<>();
        for (int j = 0; j < skeleton.boneCount(); j++) {
            double[] joint = place(motion, f, j, skeleton.pivot(j));
            shapes.add(new BoneShape(joint, joint, BonePalette.colour(j), BoneShape.Mark.NONE));
        }
        return shapes;
    }

    /** Every segment moves with its bone, so that gaps show where a joint does not hold. */
    private static List<BoneShape> skeleton(SkinnedModel model, BoneMotion motion, int f) {
        Skeleton skeleton = model.skeleton();
        List<BoneShape> shapes = new ArrayList<>();
        for (BoneSegments.Segment segment : BoneSegments.of(model)) {
            int j = segment.bone();
            shapes.add(new BoneShape(
                    place(motion, f, j, segment.from()),
                    place(motion, f, j, segment.to()),
                    BonePalette.colour(j),
                    BoneShape.Mark.JOINT));
        }
        for (int j : BoneSegments.roots(model)) {
            double[] joint = place(motion, f, j, skeleton.pivot(j));
            shapes.add(new BoneShape(joint, joint, BonePalette.colour(j), BoneShape.Mark.ROOT));
        }
        return shapes;
    }

    private static double[] place(BoneMotion motion, int f, int j, double[] p) {
        double[] m = motion.matrices();
        int at = motion.offset(f, j);
        double[] out = new double[3];
        for (int r = 0; r < 3; r++) {
            out[r] = m[at + 4 * r] * p[0] + m[at + 4 * r + 1] * p[1] + m[at + 4 * r + 2] * p[2] + m[at + 4 * r + 3];
        }
        return out;
    }
}
