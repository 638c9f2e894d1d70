package dev.sinew.io.gltf;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.DriversExtension;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.SlidersExtension;
import dev.sinew.io.gltf.document.SlidersExtension.HandlesExtension;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.read.BlendBoneReader;
import dev.sinew.io.gltf.read.BoneSet;
import dev.sinew.io.gltf.read.BoneSet.BoneTypes;
import dev.sinew.io.gltf.read.GltfClip;
import dev.sinew.io.gltf.read.GltfClip.FrameTimes;
import dev.sinew.io.gltf.read.NodeTree;
import dev.sinew.io.gltf.read.RigFile;
import dev.sinew.io.gltf.read.ShapeReader;
import dev.sinew.io.gltf.read.SkinnedNodes;
import dev.sinew.io.gltf.read.SurfaceReader;
import dev.sinew.io.gltf.read.TwoLayerReader;
import dev.sinew.io.parts.FallbackBones;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Sliders;
import dev.sinew.io.parts.WeightSums;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.RestPose;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A skinned glTF file that can be played at any time, with the file's interpolation.
 *
 * <p>All meshes of the scene make one model, skinned ones first. Vertices are in the order of nodes and primitives; primitives of a
 * mesh that share vertices keep sharing them, and copies that {@code _SOURCE_VERTEX} marks are merged. Bones are the joints of the
 * skins in use, parents first, then the nodes that move meshes without a skin. The morph targets are the model's correctives. Points
 * and lines are ignored. Thread-safe.
 */
public final class GltfPlayer {
    /** Numbers that all sampled clips may have together: 1 GiB. */
    private static final long MAX_NUMBERS = 1L << 27;
    /** Difference from the bind pose that rounding explains, for positions relative to the size. */
    private static final double POSE_TOLERANCE = 1e-5;

    private final GltfDocument document;
    private final NodeTree tree;
    private final BoneSet bones;
    private final List<GltfClip> clips;
    private final ShapeReader shapes;
    private final SkinnedModel model;
    private final ModelDocument content;
    private final WeightSums weightSums;
    private final LinearSkinning skinning;
    private final Optional<BlendBoneReader.Read> linearized;
    private List<double[]> frameSeconds;

    private GltfPlayer(GltfDocument document) {
        this.document = document;
        RigFile rig = new RigFile(document);
        tree = rig.tree;
        bones = rig.bones;
        clips = rig.clips;
        shapes = rig.shapes;
        SurfaceReader surface = new SurfaceReader(document, rig.accessors, rig.primitives, rig.blocks);
        ShapeReader.Shaped shaped = shapes.shaped(surface.read());
        Mesh rest = shaped.rest();
        SkinWeights weights = rig.blocks.weights(bones, rig::boneOf, rest);
        weightSums = rig.blocks.sums();
        List<Clip> sampled = sample(document);
        List<Clip> transforms = new ArrayList<>(sampled);
        transforms.add(new Clip(
                "",
                1,
                new BoneMotion(bones.skeleton().boneCount(), 1, restPose().matrices())));
        BoneType type = declaredType(document, rig.uses)
                .filter(declared -> BoneTypes.allows(declared, transforms))
                .orElseGet(() -> BoneTypes.of(transforms));
        SkinnedModel whole = new SkinnedModel(rest, weights, bones.skeleton(), type, sampled, shaped.shapes());
        int joints = whole.boneCount();
        int own = joints - fallbackJoints(document, rig.uses, joints);
        SkinnedModel played = own == joints ? whole : FallbackBones.extract(whole, 0, own);
        linearized = BlendBoneReader.read(rig, played);
        model = linearized.map(read -> read.model().model()).orElse(played);
        skinning = new LinearSkinning(model);
        content = ModelDocument.of(model)
                .withPose(pose())
                .withParts(parts(rig, surface))
                .withFallback(own == joints ? Optional.empty() : Optional.of(FallbackBones.extract(whole, own, joints)))
                .withLayers(new TwoLayerReader(document, rig.accessors, bones).read(rig.uses, rig.blocks))
                .withBlendBones(linearized.map(read -> read.model().blendBones()))
                .withHandles(HandlesExtension.read(document.root(), model.rest()))
                .withSliders(sliders(rig))
                .withDrivers(drivers(rig))
                .withNotes(notes(rig, surface));
    }

