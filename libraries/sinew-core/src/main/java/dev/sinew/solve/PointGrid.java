package dev.sinew.solve;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/** Points in cubes of a given side, to find the nearest of them within that distance. */
public final class PointGrid {
    private final float[] points;
    private final double side;
    /** First point of a cube, by the cube's key; the others follow by {@code next}. */
    private final Map<Long, Integer> first = new HashMap<>();

    private final int[] next;

    /** @param points 3N, kept and not modified */
    public PointGrid(float[] points, double side) {
        this.points = points;
        this.side = side;
        this.next = new int[points.length / 3];
        for (int i = next.length - 1; i >= 0; i--) {
            long key = key(cell(points[3 * i]), cell(points[3 * i + 1]), cell(points[3 * i + 2]));
            Integer before = first.put(key, i);
            next[i] = before == null ? -1 : before;
        }
    }

    public double side() {
        return side;
    }

    private long cell(double x) {
        return (long) Math.floor(x / side);
    }

    /** Distinct for neighbouring cubes; far ones that share a key only cost a look. */
    private static long key(long x, long y, long z) {
        return (x & 0x1fffff) << 42 | (y & 0x1fffff) << 21 | z & 0x1fffff;
    }

    /** The nearest point, or −1 where none is nearer than the cubes' side. */
    public int nearest(double x, double y, double z) {
        return nearest(x, y, z, i -> true);
    }

    /** The nearest of some of the points. */
    public int nearest(double x, double y, double z, IntPredicate some) {
        int best = -1;
        double least = side * side;
        for (int k = 0; k < 27; k++) {
            long key = key(cell(x) + k / 9 - 1, cell(y) + k / 3 % 3 - 1, cell(z) + k % 3 - 1);
            for (int i = first.getOrDefault(key, -1); i >= 0; i = next[i]) {
                double dx = points[3 * i] - x;
                double dy = points[3 * i + 1] - y;
                double dz = points[3 * i + 2] - z;
                double squared = dx * dx + dy * dy + dz * dz;
                if (squared < least && some.test(i)) {
                    least = squared;
                    best = i;
                }
            }
        }
        return best;
    }
}
