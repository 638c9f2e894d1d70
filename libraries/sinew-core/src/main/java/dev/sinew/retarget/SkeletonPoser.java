package dev.sinew.retarget;

import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Suggestions;
import dev.sinew.solve.joints.PoseSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Inverse kinematics: poses of a skeleton in which joints and points of the mesh are where they are wanted. Joints stay together and bones
 * keep their lengths. What the targets leave open comes from the model's own clips: each joint prefers the rotations that it has there, as
 * a normal distribution about their mean, so that a knee bends about its axis and forwards. Without clips it prefers the rest pose.
 *
 * <p>Each pose starts from the previous one. Targets of the same joints and points may be moved at interactive rates; other ones cost
 * a factorisation. Not thread-safe.
 */
public final class SkeletonPoser {
    /** Weight of joints that leave their range by one standard deviation, relative to targets missed by the size of the model. */
    private static final double RANGE_WEIGHT = 1e-7;

    /** Weight of the root joint's rest position. Large enough that limbs move before the body does. */
    private static final double ROOT_WEIGHT = 3e-4;

    private static final double ROOT_ROTATION_WEIGHT = 1e-5;

    /** Weight of a rotation that is off by one radian. */
    private static final double ROTATION_WEIGHT = 0.1;

    /** Standard deviation of a joint that the clips never turn, in radians; added to all others. */
    private static final double LEAST_DEVIATION = 0.1;

    /** Standard deviation of all joints if there are no clips, in radians. */
    private static final double UNKNOWN_DEVIATION = 0.5;

    /** Frames of the model's clips from which ranges are taken. */
    private static final int MAX_EXAMPLES = 1000;

    private static final int FIRST_STEPS = 60;
    private static final int STEPS = 20;

    private final SkinnedModel model;
    private final Skeleton skeleton;
    private final PoseTree tree;
    private final int b;
    private final double size;
    /** G of ranges and root, 4B×4B, and its X, 4B×3. */
    private final double[] rangeGram;

    private final double[] rangeRight;
    /** 12B, the pose; first the preferred one. */
    private final double[] pose;

    private List<String> solvedFor = List.of();
    private PoseSolver solver;
    private boolean warm;
    private final double[] right;
    private final double[] row;

    /**
     * What a joint or a point of the mesh should do.
     *
     * @param bone whose joint is moved; empty for a vertex
     * @param vertex of the mesh; ignored if a bone is given
     * @param position where it should be
     * @param rotation of the bone since the rest pose, a unit quaternion x, y, z, w; only for bones
     */
    public record Target(String bone, int vertex, Optional<double[]> position, Optional<double[]> rotation) {
        public Target {
            Objects.requireNonNull(bone);
            Objects.requireNonNull(position);
            Objects.requireNonNull(rotation);
            if (position.isEmpty() && rotation.isEmpty()) {
                throw new IllegalArgumentException("a target needs a position or a rotation");
            }
        }

        public static Target ofJoint(String bone, double... position) {
            return new Target(bone, 0, Optional.of(position), Optional.empty());
        }

        public static Target ofVertex(int vertex, double... position) {
            return new Target("", vertex, Optional.of(position), Optional.empty());
        }

        public static Target ofRotation(String bone, double... quaternion) {
            return new Target(bone, 0, Optional.empty(), Optional.of(quaternion));
        }

        private boolean isVertex() {
            return bone.isEmpty();
        }

        /** Targets with the same key differ only in numbers. */
        private String key() {
            return (isVertex() ? "#" + vertex : bone) + position.isPresent() + rotation.isPresent();
        }
    }