    private static List<ModelDocument.Part> parts(RigFile rig, SurfaceReader surface) {
        int[] faces = surface.facesOfParts(rig.parts.size());
        List<ModelDocument.Part> parts = new ArrayList<>();
        for (int p = 0; p < faces.length; p++) {
            if (faces[p] > 0) {
                JsonValue node = rig.document.list("nodes").get(rig.parts.get(p).node());
                JsonValue mesh =
                        rig.document.list("meshes").get(rig.parts.get(p).mesh());
                String name = name(mesh).orElse("mesh_" + rig.parts.get(p).mesh());
                parts.add(new ModelDocument.Part(name(node).orElse(name), name, faces[p]));
            }
        }
        return parts;
    }

    private static Optional<String> name(JsonValue owner) {
        return owner.find("name")
                .filter(n -> n.node().isString())
                .map(JsonValue::text)
                .filter(n -> !n.isBlank());
    }

    private static List<String> notes(RigFile rig, SurfaceReader surface) {
        List<String> notes = new ArrayList<>(surface.notes());
        String file = rig.document.file().toString();
        List<String> unread = rig.document.unread();
        if (!unread.isEmpty()) {
            notes.add(file + " contains " + String.join(", ", unread) + ", which Sinew does not read");
        }
        if (rig.blocks.repaired() > 0) {
            notes.add(file + ": " + rig.blocks.repaired()
                    + " vertices have no valid weights; they got the weights of their neighbours");
        }
        WeightSums sums = rig.blocks.sums();
        double miss = Math.abs(sums.worstSum() - 1);
        if (sums.vertices() > 0 && miss > SkinWeights.SUM_TOLERANCE) {
            notes.add(file + ": the weights of " + sums.vertices() + " vertices did not sum to 1 (vertex "
                    + sums.worstVertex() + ": " + (float) sums.worstSum() + ") and were rescaled");
        }
        return notes;
    }

    /** The pose of the nodes, if it is not the bind pose. */
    private Optional<double[]> pose() {
        double[] matrices = new double[Affine3.STRIDE * bones.skeleton().boneCount()];
        bones.skinningMatrices(tree.pose().globals(), matrices, 0);
        double size = Box.around(model.rest().positions()).diagonal();
        double[] own = ofModel(matrices);
        boolean isBind = true;
        for (int k = 0; k < own.length; k++) {
            double unit = k % 4 == 3 ? Math.max(size, Double.MIN_NORMAL) : 1;
            isBind &= Math.abs(own[k] - (k % Affine3.STRIDE % 5 == 0 ? 1 : 0)) <= POSE_TOLERANCE * unit;
        }
        return isBind || !Arrays.stream(own).allMatch(Double::isFinite) ? Optional.empty() : Optional.of(own);
    }

    /** From the matrices of the file's bones to those of the model's: without a fallback skin, blend bones last. */
    private double[] ofModel(double[] matrices) {
        // The bones of a fallback skin come after the model's.
        double[] own = Arrays.copyOf(matrices, Affine3.STRIDE * model.boneCount());
        return linearized
                .map(read -> BlendBoneReader.reorder(new BoneMotion(model.boneCount(), 1, own), read.order())
                        .matrices())
                .orElse(own);
    }

    /** Reads a {@code .glb} or {@code .gltf} with at least one skin. */
    public static GltfPlayer open(Path file) {
        return new GltfPlayer(GltfDocument.open(file));
    }

    /** Whether a file has a skin. */
    public static boolean hasSkin(Path file) {
        return !GltfDocument.open(file).list("skins").isEmpty();
    }

