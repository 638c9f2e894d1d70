package dev.sinew.io.usd;

import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.gltf.read.BoneSet.BoneTypes;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.parts.ShownPose;
import dev.sinew.io.usd.UsdPrim.UsdAttribute.UsdValue;
import dev.sinew.io.usd.UsdScene.UsdStage;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** Reads the skinned meshes of a USD file as one model, in metres and y-up. */
public final class UsdModels {
    private static final int MAX_MATRICES = 50_000_000;
    /** Tolerance for a matrix to count as a rotation. */
    private static final double ROTATION_TOLERANCE = 1e-3;

    private final Path file;
    private final UsdScene scene;
    /** Joint of every bone, skeleton by skeleton. */
    private final List<int[]> boneJoints = new ArrayList<>();

    private final List<double[]> restToWorld = new ArrayList<>();
    private final OptionalDouble rate;

    private UsdModels(Path file, List<String> objects, OptionalDouble rate) {
        this.file = file;
        this.rate = rate;
        this.scene = UsdScene.open(file, objects, true);
        for (UsdSkeleton skeleton : scene.skeletons()) {
            boneJoints.add(bones(skeleton));
            double[] world = scene.toWorld(skeleton.prim(), Double.NEGATIVE_INFINITY);
            if (!(Math.abs(Affine3.determinant(world, 0)) > 0)) {
                throw skeleton.bad("has a singular transform");
            }
            restToWorld.add(world);
        }
    }

    /** Whether a file with these first bytes is USD. */
    public static boolean begins(byte[] head) {
        return UsdPackage.begins(head);
    }

    /** Whether the file has a skinned mesh. */
    public static boolean hasSkin(Path file) {
        return UsdStage.open(file).prims("Mesh").stream().anyMatch(UsdSkin::isSkinned);
    }

    /**
     * @param objects paths or names of the meshes; empty selects all skinned ones
     * @param rate frames per second, instead of the rate that the file suggests
     */
    public static ModelDocument read(Path file, List<String> objects, OptionalDouble rate) {
        return new UsdModels(file, objects, rate).read();
    }

    private ModelDocument read() {
        Mesh rest = rest();
        Skeleton skeleton = skeleton();
        SkinWeights weights = weights(skeleton.boneCount());
        List<Clip> clips = new ArrayList<>();
        Names taken = new Names();
        for (UsdScene.Clip clip : scene.clips()) {
            clips.add(clip(clip, taken.unused(clip.name()), skeleton.boneCount()));
        }
        double[] shown = new double[Affine3.STRIDE * skeleton.boneCount()];
        for (int s = 0; s < boneJoints.size(); s++) {
            pose(
                    scene.skeletons().get(s).matrices(Optional.empty(), Double.NEGATIVE_INFINITY),
                    s,
                    Double.NEGATIVE_INFINITY,
                    shown,
                    firstBone(s) * BoneMotion.STRIDE);
        }
        List<Clip> transforms = new ArrayList<>(clips);
        transforms.add(new Clip("", 1, new BoneMotion(skeleton.boneCount(), 1, shown)));
        return ShownPose.document(new SkinnedModel(rest, weights, skeleton, boneType(transforms), clips), shown)
                .withParts(parts());
    }

    /** Several meshes stay several. */
    private List<ModelDocument.Part> parts() {
        return scene.parts().size() < 2
                ? List.of()
                : scene.parts().stream()
                        .map(UsdScene.Part::mesh)
                        .map(mesh -> new ModelDocument.Part(
                                mesh.prim().name(), mesh.prim().name(), mesh.faceCount()))
                        .toList();
    }

    /** The joints that are bones: all, except those that our own files mark as helpers. */
    private static int[] bones(UsdSkeleton skeleton) {
        int all = skeleton.joints().size();
        return declared(skeleton, "bones")
                .filter(b -> Arrays.stream(b).allMatch(j -> j >= 0 && j < all))
                .orElseGet(() -> java.util.stream.IntStream.range(0, all).toArray());
    }

    private static Optional<int[]> declared(UsdSkeleton skeleton, String name) {
        return custom(skeleton, name)
                .map(v -> Arrays.stream(v.numbers()).mapToInt(x -> (int) x).toArray())
                .filter(a -> a.length > 0);
    }

    private static Optional<UsdValue> custom(UsdSkeleton skeleton, String name) {
        return skeleton.prim().custom(name);
    }

