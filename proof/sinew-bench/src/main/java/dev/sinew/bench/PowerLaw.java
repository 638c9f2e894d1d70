package dev.sinew.bench;

import java.util.List;

/**
 * y = factor·xᵉ, fitted to measured points by least squares in logarithms.
 *
 * @param exponent how y grows: 1 is linear
 */
record PowerLaw(double factor, double exponent) {
    /** One measured point, both numbers positive. */
    record Point(double x, double y) {}

    /** @param points at least two different x */
    static PowerLaw through(List<Point> points) {
        double n = points.size();
        double meanX = points.stream().mapToDouble(p -> Math.log(p.x())).sum() / n;
        double meanY = points.stream().mapToDouble(p -> Math.log(p.y())).sum() / n;
        double xx = 0;
        double xy = 0;
        for (Point p : points) {
            double dx = Math.log(p.x()) - meanX;
            xx += dx * dx;
            xy += dx * (Math.log(p.y()) - meanY);
        }
        if (!(xx > 0) || !Double.isFinite(xy)) {
            throw new IllegalArgumentException(
                    "an exponent needs two different sizes with positive numbers, not " + points);
        }
        double exponent = xy / xx;
        return new PowerLaw(Math.exp(meanY - exponent * meanX), exponent);
    }
}