    private static Optional<BoneType> declaredType(GltfDocument document, List<SkinnedNodes.Use> uses) {
        Optional<String> word = document.list("skins")
                .get(uses.get(0).skin())
                .find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find(Vocabulary.BONE_TYPE))
                .filter(w -> w.node().isString())
                .map(JsonValue::text);
        return word.flatMap(w -> Arrays.stream(BoneType.values())
                .filter(type -> type.name().equalsIgnoreCase(w))
                .findFirst());
    }

    /** How many of the last joints belong to the fallback skin; an invalid number is ignored. */
    private static int fallbackJoints(GltfDocument document, List<SkinnedNodes.Use> uses, int joints) {
        return document.list("skins")
                .get(uses.get(0).skin())
                .find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find(Vocabulary.FALLBACK_JOINTS))
                .filter(n ->
                        n.node().isInt() && n.node().intValue() > 0 && n.node().intValue() < joints)
                .map(n -> n.node().intValue())
                .orElse(0);
    }

    private List<Clip> sample(GltfDocument document) {
        List<Sampled> sampled = sample(document, clips, tree, bones);
        frameSeconds = sampled.stream().map(Sampled::seconds).toList();
        List<Clip> shaped = new ArrayList<>();
        for (int c = 0; c < sampled.size(); c++) {
            double[] amounts = shapes.amounts(clips.get(c), sampled.get(c).seconds);
            shaped.add(sampled.get(c).clip.withShapes(amounts));
        }
        return shaped;
    }

    /** A clip and the times of its frames. */
    private record Sampled(Clip clip, double[] seconds) {}

    private static List<Sampled> sample(GltfDocument document, List<GltfClip> clips, NodeTree tree, BoneSet bones) {
        List<Sampled> sampled = new ArrayList<>();
        int stride = Affine3.STRIDE * bones.skeleton().boneCount();
        long left = MAX_NUMBERS;
        for (GltfClip clip : clips) {
            FrameTimes times = FrameTimes.of(document, clip, left / stride);
            int frames = times.seconds().length;
            left -= (long) frames * stride;
            double[] matrices = new double[frames * stride];
            NodeTree.Pose pose = tree.pose();
            for (int f = 0; f < frames; f++) {
                clip.pose(times.seconds()[f], pose);
                bones.skinningMatrices(pose.globals(), matrices, f * stride);
            }
            checkFinite(document, clip, matrices);
            BoneMotion motion = new BoneMotion(bones.skeleton().boneCount(), frames, matrices);
            sampled.add(new Sampled(new Clip(clip.name(), times.framesPerSecond(), motion), times.seconds()));
        }
        return sampled;
    }

    /**
     * The bones and the clips of a file that may contain no mesh. Bones are the joints of all skins; without a skin, the nodes that
     * clips move, those below them and those that join them.
     */
    public static SkeletonMotion readMotion(Path file) {
        GltfDocument document = GltfDocument.open(file);
        if (SkinnedNodes.any(document)) {
            return SkeletonMotion.of(new GltfPlayer(document).model);
        }
        AccessorReader accessors = new AccessorReader(document);
        NodeTree tree = new NodeTree(document);
        List<GltfClip> clips = GltfClip.read(document, accessors, GltfClip.Morphs.LEAVE);
        List<SkinnedNodes.Use> skins = SkinnedNodes.skinsOnly(document);
        List<Integer> moved = skins.isEmpty() ? tree.skeleton(GltfClip.movedNodes(clips)) : List.of();
        if (skins.isEmpty() && moved.isEmpty()) {
            throw document.bad("the file has neither a skin nor an animation, so it contains no skeleton");
        }
        double extent =
                Arrays.stream(tree.pose().globals()).map(Math::abs).max().orElse(1);
        BoneSet bones = new BoneSet(document, tree, accessors, skins, moved, OptionalDouble.of(extent));
        return new SkeletonMotion(
                bones.skeleton(),
                sample(document, clips, tree, bones).stream().map(Sampled::clip).toList());
    }

    private static void checkFinite(GltfDocument document, GltfClip clip, double[] matrices) {
        for (double x : matrices) {
            if (!Double.isFinite(x)) {
                throw document.bad(
                        "clip '" + clip.name() + "' moves a bone to " + x + "; only finite numbers are supported");
            }
        }
    }

    /** The model with its clips sampled at their frames; clip indices are the same here and in the model. */
    public SkinnedModel model() {
        return model;
    }

    /** Everything that the file contains. */
    public ModelDocument document() {
        return content;
    }

    /** How far the file's weights were from summing to one. */
    public WeightSums weightSums() {
        return weightSums;
    }

    /** Rejects a joint with a singular inverse bind matrix, from which no rotation can be derived. */
    public void requireInvertibleBinds() {
        bones.requireInvertible();
    }

    private Optional<Drivers> drivers(RigFile rig) {
        int skin = rig.uses.get(0).skin();
        int[] boneOf = bones.bonesOf(skin);
        int[] order = linearized
                .map(BlendBoneReader.Read::order)
                .orElseGet(
                        () -> IntStream.range(0, bones.skeleton().boneCount()).toArray());
        int[] newNumber = new int[order.length];
        for (int j = 0; j < order.length; j++) {
            newNumber[order[j]] = j;
        }
        int[] own = Arrays.stream(boneOf)
                .filter(bone -> bone < newNumber.length)
                .map(bone -> newNumber[bone])
                .toArray();
        return DriversExtension.read(
                document.list("skins").get(skin),
                rig.accessors,
                own,
                model.correctives().count());
    }

    private Optional<Sliders> sliders(RigFile rig) {
        int skin = rig.uses.get(0).skin();
        int[] boneOf = bones.bonesOf(skin);
        int count = bones.skeleton().boneCount();
        return SlidersExtension.read(document.list("skins").get(skin), rig.accessors, boneOf.length)
                .map(content -> {
                    int stride = BoneMotion.STRIDE;
                    double[] deltas = new double[content.names().size() * count * stride];
                    for (int at = 0; at < content.deltas().length; at += stride) {
                        int slider = at / stride / boneOf.length;
                        int bone = boneOf[at / stride % boneOf.length];
                        System.arraycopy(content.deltas(), at, deltas, (slider * count + bone) * stride, stride);
                    }
                    return new Sliders(content.names(), count, deltas, content.clips());
                });
    }

    /** A copy of the file's content that may be changed and written. */
    @SuppressWarnings("exports")
    public GltfDocument copyOfDocument() {
        return document.copy();
    }

    /** The bones without animation. */
    public RestPose restPose() {
        double[] globals = tree.pose().globals();
        int[] joints = bones.nodes();
        double[] slots = new double[3 * joints.length];
        for (int j = 0; j < joints.length; j++) {
            for (int x = 0; x < 3; x++) {
                slots[3 * j + x] = globals[Affine3.STRIDE * joints[j] + 4 * x + 3];
            }
        }
        double[] matrices = new double[Affine3.STRIDE * joints.length];
        bones.skinningMatrices(globals, matrices, 0);
        return new RestPose(bones.skeleton(), joints, slots, matrices);
    }

    /** Seconds until the last key of a clip. */
    public double duration(int clip) {
        return clips.get(clip).duration();
    }

    /** The times of the frames of the model's clip, in seconds. */
    public double[] frameSeconds(int clip) {
        return frameSeconds.get(clip).clone();
    }

    /** A clip at given times instead of its frames: skinning matrices of all bones, one frame per time. */
    public BoneMotion motion(int clip, double[] seconds) {
        int stride = Affine3.STRIDE * model.boneCount();
        double[] matrices = new double[seconds.length * stride];
        for (int f = 0; f < seconds.length; f++) {
            System.arraycopy(matrices(clip, seconds[f]), 0, matrices, f * stride, stride);
        }
        return new BoneMotion(model.boneCount(), seconds.length, matrices);
    }

    /** Seconds at which some node has a key, increasing. */
    public float[] keyTimes(int clip) {
        return FrameTimes.keyTimes(clips.get(clip));
    }

    /** Skinning matrices of all bones at a time, 12 numbers per bone. */
    public double[] matrices(int clip, double seconds) {
        NodeTree.Pose pose = tree.pose();
        clips.get(clip).pose(seconds, pose);
        double[] matrices = new double[Affine3.STRIDE * bones.skeleton().boneCount()];
        bones.skinningMatrices(pose.globals(), matrices, 0);
        return ofModel(matrices);
    }

    /** Positions of the model's vertices at a time, 3N. */
    public double[] positions(int clip, double seconds) {
        double[] xyz = new double[3 * model.vertexCount()];
        double[] amounts = shapes.amounts(clips.get(clip), new double[] {seconds});
        float[] shaped = model.correctives().addToPositions(model.rest().positions(), amounts, 0);
        skinning.positions(shaped, matrices(clip, seconds), 0, 0, model.vertexCount(), xyz);
        return xyz;
    }
}
