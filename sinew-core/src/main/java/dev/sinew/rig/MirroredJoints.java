package dev.sinew.rig;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Interior;
import dev.sinew.run.RefusedException;
import dev.sinew.solve.MirrorPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the rest pose is its own mirror image, so is the skeleton: joints of bones that are each other's image are tied
 * to each other, those of bones that are their own image to the plane.
 */
final class MirroredJoints {
    private static final int SAMPLES = 400;

    /** Images of vertices that lie this near to a vertex, as a part of the size, or of twice the distance of vertices. */
    private static final double NEAR = 0.01;

    /** Part of the images that must, for a mesh to be symmetric. */
    private static final double SYMMETRIC = 0.97;

    /** Images of bones may miss each other by this part of the size, those of joints too. */
    private static final double SAME = 0.06;

    private final MirrorPlane plane;
    private final double size;
    private final BoneTree tree;
    /** 3B middles of bones and 3B joints, in the sequence's units. */
    private final double[] middles;

    private final double[] joints;
    private final int[] images;

    private MirroredJoints(MirrorPlane plane, double size, BoneTree tree, double[] middles, double[] joints) {
        this.plane = plane;
        this.size = size;
        this.tree = tree;
        this.middles = middles;
        this.joints = joints;
        this.images = findImages();
    }

    /** The plane of a rest pose that is symmetric, or that is to count as such. */
    static Optional<MirrorPlane> plane(RigProblem problem) {
        RigOptions.Symmetric wanted = problem.options().form().symmetric();
        if (wanted == RigOptions.Symmetric.OFF) {
            return Optional.empty();
        }
        float[] rest = problem.sequence().rest().positions();
        Optional<MirrorPlane> plane = MirrorPlane.of(rest);
        if (wanted == RigOptions.Symmetric.ON && plane.isEmpty()) {
            throw new RefusedException(
                    problem.sequence().name()
                            + " has no plane about which its rest pose is its own mirror image, so its skeleton cannot be symmetric");
        }
        return plane.filter(p -> wanted == RigOptions.Symmetric.ON || fits(p, rest, problem.interior()));
    }

    private static boolean fits(MirrorPlane plane, float[] rest, Interior interior) {
        double near = Box.around(rest).diagonal() * Math.max(NEAR, 1 / Math.sqrt(rest.length / 3.0));
        int step = 3 * Math.max(1, rest.length / 3 / SAMPLES);
        int hits = 0;
        int tried = 0;
        for (int i = 0; i < rest.length; i += step) {
            double[] image = plane.mirrored(rest[i], rest[i + 1], rest[i + 2]);
            int v = 3 * interior.nearestVertex(image[0], image[1], image[2]);
            double x = rest[v] - image[0];
            double y = rest[v + 1] - image[1];
            double z = rest[v + 2] - image[2];
            hits += Math.sqrt(x * x + y * y + z * z) <= near ? 1 : 0;
            tried++;
        }
        return hits >= SYMMETRIC * tried;
    }

    /**
     * @param middles 3B middles of bones, like the joints in the sequence's units
     */
    static MirroredJoints of(MirrorPlane plane, double size, BoneTree tree, double[] middles, double[] joints) {
        return new MirroredJoints(plane, size, tree, middles, joints);
    }

    /** The image of every bone where both agree, −1 for those without. */
    private int[] findImages() {
        int b = tree.boneCount();
        int[] nearest = new int[b];
        for (int j = 0; j < b; j++) {
            double[] image = mirrored(middles, j);
            nearest[j] = 0;
            for (int k = 1; k < b; k++) {
                nearest[j] = distance(image, middles, k) < distance(image, middles, nearest[j]) ? k : nearest[j];
            }
            nearest[j] = distance(image, middles, nearest[j]) < SAME * size ? nearest[j] : -1;
        }
        int[] agreed = new int[b];
        for (int j = 0; j < b; j++) {
            agreed[j] = nearest[j] >= 0 && nearest[nearest[j]] == j ? nearest[j] : -1;
        }
        return agreed;
    }

    /** The joints that are to be each other's image, pairs of bones; twice the same bone for a joint on the plane. */
    List<int[]> pairs() {
        List<int[]> pairs = new ArrayList<>();
        for (int c = 0; c < tree.boneCount(); c++) {
            int d = imageOfJoint(c);
            boolean both = d >= c && (d == c || imageOfJoint(d) == c);
            if (both && distance(mirrored(joints, d), joints, c) < SAME * size) {
                pairs.add(new int[] {c, d});
            }
        }
        return pairs;
    }

    /** The same, and joints of bones without an image that lie at each other's image all the same. */
    List<int[]> pairsAndPlaces() {
        List<int[]> pairs = pairs();
        addByPlace(pairs);
        return pairs;
    }

    private void addByPlace(List<int[]> pairs) {
        boolean[] paired = new boolean[tree.boneCount()];
        pairs.forEach(pair -> {
            paired[pair[0]] = true;
            paired[pair[1]] = true;
        });
        for (int c = 0; c < tree.boneCount(); c++) {
            int d = nearestToImage(c, paired);
            if (d >= c && nearestToImage(d, paired) == c) {
                pairs.add(new int[] {c, d});
            }
        }
    }

    /** Of the joints that are not paired yet the one nearest to the image of joint c; −1 where that is too far away. */
    private int nearestToImage(int c, boolean[] paired) {
        int best = -1;
        double least = SAME * size;
        double[] image = mirrored(joints, c);
        for (int d = 0; d < tree.boneCount() && !paired[c] && tree.parents()[c] != BoneTree.NONE; d++) {
            double far = distance(image, joints, d);
            if (!paired[d] && tree.parents()[d] != BoneTree.NONE && far < least) {
                best = d;
                least = far;
            }
        }
        return best;
    }

    /** The bone whose joint with its parent lies between the images of the two bones of joint c; −1 where there is none. */
    private int imageOfJoint(int c) {
        int p = tree.parents()[c];
        if (p == BoneTree.NONE || images[c] < 0 || images[p] < 0) {
            return -1;
        }
        if (tree.parents()[images[c]] == images[p]) {
            return images[c];
        }
        return tree.parents()[images[p]] == images[c] ? images[p] : -1;
    }

    private double[] mirrored(double[] of, int j) {
        return plane.mirrored(of[3 * j], of[3 * j + 1], of[3 * j + 2]);
    }

    private static double distance(double[] p, double[] q, int j) {
        double x = p[0] - q[3 * j];
        double y = p[1] - q[3 * j + 1];
        double z = p[2] - q[3 * j + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** The same of a tree whose bones know their images. */
    static List<int[]> pairsOf(BoneTree tree) {
        List<int[]> pairs = new ArrayList<>();
        for (int c = 0; c < tree.images().length; c++) {
            int d = imageOfJoint(tree, c);
            if (d >= c) {
                pairs.add(new int[] {c, d});
            }
        }
        return pairs;
    }

    /** The bone whose joint with its parent lies between the images of the two bones of joint c; −1 where there is none. */
    private static int imageOfJoint(BoneTree tree, int c) {
        int p = tree.parents()[c];
        if (p == BoneTree.NONE || tree.images()[c] == BoneTree.NONE || tree.images()[p] == BoneTree.NONE) {
            return BoneTree.NONE;
        }
        int own = tree.images()[c];
        int above = tree.images()[p];
        if (tree.parents()[own] == above) {
            return own;
        }
        return tree.parents()[above] == own ? above : BoneTree.NONE;
    }
}
