package dev.sinew.io.handles;

import dev.sinew.io.gltf.JsonPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads targets: either {@code targets} for one pose, or {@code keyframes} with a {@code time} each. */
final class TargetsJson {
    private TargetsJson() {}

    static Targets read(JsonPlace root) {
        double rate = root.find("fps").map(JsonPlace::number).orElse(30.0);
        if (!(rate > 0)) {
            throw root.get("fps").bad("is " + rate + ", it must be positive");
        }
        List<JsonPlace> frames = root.list("keyframes");
        if (frames.isEmpty()) {
            return new Targets(rate, List.of(new Targets.Key(0, targets(root))));
        }
        List<Targets.Key> keys = new ArrayList<>();
        for (JsonPlace frame : frames) {
            double time = frame.get("time").number();
            if (time < 0 || !keys.isEmpty() && time <= keys.get(keys.size() - 1).seconds()) {
                throw frame.get("time").bad("is " + time + ", times must be at least 0 and ascend");
            }
            keys.add(new Targets.Key(time, targets(frame)));
        }
        return new Targets(rate, keys);
    }

    private static List<Targets.Target> targets(JsonPlace place) {
        List<Targets.Target> targets = new ArrayList<>();
        for (JsonPlace entry : place.get("targets").elements()) {
            targets.add(target(entry.get("handle").text(), entry));
        }
        if (targets.isEmpty()) {
            throw place.bad("has no targets, at least one is needed");
        }
        return targets;
    }

    private static Targets.Target target(String handle, JsonPlace entry) {
        Optional<JsonPlace> transform = entry.find("transform");
        if (transform.isPresent()) {
            return new Targets.Target(
                    handle, Targets.Kind.TRANSFORM, transform.get().numbers(12));
        }
        Optional<JsonPlace> tip = entry.find("tip");
        if (tip.isPresent() && entry.find("position").isEmpty()) {
            return new Targets.Target(handle, Targets.Kind.TIP, tip.get().numbers(3));
        }
        double[] position = entry.get("position").numbers(3);
        if (tip.isEmpty()) {
            return new Targets.Target(handle, Targets.Kind.POSITION, position);
        }
        double[] end = tip.get().numbers(3);
        double[] ends = {position[0], position[1], position[2], end[0], end[1], end[2]};
        return new Targets.Target(handle, Targets.Kind.ENDS, ends);
    }
}
