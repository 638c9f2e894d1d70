package dev.sinew.solve;

/** Some of the candidates of an {@link InfluenceSearch}, by their places there, with weights and the objective ‖ŷ‖² − 2y·ŷ they reach. */
final class InfluenceChoice {
    final int[] places;
    final double[] weights;
    int count;
    double objective;

    InfluenceChoice(int influences) {
        places = new int[influences];
        weights = new double[influences];
    }

    boolean holds(int place) {
        for (int k = 0; k < count; k++) {
            if (places[k] == place) {
                return true;
            }
        }
        return false;
    }

    void takeAll(int candidateCount) {
        count = candidateCount;
        for (int k = 0; k < count; k++) {
            places[k] = k;
        }
    }

    /** Becomes the other without one of its entries; weights are not known. */
    void copyWithout(InfluenceChoice other, int out) {
        count = 0;
        for (int k = 0; k < other.count; k++) {
            if (k != out) {
                places[count++] = other.places[k];
            }
        }
    }

    void copyFrom(InfluenceChoice other) {
        count = other.count;
        objective = other.objective;
        System.arraycopy(other.places, 0, places, 0, count);
        System.arraycopy(other.weights, 0, weights, 0, count);
    }
}