    /** @param model bones in a hierarchy */
    public SkeletonPoser(SkinnedModel model) {
        this.model = model;
        this.skeleton = model.skeleton();
        if (skeleton.boneCount() > 1 && skeleton.isFlat()) {
            throw new InvalidInputException(
                    "the model's " + skeleton.boneCount()
                            + " bones have no hierarchy, so a skeleton cannot be posed; 'sinew rig' makes models that have one");
        }
        this.tree = PoseTree.of(model);
        this.b = model.boneCount();
        this.size = Box.around(model.rest().positions()).diagonal();
        this.rangeGram = new double[16 * b * b];
        this.rangeRight = new double[12 * b];
        this.right = new double[12 * b];
        this.row = new double[4 * b];
        this.pose = new double[Affine3.STRIDE * b];
        double[] rotations = addRanges();
        int root = tree.root();
        addPoint(rangeGram, root(), ROOT_WEIGHT / (size * size));
        addRight(rangeRight, root(), ROOT_WEIGHT / (size * size), skeleton.pivot(root));
        addRotation(root, Rotations.identity(), ROOT_ROTATION_WEIGHT, rangeGram, rangeRight);
        for (int j : tree.order()) {
            int p = tree.parents()[j];
            double[] whole = new double[9];
            System.arraycopy(rotations, 9 * j, whole, 0, 9);
            if (p != Skeleton.NONE) {
                double[] above = new double[9];
                System.arraycopy(rotations, 9 * p, above, 0, 9);
                whole = Rotations.product(above, whole);
                System.arraycopy(whole, 0, rotations, 9 * j, 9);
            }
            int own = Affine3.STRIDE * j;
            double[] c = Rotations.apply(whole, skeleton.pivot(j));
            for (int r = 0; r < 3; r++) {
                System.arraycopy(whole, 3 * r, pose, own + 4 * r, 3);
                pose[own + 4 * r + 3] = skeleton.pivots()[3 * j + r] - c[r];
            }
            if (p != Skeleton.NONE) {
                PoseSolver.attach(pose, Affine3.STRIDE * p, own, skeleton.pivots(), 3 * j);
            }
        }
    }

    private double[] root() {
        return jointRow(tree.root());
    }

    /**
     * Poses the skeleton.
     *
     * @return 12 numbers per bone, from the rest pose; valid until the next call
     */
    public double[] solve(List<Target> targets) {
        List<String> keys = new ArrayList<>();
        for (Target target : targets) {
            check(target);
            keys.add(target.key());
        }
        if (solver == null || !keys.equals(solvedFor)) {
            double[] gram = rangeGram.clone();
            for (Target target : targets) {
                if (target.position.isPresent()) {
                    addPoint(gram, rowOf(target), 1 / (size * size));
                }
                if (target.rotation.isPresent()) {
                    addRotation(bone(target), Rotations.identity(), ROTATION_WEIGHT, gram, right);
                }
            }
            solver = new PoseSolver(tree.parents(), skeleton.pivots(), gram);
            solvedFor = keys;
        }
        System.arraycopy(rangeRight, 0, right, 0, right.length);
        for (Target target : targets) {
            target.position.ifPresent(at -> addRight(right, rowOf(target), 1 / (size * size), at));
            target.rotation.ifPresent(q -> {
                double[] r = new double[9];
                Quaternions.toMatrix(q, 0, r, 0, 3);
                int at = 12 * bone(target);
                for (int k = 0; k < 9; k++) {
                    right[at + k] += ROTATION_WEIGHT * r[3 * (k % 3) + k / 3];
                }
            });
        }
        solver.solve(right, pose, 0, warm ? STEPS : FIRST_STEPS);
        warm = true;
        return pose;
    }

    /** How far a target is missed by the last pose, as a fraction of the size; 0 for a target without position. */
    public double miss(Target target) {
        return target.position
                .map(wanted -> {
                    double[] u = rowOf(target);
                    double squared = 0;
                    for (int r = 0; r < 3; r++) {
                        double at = 0;
                        for (int k = 0; k < u.length; k++) {
                            at += u[k] * pose[Affine3.STRIDE * (k / 4) + 4 * r + k % 4];
                        }
                        squared += (at - wanted[r]) * (at - wanted[r]);
                    }
                    return Math.sqrt(squared) / size;
                })
                .orElse(0.0);
    }

