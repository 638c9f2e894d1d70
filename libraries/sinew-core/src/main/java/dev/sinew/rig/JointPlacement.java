package dev.sinew.rig;

import dev.sinew.geometry.Interior;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Brings joints that the motion alone put outside the body back into it: to where, of the places inside, the motion minds least. With
 * Δ_f the difference of its two bones' rotations, a joint that moves by x costs Σ_f ‖Δ_f·x‖²: along a hinge's axis nothing.
 */
final class JointPlacement {
    /** Nearer to the skin than this part of the size a joint is no eyesore. */
    private static final double OUTSIDE = 0.008;

    /** Further from the skin than this part of the size no joint stays, whatever the motion says. */
    private static final double FAR_OUTSIDE = 0.03;

    /** How far behind the skin a joint that was outside comes to lie at least, as a part of the size. */
    private static final double BEHIND = 0.012;

    /** A way across the body that is longer than this part of the size is no limb's. */
    private static final double THICK = 0.25;

    /** What bringing a joint inside may cost at first sight, in squared errors of the whole. */
    private static final double MAX_RELATIVE_COST = 10;

    /** Places looked at, behind the points of the skin that the motion minds least. */
    private static final int PLACES = 60;

    private final RigProblem problem;
    private final Interior interior;
    private final SkinPoints skin;

    JointPlacement(RigProblem problem) {
        this.problem = problem;
        this.interior = problem.interior();
        this.skin = SkinPoints.of(problem.sequence().rest());
    }

    /**
     * Holds what lies outside, and its mirror image with it; leaves the rest to the motion. Where the motion minds by far too much,
     * a joint stays outside, one in ten at most.
     */
    void holdInside(Articulation rig, JointHold hold) {
        BoneTree tree = rig.tree();
        int spared = tree.boneCount() / 10;
        for (int c = 0; c < tree.boneCount(); c++) {
            if (tree.parents()[c] == Skeleton.NONE || hold.held()[c]) {
                continue;
            }
            double[] joint = problem.world(tree.joint(c));
            if (!interior.contains(joint) && interior.distance(joint) > OUTSIDE * problem.size()) {
                double[] metric = metric(tree, rig.transforms(), c);
                double[] place = problem.solver(inside(joint, metric, isAcross(hold, c)));
                boolean near = interior.distance(joint) < FAR_OUTSIDE * problem.size();
                if (near
                        && spared > 0
                        && mass(rig, c) * cost(metric, tree.joint(c), place) > MAX_RELATIVE_COST * squaredError(rig)) {
                    spared--;
                    continue;
                }
                hold.at(c, place);
                holdImage(hold, c, place);
            }
        }
    }

    /** Whether a joint is its own mirror image. */
    private static boolean isAcross(JointHold hold, int c) {
        return hold.ties().stream().anyMatch(tie -> tie.one() == c && tie.other() == c);
    }

    private double squaredError(Articulation rig) {
        double sum = 0;
        for (double error : rig.state().squaredErrors()) {
            sum += error;
        }
        return sum;
    }

    /** How many vertices feel it when joint c moves, all that moves at once being no motion: m·(1 − m/N). */
    private double mass(Articulation rig, int c) {
        boolean[] below = rig.tree().below();
        int b = rig.tree().boneCount();
        double mass = 0;
        for (int at = 0; at < rig.state().bones().length; at++) {
            mass += below[c * b + rig.state().bones()[at]] ? rig.state().weights()[at] : 0;
        }
        return mass * (1 - mass / problem.poses().vertexCount());
    }

    private void holdImage(JointHold hold, int c, double[] place) {
        for (JointHold.Tie tie : hold.ties()) {
            if (tie.one() == c || tie.other() == c) {
                int image = tie.one() == c ? tie.other() : tie.one();
                double[] mirrored = tie.plane().mirrored(place[0], place[1], place[2]);
                hold.at(image, image == c ? onPlane(place, mirrored) : mirrored);
            }
        }
    }

    /** Halfway between a place and its image, unless that is outside. */
    private double[] onPlane(double[] place, double[] image) {
        double[] half = Vec3.midpoint(place, image);
        return interior.contains(problem.world(half)) ? half : place;
    }

    /** Σ_f Δ_fᵀ·Δ_f, 3×3. */
    private double[] metric(BoneTree tree, double[] t, int c) {
        int b = tree.boneCount();
        double[] m = new double[9];
        for (int row = 0; row < 3 * problem.poses().frameCount(); row++) {
            int own = row * 4 * b + 4 * c;
            int above = row * 4 * b + 4 * tree.parents()[c];
            for (int k = 0; k < 9; k++) {
                m[k] += (t[above + k / 3] - t[own + k / 3]) * (t[above + k % 3] - t[own + k % 3]);
            }
        }
        // Where all is alike to the motion the nearest place is the best.
        double trace = Math.max(m[0] + m[4] + m[8], Double.MIN_NORMAL);
        for (int x = 0; x < 3; x++) {
            m[4 * x] += 0.01 * trace;
        }
        return m;
    }

