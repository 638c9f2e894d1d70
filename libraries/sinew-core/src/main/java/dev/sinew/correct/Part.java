package dev.sinew.correct;

import dev.sinew.solve.sequence.VertexSample;
import java.util.Arrays;
import java.util.BitSet;
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
        int[] vertices = VertexSample.of(n, wanted, seed).indices();
        BitSet chosen = new BitSet(n);
        Arrays.stream(vertices).forEach(chosen::set);
        int[] rows = IntStream.range(0, goal.rows())
                .filter(r -> chosen.get(goal.vertexOf[r]))
                .toArray();
        return new Part(vertices, rows);
    }
}
