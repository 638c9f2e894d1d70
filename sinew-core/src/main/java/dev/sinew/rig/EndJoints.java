package dev.sinew.rig;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneSegments;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Joints without weights at the far ends of the last bones, so that a bone's length is in the file and programs draw it to its
 * end: {@code head_end} for {@code head}. They stand behind all others and go with the bone they end.
 */
public final class EndJoints {
    private static final String END = "_end";

    private EndJoints() {}

    public static SkinnedModel added(SkinnedModel model) {
        Skeleton s = model.skeleton();
        int[] last = last(model);
        int b = s.boneCount();
        List<String> names = new ArrayList<>(s.names());
        int[] parents = Arrays.copyOf(s.parents(), b + last.length);
        double[] pivots = Arrays.copyOf(s.pivots(), 3 * (b + last.length));
        double[] turns = Arrays.copyOf(s.turns(), 4 * (b + last.length));
        for (int k = 0; k < last.length; k++) {
            names.add(s.names().get(last[k]) + END);
            parents[b + k] = last[k];
            System.arraycopy(BoneSegments.tip(model, last[k]), 0, pivots, 3 * (b + k), 3);
            System.arraycopy(s.turns(), 4 * last[k], turns, 4 * (b + k), 4);
        }
        List<Clip> clips = model.clips().stream()
                .map(clip -> new Clip(clip.name(), clip.framesPerSecond(), following(clip.motion(), last)))
                .toList();
        return new SkinnedModel(
                model.rest(), model.weights(), new Skeleton(names, parents, pivots, turns), model.boneType(), clips);
    }

    /** Bones that hold vertices and have none below them. */
    private static int[] last(SkinnedModel model) {
        double[] holds = model.weights().totals(model.boneCount());
        boolean[] goesOn = new boolean[model.boneCount()];
        Arrays.stream(model.skeleton().parents())
                .filter(p -> p != Skeleton.ROOT)
                .forEach(p -> goesOn[p] = true);
        List<Integer> last = new ArrayList<>();
        for (int j = 0; j < goesOn.length; j++) {
            if (!goesOn[j] && holds[j] > 0) {
                last.add(j);
            }
        }
        return last.stream().mapToInt(Integer::intValue).toArray();
    }

    private static BoneMotion following(BoneMotion motion, int[] last) {
        int b = motion.boneCount();
        int all = b + last.length;
        double[] matrices = new double[motion.frameCount() * all * BoneMotion.STRIDE];
        for (int f = 0; f < motion.frameCount(); f++) {
            int to = f * all * BoneMotion.STRIDE;
            System.arraycopy(motion.matrices(), motion.offset(f, 0), matrices, to, b * BoneMotion.STRIDE);
            for (int k = 0; k < last.length; k++) {
                int own = to + (b + k) * BoneMotion.STRIDE;
                System.arraycopy(motion.matrices(), motion.offset(f, last[k]), matrices, own, BoneMotion.STRIDE);
            }
        }
        return new BoneMotion(all, motion.frameCount(), matrices);
    }
}
