package dev.sinew.io.handles;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.handles.HandlesJson.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keyframes for handles, or for joints and vertices of a skinned model.
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
        TRANSFORM(12),
        /** The position of a joint. */
        JOINT(3),
        /** The rotation of a bone since the rest pose, a unit quaternion. */
        ROTATION(4),
        /** The position of a joint and the rotation of its bone. */
        JOINT_ROTATION(7),
        /** The position of a vertex of the mesh. */
        VERTEX(3);

        private final int numbers;

        Kind(int numbers) {
            this.numbers = numbers;
        }

        /** Whether this is a target of a skeleton and not of a handle. */
        public boolean isOfSkeleton() {
            return ordinal() >= JOINT.ordinal();
        }
    }

    /**
     * The target of one handle, joint or vertex.
     *
     * @param handle name of the handle or joint, or number of the vertex
     */
    public record Target(String handle, Kind kind, double[] numbers) {
        public Target {
            if (numbers.length != kind.numbers) {
                throw new IllegalArgumentException(numbers.length + " numbers for a target that needs " + kind.numbers);
            }
        }
    }

    /** Reads targets: either {@code targets} for one pose, or {@code keyframes} with a {@code time} each. */
    public static final class TargetsJson {
        /** Rounding that a quaternion in text may have. */
        private static final double MAX_QUATERNION_ERROR = 1e-2;

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
                case JOINT, VERTEX -> "a position";
                case ROTATION -> "a rotation";
                case JOINT_ROTATION -> "a position and a rotation";
            };
        }

        private static List<Targets.Target> targets(JsonValue location) {
            List<Targets.Target> targets = new ArrayList<>();
            for (JsonValue entry : location.get("targets").elements()) {
                Members.require(entry, "handle", "joint", "vertex", "position", "rotation", "tip", "transform");
                Targets.Target target = target(entry);
                if (targets.stream()
                        .anyMatch(other -> other.handle().equals(target.handle())
                                && (other.kind() == Kind.VERTEX) == (target.kind() == Kind.VERTEX))) {
                    throw entry.bad("is a second target for '" + target.handle() + "'; each handle may have only one");
                }
                targets.add(target);
            }
            if (targets.isEmpty()) {
                throw location.bad("has no targets; at least one is required");
            }
            return targets;
        }

        private static Targets.Target target(JsonValue entry) {
            boolean joint = entry.find("joint").isPresent();
            boolean vertex = entry.find("vertex").isPresent();
            if ((joint ? 1 : 0) + (vertex ? 1 : 0) + (entry.find("handle").isPresent() ? 1 : 0) > 1) {
                throw entry.bad("names more than one of handle, joint and vertex; it must have exactly one of them");
            }
            if (vertex) {
                only(entry, "vertex", "vertex", "position");
                double number = entry.get("vertex").number();
                if (number != Math.rint(number) || number < 0 || number > Integer.MAX_VALUE) {
                    throw entry.get("vertex").bad("is " + number + "; it must be a vertex number from 0");
                }
                return new Targets.Target(
                        String.valueOf((int) number),
                        Kind.VERTEX,
                        entry.get("position").numbers(3));
            }
            if (joint) {
                only(entry, "joint", "joint", "position", "rotation");
                return ofJoint(entry);
            }
            only(entry, "handle", "handle", "position", "tip", "transform");
            return ofHandle(entry.get("handle").text(), entry);
        }

        /** Rejects members that the kind of target does not have. */
        private static void only(JsonValue entry, String kind, String... known) {
            for (String member : List.of("position", "rotation", "tip", "transform")) {
                if (entry.find(member).isPresent() && !List.of(known).contains(member)) {
                    throw entry.bad("has a " + member + ", which a target of a " + kind + " cannot have");
                }
            }
        }

        private static Targets.Target ofJoint(JsonValue entry) {
            String name = entry.get("joint").text();
            Optional<JsonValue> rotation = entry.find("rotation");
            if (rotation.isEmpty()) {
                return new Targets.Target(
                        name, Kind.JOINT, entry.get("position").numbers(3));
            }
            double[] q = rotation.get().numbers(4);
            double length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
            if (!(Math.abs(length - 1) < MAX_QUATERNION_ERROR)) {
                throw rotation.get().bad("has the length " + length + "; it must be a unit quaternion x, y, z, w");
            }
            Optional<JsonValue> position = entry.find("position");
            if (position.isEmpty()) {
                return new Targets.Target(name, Kind.ROTATION, q);
            }
            double[] p = position.get().numbers(3);
            return new Targets.Target(
                    name, Kind.JOINT_ROTATION, new double[] {p[0], p[1], p[2], q[0], q[1], q[2], q[3]});
        }

        private static Targets.Target ofHandle(String handle, JsonValue entry) {
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
