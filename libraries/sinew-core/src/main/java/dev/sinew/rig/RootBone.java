package dev.sinew.rig;

import dev.sinew.geometry.Triangles;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Skeleton;
import dev.sinew.run.InvalidInputException;
import dev.sinew.solve.SkinState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The bone that carries all others, and where it turns. By default that is the pelvis: the bone where two heavy parts that are alike meet a third, two
 * legs that reach down and what is above them, and none of them outweighs the rest by far. A body without limbs is rooted in its middle.
 *
 * @param bone of the tree
 * @param pivot where the root stands, in solver units
 * @param asked distance from the requested point, in solver units, if a point was requested
 */
record RootBone(int bone, double[] pivot, Optional<Double> asked) {
    /** Parts with less of the surface than this are no limbs. */
    private static final double LIMB = 0.015;

    /** Reaching down counts from here, as a fraction of the size, so that bodies that lie down have a root, too. */
    private static final double LEAST_REACH = 0.05;

    /** A point farther from the shape's box than this part of the size is a mistake. */
    private static final double FAR = 0.1;

    /** Nearer to the plane of symmetry than this part of the size a root belongs on it. */
    private static final double BESIDE = 0.03;

    /** At the requested point, or chosen automatically. */
    static RootBone of(RigProblem problem, BoneTree tree, SkinState state) {
        RootBone natural = byItself(problem, tree, state);
        return problem.options()
                .form()
                .root()
                .map(point -> natural.orNearer(problem, tree, state, point))
                .orElse(natural);
    }

    /** The pelvis, whatever root was requested: names of bones start from there. */
    static RootBone byItself(RigProblem problem, BoneTree tree, SkinState state) {
        double[] ofVertices = ofVertices(problem.sequence().rest());
        int bone = pelvis(tree, areas(ofVertices, tree, state), state, problem.solverSize());
        return new RootBone(bone, pivot(problem, tree, bone, middle(state, ofVertices, bone)), Optional.empty());
    }

