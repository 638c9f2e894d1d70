package dev.sinew.io.gltf.blend;

import dev.sinew.io.gltf.read.GltfClip;
import dev.sinew.io.gltf.read.GltfClip.FrameTimes;
import dev.sinew.io.gltf.read.GltfClip.Sampler;
import dev.sinew.io.gltf.read.NodeTree;
import dev.sinew.io.gltf.read.RigFile;
import dev.sinew.math.Affine3;
import dev.sinew.math.Svd3;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinWeights;
import dev.sinew.skin.operator.BonePose;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Evaluates the blend bones at any time of a clip, relative to their parent nodes, and chooses the times that need a key.
 * These are the keys of the joints, both sides of a jump, and times in between where interpolation would deviate. Not
 * thread-safe.
 */
final class BlendSampler {
    /** How far a bone may deviate halfway between keys, as a fraction of the model's size. */
    private static final double MAX_DEVIATION = 2e-4;

    private static final int ROUNDS = 5;
    /** Keys are never closer than this, except on both sides of a jump. */
    private static final double MIN_KEY_SECONDS = 1.0 / 240;

    private final RigFile rig;
    private final LinearizedModel model;
    private final int[] parents;
    private final List<double[]> binds;
    private final double[] radii;
    private final double size;
    private final BonePose operator;
    private final NodeTree.Pose pose;
    private final double[] palette;
    private final double[] inverse = new double[Affine3.STRIDE];
    private final double[] blended = new double[Affine3.STRIDE];
    private final double[] joint = new double[Affine3.STRIDE];

    /**
     * @param parents parent node of each blend bone; indices beyond the file's nodes mean new nodes without a transform
     * @param binds 3×4 from the joint of each blend bone to the model's rest pose, in the bind pose
     * @param radii radius of the geometry that each blend bone moves
     */
    BlendSampler(RigFile rig, LinearizedModel model, int[] parents, List<double[]> binds, double[] radii, double size) {
        this.rig = rig;
        this.model = model;
        this.parents = parents;
        this.binds = binds;
        this.radii = radii;
        this.size = size;
        double[] pivots = Arrays.copyOf(model.model().skeleton().pivots(), 3 * model.masterCount());
        operator = BonePose.of(model.blendBones(), pivots);
        pose = rig.tree.pose();
        palette = new double[Affine3.STRIDE * model.masterCount()];
    }

    int bones() {
        return parents.length;
    }

    double size() {
        return size;
    }

    double radius(int bone) {
        return radii[bone];
    }

    /** Local matrices of all blend bones without animation. */
    double[] restLocals() {
        pose.reset();
        double[] out = new double[Affine3.STRIDE * bones()];
        locals(out, 0);
        return out;
    }

    private void at(GltfClip clip, double time, double[] out, int to) {
        clip.pose(time, pose);
        locals(out, to);
    }

    /** G_parent⁻¹·Φ(u_k; C)·bind_k of every blend bone k. */
    private void locals(double[] out, int to) {
        double[] globals = pose.globals();
        rig.bones.skinningMatrices(globals, palette, 0);
        operator.load(palette, 0);
        SkinWeights u = model.blendBones().weights();
        int slots = u.influences();
        for (int k = 0; k < bones(); k++) {
            operator.blend(u.bones(), u.weights(), k * slots, u.influencesOf(k), blended, 0);
            Affine3.multiply(blended, 0, binds.get(k), 0, joint, 0);
            int at = to + Affine3.STRIDE * k;
            if (parents[k] < rig.tree.count()) {
                Affine3.invert(globals, Affine3.STRIDE * parents[k], inverse, 0);
                Affine3.multiply(inverse, 0, joint, 0, out, at);
            } else {
                System.arraycopy(joint, 0, out, at, Affine3.STRIDE);
            }
        }
    }

    /** The curves of all blend bones in a clip, with common times. */
    BlendCurves[] curves(GltfClip clip, BlendCurves.Form form) {
        double[] times = keyTimes(clip);
        BlendCurves[] curves = curves(clip, form, times);
        for (int round = 0; round < ROUNDS; round++) {
            double[] more = withHalfwayTimes(clip, times, curves);
            if (more.length == times.length) {
                break;
            }
            times = more;
            curves = curves(clip, form, times);
        }
        return curves;
    }

    private BlendCurves[] curves(GltfClip clip, BlendCurves.Form form, double[] times) {
        int stride = Affine3.STRIDE * bones();
        double[] all = new double[times.length * stride];
        for (int t = 0; t < times.length; t++) {
            at(clip, times[t], all, t * stride);
        }
        BlendCurves[] curves = new BlendCurves[bones()];
        for (int k = 0; k < curves.length; k++) {
            double[] own = new double[times.length * Affine3.STRIDE];
            for (int t = 0; t < times.length; t++) {
                System.arraycopy(all, t * stride + Affine3.STRIDE * k, own, t * Affine3.STRIDE, Affine3.STRIDE);
            }
            curves[k] = new BlendCurves(form, times, own);
        }
        return curves;
    }

