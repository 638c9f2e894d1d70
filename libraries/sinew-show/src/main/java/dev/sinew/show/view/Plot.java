package dev.sinew.show.view;

import dev.sinew.measure.NormalError;
import dev.sinew.measure.SequenceError;
import java.util.Arrays;
import java.util.Objects;

/**
 * A chart of one series.
 *
 * @param id unique on the page
 * @param role whether it follows the animation
 * @param x one number per point; for bars the edges, one more than there are bars
 * @param y one number per point or bar
 */
public record Plot(String id, String title, Shape shape, Role role, Axis xAxis, Axis yAxis, double[] x, double[] y) {
    /** How the points are drawn. */
    public enum Shape {
        LINE,
        /** A line with markers. */
        DOTS,
        BARS
    }

    /** The connection with the animation. */
    public enum Role {
        /** None. */
        STILL,
        /** x is a frame: a click selects it, a cursor follows the animation. */
        FRAMES
    }

    public record Axis(String label, Scale scale) {
        static Axis linear(String label) {
            return new Axis(label, Scale.LINEAR);
        }
    }

    /** The scale of an axis. */
    public enum Scale {
        LINEAR,
        LOGARITHMIC
    }

    private static final int HISTOGRAM_BARS = 40;
    /** More points than pixels would only make the page larger. */
    private static final int MAX_POINTS = 4000;

    public Plot {
        Objects.requireNonNull(id);
        Objects.requireNonNull(title);
        Objects.requireNonNull(shape);
        Objects.requireNonNull(role);
        Objects.requireNonNull(xAxis);
        Objects.requireNonNull(yAxis);
        int expected = shape == Shape.BARS ? y.length + 1 : y.length;
        if (x.length != expected) {
            throw new IllegalArgumentException("plot '" + id + "' has " + x.length + " x for " + y.length + " y");
        }
    }

    /** The minimised metric after each iteration. */
    public static Plot convergence(String metric, double[] values) {
        double[] iterations = new double[values.length];
        Arrays.setAll(iterations, k -> k + 1);
        Axis y = new Axis(metric, spansDecade(values) ? Scale.LOGARITHMIC : Scale.LINEAR);
        return new Plot(
                "convergence",
                "Convergence",
                Shape.LINE,
                Role.STILL,
                Axis.linear("iteration"),
                y,
                iterations,
                values.clone());
    }

    /**
     * The same, ending with the error of the written file. Iterations are measured on the reduced sequence, and further steps
     * follow them.
     */
    public static Plot convergence(String metric, double[] values, double written) {
        double[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = written;
        return convergence(metric + " of the solver; last: the file", all);
    }

    /** Whether a logarithmic axis is possible and useful: values are positive and span a decade. */
    private static boolean spansDecade(double[] values) {
        double least = Arrays.stream(values).min().orElse(0);
        double most = Arrays.stream(values).max().orElse(0);
        return least > 0 && most > 10 * least;
    }

    /** Root mean square distance per frame. */
    public static Plot errorPerFrame(SequenceError error) {
        double[] perFrame = error.perFrame();
        int step = Math.max(1, (perFrame.length + MAX_POINTS - 1) / MAX_POINTS);
        double[] x = new double[(perFrame.length + step - 1) / step];
        double[] y = new double[x.length];
        for (int k = 0; k < x.length; k++) {
            x[k] = (double) k * step;
            y[k] = Arrays.stream(perFrame, k * step, Math.min(perFrame.length, (k + 1) * step))
                    .max()
                    .orElse(0);
        }
        return new Plot(
                "frames",
                "Error per frame",
                Shape.LINE,
                Role.FRAMES,
                Axis.linear("frame"),
                Axis.linear("% of size"),
                x,
                y);
    }

    /** Mean angle between the normals in engines and those of the original, per measured frame. */
    public static Plot shadingPerFrame(NormalError error) {
        double[] frames = new double[error.perFrame().length];
        Arrays.setAll(frames, k -> (double) k * error.stride());
        return new Plot(
                "shading",
                "Shading per frame",
                Shape.LINE,
                Role.FRAMES,
                Axis.linear("frame"),
                Axis.linear("degrees"),
                frames,
                error.perFrame().clone());
    }

    /** The distribution of the root mean square distance over the vertices. */
    public static Plot errorHistogram(SequenceError error) {
        double most = Arrays.stream(error.perVertex()).max().orElse(0);
        double width = most > 0 ? most / HISTOGRAM_BARS : 1.0 / HISTOGRAM_BARS;
        double[] edges = new double[HISTOGRAM_BARS + 1];
        Arrays.setAll(edges, k -> k * width);
        double[] counts = new double[HISTOGRAM_BARS];
        for (double e : error.perVertex()) {
            counts[(int) Math.min(HISTOGRAM_BARS - 1.0, e / width)]++;
        }
        return new Plot(
                "vertices",
                "Error per vertex",
                Shape.BARS,
                Role.STILL,
                Axis.linear("% of size"),
                Axis.linear("vertices"),
                edges,
                counts);
    }

    /** The error for each number of bones. */
    public static Plot errorAgainstBones(String metric, double[] bones, double[] errors) {
        return new Plot(
                "curve",
                "Error against bones",
                Shape.DOTS,
                Role.STILL,
                Axis.linear("bones"),
                new Axis(metric, spansDecade(errors) ? Scale.LOGARITHMIC : Scale.LINEAR),
                bones.clone(),
                errors.clone());
    }

    /** The error for each number of blend operations per vertex. */
    public static Plot errorAgainstCost(String metric, double[] bonesPerVertex, double[] errors) {
        return new Plot(
                "curve",
                "Error against cost",
                Shape.DOTS,
                Role.STILL,
                Axis.linear("blends per vertex"),
                new Axis(metric, spansDecade(errors) ? Scale.LOGARITHMIC : Scale.LINEAR),
                bonesPerVertex.clone(),
                errors.clone());
    }
}
