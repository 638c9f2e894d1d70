package dev.sinew.rig;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Interior;
import dev.sinew.mesh.MirrorPlane;
import dev.sinew.run.RefusedException;
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

    private MirroredJoints() {}

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
            int v = 3 * interior.nearestVertex(image).orElse(i / 3);
            hits += Math.sqrt(Vec3.squaredDistance(rest, v, image, 0)) <= near ? 1 : 0;
            tried++;
        }
        return hits >= SYMMETRIC * tried;
    }

    /** The joints that are each other's image, pairs of bones; twice the same bone for a joint on the plane. */
    static List<int[]> pairs(BoneTree tree) {
        int[] images = withThoseBetween(tree);
        List<int[]> pairs = new ArrayList<>();
        for (int c = 0; c < images.length; c++) {
            int d = imageOfJoint(tree, images, c);
            if (d >= c) {
                pairs.add(new int[] {c, d});
            }
        }
        return pairs;
    }

    /**
     * The images of bones, those among them whose vertices say nothing, but who hold together what is each other's image: two collar bones between chest and
     * upper arms.
     */
    private static int[] withThoseBetween(BoneTree tree) {
        int[] images = tree.images().clone();
        for (int j = 0; j < images.length; j++) {
            for (int k = j + 1; k < images.length && images[j] == BoneTree.NONE; k++) {
                if (images[k] == BoneTree.NONE && areBetweenImages(tree, images, j, k)) {
                    images[j] = k;
                    images[k] = j;
                }
            }
        }
        return images;
    }

    /** Whether two neighbours of bone j at least have an image, and each of them a neighbour of bone k. */
    private static boolean areBetweenImages(BoneTree tree, int[] images, int j, int k) {
        int known = 0;
        for (int n = 0; n < images.length; n++) {
            if (areJoined(tree, n, j) && images[n] != BoneTree.NONE) {
                if (!areJoined(tree, images[n], k)) {
                    return false;
                }
                known++;
            }
        }
        return known > 1;
    }

    private static boolean areJoined(BoneTree tree, int a, int b) {
        return tree.parents()[a] == b || tree.parents()[b] == a;
    }

    /** The bone whose joint with its parent lies between the images of the two bones of joint c; −1 where there is none. */
    private static int imageOfJoint(BoneTree tree, int[] images, int c) {
        int p = tree.parents()[c];
        if (p == BoneTree.NONE || images[c] == BoneTree.NONE || images[p] == BoneTree.NONE) {
            return BoneTree.NONE;
        }
        int own = images[c];
        int above = images[p];
        if (tree.parents()[own] == above) {
            return own;
        }
        return tree.parents()[above] == own ? above : BoneTree.NONE;
    }
}
