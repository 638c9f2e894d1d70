package dev.sinew.rig;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RestMode;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.transform.BoneTransforms;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Turns a finished rig into a model in the sequence's own units. The root is the first bone and alone carries a translation;
 * the others follow their joints. With separate root motion there is one more node above it, on the ground.
 */
final class RigAssembly {
    private final RigProblem problem;
    private final SkinState state;
    private final BoneTree tree;
    private final double[] t;
    private final RootBone root;
    /** Bones of the tree in the order of the skeleton, parents first. */
    private final int[] order;
    /** Nodes before the first bone. */
    private final int extra;

    private RigAssembly(RigProblem problem, Articulation articulation, RootBone root) {
        this.problem = problem;
        this.root = root;
        state = articulation.state();
        t = articulation.transforms();
        tree = articulation.tree().rootedAt(root.bone());
        order = tree.order();
        extra = problem.options().form().rootMotion() == RigOptions.RootMotion.OWN_NODE ? 1 : 0;
    }

    static SkinnedModel of(RigProblem problem, Articulation articulation, RootBone root) {
        RigAssembly assembly = new RigAssembly(problem, articulation, root);
        Mesh mesh = problem.options().rest() == RestMode.KEEP
                ? problem.sequence().rest()
                : problem.poses()
                        .restMesh(
                                problem.sequence().rest(), articulation.state().rest());
        Clip clip = new Clip(problem.sequence().name(), problem.sequence().framesPerSecond(), assembly.motion());
        return new SkinnedModel(mesh, assembly.weights(), assembly.skeleton(mesh), BoneType.RIGID, List.of(clip));
    }

    private int[] places() {
        int[] place = new int[order.length];
        for (int p = 0; p < order.length; p++) {
            place[order[p]] = p + extra;
        }
        return place;
    }

    /** Names are numbers yet: {@link BoneNames} sees the finished model. */
    private Skeleton skeleton(Mesh mesh) {
        int nodes = order.length + extra;
        int[] parents = new int[nodes];
        double[] pivots = new double[3 * nodes];
        List<String> names = new ArrayList<>();
        int[] place = places();
        for (int p = 0; p < nodes; p++) {
            boolean top = p <= extra;
            int j = top ? root.bone() : order[p - extra];
            parents[p] = top ? p - 1 : place[tree.parents()[j]];
            System.arraycopy(problem.world(top ? root.pivot() : tree.joint(j)), 0, pivots, 3 * p, 3);
            names.add(p < extra ? BoneNames.MOTION : "bone_" + (p - extra));
        }
        if (extra == 1) {
            pivots[1] = IntStream.range(0, mesh.vertexCount())
                    .mapToDouble(i -> mesh.positions()[3 * i + 1])
                    .min()
                    .orElse(0);
        }
        return new Skeleton(names, parents, pivots);
    }

    private SkinWeights weights() {
        int[] place = places();
        int[] bones = IntStream.range(0, state.bones().length)
                .map(k -> state.weights()[k] > 0 ? place[state.bones()[k]] : 0)
                .toArray();
        return SkinWeights.of(state.influences(), bones, state.weights());
    }

    /** The bones' motion in the order of the skeleton, behind that of the node that carries them. */
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
            if (extra == 1) {
                carry(f, nodes, matrices);
            }
        }
        return new BoneMotion(nodes, solved.frameCount(), matrices);
    }

    /** The node before the root goes over the ground as the root does, without turning. */
    private void carry(int f, int nodes, double[] matrices) {
        int at = f * nodes * BoneMotion.STRIDE;
        int bone = at + BoneMotion.STRIDE;
        double[] pivot = problem.world(root.pivot());
        for (int r = 0; r < 3; r++) {
            double moved = matrices[bone + 4 * r + 3];
            for (int c = 0; c < 3; c++) {
                moved += matrices[bone + 4 * r + c] * pivot[c];
            }
            matrices[at + 4 * r + r] = 1;
            matrices[at + 4 * r + 3] = r == 1 ? 0 : moved - pivot[r];
        }
    }
}