    /** Times of the keys that move a joint, and the last time before each jump. */
    private double[] keyTimes(GltfClip clip) {
        TreeSet<Float> times = new TreeSet<>();
        boolean[] matters = new boolean[rig.tree.count()];
        for (int node : rig.bones.nodes()) {
            matters[node] = true;
            rig.above(node).forEach(above -> matters[above] = true);
        }
        for (GltfClip.Channel channel : clip.channels()) {
            Sampler sampler = channel.sampler();
            for (float time : sampler.times()) {
                if (matters[channel.node()]) {
                    times.add(time);
                    if (sampler.interpolation() == Sampler.Interpolation.STEP && time > sampler.times()[0]) {
                        times.add(Math.nextDown(time));
                    }
                }
            }
        }
        if (times.isEmpty()) {
            times.add(clip.channels().get(0).sampler().times()[0]);
        }
        return times.stream().mapToDouble(t -> t).toArray();
    }

    private double[] withHalfwayTimes(GltfClip clip, double[] times, BlendCurves[] curves) {
        TreeSet<Double> more = new TreeSet<>();
        double[] exact = new double[Affine3.STRIDE * bones()];
        double[] interpolated = new double[Affine3.STRIDE];
        for (int t = 0; t < times.length; t++) {
            more.add(times[t]);
            if (t + 1 == times.length || times[t + 1] - times[t] < 2 * MIN_KEY_SECONDS) {
                continue;
            }
            double middle = (float) (0.5 * (times[t] + times[t + 1]));
            at(clip, middle, exact, 0);
            for (int k = 0; k < curves.length; k++) {
                curves[k].halfway(t, interpolated);
                if (deviation(exact, Affine3.STRIDE * k, interpolated, radii[k]) > MAX_DEVIATION * size) {
                    more.add(middle);
                    break;
                }
            }
        }
        return more.stream().mapToDouble(t -> t).toArray();
    }

    /** The largest distance between two transforms of a bone's geometry. */
    static double deviation(double[] exact, int at, double[] interpolated, double radius) {
        double rotated = 0;
        double moved = 0;
        for (int c = 0; c < Affine3.STRIDE; c++) {
            double d = exact[at + c] - interpolated[c];
            if (c % 4 == 3) {
                moved += d * d;
            } else {
                rotated += d * d;
            }
        }
        return Math.sqrt(rotated) * radius + Math.sqrt(moved);
    }

    /**
     * Finds the parents of blend bones: the nearest node above all joints of their skins that is not a joint and never scales
     * non-uniformly, so that they follow the character. Otherwise adds a node above the old ones.
     */
    static final class BlendParents {
        /** How unequal the scales of a node may be for a rotation and a uniform scale to undo them. */
        private static final double UNIFORM_TOLERANCE = 1e-5;

        private final RigFile rig;
        private final GltfEdit edit;
        private OptionalInt top = OptionalInt.empty();

        BlendParents(RigFile rig, GltfEdit edit) {
            this.rig = rig;
            this.edit = edit;
        }

        /** The index of the node that carries the blend bones of these skins; added if necessary. */
        int of(List<Integer> skins) {
            List<Integer> joints = skins.stream()
                    .flatMap(skin -> rig.joints(skin).stream())
                    .distinct()
                    .toList();
            List<Integer> common = rig.above(joints.get(0));
            joints.forEach(joint -> common.retainAll(rig.above(joint)));
            common.removeAll(joints);
            Set<Integer> nonUniform = nonUniform(common);
            OptionalInt known = common.stream()
                    .filter(node -> !nonUniform.contains(node))
                    .mapToInt(node -> node)
                    .findFirst();
            return known.orElseGet(this::newTop);
        }

        /**
         * Nodes whose global transform, at some key of some clip, cannot be undone by rotation, uniform scale and translation.
         */
        private Set<Integer> nonUniform(List<Integer> nodes) {
            Set<Integer> found = new LinkedHashSet<>();
            NodeTree.Pose pose = rig.tree.pose();
            look(nodes, pose, found);
            for (GltfClip clip : rig.clips) {
                for (float time : FrameTimes.keyTimes(clip)) {
                    clip.pose(time, pose);
                    look(nodes, pose, found);
                }
            }
            return found;
        }

        private static void look(List<Integer> nodes, NodeTree.Pose pose, Set<Integer> found) {
            double[] globals = pose.globals();
            Svd3 svd = new Svd3();
            for (int node : nodes) {
                svd.decompose(globals, Affine3.STRIDE * node, 4);
                if (!(svd.sigma()[2] > (1 - UNIFORM_TOLERANCE) * svd.sigma()[0])) {
                    found.add(node);
                }
            }
        }

        /** Adds an identity node above the topmost nodes of all joints, in every scene that shows them. */
        private int newTop() {
            if (top.isPresent()) {
                return top.getAsInt();
            }
            Set<Integer> tops = new LinkedHashSet<>();
            for (int skin : rig.skins()) {
                for (int joint : rig.joints(skin)) {
                    List<Integer> chain = rig.above(joint);
                    tops.add(chain.isEmpty() ? joint : chain.get(chain.size() - 1));
                }
            }
            ArrayNode nodes = edit.list("nodes");
            int number = nodes.size();
            ArrayNode children = nodes.addObject().put("name", "blend_root").putArray("children");
            tops.forEach(children::add);
            edit.root().path("scenes").forEach(scene -> replace(scene, tops, number));
            top = OptionalInt.of(number);
            return number;
        }

        private static void replace(JsonNode scene, Set<Integer> tops, int number) {
            if (!(scene.path("nodes") instanceof ArrayNode nodes)) {
                return;
            }
            List<Integer> kept = new ArrayList<>();
            nodes.forEach(node -> kept.add(tops.contains(node.intValue()) ? number : node.intValue()));
            nodes.removeAll();
            kept.stream().distinct().forEach(nodes::add);
        }
    }
}
