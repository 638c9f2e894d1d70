package dev.sinew.rig;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RestMode;
import dev.sinew.solve.BoneTransforms;
import dev.sinew.solve.NormalisedSequence;
import dev.sinew.solve.SkinState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Turns a finished rig into a model in the sequence's own units. Node 0 is the root: it stands at the joint nearest the
 * wanted point, carries the translation and no weights, and the bones that meet there are its children. With a root motion
 * of its own there is one node more above it, on the ground.
 */
final class RigAssembly {
    private final RigProblem problem;
    private final double scale;
    private final double[] centre;
    private final SkinState state;
    private final double[] rest;
    private final BoneTree tree;
    private final double[] t;
    /** Where the root stands, in solver units. */
    private final double[] rootJoint;
    /** Bones of the tree in the order of the skeleton, parents first. */
    private final int[] order;
    /** Nodes before the first bone. */
    private final int extra;

    private RigAssembly(RigProblem problem, Articulation articulation) {
        this.problem = problem;
        NormalisedSequence poses = problem.poses();
        scale = poses.scale();
        centre = poses.centre();
        state = articulation.state();
        rest = state.rest();
        t = articulation.transforms();
        int top = topJoint(articulation.tree());
        rootJoint = top == BoneTree.NONE ? wantedRoot() : jointOf(articulation.tree(), top);
        BoneTree turned = top == BoneTree.NONE
                ? articulation.tree()
                : articulation.tree().rootedAt(articulation.tree().parents()[top]);
        tree = turned;
        order = ordered(turned, top);
        extra = problem.options().rootMotion() == RigOptions.RootMotion.OWN_NODE ? 2 : 1;
    }

    static SkinnedModel of(RigProblem problem, Articulation articulation) {
        RigAssembly assembly = new RigAssembly(problem, articulation);
        Mesh mesh = problem.options().rest() == RestMode.KEEP
                ? problem.sequence().rest()
                : problem.poses()
                        .restMesh(
                                problem.sequence().rest(), articulation.state().rest());
        SkinWeights weights = assembly.weights();
        Clip clip = new Clip(problem.sequence().name(), problem.sequence().framesPerSecond(), assembly.motion());
        return new SkinnedModel(mesh, weights, assembly.skeleton(mesh, weights), BoneType.RIGID, List.of(clip));
    }

    /** The bone whose joint with its parent is to be the root. */
    private int topJoint(BoneTree of) {
        if (problem.options().root().isEmpty()) {
            return MassCentre.joint(of, state);
        }
        double[] wanted = wantedRoot();
        int best = BoneTree.NONE;
        double least = Double.POSITIVE_INFINITY;
        for (int j = 0; j < of.boneCount(); j++) {
            if (of.parents()[j] == BoneTree.NONE) {
                continue;
            }
            double sum = 0;
            for (int x = 0; x < 3; x++) {
                double d = of.joints()[3 * j + x] - wanted[x];
                sum += d * d;
            }
            if (sum < least) {
                least = sum;
                best = j;
            }
        }
        return best;
    }

    /** The point that was asked for, else the middle of the rest pose. */
    private double[] wantedRoot() {
        Optional<RigOptions.Point> asked = problem.options().root();
        if (asked.isPresent()) {
            RigOptions.Point p = asked.get();
            return new double[] {scale * (p.x() - centre[0]), scale * (p.y() - centre[1]), scale * (p.z() - centre[2])};
        }
        double[] mean = new double[3];
        for (int k = 0; k < rest.length; k++) {
            mean[k % 3] += rest[k] / (rest.length / 3.0);
        }
        return mean;
    }

    private static double[] jointOf(BoneTree tree, int j) {
        return new double[] {tree.joints()[3 * j], tree.joints()[3 * j + 1], tree.joints()[3 * j + 2]};
    }

    /** Parents first; the two bones of the root joint lead. */
    private static int[] ordered(BoneTree tree, int top) {
        if (top == BoneTree.NONE) {
            return tree.order();
        }
        int[] order = tree.order();
        int at = 0;
        while (order[at] != top) {
            at++;
        }
        System.arraycopy(order, 1, order, 2, at - 1);
        order[1] = top;
        return order;
    }

    private int[] places() {
        int[] place = new int[order.length];
        for (int p = 0; p < order.length; p++) {
            place[order[p]] = p + extra;
        }
        return place;
    }

