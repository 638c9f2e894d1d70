package dev.sinew.linearize;

/** The w'-weights of the blended vertices and their errors: working memory of the solver. */
final class WeightState {
    /** Maximum influences in the output, supported by every engine. */
    static final int MAX_INFLUENCES = 4;

    /** Four per vertex; blend bone k has index B + k. Those in use come first. */
    final int[] bones;

    final double[] weights;
    /** e: 3F per vertex */
    final double[] misses;
    /** ‖e‖² per vertex */
    final double[] squares;

    WeightState(Training training) {
        int n = training.count();
        bones = new int[n * MAX_INFLUENCES];
        weights = new double[n * MAX_INFLUENCES];
        misses = new double[training.targets.length];
        squares = new double[n];
    }

    private WeightState(WeightState other) {
        bones = other.bones.clone();
        weights = other.weights.clone();
        misses = other.misses.clone();
        squares = other.squares.clone();
    }

    WeightState copy() {
        return new WeightState(this);
    }

    /** Copies the rows of these vertices from another state. */
    void copyRows(WeightState other, int[] vertices) {
        int width = squares.length == 0 ? 0 : misses.length / squares.length;
        for (int a : vertices) {
            System.arraycopy(other.bones, a * MAX_INFLUENCES, bones, a * MAX_INFLUENCES, MAX_INFLUENCES);
            System.arraycopy(other.weights, a * MAX_INFLUENCES, weights, a * MAX_INFLUENCES, MAX_INFLUENCES);
            System.arraycopy(other.misses, a * width, misses, a * width, width);
            squares[a] = other.squares[a];
        }
    }

    /** w' of a bone per blended vertex. */
    double[] weightsOf(int bone) {
        double[] w = new double[squares.length];
        for (int at = 0; at < bones.length; at++) {
            w[at / MAX_INFLUENCES] += bones[at] == bone ? weights[at] : 0;
        }
        return w;
    }

    /** E over these vertices. */
    double squared(int[] vertices) {
        double sum = 0;
        for (int a : vertices) {
            sum += squares[a];
        }
        return sum;
    }

    /** E */
    double squared() {
        double sum = 0;
        for (double square : squares) {
            sum += square;
        }
        return sum;
    }
}
