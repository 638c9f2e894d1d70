package dev.sinew.rig;

import dev.sinew.math.Workers;
import dev.sinew.mesh.Interior;
import dev.sinew.mesh.MirrorPlane;
import dev.sinew.solve.SkinState;

/**
 * Which bones move a part whose mirror image is a part, too: that of another bone, or their own where it lies across the plane. What counts is the
 * vertices that they hold and not their middles: a small bone beside the plane, or beside the image of a large one, has its middle near it all the same
 * (CesiumMan had one at one hip and one at one shoulder).
 */
final class MirroredParts {
    /** Cosine of the angle between the weights of a bone and the mirrored ones of another from which on they are the same part. */
    private static final double SAME_PART = 0.5;

    /** Bones that have this part of their image themselves lie across the plane, if more to one side. */
    private static final double ACROSS = 0.25;

    private static final int VERTICES_A_CHUNK = 256;

    private MirroredParts() {}

    /**
     * The bone whose part is the image of that of each, itself where it lies across the plane, {@link BoneTree#NONE} for those without.
     *
     * @param mirrored the vertex nearest to the image of each
     */
    static int[] images(int[] mirrored, SkinState state, int bones) {
        double[] shared = shared(mirrored, state, bones);
        double[] own = own(state, bones);
        int[] nearest = new int[bones];
        for (int j = 0; j < bones; j++) {
            nearest[j] = image(j, shared, own);
        }
        int[] images = new int[bones];
        for (int j = 0; j < bones; j++) {
            images[j] = nearest[j] != BoneTree.NONE && nearest[nearest[j]] == j ? nearest[j] : BoneTree.NONE;
        }
        return images;
    }

    /**
     * The same where bones that are left alone but lie on both sides of the plane are their own images.
     *
     * @param images what is known of them, not modified
     */
    static int[] withThoseAcross(int[] images, int[] mirrored, SkinState state) {
        double[] shared = shared(mirrored, state, images.length);
        double[] own = own(state, images.length);
        int[] all = images.clone();
        for (int j = 0; j < all.length; j++) {
            boolean across = shared[j * all.length + j] > ACROSS * own[j];
            all[j] = all[j] == BoneTree.NONE && across ? j : all[j];
        }
        return all;
    }

    /** Σ w² of each bone. */
    private static double[] own(SkinState state, int bones) {
        double[] own = new double[bones];
        for (int at = 0; at < state.bones().length; at++) {
            own[state.bones()[at]] += state.weights()[at] * state.weights()[at];
        }
        return own;
    }

    /** The bone whose part is most like the image of that of bone j. */
    private static int image(int j, double[] shared, double[] own) {
        int best = BoneTree.NONE;
        double most = SAME_PART;
        for (int k = 0; k < own.length; k++) {
            double alike = shared[j * own.length + k] / Math.sqrt(own[j] * own[k]);
            if (alike > most) {
                most = alike;
                best = k;
            }
        }
        return best;
    }

    /**
     * The vertex nearest to the image of each.
     *
     * @param rest positions of the vertices, in the units of the plane
     * @param interior of the same mesh
     */
    static int[] vertices(float[] rest, Interior interior, MirrorPlane plane, Workers workers) {
        int[] nearest = new int[rest.length / 3];
        workers.forChunks(nearest.length, VERTICES_A_CHUNK, (chunk, from, to) -> {
            for (int i = from; i < to; i++) {
                double[] image = plane.mirrored(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
                nearest[i] = interior.nearestVertex(image).orElse(i);
            }
        });
        return nearest;
    }

    /** B×B: Σ w_ij·w_mk over the vertices i, m being the one nearest to the image of i. */
    private static double[] shared(int[] mirrored, SkinState state, int bones) {
        int influences = state.influences();
        double[] sums = new double[bones * bones];
        for (int i = 0; i < state.vertexCount(); i++) {
            int m = mirrored[i];
            for (int a = i * influences; a < (i + 1) * influences; a++) {
                for (int c = m * influences; c < (m + 1) * influences; c++) {
                    sums[state.bones()[a] * bones + state.bones()[c]] += state.weights()[a] * state.weights()[c];
                }
            }
        }
        return sums;
    }
}
