package dev.sinew.cli;

import dev.sinew.handles.Poser;
import dev.sinew.io.handles.Targets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Targets between keyframes: straight from one key of a handle to its next, still before the first and after the last. */
final class TargetMotion {
    private TargetMotion() {}

    static void set(Poser poser, List<Targets.Key> keys, double seconds) {
        Map<String, double[]> values = new LinkedHashMap<>();
        for (Targets.Key key : keys) {
            for (Targets.Target target : key.targets()) {
                values.computeIfAbsent(target.handle(), handle -> at(keys, handle, seconds));
            }
        }
        values.forEach((handle, numbers) -> {
            switch (numbers.length) {
                case 3 -> poser.setTarget(handle, numbers);
                case 6 ->
                    poser.setTarget(handle, new double[] {numbers[0], numbers[1], numbers[2]}, new double[] {
                        numbers[3], numbers[4], numbers[5]
                    });
                default -> poser.setTransform(handle, numbers);
            }
        });
    }

    private static double[] at(List<Targets.Key> keys, String handle, double seconds) {
        double[] before = null;
        double beforeTime = 0;
        for (Targets.Key key : keys) {
            for (Targets.Target target : key.targets()) {
                if (!target.handle().equals(handle)) {
                    continue;
                }
                if (before == null && seconds <= key.seconds()) {
                    return target.numbers();
                }
                if (seconds <= key.seconds()) {
                    double part = (seconds - beforeTime) / (key.seconds() - beforeTime);
                    return between(before, target.numbers(), part);
                }
                before = target.numbers();
                beforeTime = key.seconds();
            }
        }
        return before;
    }

    private static double[] between(double[] a, double[] b, double part) {
        double[] out = new double[a.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (1 - part) * a[k] + part * b[k];
        }
        return out;
    }
}
