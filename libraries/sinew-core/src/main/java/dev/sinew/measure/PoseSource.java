package dev.sinew.measure;

/** Provides vertex positions of a frame: a model with a clip, a runtime, another sequence. */
@FunctionalInterface
public interface PoseSource {
    /**
     * Positions of the vertices {@code from ≤ i < to} in frame f. Called from several threads.
     *
     * @param xyz 3·(to − from) at least, modified
     */
    void positions(int f, int from, int to, double[] xyz);
}
