package dev.sinew.sample.rig;

/** A smooth curve through values at given times, with period 1. */
public final class LoopCurve {
    private final double[] times;
    private final double[] values;

    private LoopCurve(double[] times, double[] values) {
        this.times = times;
        this.values = values;
    }

    /** @param pairs time, value, time, value …; times are ascending from 0 and below 1 */
    public static LoopCurve through(double... pairs) {
        int n = pairs.length / 2;
        double[] times = new double[n];
        double[] values = new double[n];
        for (int k = 0; k < n; k++) {
            times[k] = pairs[2 * k];
            values[k] = pairs[2 * k + 1];
        }
        return new LoopCurve(times, values);
    }

    public double at(double time) {
        double t = time - Math.floor(time);
        int n = times.length;
        int k = n - 1;
        while (k > 0 && times[k] > t) {
            k--;
        }
        double from = times[k];
        double span = time(k + 1) - from;
        double s = (t - from) / span;
        double a = values[k];
        double b = values[(k + 1) % n];
        double leave = slope(k) * span;
        double arrive = slope(k + 1) * span;
        return a + s * leave + s * s * (3 * (b - a) - 2 * leave - arrive) + s * s * s * (2 * (a - b) + leave + arrive);
    }

    /** Time of key k, which may be one before the first or after the last. */
    private double time(int k) {
        return times[Math.floorMod(k, times.length)] + Math.floorDiv(k, times.length);
    }

    private double slope(int k) {
        int n = times.length;
        return (values[(k + 1) % n] - values[Math.floorMod(k - 1, n)]) / (time(k + 1) - time(k - 1));
    }
}