    /** A child of the top bone at the very root joint hangs on the root, as the top bone does. */
    private boolean meetsRoot(int j) {
        if (tree.parents()[j] == BoneTree.NONE) {
            return true;
        }
        return order.length > 1 && j == order[1];
    }

    private Skeleton skeleton(Mesh mesh, SkinWeights weights) {
        int nodes = order.length + extra;
        int[] parents = new int[nodes];
        double[] pivots = new double[3 * nodes];
        int[] place = places();
        parents[0] = Skeleton.ROOT;
        for (int p = 0; p < nodes; p++) {
            parents[p] = p - 1;
            for (int x = 0; x < 3; x++) {
                pivots[3 * p + x] = toWorld(rootJoint[x], x);
            }
            if (p < extra) {
                continue;
            }
            int j = order[p - extra];
            parents[p] = meetsRoot(j) ? extra - 1 : place[tree.parents()[j]];
            for (int x = 0; x < 3 && !meetsRoot(j); x++) {
                pivots[3 * p + x] = toWorld(tree.joints()[3 * j + x], x);
            }
        }
        if (extra == 2) {
            pivots[1] = IntStream.range(0, mesh.vertexCount())
                    .mapToDouble(i -> mesh.positions()[3 * i + 1])
                    .min()
                    .orElse(0);
        }
        return new Skeleton(names(mesh, weights, parents, pivots), parents, pivots);
    }

    private List<String> names(Mesh mesh, SkinWeights weights, int[] parents, double[] pivots) {
        if (extra == 1) {
            return BoneNames.of(mesh.positions(), weights, parents, pivots);
        }
        // The names are those of the rig without the node that travels.
        int nodes = parents.length - 1;
        int[] fewerParents = IntStream.range(0, nodes)
                .map(p -> p == 0 ? Skeleton.ROOT : parents[p + 1] - 1)
                .toArray();
        double[] fewerPivots = Arrays.copyOfRange(pivots, 3, pivots.length);
        int[] bones = IntStream.of(weights.bones()).map(j -> Math.max(0, j - 1)).toArray();
        SkinWeights moved = SkinWeights.of(weights.influences(), bones, weights.weights());
        List<String> names = new ArrayList<>();
        names.add("motion");
        names.addAll(BoneNames.of(mesh.positions(), moved, fewerParents, fewerPivots));
        return names;
    }

    private double toWorld(double normalised, int x) {
        return normalised / scale + centre[x];
    }

    private SkinWeights weights() {
        int[] place = places();
        int[] bones = IntStream.range(0, state.bones().length)
                .map(k -> state.weights()[k] > 0 ? place[state.bones()[k]] : 0)
                .toArray();
        return SkinWeights.of(state.influences(), bones, state.weights());
    }

    /** The bones' motion in the order of the skeleton, behind that of the nodes that carry them. */
    private BoneMotion motion() {
        int b = order.length;
        int nodes = b + extra;
        BoneMotion solved = BoneTransforms.inModelUnits(t, b, problem.poses());
        double[] matrices = new double[solved.frameCount() * nodes * BoneMotion.STRIDE];
        for (int f = 0; f < solved.frameCount(); f++) {
            for (int p = 0; p < b; p++) {
                int to = (f * nodes + p + extra) * BoneMotion.STRIDE;
                System.arraycopy(solved.matrices(), solved.offset(f, order[p]), matrices, to, BoneMotion.STRIDE);
            }
            carry(f, nodes, matrices);
        }
        return new BoneMotion(nodes, solved.frameCount(), matrices);
    }

    /** The nodes without weights move as the root joint does, without turning. */
    private void carry(int f, int nodes, double[] matrices) {
        int bone = (f * nodes + extra) * BoneMotion.STRIDE;
        for (int node = 0; node < extra; node++) {
            int at = (f * nodes + node) * BoneMotion.STRIDE;
            for (int r = 0; r < 3; r++) {
                double moved = matrices[bone + 4 * r + 3];
                for (int c = 0; c < 3; c++) {
                    moved += matrices[bone + 4 * r + c] * toWorld(rootJoint[c], c);
                }
                boolean travels = node == extra - 1 || r != 1;
                matrices[at + 4 * r + r] = 1;
                matrices[at + 4 * r + 3] = travels ? moved - toWorld(rootJoint[r], r) : 0;
            }
        }
    }
}