    private BoneType boneType(List<Clip> clips) {
        Optional<BoneType> said = scene.skeletons().stream()
                .flatMap(s -> custom(s, "boneType").stream())
                .flatMap(v -> v.texts().stream())
                .flatMap(t ->
                        Arrays.stream(BoneType.values()).filter(b -> b.name().equals(t.toUpperCase(Locale.ROOT))))
                .findFirst();
        return said.filter(t -> BoneTypes.allows(t, clips)).orElseGet(() -> BoneTypes.of(clips));
    }

    private Mesh rest() {
        UsdSurface surface = new UsdSurface(scene.stage(), Double.NEGATIVE_INFINITY, new Notes());
        float[] positions = new float[3 * scene.vertexCount()];
        int at = 0;
        for (UsdScene.Part part : scene.parts()) {
            UsdSkin skin = part.skin().orElseThrow();
            double[] toRest =
                    UsdTransforms.times(restToWorld.get(scene.skeletons().indexOf(skin.skeleton())), skin.geomBind());
            surface.add(part.mesh(), toRest);
            at = transform(
                    part.mesh().points().defaultValue().orElse(UsdValue.NONE).numbers(), toRest, positions, at);
        }
        MeshSequence.checkFrame(file.toString(), 0, positions, scene.vertexCount());
        return surface.build(positions);
    }

    /** Writes transformed points from {@code at} on and returns the next offset. */
    static int transform(double[] points, double[] m, float[] xyz, int at) {
        for (int k = 0; k + 2 < points.length; k += 3) {
            for (int r = 0; r < 3; r++) {
                xyz[at + k + r] = (float) Affine3.row(m, 4 * r, points[k], points[k + 1], points[k + 2]);
            }
        }
        return at + points.length;
    }

    private int firstBone(int skeleton) {
        return boneJoints.subList(0, skeleton).stream().mapToInt(b -> b.length).sum();
    }

    private Skeleton skeleton() {
        int count = firstBone(boneJoints.size());
        List<String> names = new ArrayList<>();
        Names taken = new Names();
        int[] parents = new int[count];
        double[] pivots = new double[3 * count];
        double[] orientations = new double[4 * count];
        for (int s = 0; s < boneJoints.size(); s++) {
            UsdSkeleton skeleton = scene.skeletons().get(s);
            int first = firstBone(s);
            int[] boneParents = parents(skeleton, boneJoints.get(s));
            for (int b = 0; b < boneJoints.get(s).length; b++) {
                int joint = boneJoints.get(s)[b];
                names.add(taken.unused(skeleton.names().get(joint)));
                parents[first + b] = boneParents[b] == Skeleton.NONE ? Skeleton.NONE : first + boneParents[b];
                double[] bind = UsdTransforms.times(restToWorld.get(s), skeleton.bind(joint));
                for (int x = 0; x < 3; x++) {
                    pivots[3 * (first + b) + x] = bind[4 * x + 3];
                }
                readOrientation(bind, orientations, 4 * (first + b));
            }
        }
        return new Skeleton(names, parents, pivots, orientations);
    }

    private static int[] parents(UsdSkeleton skeleton, int[] bones) {
        Optional<int[]> said = declared(skeleton, "parents").filter(p -> p.length == bones.length);
        int[] parents = new int[bones.length];
        int[] boneOf = new int[skeleton.joints().size()];
        Arrays.fill(boneOf, Skeleton.NONE);
        for (int b = 0; b < bones.length; b++) {
            int joint = skeleton.parents()[bones[b]];
            while (joint != Skeleton.NONE && boneOf[joint] == Skeleton.NONE) {
                joint = skeleton.parents()[joint];
            }
            parents[b] = said.isPresent() ? said.get()[b] : joint == Skeleton.NONE ? Skeleton.NONE : boneOf[joint];
            if (parents[b] < Skeleton.NONE || parents[b] >= b) {
                throw skeleton.bad(
                        "declares bone " + parents[b] + " as the parent of bone " + b + "; parents must come first");
            }
            boneOf[bones[b]] = b;
        }
        return parents;
    }

