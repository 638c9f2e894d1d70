package dev.sinew.solve.pass;

import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The final loop of every solver of bones and weights: steps of an {@link Alternation} until three of them together gain too little.
 *
 * @param convergence the metric after each step
 */
public record Refinement(Outcome outcome, double[] convergence) {
    /** Selecting bones costs several times a refit of the current ones; every third step is enough. */
    public static final int SELECT_EVERY = 3;

    /**
     * How a loop runs and when it ends.
     *
     * @param stage name in progress reports
     * @param influences maximum weights per vertex
     * @param maxIterations maximum number of steps
     * @param tolerance the loop ends when three steps gain less than this fraction of the metric plus {@code visible}
     * @param visible metric below which differences are not visible; without it, tiny errors would keep the loop running
     * @param metric converts a squared error
     * @param patience consecutive times that three steps must gain too little before the loop ends
     */
    public record Rule(
            String stage,
            int influences,
            int maxIterations,
            double tolerance,
            double visible,
            DoubleUnaryOperator metric,
            int patience) {
        /** With a patience of 1. */
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

    /** The mode of a step: every third one selects bones, the others use {@code usual}. */
    public static Mode mode(int step, Mode usual) {
        return step % SELECT_EVERY == 0 ? Mode.SELECT : usual;
    }

    /** Two loops as one. */
    public Refinement then(Refinement next) {
        double[] both = Arrays.copyOf(convergence, convergence.length + next.convergence.length);
        System.arraycopy(next.convergence, 0, both, convergence.length, next.convergence.length);
        return new Refinement(next.outcome, both);
    }

    /** Runs the loop; the alternation stays in its final state. */
    public static Refinement of(Alternation alternation, Rule rule, Progress progress) {
        double[] history = new double[rule.maxIterations];
        double before = Double.POSITIVE_INFINITY;
        int failed = 0;
        for (int s = 0; s < history.length; s++) {
            alternation.step(mode(s, Mode.REFIT), rule.influences);
            history[s] = rule.metric.applyAsDouble(alternation.squaredError());
            progress.update(rule.stage, s + 1, history.length, history[s]);
            if (s % SELECT_EVERY == SELECT_EVERY - 1) {
                // The combined error of positions and shading falls from step to step.
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