    private static double cost(double[] m, double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < 9; k++) {
            sum += (a[k / 3] - b[k / 3]) * m[k] * (a[k % 3] - b[k % 3]);
        }
        return sum;
    }

    /**
     * The cheapest position behind the skin; the joint itself if no position qualifies.
     *
     * @param across whether it is to lie on the plane of the shape's symmetry; where the body has no such place it may lie anywhere
     */
    private double[] inside(double[] joint, double[] metric, boolean across) {
        if (across) {
            double[] place = cheapest(joint, metric, this::isNearPlane, this::onPlane);
            return place == joint ? inside(joint, metric, false) : place;
        }
        return cheapest(joint, metric, i -> true, UnaryOperator.identity());
    }

    private double[] cheapest(double[] joint, double[] metric, IntPredicate some, UnaryOperator<double[]> moved) {
        double[] costs = new double[skin.count()];
        Arrays.setAll(costs, i -> cost(metric, joint, skin.at(i)));
        List<Integer> near = IntStream.range(0, costs.length)
                .filter(some)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> costs[i]))
                .limit(PLACES)
                .toList();
        double[] best = joint;
        double least = Double.POSITIVE_INFINITY;
        for (int i : near) {
            for (double[] behind : behind(i)) {
                double[] place = moved.apply(behind);
                double cost = cost(metric, joint, place);
                if (cost < least && interior.contains(place)) {
                    least = cost;
                    best = place;
                }
            }
        }
        return best;
    }

    private boolean isNearPlane(int i) {
        double[] point = skin.at(i);
        return Vec3.distance(point, onPlane(point)) < BEHIND * problem.size();
    }

    private double[] onPlane(double[] p) {
        return Vec3.midpoint(p, problem.mirror().orElseThrow().mirrored(p[0], p[1], p[2]));
    }

    /** A little behind a point of the skin, or in the middle of a limb that is thinner than that. */
    private List<double[]> behind(int i) {
        double[] in = skin.inwards(i);
        double[] below = Vec3.along(skin.at(i), in, 1e-5 * problem.size());
        double across = interior.exit(below, in);
        List<double[]> places = new ArrayList<>();
        if (across < THICK * problem.size()) {
            places.add(Vec3.along(below, in, Math.min(across / 2, BEHIND * problem.size())));
        }
        return places;
    }

    /**
     * Points on the skin of a rest pose: its vertices, and where those are few points of its faces, too, so that behind one of them there is a
     * place for a joint in every limb.
     *
     * @param positions 3 numbers per point
     * @param normals outwards, of unit length
     */
    record SkinPoints(double[] positions, double[] normals) {
        /** So many are enough. */
        private static final int ENOUGH = 4000;

        static SkinPoints of(Mesh rest) {
            float[] p = rest.positions();
            float[] n = Normals.ofVertices(rest, p);
            int[] corners = rest.triangles();
            int lacking = ENOUGH - p.length / 3;
            int parts = lacking <= 0 || corners.length == 0
                    ? 0
                    : (int) Math.ceil(Math.sqrt(3.0 * lacking / corners.length));
            int count = p.length / 3 + parts * parts * (corners.length / 3);
            double[] positions = new double[3 * count];
            double[] normals = new double[3 * count];
            for (int k = 0; k < p.length; k++) {
                positions[k] = p[k];
                normals[k] = n[k];
            }
            int at = p.length;
            for (int c = 0; c < corners.length && parts > 0; c += 3) {
                at = addFace(p, corners, c, parts, positions, normals, at);
            }
            return new SkinPoints(positions, normals);
        }

        /** The middles of the parts² equal triangles a face is made of; where the next face begins. */
        private static int addFace(
                float[] p, int[] corners, int t, int parts, double[] positions, double[] normals, int from) {
            double[] normal = Vec3.cross(
                    Vec3.roundedFromTo(p, 3 * corners[t], 3 * corners[t + 1]),
                    Vec3.roundedFromTo(p, 3 * corners[t], 3 * corners[t + 2]));
            double length = Math.max(Vec3.length(normal), Double.MIN_NORMAL);
            int at = from;
            for (int u = 0; u < parts; u++) {
                for (int v = 0; v < 2 * (parts - u) - 1; v++) {
                    // Upright triangles alternate with those that stand on their tip.
                    double tip = v % 2 == 0 ? 1.0 / 3 : 2.0 / 3;
                    double b = (u + tip) / parts;
                    double c = (v / 2 + tip) / parts;
                    for (int x = 0; x < 3; x++) {
                        positions[at] = (1 - b - c) * p[3 * corners[t] + x]
                                + b * p[3 * corners[t + 1] + x]
                                + c * p[3 * corners[t + 2] + x];
                        normals[at++] = normal[x] / length;
                    }
                }
            }
            return at;
        }

        int count() {
            return positions.length / 3;
        }

        double[] at(int k) {
            return Vec3.at(positions, 3 * k);
        }

        double[] inwards(int k) {
            return new double[] {-normals[3 * k], -normals[3 * k + 1], -normals[3 * k + 2]};
        }
    }
}
