package dev.sinew.linearize;

import dev.sinew.linearize.BlendBoneFit.Snapshot;
import dev.sinew.linearize.LinearizeResult.CurvePoint;
import dev.sinew.math.Workers;
import dev.sinew.model.LinearizedModel;
import dev.sinew.run.Fitted;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * Algorithm 1 of KCO09: blend bones are added one by one where they help most, and refitted with those near them. At the
 * end all are refitted together, and the least useful ones are moved to where they help more.
 */
final class LinearizationSolver {
    /** While bones are added, each settles with so many times the tolerance. */
    private static final double ROUGHLY = 10;

    /** A bone that is moved elsewhere must gain this part of the squared error, or moving stops. */
    private static final double WORTH_MOVING = 2e-3;

    private final LinearizeInput input;
    private final LinearizeOptions options;
    private final Progress progress;
    private final List<CurvePoint> curve = new ArrayList<>();
    private int iterations;

    LinearizationSolver(LinearizeInput input, LinearizeOptions options, Progress progress) {
        this.input = input;
        this.options = options;
        this.progress = progress;
    }

    LinearizeResult solve() {
        RigidBones.require(input, options.operator());
        try (Workers workers = new Workers(options.threads())) {
            say("poses", 0, Double.NaN);
            Training training = new Training(input.model(), input.training(), options.operator(), workers);
            curve.add(new CurvePoint(0, training.linearError));
            BlendBoneFit fit = new BlendBoneFit(training, CandidateSets.of(training), workers);
            addBones(fit, training);
            moveBones(fit, training);
            double error = training.envelopingError(fit.state());
            curve.set(
                    curve.size() - 1,
                    new CurvePoint(fit.bones().size(), curve.size() == 1 ? training.linearError : error));
            return result(fit, training, error);
        }
    }

    private void addBones(BlendBoneFit fit, Training training) {
        while (fit.bones().size() < options.most()
                && training.envelopingError(fit.state()) > options.enough()
                && fit.add()) {
            iterations += fit.refineLast(ROUGHLY * options.tolerance(), options.maxIterations());
            double error = training.envelopingError(fit.state());
            if (error <= options.enough() || fit.bones().size() == options.most()) {
                iterations += fit.refineAll(options.tolerance(), options.maxIterations());
                error = training.envelopingError(fit.state());
            }
            curve.add(new CurvePoint(fit.bones().size(), error));
            say("blend bones", fit.bones().size(), error);
        }
    }

    /** While it pays: the least useful bone out, a new one in where it helps most, and all refitted. */
    private void moveBones(BlendBoneFit fit, Training training) {
        int rounds = fit.bones().size() > 1 ? Math.max(2, fit.bones().size() / 4) : 0;
        for (int round = 0; round < rounds; round++) {
            double before = fit.squared();
            Snapshot kept = fit.snapshot();
            fit.removeLeastUseful();
            boolean added = fit.add();
            if (added) {
                iterations += fit.refineLast(ROUGHLY * options.tolerance(), options.maxIterations());
                iterations += fit.refineAll(options.tolerance(), options.maxIterations());
            }
            if (!added || !(fit.squared() < before * (1 - WORTH_MOVING))) {
                fit.restore(kept);
                return;
            }
            say("moving bones", fit.bones().size(), training.envelopingError(fit.state()));
        }
    }

    private LinearizeResult result(BlendBoneFit fit, Training training, double error) {
        List<String> notes = new ArrayList<>();
        Outcome outcome = Outcome.CONVERGED;
        if (error > options.enough() && options.enough() > 0) {
            outcome = Outcome.TARGET_NOT_REACHED;
            notes.add("an enveloping error of " + options.enough() + " was not reached with "
                    + fit.bones().size() + " blend bones");
        } else if (options.enough() == 0 && fit.bones().size() < options.most()) {
            notes.add(fit.bones().size() + " blend bones are all that help, of " + options.most() + " asked for");
        }
        double[] convergence =
                curve.stream().mapToDouble(CurvePoint::envelopingError).toArray();
        LinearizedModel model = BlendAssembly.of(input.model(), options.operator(), fit, training);
        return new LinearizeResult(new Fitted<>(model, outcome, iterations, convergence, notes), curve);
    }

    private void say(String stage, int bones, double error) {
        int most = Math.min(options.most(), LinearizeOptions.MAX_BLEND_BONES);
        progress.say(stage, bones, Math.max(1, most), error);
    }
}
