package dev.sinew.solve.pass;

import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The loop that every solver of bones and weights ends with: steps of an {@link Alternation} until three of them together
 * gain too little.
 *
 * @param convergence the metric after each step
 */
public record Refinement(Outcome outcome, double[] convergence) {
    /** Choosing bones anew costs several times a refit of those a vertex has; every third step is often enough. */
    public static final int SELECT_EVERY = 3;

    /**
     * How a loop is run and when it ends.
     *
     * @param stage what its reports are called
     * @param influences most weights per vertex
     * @param maxIterations bound on the steps
     * @param tolerance it ends when three steps gain less than this part of the metric and {@code visible}
     * @param visible so much of the metric nobody sees: a part of a tiny error would be chased for ever
     * @param metric of a squared error
     * @param patience how often in a row three steps may gain too little before it ends
     */
    public record Rule(
            String stage,
            int influences,
            int maxIterations,
            double tolerance,
            double visible,
            DoubleUnaryOperator metric,
            int patience) {
        /** Ends the first time. */
        public Rule(
                String stage,
                int influences,
                int maxIterations,
                double tolerance,
                double visible,
                DoubleUnaryOperator metric) {
            this(stage, influences, maxIterations, tolerance, visible, metric, 1);
        }
    }

    /** What the alternation does in a step: every third one chooses bones anew, the others do as usual. */
    public static Mode mode(int step, Mode usual) {
        return step % SELECT_EVERY == 0 ? Mode.SELECT : usual;
    }

    /** Two loops as one. */
    public Refinement then(Refinement next) {
        double[] both = Arrays.copyOf(convergence, convergence.length + next.convergence.length);
        System.arraycopy(next.convergence, 0, both, convergence.length, next.convergence.length);
        return new Refinement(next.outcome, both);
    }

    /** Runs the loop; the alternation is left where it ended. */
    public static Refinement of(Alternation alternation, Rule rule, Progress progress) {
        double[] history = new double[rule.maxIterations];
        double before = Double.POSITIVE_INFINITY;
        int failed = 0;
        for (int s = 0; s < history.length; s++) {
            alternation.step(mode(s, Mode.REFIT), rule.influences);
            history[s] = rule.metric.applyAsDouble(alternation.squaredError());
            progress.say(rule.stage, s + 1, history.length, history[s]);
            if (s % SELECT_EVERY == SELECT_EVERY - 1) {
                // What falls from step to step is error and shading together.
                double level = history[s] * alternation.normalFactor();
                double visible = (history[s] + rule.visible) * alternation.normalFactor();
                failed = before - level < rule.tolerance * visible ? failed + 1 : 0;
                if (failed >= rule.patience) {
                    return new Refinement(Outcome.CONVERGED, Arrays.copyOf(history, s + 1));
                }
                before = Math.min(before, level);
            }
        }
        return new Refinement(Outcome.ITERATION_LIMIT, history);
    }
}
