package dev.sinew.assimp;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The rate that an animation was made at: FBX keeps one per file, but its keys tell. */
final class KeyRate {
    /** Slower than this, keys are few and far between rather than one per frame. */
    private static final double SLOWEST = 10;

    private static final double FASTEST = 240;
    /** How far from a frame a key may be, in frames. */
    private static final double OFF_GRID = 0.02;

    private KeyRate() {}

    /** Frames a second, where every key lies on a frame. */
    static OptionalDouble of(Scene.Animation animation) {
        double[] times = animation.channels().stream()
                .flatMap(c -> Stream.of(c.position(), c.rotation(), c.scale()))
                .flatMapToDouble(keys -> DoubleStream.of(keys.seconds()))
                .sorted()
                .toArray();
        double step = Double.POSITIVE_INFINITY;
        for (int k = 1; k < times.length; k++) {
            double apart = times[k] - times[k - 1];
            step = apart > 0.5 / FASTEST ? Math.min(step, apart) : step;
        }
        double length = times.length == 0 ? 0 : times[times.length - 1] - times[0];
        double rate = Math.rint(length / step) / length;
        double whole = Math.rint(rate);
        double likely = Math.abs(rate - whole) < 1e-3 * rate ? whole : rate;
        boolean even = Arrays.stream(times).allMatch(t -> {
            double frame = (t - times[0]) * likely;
            return Math.abs(frame - Math.rint(frame)) < OFF_GRID;
        });
        return even && likely >= SLOWEST && likely <= FASTEST ? OptionalDouble.of(likely) : OptionalDouble.empty();
    }
}