    private void check(Target target) {
        List<String> names = skeleton.names();
        if (!target.isVertex() && !names.contains(target.bone)) {
            throw new InvalidInputException(
                    "the target '" + target.bone + "' is not a bone" + Suggestions.hint(target.bone, names));
        }
        if (target.isVertex() && (target.vertex < 0 || target.vertex >= model.vertexCount())) {
            throw new InvalidInputException("the target vertex " + target.vertex + " does not exist; vertices are 0 to "
                    + (model.vertexCount() - 1));
        }
        for (double x : target.position.orElse(new double[0])) {
            if (!Double.isFinite(x)) {
                throw new InvalidInputException("the target position contains " + x + "; numbers must be finite");
            }
        }
    }

    private int bone(Target target) {
        return skeleton.names().indexOf(target.bone);
    }

    /** u, 4B, with M·u the position of what a target moves; valid until the next call. */
    private double[] rowOf(Target target) {
        if (!target.isVertex()) {
            return jointRow(bone(target));
        }
        Arrays.fill(row, 0);
        SkinWeights w = model.weights();
        float[] u = model.rest().positions();
        for (int k = target.vertex * w.influences(); k < (target.vertex + 1) * w.influences(); k++) {
            int at = 4 * w.bones()[k];
            for (int x = 0; x < 3; x++) {
                row[at + x] += w.weights()[k] * u[3 * target.vertex + x];
            }
            row[at + 3] += w.weights()[k];
        }
        return row;
    }

    private double[] jointRow(int bone) {
        Arrays.fill(row, 0);
        System.arraycopy(skeleton.pivots(), 3 * bone, row, 4 * bone, 3);
        row[4 * bone + 3] = 1;
        return row;
    }

    /** G += w·u·uᵀ */
    private static void addPoint(double[] gram, double[] u, double weight) {
        for (int r = 0; r < u.length; r++) {
            for (int c = 0; u[r] != 0 && c < u.length; c++) {
                gram[r * u.length + c] += weight * u[r] * u[c];
            }
        }
    }

    /** X += w·u·vᵀ */
    private static void addRight(double[] right, double[] u, double weight, double[] v) {
        for (int k = 0; k < 3 * u.length; k++) {
            right[k] += weight * u[k / 3] * v[k % 3];
        }
    }

    /** w·‖R_j − T‖² */
    private void addRotation(int bone, double[] wanted, double weight, double[] gram, double[] x) {
        for (int k = 0; k < 3; k++) {
            gram[(4 * bone + k) * 4 * b + 4 * bone + k] += weight;
            for (int r = 0; r < 3; r++) {
                x[3 * (4 * bone + k) + r] += weight * wanted[3 * r + k];
            }
        }
    }

    /**
     * Adds the ranges of the joints to G. With R_j = R_p·E·exp[ω], E the preferred rotation, ωᵀ·K·ω ≈ ‖(R_j − R_p·E)·D^½‖² for D = ½·tr(K)·I − K;
     * K is the inverse covariance of the examples.
     *
     * @return E per bone, 9B
     */
    private double[] addRanges() {
        List<double[]> examples = examples();
        double[] preferred = new double[9 * b];
        for (int j = 0; j < b; j++) {
            int p = tree.parents()[j];
            double[] e = Rotations.identity();
            double[] k = new double[9];
            for (int x = 0; x < 3; x++) {
                k[4 * x] = 1 / (UNKNOWN_DEVIATION * UNKNOWN_DEVIATION);
            }
            if (p != Skeleton.NONE && !examples.isEmpty()) {
                double[] mean = mean(examples, j);
                k = inverse(covariance(examples, j, mean));
                e = withinRange(mean, k);
            }
            System.arraycopy(e, 0, preferred, 9 * j, 9);
            if (p != Skeleton.NONE) {
                addRange(j, p, e, k);
            }
        }
        return preferred;
    }

