package dev.sinew.skin;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** A model with driven bones, split into the bones that others move and those that follow. */
public final class DrivenBones {
    private final SkinnedModel model;
    private final Drivers drivers;
    /** Bones that are not driven, in order. */
    private final int[] kept;

    public DrivenBones(SkinnedModel model, Drivers drivers) {
        this.model = model;
        this.drivers = drivers;
        BitSet free = new BitSet();
        free.set(0, model.boneCount());
        Arrays.stream(drivers.bones()).forEach(free::clear);
        this.kept = free.stream().toArray();
    }

    /** The model without its driven bones. Their weights and children go to the bones they are relative to. */
    public SkinnedModel removed() {
        int[] newOf = new int[model.boneCount()];
        for (int k = 0; k < kept.length; k++) {
            newOf[kept[k]] = k;
        }
        for (int h = 0; h < drivers.count(); h++) {
            newOf[drivers.bones()[h]] = newOf[drivers.references()[h]];
        }
        SkinWeights weights = model.weights();
        int[] bones = Arrays.stream(weights.bones()).map(bone -> newOf[bone]).toArray();
        List<Clip> clips = model.clips().stream()
                .map(clip -> clip.withMotion(without(clip.motion())))
                .toList();
        return new SkinnedModel(
                model.rest(),
                SkinWeights.of(weights.influences(), bones, weights.weights().clone()),
                skeleton(newOf),
                model.boneType(),
                clips,
                model.correctives());
    }

    private Skeleton skeleton(int[] newOf) {
        Skeleton all = model.skeleton();
        int[] parents = new int[kept.length];
        double[] pivots = new double[3 * kept.length];
        double[] orientations = new double[4 * kept.length];
        for (int k = 0; k < kept.length; k++) {
            int parent = all.parents()[kept[k]];
            parents[k] = parent == Skeleton.NONE ? Skeleton.NONE : newOf[parent];
            System.arraycopy(all.pivots(), 3 * kept[k], pivots, 3 * k, 3);
            System.arraycopy(all.orientations(), 4 * kept[k], orientations, 4 * k, 4);
        }
        List<String> names =
                Arrays.stream(kept).mapToObj(bone -> all.names().get(bone)).toList();
        return new Skeleton(names, parents, pivots, orientations);
    }

    private BoneMotion without(BoneMotion motion) {
        double[] fewer = new double[motion.frameCount() * kept.length * BoneMotion.STRIDE];
        BoneMotion made = new BoneMotion(kept.length, motion.frameCount(), fewer);
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int k = 0; k < kept.length; k++) {
                System.arraycopy(
                        motion.matrices(), motion.offset(f, kept[k]), fewer, made.offset(f, k), BoneMotion.STRIDE);
            }
        }
        return made;
    }

    /** A clip of the model without driven bones, with all bones; driven ones follow, as do shapes. */
    public Clip driven(Clip clip) {
        BoneMotion fewer = clip.motion();
        int bones = model.boneCount();
        BoneMotion motion =
                new BoneMotion(bones, fewer.frameCount(), new double[fewer.frameCount() * bones * BoneMotion.STRIDE]);
        for (int f = 0; f < fewer.frameCount(); f++) {
            for (int k = 0; k < kept.length; k++) {
                System.arraycopy(
                        fewer.matrices(),
                        fewer.offset(f, k),
                        motion.matrices(),
                        motion.offset(f, kept[k]),
                        BoneMotion.STRIDE);
            }
        }
        return DriverRuntime.drive(model, drivers, clip.withMotion(motion));
    }
}
