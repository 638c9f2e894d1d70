package dev.sinew.bench.rivals.method;

import java.util.Map;

/** A method that others published, as plain as its paper allows. */
public interface Rival {
    /** As tables call it. */
    String title();

    /** Goes up when the method changes, so that numbers of the old one are measured again. */
    int version();

    /** Errors by name: {@code erms} at least. */
    Map<String, double[]> run(Animation animation, int bones);

    /** A way to deform a mesh by saying where some of its vertices are. */
    interface HandlePoser {
        /**
         * @param targets of the held vertices, 3 numbers each, not modified
         * @return 3N
         */
        double[] pose(double[] targets);
    }
}
