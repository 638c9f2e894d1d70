package dev.sinew.solve;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Which bones stay, and the numbers they get: the least costly to lose go. */
final class BonePruning {
    private final int[] newIndex;
    private final int kept;

    private BonePruning(int[] newIndex, int kept) {
        this.newIndex = newIndex;
        this.kept = kept;
    }

    /** @param costs what losing each bone would cost; equal costs are settled by the smaller index staying */
    static BonePruning of(double[] costs, int wanted) {
        int[] newIndex = new int[costs.length];
        IntStream.range(0, costs.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(j -> costs[j]).thenComparing(j -> -j))
                .limit(costs.length - wanted)
                .forEach(j -> newIndex[j] = -1);
        int next = 0;
        for (int j = 0; j < newIndex.length; j++) {
            newIndex[j] = newIndex[j] < 0 ? -1 : next++;
        }
        return new BonePruning(newIndex, next);
    }

    /** Bone j's number afterwards, −1 for those that go; not to be modified. */
    int[] newIndex() {
        return newIndex;
    }

    /** The columns of T, d×4B, that belong to the bones that stay. */
    double[] keep(double[] t, int dimensions) {
        int before = newIndex.length;
        double[] fewer = new double[dimensions * 4 * kept];
        for (int k = 0; k < dimensions; k++) {
            for (int j = 0; j < before; j++) {
                if (newIndex[j] >= 0) {
                    System.arraycopy(t, 4 * (k * before + j), fewer, 4 * (k * kept + newIndex[j]), 4);
                }
            }
        }
        return fewer;
    }
}
