package dev.sinew.bench.rivals.method;

import java.util.Map;

/** A published method, implemented as simply as its paper allows. */
public interface Rival {
    /** Name in the tables. */
    String title();

    /** Increases when the implementation changes, so that old results are measured again. */
    int version();

    /** Errors by name: {@code erms} at least. */
    Map<String, double[]> run(Animation animation, int bones);

    /** Deforms a mesh by target positions of some vertices. */
    interface HandlePoser {
        /**
         * @param targets of the fixed vertices, 3 numbers each, not modified
         * @return 3N
         */
        double[] pose(double[] targets);
    }
}
