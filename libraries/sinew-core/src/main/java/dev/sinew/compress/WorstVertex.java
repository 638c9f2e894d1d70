package dev.sinew.compress;

/** The vertex with the largest error while errors change one by one: a tournament, O(log n) a change. */
final class WorstVertex {
    private final double[] errors;
    private final int leaves;
    /** Winner of each match; the leaves are the vertices themselves. */
    private final int[] winners;

    /** @param errors one per vertex, kept and watched: every later change must be {@link #changed told} */
    WorstVertex(double[] errors) {
        this.errors = errors;
        leaves = Integer.highestOneBit(Math.max(1, errors.length - 1)) * 2;
        winners = new int[leaves];
        for (int match = leaves - 1; match > 0; match--) {
            play(match);
        }
    }

    private void play(int match) {
        int a = winner(2 * match);
        int b = winner(2 * match + 1);
        winners[match] = b < errors.length && errors[b] > errors[a] ? b : a;
    }

    private int winner(int place) {
        return place >= leaves ? place - leaves : winners[place];
    }

    void changed(int i) {
        for (int match = (leaves + i) / 2; match > 0; match /= 2) {
            play(match);
        }
    }

    int get() {
        return winners[1];
    }
}
