package dev.sinew.edit;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The model that changed bones make: parents before their children, else in the order they were. */
final class BuiltBones {
    private final Bones bones;
    /** Bones that are there, as the model is to number them. */
    private final List<Integer> order = new ArrayList<>();

    BuiltBones(Bones bones) {
        this.bones = bones;
        for (int j = 0; j < bones.count(); j++) {
            if (bones.isThere(j)) {
                arrange(j);
            }
        }
    }

    private void arrange(int j) {
        if (order.contains(j)) {
            return;
        }
        if (bones.parent(j) != Skeleton.ROOT) {
            arrange(bones.parent(j));
        }
        order.add(j);
    }

    Edited built() {
        int[] place = new int[bones.count()];
        Arrays.fill(place, Skeleton.ROOT);
        for (int p = 0; p < order.size(); p++) {
            place[order.get(p)] = p;
        }
        Set<String> locks = new HashSet<>();
        order.stream().filter(bones::isLocked).forEach(j -> locks.add(bones.name(j)));
        SkinnedModel given = bones.model();
        List<Clip> clips = given.clips().stream()
                .map(clip -> new Clip(clip.name(), clip.framesPerSecond(), motion(clip.motion())))
                .toList();
        return new Edited(
                new SkinnedModel(given.rest(), weights(place), skeleton(place), given.boneType(), clips), locks);
    }

    private Skeleton skeleton(int[] place) {
        int[] above = new int[order.size()];
        double[] joints = new double[3 * above.length];
        double[] axes = new double[4 * above.length];
        for (int p = 0; p < above.length; p++) {
            int j = order.get(p);
            above[p] = bones.parent(j) == Skeleton.ROOT ? Skeleton.ROOT : place[bones.parent(j)];
            System.arraycopy(bones.pivot(j), 0, joints, 3 * p, 3);
            System.arraycopy(bones.turn(j), 0, axes, 4 * p, 4);
        }
        return new Skeleton(order.stream().map(bones::name).toList(), above, joints, axes);
    }

    private SkinWeights weights(int[] place) {
        SkinWeights given = bones.weights();
        int k = given.influences();
        int[] names = new int[given.bones().length];
        double[] values = new double[names.length];
        for (int at = 0; at < names.length; at++) {
            double w = given.weights()[at];
            if (w == 0) {
                continue;
            }
            int bone = place[bones.heir(given.bones()[at])];
            int to = at - at % k;
            while (values[to] > 0 && names[to] != bone) {
                to++;
            }
            names[to] = bone;
            values[to] += w;
        }
        return SkinWeights.of(k, names, values);
    }

    private BoneMotion motion(BoneMotion before) {
        BoneMotion after = new BoneMotion(
                order.size(), before.frameCount(), new double[before.frameCount() * order.size() * BoneMotion.STRIDE]);
        for (int f = 0; f < before.frameCount(); f++) {
            for (int p = 0; p < order.size(); p++) {
                int j = order.get(p);
                int from = before.offset(f, bones.movesAs(j));
                System.arraycopy(before.matrices(), from, after.matrices(), after.offset(f, p), BoneMotion.STRIDE);
                if (bones.isCarrier(j)) {
                    NewRoot.carry(after.matrices(), after.offset(f, p), bones.pivot(j));
                }
            }
        }
        return after;
    }
}
