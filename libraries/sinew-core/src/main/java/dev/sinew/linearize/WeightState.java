package dev.sinew.linearize;

/** The w'-weights of the blended vertices and what they miss: working memory of the solver. */
final class WeightState {
    /** Most influences in the output: what every engine plays. */
    static final int PLACES = 4;

    /** Four a vertex; blend bone k is numbered B + k. Those in use stand first. */
    final int[] bones;

    final double[] weights;
    /** e: 3F a vertex */
    final double[] misses;
    /** ‖e‖² a vertex */
    final double[] squares;

    WeightState(Training training) {
        int n = training.count();
        bones = new int[n * PLACES];
        weights = new double[n * PLACES];
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

    /** Takes the rows of these vertices from another state. */
    void take(WeightState other, int[] vertices) {
        int width = squares.length == 0 ? 0 : misses.length / squares.length;
        for (int a : vertices) {
            System.arraycopy(other.bones, a * PLACES, bones, a * PLACES, PLACES);
            System.arraycopy(other.weights, a * PLACES, weights, a * PLACES, PLACES);
            System.arraycopy(other.misses, a * width, misses, a * width, width);
            squares[a] = other.squares[a];
        }
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
