package dev.sinew.io.usd;

import dev.sinew.io.gltf.write.JointSamples;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.ModelPart;
import dev.sinew.io.text.TextOutput;
import dev.sinew.io.usd.UsdMeshWriter.UsdMaterialWriter;
import dev.sinew.io.usd.UsdText.UsdNames;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Writes a model with UsdSkel: a skeleton with an animation per clip, the first one bound, and its meshes. An affine bone is a
 * pair of joints as in our glTF files. Vertices keep their order.
 */
final class UsdModelWriter {
    private static final String ROOT = "model";
    private static final String SKELETON = "/" + ROOT + "/skeleton";

    private final SkinnedModel model;
    private final List<ModelPart> parts;
    private final JointSamples joints;
    /** Whether to add a static root joint above all others: some readers accept only skeletons with one root. */
    private final boolean rooted;

    private final List<String> names = new ArrayList<>();
    private final int[] parents;
    private final List<String> paths = new ArrayList<>();
    private final List<JointSamples.Samples> clips;
    private final UsdMaterialWriter materials;

    UsdModelWriter(ModelDocument document, boolean packaged) {
        this.model = document.model();
        this.parts = ModelPart.of(model, document.parts());
        this.joints = new JointSamples(model, document.pose());
        this.clips = model.clips().stream().map(joints::of).toList();
        this.materials = new UsdMaterialWriter(model.rest().surface().materials(), "/" + ROOT, packaged);
        this.rooted =
                Arrays.stream(joints.parents()).filter(p -> p == Skeleton.NONE).count() > 1;
        this.parents = parents();
        UsdNames taken = new UsdNames();
        if (rooted) {
            names.add("root");
        }
        names.addAll(joints.names());
        for (int j = 0; j < names.size(); j++) {
            String above = parents[j] == Skeleton.NONE ? "" : paths.get(parents[j]) + "/";
            paths.add(above + taken.unused(names.get(j), "joint"));
        }
    }

    private int[] parents() {
        int[] own = joints.parents();
        if (!rooted) {
            return own;
        }
        int[] moved = new int[own.length + 1];
        moved[0] = Skeleton.NONE;
        for (int j = 0; j < own.length; j++) {
            moved[j + 1] = own[j] == Skeleton.NONE ? 0 : own[j] + 1;
        }
        return moved;
    }

    /** The joint that moves the vertices of bone j. */
    private int joint(int j) {
        return joints.joint(j) + (rooted ? 1 : 0);
    }

    /** Prepends the root's values, if there is a root. */
    private double[] withRoot(double[] values, double... root) {
        if (!rooted) {
            return values;
        }
        double[] all = Arrays.copyOf(root, root.length + values.length);
        System.arraycopy(values, 0, all, root.length, values.length);
        return all;
    }

