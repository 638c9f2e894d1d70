package dev.sinew.linearize;

import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.skin.BlendBoneSkinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Puts the model together: the bones that were there, then the blend bones, in every clip. */
final class BlendAssembly {
    private BlendAssembly() {}

    static LinearizedModel of(SkinnedModel source, SkinningOperator operator, BlendBoneFit fit, Training training) {
        BlendBones blendBones =
                new BlendBones(operator, drivers(fit.bones()), centres(operator, fit.bones(), training));
        SkinWeights weights = weights(source.weights(), fit.state(), training);
        Skeleton skeleton = skeleton(source, weights, fit.bones());
        BoneType type = operator == SkinningOperator.SCALED_DUAL_QUATERNION ? BoneType.AFFINE : source.boneType();
        SkinnedModel still = new SkinnedModel(source.rest(), weights, skeleton, type, List.of());
        BlendBoneSkinning skinning = new BlendBoneSkinning(still, blendBones);
        List<Clip> clips = source.clips().stream()
                .map(clip -> new Clip(clip.name(), clip.framesPerSecond(), skinning.extend(clip.motion())))
                .toList();
        return new LinearizedModel(still.withClips(clips), blendBones);
    }

    private static double[] centres(SkinningOperator operator, List<BlendBone> bones, Training training) {
        return operator == SkinningOperator.CENTRES_OF_ROTATION
                ? bones.stream()
                        .map(training::centre)
                        .flatMapToDouble(Arrays::stream)
                        .toArray()
                : new double[0];
    }

    private static SkinWeights drivers(List<BlendBone> bones) {
        int[] masters = new int[bones.size() * CandidateSets.MOST_BONES];
        double[] u = new double[masters.length];
        for (int k = 0; k < bones.size(); k++) {
            BlendBone bone = bones.get(k);
            System.arraycopy(bone.masters(), 0, masters, k * CandidateSets.MOST_BONES, bone.masters().length);
            System.arraycopy(bone.weights(), 0, u, k * CandidateSets.MOST_BONES, bone.weights().length);
        }
        return SkinWeights.of(CandidateSets.MOST_BONES, masters, u);
    }

    private static SkinWeights weights(SkinWeights source, WeightState state, Training training) {
        int[] bones = new int[source.vertexCount() * WeightState.PLACES];
        double[] weights = new double[bones.length];
        for (int i = 0; i < source.vertexCount(); i++) {
            bones[i * WeightState.PLACES] = source.bones()[i * source.influences()];
            weights[i * WeightState.PLACES] = 1;
        }
        for (int a = 0; a < training.count(); a++) {
            int to = training.vertices[a] * WeightState.PLACES;
            System.arraycopy(state.bones, a * WeightState.PLACES, bones, to, WeightState.PLACES);
            System.arraycopy(state.weights, a * WeightState.PLACES, weights, to, WeightState.PLACES);
        }
        return SkinWeights.of(WeightState.PLACES, bones, weights);
    }

    /** Blend bones stand in the middle of what they move. */
    private static Skeleton skeleton(SkinnedModel source, SkinWeights weights, List<BlendBone> bones) {
        int masters = source.boneCount();
        List<String> names = new ArrayList<>(source.skeleton().names());
        Set<String> taken = new HashSet<>(names);
        int[] parents = Arrays.copyOf(source.skeleton().parents(), masters + bones.size());
        double[] pivots = Arrays.copyOf(source.skeleton().pivots(), 3 * (masters + bones.size()));
        double[] middles = weights.middles(source.rest().positions(), pivots);
        System.arraycopy(middles, 3 * masters, pivots, 3 * masters, 3 * bones.size());
        for (int k = 0; k < bones.size(); k++) {
            names.add(name(k, taken));
            parents[masters + k] = Skeleton.ROOT;
        }
        return new Skeleton(names, parents, pivots);
    }

    private static String name(int k, Set<String> taken) {
        String name = String.format("blend_%02d", k);
        while (!taken.add(name)) {
            name += "_";
        }
        return name;
    }
}
