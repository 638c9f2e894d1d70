package dev.sinew.job.source;

import dev.sinew.handles.Poser;
import dev.sinew.io.handles.Targets;
import dev.sinew.math.Quaternions;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.retarget.SkeletonPoser;
import dev.sinew.run.InvalidInputException;
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
                values.computeIfAbsent(target.kind() + target.handle(), name -> at(keys, target, seconds));
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
                default ->
                    throw new InvalidInputException("'" + target.handle()
                            + "' is a target for a joint or a vertex, but the model is posed by handles");
            }
        }
    }

    /** Targets of joints and vertices for a skeleton. */
    public static List<SkeletonPoser.Target> ofSkeleton(List<Targets.Target> targets) {
        return targets.stream().map(TargetMotion::ofSkeleton).toList();
    }

    private static SkeletonPoser.Target ofSkeleton(Targets.Target target) {
        double[] numbers = target.numbers();
        return switch (target.kind()) {
            case JOINT -> SkeletonPoser.Target.ofJoint(target.handle(), numbers);
            case ROTATION -> SkeletonPoser.Target.ofRotation(target.handle(), unit(numbers));
            case JOINT_ROTATION ->
                new SkeletonPoser.Target(
                        target.handle(),
                        0,
                        Optional.of(Arrays.copyOf(numbers, 3)),
                        Optional.of(unit(Arrays.copyOfRange(numbers, 3, 7))));
            case VERTEX -> SkeletonPoser.Target.ofVertex(Integer.parseInt(target.handle()), numbers);
            default ->
                throw new InvalidInputException(
                        "'" + target.handle()
                                + "' is a target for a handle, but the model has a skeleton and no handles; name a joint or a vertex");
        };
    }

    private static double[] unit(double[] q) {
        double[] out = q.clone();
        Quaternions.normalise(out, 0);
        return out;
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

    private static Targets.Target at(List<Targets.Key> keys, Targets.Target like, double seconds) {
        Targets.Target before = null;
        double beforeTime = 0;
        for (Targets.Key key : keys) {
            for (Targets.Target target : key.targets()) {
                if (!target.handle().equals(like.handle()) || target.kind() != like.kind()) {
                    continue;
                }
                if (before == null && seconds <= key.seconds()) {
                    return target;
                }
                if (seconds <= key.seconds()) {
                    double part = (seconds - beforeTime) / (key.seconds() - beforeTime);
                    double[] numbers = between(before.numbers(), target.numbers(), part);
                    if (target.kind() == Targets.Kind.ROTATION || target.kind() == Targets.Kind.JOINT_ROTATION) {
                        int q = numbers.length - 4;
                        Quaternions.slerp(before.numbers(), q, target.numbers(), q, part, numbers, q);
                    }
                    return new Targets.Target(target.handle(), target.kind(), numbers);
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
