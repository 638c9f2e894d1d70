package dev.sinew.job.source;

import dev.sinew.handles.Poser;
import dev.sinew.io.handles.Targets;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Interpolates targets linearly between keyframes; constant before the first and after the last. */
public final class TargetMotion {
    private TargetMotion() {}

    /** The targets of all handles at this time. */
    public static List<Targets.Target> at(List<Targets.Key> keys, double seconds) {
        Map<String, Targets.Target> values = new LinkedHashMap<>();
        for (Targets.Key key : keys) {
            for (Targets.Target target : key.targets()) {
                values.computeIfAbsent(target.handle(), handle -> at(keys, handle, seconds));
            }
        }
        return List.copyOf(values.values());
    }

    public static void set(Poser poser, HandleSet handles, List<Targets.Target> targets) {
        for (Targets.Target target : targets) {
            double[] numbers = target.numbers();
            switch (target.kind()) {
                case POSITION -> setPosition(poser, handles, target.handle(), numbers);
                case TIP -> poser.setTip(target.handle(), numbers);
                case ENDS ->
                    poser.setTarget(target.handle(), Arrays.copyOf(numbers, 3), Arrays.copyOfRange(numbers, 3, 6));
                case TRANSFORM -> poser.setTransform(target.handle(), numbers);
            }
        }
    }

    /** The corner of a cage does not rotate: it lies off the mesh, and a rotation could cancel its translation. */
    private static void setPosition(Poser poser, HandleSet handles, String name, double[] to) {
        Optional<Handle> handle = handles.indexOf(name).map(handles.handles()::get);
        if (handle.isPresent() && handle.get() instanceof Handle.CageVertex corner) {
            double[] from = corner.position();
            poser.setTransform(
                    name, new double[] {1, 0, 0, to[0] - from[0], 0, 1, 0, to[1] - from[1], 0, 0, 1, to[2] - from[2]});
        } else {
            poser.setTarget(name, to);
        }
    }

    private static Targets.Target at(List<Targets.Key> keys, String handle, double seconds) {
        Targets.Target before = null;
        double beforeTime = 0;
        for (Targets.Key key : keys) {
            for (Targets.Target target : key.targets()) {
                if (!target.handle().equals(handle)) {
                    continue;
                }
                if (before == null && seconds <= key.seconds()) {
                    return target;
                }
                if (seconds <= key.seconds()) {
                    double part = (seconds - beforeTime) / (key.seconds() - beforeTime);
                    return new Targets.Target(handle, target.kind(), between(before.numbers(), target.numbers(), part));
                }
                before = target;
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