    private double[] locals() {
        return withRoot(joints.locals(), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    }

    private double[] bindLocals() {
        return withRoot(joints.bindLocals(), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    }

    Map<String, byte[]> images() {
        return materials.files();
    }

    boolean omittedImages() {
        return materials.omittedImages();
    }

    /** Samples of all curves: translations, rotations and scales of every joint. */
    long keys() {
        return clips.stream()
                .mapToLong(c -> 3L * joints.count() * c.frames().length)
                .sum();
    }

    long insertedKeys() {
        return clips.stream()
                .mapToLong(c -> 3L
                        * joints.count()
                        * Arrays.stream(c.frames())
                                .filter(f -> f != Math.rint(f))
                                .count())
                .sum();
    }

    void write(TextOutput out) throws IOException {
        int frames = model.clips().isEmpty() ? 1 : model.clips().get(0).motion().frameCount();
        double rate = model.clips().isEmpty() ? 24 : model.clips().get(0).framesPerSecond();
        UsdText text = UsdWriter.begin(out, ROOT, frames, rate);
        text.begin("SkelRoot", ROOT, List.of(UsdMeshWriter.schemas("SkelBindingAPI"), "kind = \"component\""));
        writeSkeleton(text);
        UsdNames taken = new UsdNames();
        taken.unused("skeleton", "skeleton");
        taken.unused("materials", "materials");
        for (ModelPart part : parts) {
            writeMesh(text, part, taken.unused(parts.size() == 1 ? "mesh" : part.node(), "mesh"));
        }
        materials.write(text);
        text.end();
    }

    private void writeSkeleton(UsdText text) throws IOException {
        text.begin("Skeleton", "skeleton", skeletonMetadata());
        text.value("uniform token[] joints", out -> UsdText.words(out, paths));
        text.value("uniform token[] jointNames", out -> UsdText.words(out, names));
        text.value("uniform matrix4d[] bindTransforms", out -> UsdText.matrices(out, binds()));
        text.value("uniform matrix4d[] restTransforms", out -> UsdText.matrices(out, locals()));
        UsdNames taken = new UsdNames();
        List<String> clipNames = model.clips().stream()
                .map(clip -> taken.unused(clip.name(), "clip"))
                .toList();
        if (!clipNames.isEmpty()) {
            text.line("rel skel:animationSource = <" + SKELETON + "/" + clipNames.get(0) + ">");
        }
        for (int c = 0; c < clips.size(); c++) {
            writeClip(text, clipNames.get(c), model.clips().get(c), clips.get(c));
        }
        text.end();
    }

    /** Metadata for our reader; other programs ignore it. */
    private List<String> skeletonMetadata() {
        int[] bones = IntStream.range(0, model.boneCount()).map(this::joint).toArray();
        return List.of(
                UsdMeshWriter.schemas("SkelBindingAPI"),
                "customData = {",
                "    dictionary sinew = {",
                "        string boneType = \"" + model.boneType().name().toLowerCase(Locale.ROOT) + "\"",
                "        int[] bones = " + Arrays.toString(bones),
                "        int[] parents = " + Arrays.toString(model.skeleton().parents()),
                "    }",
                "}");
    }

    private double[] binds() {
        double[] globals = bindLocals();
        double[] whole = new double[Affine3.STRIDE];
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] != Skeleton.NONE) {
                int at = Affine3.STRIDE * j;
                Affine3.multiply(globals, Affine3.STRIDE * parents[j], globals, at, whole, 0);
                System.arraycopy(whole, 0, globals, at, Affine3.STRIDE);
            }
        }
        return globals;
    }

    private void writeClip(UsdText text, String name, Clip clip, JointSamples.Samples samples) throws IOException {
        text.begin("SkelAnimation", name, clipMetadata(clip));
        text.value("uniform token[] joints", out -> UsdText.words(out, paths));
        double[] times = codes(clip, samples.frames());
        text.samples(
                "float3[] translations",
                times,
                (out, k) -> UsdText.tuples(out, floats(withRoot(samples.translations()[k], 0, 0, 0)), 3));
        text.samples(
                "quatf[] rotations",
                times,
                (out, k) -> UsdText.tuples(out, realFirst(withRoot(samples.rotations()[k], 0, 0, 0, 1)), 4));
        text.samples(
                "half3[] scales",
                times,
                (out, k) -> UsdText.tuples(out, halves(withRoot(samples.scales()[k], 1, 1, 1)), 3));
        text.end();
    }

    /** A stage has one rate for all clips, so each clip's rate is stored as metadata. */
    private static List<String> clipMetadata(Clip clip) {
        return List.of(
                "displayName = " + UsdText.quoted(clip.name()),
                "customData = {",
                "    dictionary sinew = {",
                "        double framesPerSecond = " + clip.framesPerSecond(),
                "    }",
                "}");
    }

    /** Time codes use the first clip's rate. */
    private double[] codes(Clip clip, double[] frames) {
        double rate = model.clips().get(0).framesPerSecond();
        return Arrays.stream(frames)
                .map(f -> clip.framesPerSecond() == rate ? f : f / clip.framesPerSecond() * rate)
                .toArray();
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int k = 0; k < floats.length; k++) {
            floats[k] = (float) values[k];
        }
        return floats;
    }

    /** USD's order is w, x, y, z. */
    private static float[] realFirst(double[] quaternions) {
        float[] reordered = new float[quaternions.length];
        for (int k = 0; k < reordered.length; k++) {
            reordered[k] = (float) quaternions[k % 4 == 0 ? k + 3 : k - 1];
        }
        return reordered;
    }

    /** UsdSkel stores scales as halves: rounding changes each by up to 2⁻¹¹. */
    private static float[] halves(double[] scales) {
        float[] halves = new float[scales.length];
        for (int k = 0; k < halves.length; k++) {
            halves[k] = Halves.nearest(scales[k]);
        }
        return halves;
    }

    private void writeMesh(UsdText text, ModelPart part, String name) throws IOException {
        Mesh rest = part.model().rest();
        UsdMeshWriter mesh = new UsdMeshWriter(rest, materials);
        text.begin("Mesh", name, List.of(UsdMeshWriter.schemas("SkelBindingAPI", "MaterialBindingAPI")));
        mesh.writeFaces(text);
        text.value("point3f[] points", out -> UsdText.tuples(out, rest.positions(), 3));
        text.value("float3[] extent", out -> UsdText.tuples(out, UsdMeshWriter.extent(rest.positions()), 3));
        if (rest.surface().normals().isPresent()) {
            CornerAttribute normals = rest.surface().normals().get();
            text.value(
                    "normal3f[] primvars:normals",
                    out -> UsdText.tuples(out, normals.values(), 3),
                    UsdMeshWriter.FACE_VARYING);
            text.value("int[] primvars:normals:indices", out -> UsdText.wholes(out, normals.rows()));
        }
        writeInfluences(text, part.model().weights());
        text.line("rel skel:skeleton = <" + SKELETON + ">");
        text.line(
                "matrix4d primvars:skel:geomBindTransform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )");
        mesh.writeBindings(text);
        text.end();
    }

    private void writeInfluences(UsdText text, SkinWeights weights) throws IOException {
        List<String> metadata = List.of("elementSize = " + weights.influences(), "interpolation = \"vertex\"");
        int[] indices = Arrays.stream(weights.bones()).map(this::joint).toArray();
        text.value("int[] primvars:skel:jointIndices", out -> UsdText.wholes(out, indices), metadata);
        float[] rounded = floats(weights.weights());
        text.value("float[] primvars:skel:jointWeights", out -> UsdText.tuples(out, rounded, 1), metadata);
    }

    /** 16-bit floating-point numbers, which UsdSkel uses for scales. */
    private static final class Halves {
        private static final double MIN_NORMAL = 0x1p-14;
        private static final double MAX_VALUE = 65504;

        private Halves() {}

        /** The half nearest to a number, ties to even; larger numbers are clamped. */
        static float nearest(double value) {
            double magnitude = Math.abs(value);
            double step = magnitude < MIN_NORMAL ? 0x1p-24 : Math.scalb(1.0, Math.getExponent(magnitude) - 10);
            return (float) Math.copySign(Math.min(MAX_VALUE, Math.rint(magnitude / step) * step), value);
        }
    }
}
