package dev.sinew.solve;

/** What the chunks of a pass add up to: in their order, whichever comes first, and none is kept for longer than it must wait. Working memory. */
final class AnswerSums {
    private final PassAnswer[] waiting;
    private final double[] errors = new double[2];
    private double[] costs = new double[0];
    private TransformEquations equations;
    private int next;

    AnswerSums(int chunks) {
        waiting = new PassAnswer[chunks];
    }

    void add(int chunk, PassAnswer answer) {
        // What its vertices have is in its place already.
        waiting[chunk] = new PassAnswer(null, null, answer.equations(), answer.errors(), answer.costs());
        while (next < waiting.length && waiting[next] != null) {
            add(waiting[next]);
            waiting[next++] = null;
        }
    }

    private void add(PassAnswer answer) {
        if (next == 0) {
            equations = answer.equations();
            costs = new double[answer.costs().length];
        } else if (answer.equations() != null) {
            equations.add(answer.equations());
        }
        errors[0] += answer.errors()[0];
        errors[1] += answer.errors()[1];
        for (int j = 0; j < costs.length; j++) {
            costs[j] += answer.costs()[j];
        }
    }

    /** Squared errors of positions and normals. */
    double[] errors() {
        return errors;
    }

    /** One number per bone, of removals. */
    double[] costs() {
        return costs;
    }

    /** Null where none were asked for. */
    TransformEquations equations() {
        return equations;
    }
}
