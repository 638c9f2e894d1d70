package dev.sinew.edit;

import dev.sinew.math.Vec3;
import dev.sinew.model.Skeleton;
import java.util.List;
import java.util.stream.IntStream;

/** Which bone is nearest to another, by the middle of what they move. */
final class Nearest {
    private Nearest() {}

    /** Of the bones joined with one, or else of all: the nearest that moves something, else the nearest. */
    static int neighbour(Bones bones, int j, double[] totals) {
        List<Integer> others = IntStream.range(0, bones.count())
                .filter(k -> k != j && bones.isThere(k))
                .boxed()
                .toList();
        int parent = bones.parent(j);
        List<Integer> joined = others.stream()
                .filter(k -> bones.parent(k) == j || parent != Skeleton.ROOT && bones.parent(k) == parent)
                .filter(k -> totals[k] > 0)
                .toList();
        List<Integer> moving = others.stream().filter(k -> totals[k] > 0).toList();
        return of(bones, j, !joined.isEmpty() ? joined : !moving.isEmpty() ? moving : others);
    }

    static int of(Bones bones, int j, List<Integer> others) {
        double[] middles = middles(bones);
        int best = others.get(0);
        for (int k : others) {
            best = Vec3.squaredDistance(middles, 3 * j, middles, 3 * k)
                            < Vec3.squaredDistance(middles, 3 * j, middles, 3 * best)
                    ? k
                    : best;
        }
        return best;
    }

    /** 3B: the middle of what each bone moves, its joint where it moves nothing. */
    static double[] middles(Bones bones) {
        double[] pivots = new double[3 * bones.count()];
        for (int k = 0; k < pivots.length; k++) {
            pivots[k] = bones.pivot(k / 3)[k % 3];
        }
        return bones.weights().middles(bones.model().rest().positions(), pivots);
    }
}
