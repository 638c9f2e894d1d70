package dev.sinew.io.gltf.read;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.read.GltfClip.Sampler;
import dev.sinew.io.gltf.read.MorphNormals.MorphTargets;
import dev.sinew.keys.Property;
import dev.sinew.math.Quaternions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An animation of a file: its channels that move nodes and morph targets.
 *
 * @param animation its index in the file
 * @param channels channels of nodes
 * @param morphs channels of morph targets, if they were requested
 * @param framesPerSecond declared in our own files
 * @param frames declared in our own files
 */
public record GltfClip(
        int animation,
        String name,
        List<Channel> channels,
        List<MorphChannel> morphs,
        OptionalDouble framesPerSecond,
        OptionalInt frames) {
    /** Animates one property of one node. */
    public record Channel(int node, Sampler sampler) {}

    /** Animates the morph targets of a node's mesh, one sampler per target. */
    public record MorphChannel(int node, List<Sampler> samplers) {}

    /** Whether to read channels that move morph targets. */
    public enum Morphs {
        LEAVE,
        TAKE
    }

    /** The animations that move nodes, with unique names. */
    public static List<GltfClip> read(GltfDocument document, AccessorReader accessors) {
        return read(document, accessors, Morphs.LEAVE);
    }

    /** The animations that move nodes or requested morph targets, with unique names. */
    public static List<GltfClip> read(GltfDocument document, AccessorReader accessors, Morphs taken) {
        return new Reading(document, accessors, taken).clips();
    }

    /** Reads the animations of a file. */
    private record Reading(GltfDocument document, AccessorReader accessors, Morphs morphs) {
        List<GltfClip> clips() {
            List<GltfClip> clips = new ArrayList<>();
            Names taken = new Names();
            List<JsonValue> animations = document.list("animations");
            for (int a = 0; a < animations.size(); a++) {
                JsonValue animation = animations.get(a);
                List<Channel> channels = new ArrayList<>();
                List<MorphChannel> targets = new ArrayList<>();
                List<JsonValue> samplers = animation.list("samplers");
                for (JsonValue channel : animation.list("channels")) {
                    read(samplers, channel, channels, targets);
                }
                if (channels.isEmpty() && targets.isEmpty()) {
                    continue;
                }
                String given = animation.find("name").map(JsonValue::text).orElse("");
                String name = taken.unused(given.isBlank() ? "animation_" + a : given);
                clips.add(clip(a, animation, name, channels, targets));
            }
            return clips;
        }

        private static GltfClip clip(
                int number, JsonValue animation, String name, List<Channel> channels, List<MorphChannel> targets) {
            Optional<JsonValue> extras =
                    animation.find("extras").filter(e -> e.node().isObject());
            Optional<JsonValue> rate = extras.flatMap(e -> e.find(Vocabulary.RATE));
            Optional<JsonValue> frames = extras.flatMap(e -> e.find(Vocabulary.FRAMES));
            boolean own = rate.isPresent() && frames.isPresent();
            return new GltfClip(
                    number,
                    name,
                    channels,
                    targets,
                    own ? OptionalDouble.of(rate(rate.get())) : OptionalDouble.empty(),
                    own ? OptionalInt.of(frames.get().integer(1, Integer.MAX_VALUE)) : OptionalInt.empty());
        }

        private static double rate(JsonValue location) {
            double rate = location.number();
            if (!(rate > 0)) {
                throw location.bad("is " + rate + "; it must be positive");
            }
            return rate;
        }

        private void read(
                List<JsonValue> samplers, JsonValue channel, List<Channel> channels, List<MorphChannel> targets) {
            JsonValue target = channel.get("target");
            String path = target.get("path").text();
            Optional<Property> property = Arrays.stream(Property.values())
                    .filter(p -> p.path().equals(path))
                    .findFirst();
            Optional<JsonValue> named = target.find("node");
            if (property.isEmpty() || named.isEmpty()) {
                return;
            }
            JsonValue sampler = samplers.get(channel.get("sampler").index(samplers.size(), "samplers"));
            int node = named.get().index(document.list("nodes").size(), "nodes");
            if (property.get() != Property.WEIGHTS) {
                channels.add(new Channel(node, Sampler.read(sampler, property.get(), accessors)));
            } else if (morphs == Morphs.TAKE) {
                int count = MorphTargets.count(document, node);
                if (count > 0) {
                    targets.add(new MorphChannel(node, Sampler.readWeights(sampler, count, accessors)));
                }
            }
        }
    }

    /** Nodes that some clip moves. */
    public static Set<Integer> movedNodes(List<GltfClip> clips) {
        return clips.stream()
                .flatMap(clip -> clip.channels().stream())
                .map(Channel::node)
                .collect(Collectors.toSet());
    }

    /** All samplers. */
    List<Sampler> samplers() {
        List<Sampler> all = new ArrayList<>();
        channels.forEach(c -> all.add(c.sampler()));
        morphs.forEach(m -> all.addAll(m.samplers()));
        return all;
    }

    /** Seconds until the last key. */
    public double duration() {
        return samplers().stream().mapToDouble(Sampler::end).max().orElse(0);
    }

    /** Sets all nodes to this clip's pose at a time. */
    public void pose(double seconds, NodeTree.Pose pose) {
        pose.reset();
        double[] value = new double[4];
        for (Channel channel : channels) {
            channel.sampler().at(seconds, value);
            pose.set(channel.node(), channel.sampler().property(), value);
        }
    }

    /**
     * The keys of one channel, played as the file declares. Before the first key and after the last, their values apply.
     *
     * @param times in seconds, non-decreasing
     * @param values numbers per key; for {@link Interpolation#CUBICSPLINE} in-tangent, value and out-tangent
     */
    public record Sampler(Property property, Interpolation interpolation, float[] times, float[] values) {
        /** Interpolation between keys. */
        public enum Interpolation {
            STEP,
            LINEAR,
            CUBICSPLINE
        }

        static Sampler read(JsonValue sampler, Property property, AccessorReader accessors) {
            Interpolation interpolation = interpolation(sampler);
            float[] times = times(sampler, accessors);
            float[] values = accessors.finiteFloats(accessors.resolve(sampler.get("output")), property.width());
            int parts = interpolation == Interpolation.CUBICSPLINE ? 3 : 1;
            if (values.length != (long) times.length * parts * property.width()) {
                throw sampler.bad(
                        "has " + times.length + " key times and " + values.length / property.width() + " values");
            }
            return new Sampler(property, interpolation, times, values);
        }

        /** The keys of a channel that moves morph targets, one sampler per target. */
        static List<Sampler> readWeights(JsonValue sampler, int targets, AccessorReader accessors) {
            Interpolation interpolation = interpolation(sampler);
            int parts = interpolation == Interpolation.CUBICSPLINE ? 3 : 1;
            float[] times = times(sampler, accessors);
            float[] values = accessors.finiteFloats(accessors.resolve(sampler.get("output")), 1);
            if (values.length != (long) times.length * parts * targets) {
                throw sampler.bad("has " + times.length + " key times and " + values.length + " weights for " + targets
                        + " morph targets");
            }
            List<Sampler> all = new ArrayList<>();
            for (int t = 0; t < targets; t++) {
                float[] own = new float[times.length * parts];
                for (int k = 0; k < own.length; k++) {
                    own[k] = values[k * targets + t];
                }
                all.add(new Sampler(Property.WEIGHTS, interpolation, times, own));
            }
            return all;
        }

        private static float[] times(JsonValue sampler, AccessorReader accessors) {
            int input = accessors.resolve(sampler.get("input"));
            float[] times = accessors.finiteFloats(input, 1);
            for (int k = 1; k < times.length; k++) {
                if (times[k] < times[k - 1]) {
                    throw accessors
                            .location(input)
                            .bad("contains key times that decrease from " + times[k - 1] + " to " + times[k]);
                }
            }
            return times;
        }

        private static Interpolation interpolation(JsonValue sampler) {
            String word = sampler.find("interpolation").map(JsonValue::text).orElse("LINEAR");
            return Arrays.stream(Interpolation.values())
                    .filter(interpolation -> interpolation.name().equals(word))
                    .findFirst()
                    .orElseThrow(() -> sampler.bad("has the interpolation '" + word + "', which glTF does not define"));
        }

        float end() {
            return times[times.length - 1];
        }

        /** The largest absolute value. */
        private double range() {
            double largest = 0;
            for (float value : values) {
                largest = Math.max(largest, Math.abs(value));
            }
            return largest;
        }

        /** @param out modified, {@code property.width()} numbers */
        public void at(double time, double[] out) {
            int after = firstAfter(time);
            if (after == 0 || after == times.length || interpolation == Interpolation.STEP) {
                value(Math.max(0, after - 1), out);
                return;
            }
            int before = after - 1;
            double span = (double) times[after] - times[before];
            double t = (time - times[before]) / span;
            if (interpolation == Interpolation.LINEAR) {
                double[] a = new double[property.width()];
                double[] b = new double[property.width()];
                value(before, a);
                value(after, b);
                property.interpolate(a, 0, b, 0, t, out);
            } else {
                hermite(before, span, t, out);
            }
        }

        /** The first key after the time; of keys at the same time the last one applies. */
        private int firstAfter(double time) {
            int low = 0;
            int high = times.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (times[middle] <= time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private void value(int key, double[] out) {
            int width = property.width();
            int at = interpolation == Interpolation.CUBICSPLINE ? (3 * key + 1) * width : key * width;
            for (int x = 0; x < width; x++) {
                out[x] = values[at + x];
            }
            if (property == Property.ROTATION) {
                Quaternions.normalise(out, 0);
            }
        }

        private void hermite(int before, double span, double t, double[] out) {
            int width = property.width();
            double tt = t * t;
            double ttt = tt * t;
            int here = 3 * before * width;
            int there = here + 3 * width;
            for (int x = 0; x < width; x++) {
                out[x] = (2 * ttt - 3 * tt + 1) * values[here + width + x]
                        + span * (ttt - 2 * tt + t) * values[here + 2 * width + x]
                        + (3 * tt - 2 * ttt) * values[there + width + x]
                        + span * (ttt - tt) * values[there + x];
            }
            if (property == Property.ROTATION) {
                Quaternions.normalise(out, 0);
            }
        }
    }

    /**
     * The times of a clip's frames. Our own files declare them. Otherwise, if all keys lie on a grid, frames are on that
     * grid, refined to at least {@link #MIN_RATE} per second because rotations between keys are not linear. Otherwise
     * {@link #DEFAULT_RATE} per second from time 0 until the last key is passed. Curves and keys between frames multiply the rate until
     * interpolation between frames shows the same.
     *
     * @param seconds one per frame; equal to the key's time if a key is very close
     */
    public record FrameTimes(double framesPerSecond, double[] seconds) {
        private static final double DEFAULT_RATE = 30;
        private static final double MIN_RATE = 24;
        private static final double MAX_RATE = 240;
        /** How far from the grid a key may be, in grid steps. */
        private static final double GRID_TOLERANCE = 0.01;

        private static final double KEY_TOLERANCE = 1e-3;
        /** Largest multiple of the shortest distance of two keys that is tried as a grid. */
        private static final int MAX_GRID_DIVISION = 8;

        private static final int[] REFINEMENTS = {1, 2, 3, 4, 6, 8, 10};
        private static final int MAX_REFINED_FRAMES = 4000;
        /** Radians, or a part of the values' range. */
        private static final double MAX_DEVIATION = 2e-4;
        /** Frames that a clip may have even with few keys, and the additional frames per key. */
        private static final double BASE_FRAMES = 20_000;

        private static final double FRAMES_PER_KEY = 100;

        /** @param most maximum number of frames */
        public static FrameTimes of(GltfDocument document, GltfClip clip, long most) {
            if (clip.framesPerSecond().isPresent()) {
                double rate = clip.framesPerSecond().getAsDouble();
                int frames = clip.frames().getAsInt();
                // Half a frame more than the duration, for rounding.
                check(document, clip, frames, Math.min(most, clip.duration() * rate + 1.5));
                double[] seconds = new double[frames];
                for (int f = 0; f < frames; f++) {
                    seconds[f] = Vocabulary.time(f, rate);
                }
                return new FrameTimes(rate, seconds);
            }
            float[] keys = keyTimes(clip);
            // A few bytes can claim a day: unrequested frames are limited by the file's keys.
            double limit = BASE_FRAMES + FRAMES_PER_KEY * keys.length;
            return at(refined(rate(keys), clip), document, clip, (long) Math.min(most, limit));
        }

        /** The smallest multiple of a rate at which no channel deviates between frames; the largest permitted one otherwise. */
        private static double refined(double rate, GltfClip clip) {
            double chosen = rate;
            for (int factor : REFINEMENTS) {
                double tried = factor * rate;
                if (factor > 1 && (tried > MAX_RATE || clip.duration() * tried > MAX_REFINED_FRAMES)) {
                    break;
                }
                chosen = tried;
                if (clip.samplers().stream().noneMatch(sampler -> deviates(sampler, tried))) {
                    break;
                }
            }
            return chosen;
        }

        /** Whether a sampler differs from interpolation between frames: at its keys, and halfway between frames where it is curved. */
        private static boolean deviates(Sampler sampler, double rate) {
            if (sampler.interpolation() == Sampler.Interpolation.STEP) {
                return false;
            }
            float[] times = sampler.times();
            for (float time : times) {
                double frame = time * rate;
                if (Math.abs(frame - Math.rint(frame)) > GRID_TOLERANCE && deviates(sampler, rate, frame)) {
                    return true;
                }
            }
            if (sampler.interpolation() == Sampler.Interpolation.CUBICSPLINE) {
                for (double frame = Math.floor(times[0] * rate) + 0.5; frame < sampler.end() * rate; frame++) {
                    if (deviates(sampler, rate, frame)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private static boolean deviates(Sampler sampler, double rate, double frame) {
            Property property = sampler.property();
            double[] before = new double[property.width()];
            double[] after = new double[property.width()];
            double[] wanted = new double[property.width()];
            double[] shown = new double[property.width()];
            sampler.at(Math.floor(frame) / rate, before);
            sampler.at((Math.floor(frame) + 1) / rate, after);
            sampler.at(frame / rate, wanted);
            property.interpolate(before, 0, after, 0, frame - Math.floor(frame), shown);
            double unit = property == Property.ROTATION ? 1 : sampler.range();
            return property.apart(wanted, 0, shown, 0) > MAX_DEVIATION * unit;
        }

        /** Frames at a given rate, from time 0 until the last key is passed. */
        public static FrameTimes at(double rate, GltfDocument document, GltfClip clip, long most) {
            double frames = Math.ceil(clip.duration() * rate - KEY_TOLERANCE) + 1;
            check(document, clip, frames, most);
            float[] keys = keyTimes(clip);
            double[] seconds = new double[(int) Math.max(1, frames)];
            for (int f = 0; f < seconds.length; f++) {
                seconds[f] = snap(f / rate, keys, KEY_TOLERANCE / rate);
            }
            return new FrameTimes(rate, seconds);
        }

        private static void check(GltfDocument document, GltfClip clip, double frames, double most) {
            if (!(frames <= most)) {
                throw document.bad("clip '" + clip.name() + "' has " + (long) frames + " frames in " + clip.duration()
                        + " seconds; at most " + (long) most
                        + " are supported. For a sequence, use a lower " + field("fps"));
            }
        }

        /** Times at which some channel has a key, increasing, without duplicates. */
        public static float[] keyTimes(GltfClip clip) {
            // By identity: channels usually share their times.
            Set<float[]> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
            List<float[]> arrays = clip.samplers().stream()
                    .map(Sampler::times)
                    .filter(distinct::add)
                    .toList();
            float[] all = new float[arrays.stream().mapToInt(t -> t.length).sum()];
            int filled = 0;
            for (float[] times : arrays) {
                System.arraycopy(times, 0, all, filled, times.length);
                filled += times.length;
            }
            Arrays.sort(all);
            int count = 0;
            for (float time : all) {
                if (count == 0 || time != all[count - 1]) {
                    all[count++] = time;
                }
            }
            return Arrays.copyOf(all, count);
        }

        private static double rate(float[] keys) {
            // Frames begin at time 0, so it is one of the times on the grid.
            double start = Math.min(0, keys[0]);
            double step = keys[0] > 0 ? keys[0] : Double.POSITIVE_INFINITY;
            for (int k = 1; k < keys.length; k++) {
                step = Math.min(step, (double) keys[k] - keys[k - 1]);
            }
            if (!(step >= 0.99 / MAX_RATE) || Double.isInfinite(step)) {
                return DEFAULT_RATE;
            }
            // The whole duration determines the step more precisely than one interval; most rates are integers.
            double length = keys[keys.length - 1] - start;
            for (int division = 1; division <= MAX_GRID_DIVISION && division < MAX_RATE * step; division++) {
                double exact = Math.rint(division * length / step) / length;
                double rate = Math.abs(exact - Math.rint(exact)) < 1e-3 * exact ? Math.rint(exact) : exact;
                if (isOnGrid(keys, rate)) {
                    return rate * Math.max(1, Math.ceil(MIN_RATE / rate - 1e-6));
                }
            }
            return DEFAULT_RATE;
        }

        private static boolean isOnGrid(float[] keys, double rate) {
            for (float key : keys) {
                if (Math.abs(key * rate - Math.rint(key * rate)) > GRID_TOLERANCE) {
                    return false;
                }
            }
            return true;
        }

        private static double snap(double time, float[] keys, double near) {
            int at = Arrays.binarySearch(keys, (float) time);
            int after = at >= 0 ? at : -at - 1;
            for (int k = Math.max(0, after - 1); k <= Math.min(keys.length - 1, after); k++) {
                if (Math.abs(keys[k] - time) <= near) {
                    return keys[k];
                }
            }
            return time;
        }
    }
}
