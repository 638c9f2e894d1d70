package dev.sinew.sample.face;

import dev.sinew.sample.rig.LoopCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The amount of each facial feature at one moment.
 *
 * @param smile corners of the mouth up and out; negative pulls them down
 * @param jaw opening of the mouth
 * @param pucker lips forward and together
 * @param brows up; negative down
 * @param worry inner brows up and together; negative is anger
 * @param lids closed at 1, open at 0, wide below
 * @param gaze to the side
 */
record Expression(
        double smile, double jaw, double pucker, double brows, double worry, double lids, double gaze, double tilt) {
    // smile 0.10–0.22, frown 0.30–0.42, open mouth 0.52–0.60, surprise 0.68–0.80, wink of relief at the end
    private static final LoopCurve SMILE = LoopCurve.through(
            0, 0, 0.06, 0.05, 0.12, 1, 0.20, 1, 0.26, 0, 0.32, -0.65, 0.41, -0.75, 0.48, 0, 0.55, 0.25, 0.63, 0, 0.80,
            0, 0.88, 0.7, 0.95, 0.3);
    private static final LoopCurve JAW = LoopCurve.through(
            0, 0, 0.10, 0.02, 0.15, 0.30, 0.20, 0.2, 0.26, 0, 0.42, 0, 0.50, 0.15, 0.55, 1, 0.60, 0.85, 0.64, 0.05,
            0.70, 0.75, 0.78, 0.7, 0.84, 0.05, 0.94, 0);
    private static final LoopCurve PUCKER =
            LoopCurve.through(0, 0, 0.45, 0, 0.50, 0.3, 0.56, 0, 0.64, 0.1, 0.70, 0.9, 0.78, 0.85, 0.85, 0, 0.95, 0);
    private static final LoopCurve BROWS = LoopCurve.through(
            0, 0, 0.12, 0.3, 0.20, 0.3, 0.30, -0.8, 0.41, -0.7, 0.48, 0, 0.56, 0.4, 0.63, 0, 0.70, 1.2, 0.78, 1.1, 0.86,
            0.1, 0.95, 0);
    private static final LoopCurve WORRY =
            LoopCurve.through(0, 0, 0.26, 0, 0.33, -0.6, 0.37, 0.2, 0.42, 0.8, 0.48, 0, 0.70, 0.3, 0.84, 0, 0.95, 0);
    private static final LoopCurve LIDS = LoopCurve.through(
            0, 0.10, 0.04, 0.1, 0.055, 1, 0.07, 0.1, 0.12, 0.28, 0.20, 0.28, 0.255, 0.1, 0.27, 1, 0.285, 0.2, 0.40,
            0.25, 0.47, 0.12, 0.48, 1, 0.495, 0.1, 0.60, 0.1, 0.645, 0.9, 0.68, -0.3, 0.78, -0.28, 0.825, 0.2, 0.84, 1,
            0.855, 0.15, 0.95, 0.12);
    private static final LoopCurve GAZE =
            LoopCurve.through(0, 0, 0.25, 0.1, 0.33, -0.5, 0.42, -0.5, 0.48, 0, 0.60, 0.5, 0.66, 0, 0.90, 0);
    private static final LoopCurve TILT =
            LoopCurve.through(0, 0, 0.15, 0.5, 0.22, 0.4, 0.36, -0.7, 0.50, 0, 0.72, 0.1, 0.85, -0.3, 0.95, 0);

    /**
     * One side of one feature.
     *
     * @param full the neutral face with this slider at one
     * @param of the amount of it in an expression, may be negative
     * @param side which half of the face it moves
     */
    record Slider(String name, Expression full, ToDoubleFunction<Expression> of, Side side) {
        double weight(Expression e) {
            return Math.max(0, of.applyAsDouble(e));
        }
    }

    /** Half of a face. */
    enum Side {
        LEFT,
        RIGHT,
        BOTH;

        /** The weight of the side at a position, with a smooth transition of a few hundredths of the head. */
        double share(double x) {
            double t = Math.max(0, Math.min(1, 0.5 + 5 * x));
            double left = t * t * (3 - 2 * t);
            return this == BOTH ? 1 : this == LEFT ? left : 1 - left;
        }
    }

    private static final double OPEN = 0.1;
    private static final double WIDE = -0.3;

    private static Expression with(double smile, double jaw, double pucker, double brows, double worry, double lids) {
        return new Expression(smile, jaw, pucker, brows, worry, lids, 0, 0);
    }

    /** Sliders as in game faces: one per side of a feature. */
    static List<Slider> sliders() {
        List<Slider> all = new ArrayList<>();
        halves(all, "smile", with(1, 0, 0, 0, 0, OPEN), Expression::smile);
        halves(all, "frown", with(-1, 0, 0, 0, 0, OPEN), e -> -e.smile);
        halves(all, "browUp", with(0, 0, 0, 1, 0, OPEN), Expression::brows);
        halves(all, "browDown", with(0, 0, 0, -1, 0, OPEN), e -> -e.brows);
        halves(all, "worry", with(0, 0, 0, 0, 1, OPEN), Expression::worry);
        halves(all, "anger", with(0, 0, 0, 0, -1, OPEN), e -> -e.worry);
        halves(all, "blink", with(0, 0, 0, 0, 0, 1), e -> (e.lids - OPEN) / (1 - OPEN));
        halves(all, "wide", with(0, 0, 0, 0, 0, WIDE), e -> (e.lids - OPEN) / (WIDE - OPEN));
        all.add(new Slider("jawOpen", with(0, 1, 0, 0, 0, OPEN), Expression::jaw, Side.BOTH));
        all.add(new Slider("pucker", with(0, 0, 1, 0, 0, OPEN), Expression::pucker, Side.BOTH));
        all.add(new Slider("gazeLeft", new Expression(0, 0, 0, 0, 0, OPEN, 1, 0), Expression::gaze, Side.BOTH));
        all.add(new Slider("gazeRight", new Expression(0, 0, 0, 0, 0, OPEN, -1, 0), e -> -e.gaze, Side.BOTH));
        all.add(new Slider("tiltLeft", new Expression(0, 0, 0, 0, 0, OPEN, 0, 1), Expression::tilt, Side.BOTH));
        all.add(new Slider("tiltRight", new Expression(0, 0, 0, 0, 0, OPEN, 0, -1), e -> -e.tilt, Side.BOTH));
        return all;
    }

    private static void halves(List<Slider> all, String name, Expression full, ToDoubleFunction<Expression> of) {
        all.add(new Slider(name + "Left", full, of, Side.LEFT));
        all.add(new Slider(name + "Right", full, of, Side.RIGHT));
    }

    /** @param time 0–1 over the sequence */
    static Expression at(double time) {
        return new Expression(
                SMILE.at(time),
                JAW.at(time),
                PUCKER.at(time),
                BROWS.at(time),
                WORRY.at(time),
                LIDS.at(time),
                GAZE.at(time),
                TILT.at(time));
    }
}
