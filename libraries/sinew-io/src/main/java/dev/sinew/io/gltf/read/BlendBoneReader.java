package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Reads {@code SINEW_blend_bones} and moves the driven bones after all others. */
public final class BlendBoneReader {
    /** Drivers, their weights, and the centre of rotation if the operator has one. */
    private record Driven(int[] masters, double[] weights, double[] centre) {}

    private final RigFile rig;
    private final SkinnedModel model;
    private final TreeMap<Integer, Driven> driven = new TreeMap<>();
    private Optional<SkinningOperator> operator = Optional.empty();

    private BlendBoneReader(RigFile rig, SkinnedModel model) {
        this.rig = rig;
        this.model = model;
    }

    /**
     * A model with its blend bones.
     *
     * @param order index in the file's model of each bone
     */
    public record Read(LinearizedModel model, int[] order) {}

    public static Optional<Read> read(RigFile rig, SkinnedModel model) {
        BlendBoneReader reader = new BlendBoneReader(rig, model);
        for (int skin : rig.skins()) {
            rig.document
                    .list("skins")
                    .get(skin)
                    .find("extensions")
                    .flatMap(e -> e.find(Vocabulary.BLEND_BONES))
                    .ifPresent(e -> reader.take(e, rig.bones.bonesOf(skin)));
        }
        return reader.operator.isEmpty() ? Optional.empty() : Optional.of(reader.assemble());
    }

    private void take(JsonValue extension, int[] bones) {
        extension.get("version").integer(Vocabulary.BLEND_BONES_VERSION, Vocabulary.BLEND_BONES_VERSION);
        JsonValue word = extension.get("operator");
        operator = Optional.of(SkinningOperator.named(word.text())
                .orElseThrow(() -> word.bad("is '" + word.text() + "'; it must be lbs, dqs, sdqs, dib or cor")));
        for (JsonValue bone : extension.list("blendBones")) {
            int joint = bone.get("joint").index(bones.length, "joints");
            int[] masters = bone.get("drivers").elements().stream()
                    .mapToInt(d -> bones[d.index(bones.length, "joints")])
                    .toArray();
            double[] weights = bone.get("weights").numbers(masters.length);
            double[] centre = operator.get() == SkinningOperator.CENTRES_OF_ROTATION
                    ? bone.get("centre").numbers(3)
                    : new double[0];
            driven.put(bones[joint], new Driven(masters, weights, centre));
        }
    }

    private Read assemble() {
        int[] order = order();
        int[] newNumber = new int[order.length];
        for (int j = 0; j < order.length; j++) {
            newNumber[order[j]] = j;
        }
        SkinnedModel sorted = reorder(order, newNumber);
        int slots =
                driven.values().stream().mapToInt(d -> d.masters.length).max().orElse(1);
        int[] bones = new int[slots * driven.size()];
        double[] weights = new double[bones.length];
        int k = 0;
        for (Driven d : driven.values()) {
            for (int n = 0; n < d.masters.length; n++) {
                if (driven.containsKey(d.masters[n])) {
                    throw rig.document.bad(Vocabulary.BLEND_BONES + " drives bone '"
                            + model.skeleton().names().get(d.masters[n])
                            + "', which drives another bone; driven bones must not drive others");
                }
                bones[k * slots + n] = newNumber[d.masters[n]];
                weights[k * slots + n] = d.weights[n];
            }
            k++;
        }
        double[] centres = driven.values().stream()
                .flatMapToDouble(d -> Arrays.stream(d.centre))
                .toArray();
        SkinWeights drivers = SkinWeights.of(Math.max(1, slots), bones, weights);
        BlendBones blendBones = new BlendBones(operator.orElseThrow(), drivers, centres);
        return new Read(new LinearizedModel(sorted, blendBones), order);
    }

    private int[] order() {
        return IntStream.concat(
                        IntStream.range(0, model.boneCount()).filter(j -> !driven.containsKey(j)),
                        driven.keySet().stream().mapToInt(j -> j))
                .toArray();
    }

    private SkinnedModel reorder(int[] order, int[] newNumber) {
        Skeleton old = model.skeleton();
        int[] parents = new int[order.length];
        double[] pivots = new double[3 * order.length];
        double[] orientations = new double[4 * order.length];
        for (int j = 0; j < order.length; j++) {
            int parent = old.parents()[order[j]];
            boolean free = parent == Skeleton.NONE || driven.containsKey(parent) || driven.containsKey(order[j]);
            parents[j] = free ? Skeleton.NONE : newNumber[parent];
            System.arraycopy(old.pivots(), 3 * order[j], pivots, 3 * j, 3);
            System.arraycopy(old.orientations(), 4 * order[j], orientations, 4 * j, 4);
        }
        List<String> names = Arrays.stream(order).mapToObj(old.names()::get).toList();
        int[] bones =
                Arrays.stream(model.weights().bones()).map(b -> newNumber[b]).toArray();
        SkinWeights weights = SkinWeights.of(
                model.weights().influences(), bones, model.weights().weights());
        List<Clip> clips = model.clips().stream()
                .map(clip -> clip.withMotion(reorder(clip.motion(), order)))
                .toList();
        Skeleton skeleton = new Skeleton(names, parents, pivots, orientations);
        return new SkinnedModel(model.rest(), weights, skeleton, model.boneType(), clips, model.correctives());
    }

    /** @param order the old index of each new bone */
    public static BoneMotion reorder(BoneMotion motion, int[] order) {
        double[] matrices = new double[motion.matrices().length];
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j = 0; j < order.length; j++) {
                System.arraycopy(
                        motion.matrices(),
                        motion.offset(f, order[j]),
                        matrices,
                        motion.offset(f, j),
                        BoneMotion.STRIDE);
            }
        }
        return new BoneMotion(order.length, motion.frameCount(), matrices);
    }
}
