package dev.sinew.io.gltf.blend;

import dev.sinew.io.gltf.read.GltfClip;
import dev.sinew.io.gltf.read.GltfClip.FrameTimes;
import dev.sinew.io.gltf.read.NodeTree;
import dev.sinew.io.gltf.read.RigFile;
import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.math.Quaternions;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinWeights;
import dev.sinew.skin.operator.BonePose;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the blend bones that a rotation constraint of {@code VRMC_node_constraint} moves as well: those that follow a fraction of one
 * joint's rotation. Programs that read this extension drive them in new motion, too.
 */
final class NodeConstraints {
    static final String EXTENSION = "VRMC_node_constraint";

    /** How far a constraint may move a vertex from where the blend bone does in the file's clips, as a fraction of the model's size. */
    private static final double MAX_DEVIATION = 1e-3;

    /**
     * The rotation of a node, besides its own at rest, is this fraction of its source's. Both have the same parent.
     *
     * @param parent node
     * @param source node
     * @param bone of the source node
     */
    record Constraint(int parent, int source, int bone, double weight) {
        void write(ObjectNode node) {
            ObjectNode extension = node.withObject("extensions").putObject(EXTENSION);
            extension.put("specVersion", "1.0");
            extension
                    .putObject("constraint")
                    .putObject("rotation")
                    .put("source", source)
                    .put("weight", (double) (float) weight);
        }
    }

    private final RigFile rig;
    private final LinearizedModel model;
    private final BonePose operator;
    private final NodeTree.Pose pose;
    private final double[] palette;

    private NodeConstraints(RigFile rig, LinearizedModel model) {
        this.rig = rig;
        this.model = model;
        double[] pivots = Arrays.copyOf(model.model().skeleton().pivots(), 3 * model.masterCount());
        this.operator = BonePose.of(model.blendBones(), pivots);
        this.pose = rig.tree.pose();
        this.palette = new double[Affine3.STRIDE * model.masterCount()];
    }

    /**
     * The constraint of each blend bone that has one.
     *
     * @param radii radius of the geometry that each blend bone moves
     */
    static List<Optional<Constraint>> find(RigFile rig, LinearizedModel model, double[] radii, double size) {
        NodeConstraints finder = new NodeConstraints(rig, model);
        List<Optional<Constraint>> found = new ArrayList<>();
        for (int k = 0; k < radii.length; k++) {
            Optional<Constraint> best = Optional.empty();
            double least = MAX_DEVIATION * size;
            for (Constraint candidate : finder.candidates(k)) {
                double deviation = finder.deviation(k, candidate, radii[k]);
                if (deviation < least) {
                    least = deviation;
                    best = Optional.of(candidate);
                }
            }
            found.add(best);
        }
        return found;
    }

    /** Every pair of drivers of which one is the parent of the other. */
    private List<Constraint> candidates(int k) {
        SkinWeights u = model.blendBones().weights();
        int from = k * u.influences();
        int to = from + u.influencesOf(k);
        int[] nodes = rig.bones.nodes();
        List<Constraint> candidates = new ArrayList<>();
        for (int a = from; a < to; a++) {
            List<Integer> above = rig.above(nodes[u.bones()[a]]);
            for (int b = from; b < to && !above.isEmpty(); b++) {
                if (above.get(0) == nodes[u.bones()[b]]) {
                    double weight = u.weights()[a] / (u.weights()[a] + u.weights()[b]);
                    candidates.add(new Constraint(above.get(0), nodes[u.bones()[a]], u.bones()[a], weight));
                }
            }
        }
        return candidates;
    }

    /** 3×4 from a bone's joint to the model's rest pose, in the bind pose. */
    static double[] bind(RigFile rig, int bone) {
        double[] inverse = new double[Affine3.STRIDE];
        double[] out = new double[Affine3.STRIDE];
        Affine3.invert(rig.bones.storedBind(bone), 0, inverse, 0);
        Affine3.multiply(rig.bones.meshSpace(), 0, inverse, 0, out, 0);
        return out;
    }

    /** The largest distance between the constraint and the blend bone, at rest and at the keys of all clips. */
    private double deviation(int k, Constraint constraint, double radius) {
        double[] bind = bind(rig, constraint.bone);
        double[] sourceRest = new double[Affine3.STRIDE];
        double[] source = new double[Affine3.STRIDE];
        double[] rest = new double[Affine3.STRIDE];
        double[] exact = new double[Affine3.STRIDE];
        pose.reset();
        locals(k, constraint, bind, sourceRest, rest);
        // A constraint adds to the rest pose of its node, which must be that of the source.
        double largest = BlendSampler.deviation(sourceRest, 0, rest, radius);
        for (GltfClip clip : rig.clips) {
            for (float time : FrameTimes.keyTimes(clip)) {
                clip.pose(time, pose);
                locals(k, constraint, bind, source, exact);
                double[] constrained = constrained(sourceRest, source, rest, constraint.weight);
                largest = Math.max(largest, BlendSampler.deviation(exact, 0, constrained, radius));
            }
        }
        return largest;
    }

    /** Both nodes relative to their parent. */
    private void locals(int k, Constraint constraint, double[] bind, double[] source, double[] blend) {
        double[] globals = pose.globals();
        double[] inverse = new double[Affine3.STRIDE];
        double[] blended = new double[Affine3.STRIDE];
        double[] joint = new double[Affine3.STRIDE];
        Affine3.invert(globals, Affine3.STRIDE * constraint.parent, inverse, 0);
        Affine3.multiply(inverse, 0, globals, Affine3.STRIDE * constraint.source, source, 0);
        rig.bones.skinningMatrices(globals, palette, 0);
        operator.load(palette, 0);
        SkinWeights u = model.blendBones().weights();
        operator.blend(u.bones(), u.weights(), k * u.influences(), u.influencesOf(k), blended, 0);
        Affine3.multiply(blended, 0, bind, 0, joint, 0);
        Affine3.multiply(inverse, 0, joint, 0, blend, 0);
    }

    /** rest·slerp(1, source at rest⁻¹·source, weight) */
    private static double[] constrained(double[] sourceRest, double[] source, double[] rest, double weight) {
        double[] from = rotation(sourceRest);
        double[] turn = new double[4];
        Quaternions.conjugate(from, 0, turn, 0);
        Quaternions.multiply(turn, 0, rotation(source), 0, turn, 0);
        Quaternions.slerp(new double[] {0, 0, 0, 1}, 0, turn, 0, weight, turn, 0);
        double[] at = rotation(rest);
        double[] back = new double[4];
        Quaternions.conjugate(at, 0, back, 0);
        Quaternions.multiply(at, 0, turn, 0, turn, 0);
        Quaternions.multiply(turn, 0, back, 0, turn, 0);
        double[] matrix = new double[Affine3.STRIDE];
        Quaternions.toMatrix(turn, 0, matrix, 0, 4);
        double[] out = new double[Affine3.STRIDE];
        Affine3.multiply(matrix, 0, rest, 0, out, 0);
        for (int r = 3; r < Affine3.STRIDE; r += 4) {
            out[r] = rest[r];
        }
        return out;
    }

    private static double[] rotation(double[] matrix) {
        double[] r = new double[9];
        double[] q = new double[4];
        new NearestRotation().of(matrix, 0, 4, r, 0, 3);
        Quaternions.fromMatrix(r, 0, 3, q, 0);
        return q;
    }
}
