package dev.sinew.correct;

import dev.sinew.solve.sequence.VertexSample;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A sample of the vertices and their rows of normals. Shape weights and bones are few numbers per frame, so a sample determines them as
 * well as all vertices, in less time.
 */
record Part(int[] vertices, int[] rows) {
    static Part all(Goal goal) {
        return new Part(
                IntStream.range(0, goal.vertices()).toArray(),
                IntStream.range(0, goal.rows()).toArray());
    }

    /** A random sample spread evenly over the indices; all vertices if {@code wanted} is at least their number. */
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