    private List<double[]> examples() {
        List<double[]> examples = new ArrayList<>();
        int all = model.clips().stream()
                .mapToInt(clip -> clip.motion().frameCount())
                .sum();
        int step = Math.max(1, all / MAX_EXAMPLES);
        for (Clip clip : model.clips()) {
            for (int f = 0; f < clip.motion().frameCount(); f += step) {
                examples.add(tree.relative(clip.motion(), f));
            }
        }
        return examples;
    }

    private static double[] mean(List<double[]> examples, int j) {
        double[] sum = new double[9];
        for (double[] example : examples) {
            for (int k = 0; k < 9; k++) {
                sum[k] += example[9 * j + k] / examples.size();
            }
        }
        double[] mean = new double[9];
        new NearestRotation().of(sum, 0, 3, mean, 0, 3);
        return mean;
    }

    private static double[] covariance(List<double[]> examples, int j, double[] mean) {
        double[] sum = new double[9];
        double[] back = Rotations.transpose(mean);
        for (double[] example : examples) {
            double[] r = new double[9];
            System.arraycopy(example, 9 * j, r, 0, 9);
            double[] w = Rotations.vector(Rotations.product(back, r));
            for (int k = 0; k < 9; k++) {
                sum[k] += w[k / 3] * w[k % 3] / examples.size();
            }
        }
        for (int x = 0; x < 3; x++) {
            sum[4 * x] += LEAST_DEVIATION * LEAST_DEVIATION;
        }
        return sum;
    }

    private static double[] inverse(double[] a) {
        double[] m = new double[12];
        for (int k = 0; k < 9; k++) {
            m[4 * (k / 3) + k % 3] = a[k];
        }
        double[] back = new double[12];
        Affine3.invert(m, 0, back, 0);
        double[] out = new double[9];
        for (int k = 0; k < 9; k++) {
            out[k] = back[4 * (k / 3) + k % 3];
        }
        return out;
    }

    /** The rest pose, or what is on the way to it one standard deviation from the mean. */
    private static double[] withinRange(double[] mean, double[] k) {
        double[] w = Rotations.vector(Rotations.transpose(mean));
        double deviation = Math.sqrt(Math.max(0, Vec3.dot(w, Rotations.apply(k, w))));
        if (deviation <= 1) {
            return Rotations.identity();
        }
        double angle = Vec3.length(w);
        return Rotations.product(mean, Rotations.about(Vec3.unit(w), angle / deviation));
    }

    /** λ·tr((R_j − R_p·E)·D·(R_j − R_p·E)ᵀ) */
    private void addRange(int j, int p, double[] e, double[] k) {
        double[] d = new double[9];
        for (int x = 0; x < 9; x++) {
            d[x] = RANGE_WEIGHT * ((x % 4 == 0 ? (k[0] + k[4] + k[8]) / 2 : 0) - k[x]);
        }
        double[] ed = Rotations.product(e, d);
        double[] ede = Rotations.product(ed, Rotations.transpose(e));
        for (int x = 0; x < 3; x++) {
            for (int y = 0; y < 3; y++) {
                rangeGram[(4 * j + x) * 4 * b + 4 * j + y] += d[3 * x + y];
                rangeGram[(4 * p + x) * 4 * b + 4 * p + y] += ede[3 * x + y];
                rangeGram[(4 * p + x) * 4 * b + 4 * j + y] -= ed[3 * x + y];
                rangeGram[(4 * j + y) * 4 * b + 4 * p + x] -= ed[3 * x + y];
            }
        }
    }

    /** The poses of a sequence of targets as a clip. */
    public Clip clip(String name, double framesPerSecond, List<List<Target>> frames) {
        double[] matrices = new double[frames.size() * pose.length];
        for (int f = 0; f < frames.size(); f++) {
            System.arraycopy(solve(frames.get(f)), 0, matrices, f * pose.length, pose.length);
        }
        return new Clip(name, framesPerSecond, new BoneMotion(b, frames.size(), matrices));
    }
}
