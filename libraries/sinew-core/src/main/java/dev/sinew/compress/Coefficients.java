package dev.sinew.compress;

/** The coefficients A: vertex i is α_i of one atom and 1 − α_i of another, and E_i² is what that costs. */
final class Coefficients {
    final int[] first;
    final int[] second;
    final double[] alpha;
    final double[] squaredErrors;

    /** All vertices at atom 0. */
    Coefficients(int vertexCount) {
        first = new int[vertexCount];
        second = new int[vertexCount];
        alpha = new double[vertexCount];
        squaredErrors = new double[vertexCount];
    }

    /** Takes what a search has found for vertex i. */
    void set(int i, PairSearch found) {
        first[i] = found.first();
        second[i] = found.second();
        alpha[i] = found.alpha();
        squaredErrors[i] = found.squaredError();
    }

    /** May be negative: LD13 eq. 7 subtracts what convex weights cost, and Dα is only affine. */
    double squaredSum() {
        double sum = 0;
        for (double e : squaredErrors) {
            sum += e;
        }
        return sum;
    }
}
