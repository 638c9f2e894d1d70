package dev.sinew.solve;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.MirrorPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which bone of a tree is the mirror image of which. Images are looked for where they can be only: children of one bone
 * that is its own image, or of two that are each other's.
 */
public final class MirrorPairs {
    /** Says that a bone has no image. */
    public static final int ALONE = -1;

    /** Images may miss by this part of the size: rest poses of figures that walk are hardly ever quite symmetric. */
    private static final double TOLERANCE = 0.15;

    /** Bones nearer to the plane than this part of the size may be their own image. */
    private static final double CENTRAL = 0.03;

    private final MirrorPlane plane;
    private final double size;
    /** 3B: where bones are. */
    private final double[] middles;

    private final List<List<Integer>> children;
    private final int[] images;

    private MirrorPairs(MirrorPlane plane, double size, double[] middles, List<List<Integer>> children) {
        this.plane = plane;
        this.size = size;
        this.middles = middles;
        this.children = children;
        this.images = new int[children.size()];
        Arrays.fill(images, ALONE);
    }

    /**
     * The image of every bone: itself for those on the plane, {@link #ALONE} for those without.
     *
     * @param children of every bone; bone 0 is the root
     */
    public static int[] of(MirrorPlane plane, double size, double[] middles, List<List<Integer>> children) {
        MirrorPairs pairs = new MirrorPairs(plane, size, middles, children);
        pairs.images[0] = 0;
        pairs.match(0, 0);
        return pairs.images;
    }

    private void match(int a, int b) {
        if (a == b) {
            children.get(a).stream().filter(this::isCentral).forEach(c -> images[c] = c);
        }
        List<int[]> couples = new ArrayList<>();
        for (int c : children.get(a)) {
            for (int d : children.get(b)) {
                boolean opposite = side(c) * side(d) < 0 || a != b;
                if (c != d && opposite && images[c] == ALONE && images[d] == ALONE && (a != b || c < d)) {
                    couples.add(new int[] {c, d});
                }
            }
        }
        couples.sort((p, q) -> Double.compare(miss(p[0], p[1]), miss(q[0], q[1])));
        for (int[] couple : couples) {
            if (images[couple[0]] == ALONE
                    && images[couple[1]] == ALONE
                    && miss(couple[0], couple[1]) < TOLERANCE * size) {
                images[couple[0]] = couple[1];
                images[couple[1]] = couple[0];
            }
        }
        for (int c : children.get(a)) {
            if (images[c] != ALONE) {
                match(c, images[c]);
            }
        }
    }

    private double side(int j) {
        return plane.side(middles[3 * j], middles[3 * j + 1], middles[3 * j + 2]);
    }

    private boolean isCentral(int j) {
        return Math.abs(side(j)) < CENTRAL * size;
    }

    /** How far the image of a bone lies from another. */
    private double miss(int a, int b) {
        double[] image = plane.mirrored(middles[3 * a], middles[3 * a + 1], middles[3 * a + 2]);
        return Vec3.distance(image, 0, middles, 3 * b);
    }
}