    /** The axes of a bind matrix, if it is a rotation, translation and scale; otherwise the identity. */
    private static void readOrientation(double[] bind, double[] orientations, int at) {
        double scale = Math.cbrt(Affine3.determinant(bind, 0));
        double off = 0;
        double[] r = new double[9];
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                r[3 * a + b] = bind[4 * a + b] / scale;
                double dot = 0;
                for (int k = 0; k < 3; k++) {
                    dot += bind[4 * k + a] * bind[4 * k + b] / (scale * scale);
                }
                off = Math.max(off, Math.abs(dot - (a == b ? 1 : 0)));
            }
        }
        orientations[at + 3] = 1;
        if (scale > 0 && off < ROTATION_TOLERANCE) {
            Quaternions.fromMatrix(r, 0, 3, orientations, at);
        }
    }

    private SkinWeights weights(int bones) {
        int most = scene.parts().stream()
                .mapToInt(p -> p.influences().orElseThrow().count())
                .max()
                .orElse(1);
        int[] all = new int[Math.multiplyExact(most, scene.vertexCount())];
        double[] weights = new double[all.length];
        int vertex = 0;
        for (UsdScene.Part part : scene.parts()) {
            UsdSkin.Influences own = part.influences().orElseThrow();
            int skeleton = scene.skeletons().indexOf(part.skin().orElseThrow().skeleton());
            int[] boneOf = boneOfJoint(skeleton);
            for (int k = 0; k < own.joints().length; k++) {
                int to = (vertex + k / own.count()) * most + k % own.count();
                int bone = boneOf[own.joints()[k]];
                if (bone < 0 && own.weights()[k] > 0) {
                    throw part.mesh().bad("is moved by a joint that the file does not list as a bone");
                }
                all[to] = Math.max(0, bone);
                weights[to] = own.weights()[k];
            }
            vertex += part.mesh().vertexCount();
        }
        return SkinWeights.of(most, all, weights);
    }

    private int[] boneOfJoint(int skeleton) {
        int[] boneOf = new int[scene.skeletons().get(skeleton).joints().size()];
        Arrays.fill(boneOf, -1);
        int[] joints = boneJoints.get(skeleton);
        for (int b = 0; b < joints.length; b++) {
            boneOf[joints[b]] = firstBone(skeleton) + b;
        }
        return boneOf;
    }

    private Clip clip(UsdScene.Clip clip, String name, int bones) {
        TreeSet<Double> times = new TreeSet<>();
        scene.addTimes(clip, times);
        UsdStage.Clock clock = scene.stage().clock(times, clip.rate(rate));
        if ((long) clock.count() * bones > MAX_MATRICES) {
            throw new InvalidInputException(file + ": clip '" + name + "' has " + clock.count() + " frames of " + bones
                    + " bones; at most " + MAX_MATRICES + " matrices are supported");
        }
        double[] matrices = new double[clock.count() * bones * BoneMotion.STRIDE];
        for (int f = 0; f < clock.count(); f++) {
            for (int s = 0; s < boneJoints.size(); s++) {
                pose(clip, s, clock.time(f), matrices, (f * bones + firstBone(s)) * BoneMotion.STRIDE);
            }
        }
        for (double x : matrices) {
            if (!Double.isFinite(x)) {
                throw new InvalidInputException(
                        file + ": clip '" + name + "' moves a bone by " + x + "; only finite numbers are supported");
            }
        }
        return new Clip(name, clock.rate(), new BoneMotion(bones, clock.count(), matrices));
    }

    /** Current world matrix · joints · inverse of the world matrix of the rest pose. */
    private void pose(UsdScene.Clip clip, int s, double time, double[] out, int at) {
        pose(scene.skeletons().get(s).matrices(clip.animations().get(s), time), s, time, out, at);
    }

    private void pose(double[] joints, int s, double time, double[] out, int at) {
        UsdSkeleton skeleton = scene.skeletons().get(s);
        double[] world = scene.toWorld(skeleton.prim(), time);
        double[] back = UsdTransforms.inverse(restToWorld.get(s));
        for (int b = 0; b < boneJoints.get(s).length; b++) {
            int joint = boneJoints.get(s)[b];
            double[] own = Arrays.copyOfRange(joints, Affine3.STRIDE * joint, Affine3.STRIDE * (joint + 1));
            double[] whole = UsdTransforms.times(UsdTransforms.times(world, own), back);
            System.arraycopy(whole, 0, out, at + Affine3.STRIDE * b, Affine3.STRIDE);
        }
    }
}
