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
    /** λ: mannequin, robot, CesiumMan and biped moved at random have their bends at 18, 16, 24 and 26 bones with 0.035 to 0.05 alike. */
    private static final double WORTH = 0.04;

    /**
     * The curve is flat where twice as many bones leave at least this part of the error. NOTE: known skeletons leave 0.84 and
     * more (robot 0.84, mannequin 0.88, biped walking 0.89, CesiumMan 0.98), captured shapes 0.73 and less (samba 0.57, dance 0.68).
     */
    private static final double FLAT = 0.8;

    /**
     * Part of the error that can be seen below which bones explain all. NOTE: played by soft or dual quaternion skinning elephant, lion and camel
     * have 0.10 to 0.15 at their bends, captured shapes 0.29 (dance) to 1.5.
     */
    private static final double EXPLAINED = 0.2;

    /** From this number on, bones only fit noise, if noise is visible. */
    private static final int MANY = 40;

    /** Less than this part of what can be seen is the same as nothing. */
    private static final double NOTHING = 0.03;

    /** Less than this fraction of the noise cannot be distinguished from it. */
    private static final double TOLD_FROM_NOISE = 0.1;

    /** So much worse than at the bend, and fewer bones will not be better again. */
    private static final double PAST = 0.25;

    private final List<Stage> stages;
    private final double noise;
    private final double visible;
    private final double worth;

    /**
     * @param stages may grow
     * @param noisePercent of a scan, in percent of the diagonal
     * @param visiblePercent the least error that can be seen
     * @param coarseness 1; 2 for half the detail
     */
    BoneCurve(List<Stage> stages, double noisePercent, double visiblePercent, double coarseness) {
        this.stages = stages;
        this.noise = noisePercent;
        this.visible = visiblePercent;
        this.worth = WORTH * coarseness;
    }

    /** Whether there is noise that can be seen. */
    private boolean isNoisy() {
        return noise >= visible;
    }

    /** The error that is not noise, in percent of the diagonal. */
    double error(Stage stage) {
        if (!isNoisy()) {
            return Math.max(stage.rmsePercent(), NOTHING * visible);
        }
        double left = square(stage.rmsePercent()) - noiseLeft(stage);
        return Math.sqrt(Math.max(left, square(TOLD_FROM_NOISE * noise)));
    }

    /**
     * Squared noise in the error of a stage. Every bone fits a little of it, each as much as the other: a straight line through
     * the many bones that do nothing else. NOTE: without the line biped under 1 % of noise looks as if bones helped without end.
     */
    private double noiseLeft(Stage stage) {
        Stage first = stages.get(0);
        Stage fewer = first;
        for (Stage other : stages) {
            fewer = other.bones() >= MANY ? other : fewer;
        }
        double base = square(first.rmsePercent());
        double rise = Math.max(0, square(fewer.rmsePercent()) - base) / Math.max(1, first.bones() - fewer.bones());
        return base + rise * (first.bones() - stage.bones());
    }

    private static double square(double x) {
        return x * x;
    }

    private double merit(Stage stage) {
        return Math.log(error(stage)) + worth * stage.bones();
    }

    /** The stage at the bend. */
    int bend() {
        int best = 0;
        for (int s = 1; s < stages.size(); s++) {
            best = merit(stages.get(s)) <= merit(stages.get(best)) ? s : best;
        }
        return best;
    }

    /** Whether further bones gain next to nothing: the shape has as many bones as the bend says. */
    boolean isFlatBehind(int bend) {
        if (isNoisy()) {
            return true;
        }
        int twice = bend;
        while (twice > 0
                && stages.get(twice - 1).bones() <= 2 * stages.get(bend).bones()) {
            twice--;
        }
        boolean reaches =
                10 * stages.get(twice).bones() >= 19 * stages.get(bend).bones();
        return reaches && error(stages.get(twice)) >= FLAT * error(stages.get(bend));
    }

    /**
     * Whether the bones of a stage explain the motion down to far less than can be seen: shapes that were played by bones, where a smooth
     * blend of them leaves something for every further bone. Muscles never come so near.
     */
    boolean isExplainedAt(int stage) {
        return error(stages.get(stage)) <= EXPLAINED * visible;
    }

    /** Whether fewer bones than the last stage has can no longer be the bend. */
    boolean isPastBend() {
        return merit(stages.get(stages.size() - 1)) > merit(stages.get(bend())) + PAST;
    }
}