    /** Refuses a point that is nowhere near the shape, before anything is solved. */
    static void requireNear(MeshSequence sequence, RigOptions.Point point) {
        Box box = Box.around(sequence.rest().positions());
        double[] p = {point.x(), point.y(), point.z()};
        double[] least = {box.minX(), box.minY(), box.minZ()};
        double[] most = {box.maxX(), box.maxY(), box.maxZ()};
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            double beyond = Math.max(0, Math.max(least[x] - p[x], p[x] - most[x]));
            sum += beyond * beyond;
        }
        if (!(Math.sqrt(sum) <= FAR * box.diagonal())) {
            throw new InvalidInputException(String.format(
                    Locale.ROOT,
                    "the requested root at %s, %s, %s is %.0f %% of the size outside the rest pose of %s; at most %.0f %% are"
                            + " allowed",
                    p[0],
                    p[1],
                    p[2],
                    100 * Math.sqrt(sum) / box.diagonal(),
                    sequence.name(),
                    100 * FAR));
        }
    }

    /** The part of the surface that each bone moves. */
    private static double[] areas(double[] ofVertices, BoneTree tree, SkinState state) {
        double[] areas = new double[tree.boneCount()];
        int k = state.influences();
        for (int at = 0; at < state.bones().length; at++) {
            areas[state.bones()[at]] += state.weights()[at] * ofVertices[at / k];
        }
        return areas;
    }

    /** Vertices count by the area they represent: faces and hands often have a denser mesh. */
    private static double[] ofVertices(Mesh mesh) {
        double[] areas = new double[mesh.vertexCount()];
        int[] t = mesh.triangles();
        float[] p = mesh.positions();
        double all = 0;
        for (int k = 0; k < t.length; k += 3) {
            double area = Triangles.area(p, t, k);
            for (int c = 0; c < 3; c++) {
                areas[t[k + c]] += area / 3;
            }
            all += area;
        }
        for (int i = 0; i < areas.length; i++) {
            areas[i] = all > 0 ? areas[i] / all : 1.0 / areas.length;
        }
        return areas;
    }

    /** The joint nearest to a point, and the larger of the two bones that meet there; this root where no joint is nearer. */
    private RootBone orNearer(RigProblem problem, BoneTree tree, SkinState state, RigOptions.Point point) {
        double[] wanted = problem.solver(new double[] {point.x(), point.y(), point.z()});
        int best = Skeleton.NONE;
        double least = Vec3.distance(pivot, wanted);
        for (int j = 0; j < tree.boneCount(); j++) {
            double distance = tree.parents()[j] == Skeleton.NONE ? least : Vec3.distance(tree.joint(j), wanted);
            if (distance < least) {
                least = distance;
                best = j;
            }
        }
        if (best == Skeleton.NONE) {
            return new RootBone(bone, pivot, Optional.of(least));
        }
        int above = tree.parents()[best];
        double[] areas = areas(ofVertices(problem.sequence().rest()), tree, state);
        return new RootBone(areas[above] >= areas[best] ? above : best, tree.joint(best), Optional.of(least));
    }

    /**
     * What is on one side of a bone.
     *
     * @param area its share of the surface
     * @param reach how far it goes down from the joint, as a fraction of the size
     */
    private record Part(double area, double reach) {}

    private static int pelvis(BoneTree tree, double[] areas, SkinState state, double size) {
        List<List<Part>> parts = parts(tree, areas, lowest(tree, state), size);
        int best = tree.root();
        for (int j = 0; j < tree.boneCount(); j++) {
            best = isBetter(parts.get(j), parts.get(best)) ? j : best;
        }
        return best;
    }

    private static boolean isBetter(List<Part> some, List<Part> best) {
        double more = legs(some) - legs(best);
        return more > 0 || more == 0 && heaviest(some) < heaviest(best);
    }

    private static double heaviest(List<Part> parts) {
        return parts.isEmpty() ? 0 : parts.get(0).area;
    }

    /**
     * How much the second and third part are two legs of a body: the lighter one, less where they are no pair (two legs are alike, a head and a
     * foreleg are not), where they do not reach down (the arms of a figure with a large head are as heavy as its legs), and where nearly all of the
     * body is on one side (a foot with two toes).
     * NOTE: by the third part alone an elephant's root was its chest, for its forelegs are as heavy as its hind legs.
     */
    private static double legs(List<Part> parts) {
        if (parts.size() < 3 || parts.get(2).area < LIMB) {
            return 0;
        }
        Part more = parts.get(1);
        Part less = parts.get(2);
        double pair = less.area * less.area / more.area;
        return pair * (1 - heaviest(parts)) * (LEAST_REACH + Math.max(0, Math.min(more.reach, less.reach)));
    }

    /** The parts on each side of every bone, heaviest first. */
    private static List<List<Part>> parts(BoneTree tree, double[] areas, double[] lowest, double size) {
        boolean[] below = tree.below();
        int b = tree.boneCount();
        List<List<Part>> parts = new ArrayList<>();
        for (int j = 0; j < b; j++) {
            List<Part> own = new ArrayList<>();
            for (int c = 0; c < b; c++) {
                boolean above = c == j && tree.parents()[j] != Skeleton.NONE;
                if (above || tree.parents()[c] == j) {
                    double area = 0;
                    double low = Double.POSITIVE_INFINITY;
                    for (int k = 0; k < b; k++) {
                        if (below[c * b + k] != above) {
                            area += areas[k];
                            low = Math.min(low, lowest[k]);
                        }
                    }
                    own.add(new Part(area, (tree.joint(c)[1] - low) / size));
                }
            }
            own.sort(Comparator.comparingDouble(Part::area).reversed());
            parts.add(own);
        }
        return parts;
    }

    /** The height of the lowest vertex that each bone moves most. */
    private static double[] lowest(BoneTree tree, SkinState state) {
        double[] lowest = new double[tree.boneCount()];
        Arrays.fill(lowest, Double.POSITIVE_INFINITY);
        int[] strongest = BoneContact.strongest(state);
        for (int i = 0; i < strongest.length; i++) {
            lowest[strongest[i]] = Math.min(lowest[strongest[i]], state.rest()[3 * i + 1]);
        }
        return lowest;
    }

    /** In the middle of its joints, or where that lies outside, of what it moves; at a joint where it has one or two only: there it turns. */
    private static double[] pivot(RigProblem problem, BoneTree tree, int bone, double[] middle) {
        double[] mean = new double[3];
        int count = 0;
        int last = bone;
        for (int j = 0; j < tree.boneCount(); j++) {
            boolean meets = tree.parents()[j] == bone || j == bone && tree.parents()[j] != Skeleton.NONE;
            for (int x = 0; x < 3 && meets; x++) {
                mean[x] += tree.joints()[3 * j + x];
            }
            last = meets ? j : last;
            count += meets ? 1 : 0;
        }
        if (count == 1 || count == 2) {
            return tree.joint(last);
        }
        for (int x = 0; x < 3 && count > 0; x++) {
            mean[x] /= count;
        }
        double[] place = problem.world(count == 0 ? middle : mean);
        if (!problem.interior().contains(place)) {
            place = problem.world(middle);
        }
        return problem.solver(onPlane(problem, place));
    }

    /** A root beside the plane about which all else is symmetric would be an eyesore. */
    private static double[] onPlane(RigProblem problem, double[] place) {
        return problem.mirror()
                .filter(plane -> Math.abs(plane.side(place[0], place[1], place[2])) < BESIDE * problem.size())
                .map(plane -> {
                    return Vec3.midpoint(place, plane.mirrored(place[0], place[1], place[2]));
                })
                .orElse(place);
    }

    /** The middle of what a bone moves. */
    private static double[] middle(SkinState state, double[] ofVertices, int bone) {
        double[] middle = new double[3];
        double all = 0;
        int k = state.influences();
        for (int at = 0; at < state.bones().length; at++) {
            if (state.bones()[at] == bone) {
                double share = state.weights()[at] * ofVertices[at / k];
                all += share;
                for (int x = 0; x < 3; x++) {
                    middle[x] += share * state.rest()[3 * (at / k) + x];
                }
            }
        }
        for (int x = 0; x < 3 && all > 0; x++) {
            middle[x] /= all;
        }
        return middle;
    }
}
