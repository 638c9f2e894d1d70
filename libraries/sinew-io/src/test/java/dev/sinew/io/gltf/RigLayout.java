package dev.sinew.io.gltf;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.mannequin.Mannequin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The mannequin in the layout of {@code sinew rig}: nodes without weights above the bones that meet at the root. */
final class RigLayout {
    /** The mannequin's pelvis and belly meet at the belly's joint, which becomes the root. */
    private static final int PELVIS = 0;

    private static final int BELLY = 1;

    private RigLayout() {}

    /** With one node above, which has the translation and no weights. */
    static SkinnedModel rooted(int vertices, int frames) {
        return above(new Mannequin().rigged(vertices, frames), List.of("root"));
    }

    /** With two nodes above; the upper one moves along the ground. */
    static SkinnedModel travelling(int vertices, int frames) {
        return above(new Mannequin().rigged(vertices, frames), List.of("motion", "root"));
    }

    private static SkinnedModel above(SkinnedModel truth, List<String> nodes) {
        int more = nodes.size();
        int bones = truth.boneCount() + more;
        Skeleton old = truth.skeleton();
        double[] joint = Arrays.copyOfRange(old.pivots(), 3 * BELLY, 3 * BELLY + 3);
        List<String> names = new ArrayList<>(nodes);
        names.addAll(old.names());
        int[] parents = new int[bones];
        double[] pivots = new double[3 * bones];
        for (int j = 0; j < bones; j++) {
            boolean meets = j - more == PELVIS || j - more == BELLY;
            parents[j] = j < more ? j - 1 : meets ? more - 1 : old.parents()[j - more] + more;
            System.arraycopy(j < more || meets ? joint : pivot(old, j - more), 0, pivots, 3 * j, 3);
        }
        if (more > 1) {
            pivots[1] = 0;
        }
        SkinWeights weights = SkinWeights.of(
                truth.weights().influences(),
                Arrays.stream(truth.weights().bones()).map(b -> b + more).toArray(),
                truth.weights().weights());
        Clip clip = truth.clips().get(0);
        BoneMotion motion = motion(clip.motion(), joint, more);
        return new SkinnedModel(
                truth.rest(),
                weights,
                new Skeleton(names, parents, pivots),
                BoneType.RIGID,
                List.of(new Clip(clip.name(), clip.framesPerSecond(), motion)));
    }

    private static double[] pivot(Skeleton skeleton, int j) {
        return Arrays.copyOfRange(skeleton.pivots(), 3 * j, 3 * j + 3);
    }

    private static BoneMotion motion(BoneMotion old, double[] joint, int more) {
        int bones = old.boneCount() + more;
        int frames = old.frameCount();
        double[] m = new double[bones * frames * BoneMotion.STRIDE];
        for (int f = 0; f < frames; f++) {
            int row = f * bones * BoneMotion.STRIDE;
            System.arraycopy(
                    old.matrices(),
                    old.offset(f, 0),
                    m,
                    row + more * BoneMotion.STRIDE,
                    old.boneCount() * BoneMotion.STRIDE);
            double[] shift = shift(old, f, joint);
            // The body also walks forward, so that there is root motion.
            double ahead = more > 1 ? 0.1 * f : 0;
            for (int j = 0; j < bones; j++) {
                int at = row + j * BoneMotion.STRIDE;
                for (int x = 0; x < 3 && j < more; x++) {
                    m[at + 5 * x] = 1;
                    m[at + 4 * x + 3] = j == more - 1 || x != 1 ? shift[x] : 0;
                }
                m[at + 11] += ahead;
            }
        }
        return new BoneMotion(bones, frames, m);
    }

    /** How far the pelvis moves the joint. */
    private static double[] shift(BoneMotion old, int f, double[] joint) {
        double[] m = old.matrices();
        double[] shift = new double[3];
        for (int x = 0; x < 3; x++) {
            int at = old.offset(f, PELVIS) + 4 * x;
            shift[x] = m[at] * joint[0] + m[at + 1] * joint[1] + m[at + 2] * joint[2] + m[at + 3] - joint[x];
        }
        return shift;
    }
}
