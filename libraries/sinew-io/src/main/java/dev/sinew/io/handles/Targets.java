package dev.sinew.io.handles;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.handles.HandlesJson.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keyframes for handles.
 *
 * @param framesPerSecond rate of the resulting sequence
 * @param keys at least one, in ascending order of time
 */
public record Targets(double framesPerSecond, List<Key> keys) {
    public Targets {
        keys = List.copyOf(keys);
    }

    /** @param seconds time from the beginning */
    public record Key(double seconds, List<Target> targets) {
        public Key {
            targets = List.copyOf(targets);
        }
    }

    /** The kind of a target, with its number of values. */
    public enum Kind {
        /** The position of its centre. */
        POSITION(3),
        /** The position of a bone's tip. */
        TIP(3),
        /** The positions of both ends of a bone. */
        ENDS(6),
        /** A 3×4 matrix from rest to posed position, row-major. */
        TRANSFORM(12);

        private final int numbers;

        Kind(int numbers) {
            this.numbers = numbers;
        }
    }

    /** The target of one handle. */
    public record Target(String handle, Kind kind, double[] numbers) {
        public Target {
            if (numbers.length != kind.numbers) {
                throw new IllegalArgumentException(numbers.length + " numbers for a target that needs " + kind.numbers);
            }
        }
    }

    /** Reads targets: either {@code targets} for one pose, or {@code keyframes} with a {@code time} each. */
    public static final class TargetsJson {
        private TargetsJson() {}

        public static Targets read(JsonValue root) {
            Members.require(root, "fps", "targets", "keyframes");
            if (root.find("targets").isPresent() && root.find("keyframes").isPresent()) {
                throw root.bad("has 'targets' and 'keyframes'; it must have exactly one of them");
            }
            double rate = root.find("fps").map(JsonValue::number).orElse(30.0);
            if (!(rate > 0)) {
                throw root.get("fps").bad("is " + rate + "; it must be positive");
            }
            List<JsonValue> frames = root.list("keyframes");
            if (frames.isEmpty()) {
                return new Targets(rate, List.of(new Targets.Key(0, targets(root))));
            }
            List<Targets.Key> keys = new ArrayList<>();
            for (JsonValue frame : frames) {
                Members.require(frame, "time", "targets");
                double time = frame.get("time").number();
                if (time < 0
                        || !keys.isEmpty() && time <= keys.get(keys.size() - 1).seconds()) {
                    throw frame.get("time").bad("is " + time + "; times must be at least 0 and in ascending order");
                }
                List<Targets.Target> targets = targets(frame);
                requireKinds(frame, targets, keys);
                keys.add(new Targets.Key(time, targets));
            }
            return new Targets(rate, keys);
        }

        /** A position and a transform cannot be interpolated. */
        private static void requireKinds(JsonValue frame, List<Targets.Target> targets, List<Targets.Key> earlier) {
            for (Targets.Target target : targets) {
                for (Targets.Key key : earlier) {
                    for (Targets.Target before : key.targets()) {
                        if (before.handle().equals(target.handle()) && before.kind() != target.kind()) {
                            throw frame.bad("gives '" + target.handle() + "' " + kind(target) + ", but the key at "
                                    + key.seconds() + " s gives it " + kind(before)
                                    + "; all keys of a handle must have the same kind");
                        }
                    }
                }
            }
        }

        private static String kind(Targets.Target target) {
            return switch (target.kind()) {
                case POSITION -> "a position";
                case TIP -> "a tip";
                case ENDS -> "a position and a tip";
                case TRANSFORM -> "a transform";
            };
        }

        private static List<Targets.Target> targets(JsonValue location) {
            List<Targets.Target> targets = new ArrayList<>();
            for (JsonValue entry : location.get("targets").elements()) {
                Members.require(entry, "handle", "position", "tip", "transform");
                String handle = entry.get("handle").text();
                if (targets.stream().anyMatch(other -> other.handle().equals(handle))) {
                    throw entry.bad("is a second target for '" + handle + "'; each handle may have only one");
                }
                targets.add(target(handle, entry));
            }
            if (targets.isEmpty()) {
                throw location.bad("has no targets; at least one is required");
            }
            return targets;
        }

        private static Targets.Target target(String handle, JsonValue entry) {
            Optional<JsonValue> transform = entry.find("transform");
            if (transform.isPresent()) {
                if (entry.find("position").isPresent() || entry.find("tip").isPresent()) {
                    throw entry.bad("has a position and a transform; it must have exactly one of them");
                }
                return new Targets.Target(
                        handle, Targets.Kind.TRANSFORM, transform.get().numbers(12));
            }
            Optional<JsonValue> tip = entry.find("tip");
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
}
