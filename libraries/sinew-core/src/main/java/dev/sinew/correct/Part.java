package dev.sinew.correct;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The vertices that are looked at, and their rows of normals. Amounts and bones are few numbers a frame: a part of the vertices finds them as well as all
 * do, in a part of the time.
 */
record Part(int[] vertices, int[] rows) {
    static Part all(Goal goal) {
        return new Part(
                IntStream.range(0, goal.vertices()).toArray(),
                IntStream.range(0, goal.rows()).toArray());
    }

    /** So many, spread evenly over the numbering with chance inside each stretch; all where there are no more. */
    static Part some(Goal goal, int wanted, long seed) {
        int n = goal.vertices();
        if (wanted >= n) {
            return all(goal);
        }
        SplittableRandom random = new SplittableRandom(seed);
        BitSet chosen = new BitSet(n);
        for (int k = 0; k < wanted; k++) {
            int from = (int) ((long) k * n / wanted);
            int to = (int) ((k + 1L) * n / wanted);
            chosen.set(from + random.nextInt(to - from));
        }
        int[] rows = IntStream.range(0, goal.rows())
                .filter(r -> chosen.get(goal.vertexOf[r]))
                .toArray();
        return new Part(chosen.stream().toArray(), rows);
    }
}
