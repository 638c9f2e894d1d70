package dev.sinew.io.gltf.read;

import static dev.sinew.run.RefusedException.field;

import dev.sinew.io.file.JsonPlace;
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

/**
 * An animation of a file, as far as it moves nodes and morph targets.
 *
 * @param animation its number in the file
 * @param channels of nodes
 * @param morphs of morph targets, where they were asked for
 * @param framesPerSecond what our own files say about themselves
 * @param frames what our own files say about themselves
 */
public record GltfClip(
        int animation,
        String name,
        List<Channel> channels,
        List<MorphChannel> morphs,
        OptionalDouble framesPerSecond,
        OptionalInt frames) {
    /** What moves one property of one node. */
    public record Channel(int node, Sampler sampler) {}

    /** What moves the morph targets of a node's mesh, one sampler a target. */
    public record MorphChannel(int node, List<Sampler> samplers) {}

    /** What becomes of channels that move morph targets. */
    public enum Morphs {
        LEAVE,
        TAKE
    }

    /** The animations that move nodes, by unique names. */
    public static List<GltfClip> read(GltfDocument document, AccessorReader accessors) {
        return read(document, accessors, Morphs.LEAVE);
    }

    /** The animations that move anything that counts, by unique names. */
    public static List<GltfClip> read(GltfDocument document, AccessorReader accessors, Morphs taken) {
        return new Reading(document, accessors, taken).clips();
    }

    /** Reads the animations of a file. */
    private record Reading(GltfDocument document, AccessorReader accessors, Morphs morphs) {
        List<GltfClip> clips() {
            List<GltfClip> clips = new ArrayList<>();
            Names taken = new Names();
            List<JsonPlace> animations = document.list("animations");
            for (int a = 0; a < animations.size(); a++) {
                JsonPlace animation = animations.get(a);
                List<Channel> channels = new ArrayList<>();
                List<MorphChannel> targets = new ArrayList<>();
                List<JsonPlace> samplers = animation.list("samplers");
                for (JsonPlace channel : animation.list("channels")) {
                    read(samplers, channel, channels, targets);
                }
                if (channels.isEmpty() && targets.isEmpty()) {
                    continue;
                }
                String given = animation.find("name").map(JsonPlace::text).orElse("");
                String name = taken.unused(given.isBlank() ? "animation_" + a : given);
                clips.add(clip(a, animation, name, channels, targets));
            }
            return clips;
        }

        private static GltfClip clip(
                int number, JsonPlace animation, String name, List<Channel> channels, List<MorphChannel> targets) {
            Optional<JsonPlace> extras =
                    animation.find("extras").filter(e -> e.node().isObject());
            Optional<JsonPlace> rate = extras.flatMap(e -> e.find(Vocabulary.RATE));
            Optional<JsonPlace> frames = extras.flatMap(e -> e.find(Vocabulary.FRAMES));
            boolean own = rate.isPresent() && frames.isPresent();
            return new GltfClip(
                    number,
                    name,
                    channels,
                    targets,
                    own ? OptionalDouble.of(rate(rate.get())) : OptionalDouble.empty(),
                    own ? OptionalInt.of(frames.get().integer(1, Integer.MAX_VALUE)) : OptionalInt.empty());
        }

        private static double rate(JsonPlace place) {
            double rate = place.number();
            if (!(rate > 0)) {
                throw place.bad("is " + rate + ", it must be positive");
            }
            return rate;
        }

        private void read(
                List<JsonPlace> samplers, JsonPlace channel, List<Channel> channels, List<MorphChannel> targets) {
            JsonPlace target = channel.get("target");
            String path = target.get("path").text();
            Optional<Property> property = Arrays.stream(Property.values())
                    .filter(p -> p.path().equals(path))
                    .findFirst();
            Optional<JsonPlace> named = target.find("node");
            if (property.isEmpty() || named.isEmpty()) {
                return;
            }
            JsonPlace sampler = samplers.get(channel.get("sampler").index(samplers.size(), "samplers"));
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

    /** Everything that has keys. */
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

    /** All nodes where this clip has them at a time. */
    public void pose(double seconds, NodeTree.Pose pose) {
        pose.reset();
        double[] value = new double[4];
        for (Channel channel : channels) {
            channel.sampler().at(seconds, value);
            pose.set(channel.node(), channel.sampler().property(), value);
        }
    }

    /**
     * The keys of one channel, played as the file says. Before the first key and after the last their values hold.
     *
     * @param times in seconds, not falling
     * @param values a key's numbers; for {@link Way#CUBICSPLINE} in-tangent, value and out-tangent
     */
    public record Sampler(Property property, Way way, float[] times, float[] values) {
        /** How a value gets from key to key. */
        public enum Way {
            STEP,
            LINEAR,
            CUBICSPLINE
        }

        static Sampler read(JsonPlace sampler, Property property, AccessorReader accessors) {
            Way way = way(sampler);
            float[] times = times(sampler, accessors);
            float[] values = accessors.finiteFloats(accessors.resolve(sampler.get("output")), property.width());
            int parts = way == Way.CUBICSPLINE ? 3 : 1;
            if (values.length != (long) times.length * parts * property.width()) {
                throw sampler.bad(
                        "has " + times.length + " key times and " + values.length / property.width() + " values");
            }
            return new Sampler(property, way, times, values);
        }

        /** The keys of a channel that moves morph targets, one sampler a target. */
        static List<Sampler> readWeights(JsonPlace sampler, int targets, AccessorReader accessors) {
            Way way = way(sampler);
            int parts = way == Way.CUBICSPLINE ? 3 : 1;
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
                all.add(new Sampler(Property.WEIGHTS, way, times, own));
            }
            return all;
        }

        private static float[] times(JsonPlace sampler, AccessorReader accessors) {
            int input = accessors.resolve(sampler.get("input"));
            float[] times = accessors.finiteFloats(input, 1);
            for (int k = 1; k < times.length; k++) {
                if (times[k] < times[k - 1]) {
                    throw accessors
                            .place(input)
                            .bad("holds key times that fall from " + times[k - 1] + " to " + times[k]);
                }
            }
            return times;
        }

        private static Way way(JsonPlace sampler) {
            String word = sampler.find("interpolation").map(JsonPlace::text).orElse("LINEAR");
            return Arrays.stream(Way.values())
                    .filter(way -> way.name().equals(word))
                    .findFirst()
                    .orElseThrow(() -> sampler.bad("has the interpolation '" + word + "', which glTF does not know"));
        }

        float end() {
            return times[times.length - 1];
        }

        /** @param out modified, {@code property.width()} numbers */
        public void at(double time, double[] out) {
            int after = firstAfter(time);
            if (after == 0 || after == times.length || way == Way.STEP) {
                value(Math.max(0, after - 1), out);
                return;
            }
            int before = after - 1;
            double span = (double) times[after] - times[before];
            double t = (time - times[before]) / span;
            if (way == Way.LINEAR) {
                double[] a = new double[property.width()];
                double[] b = new double[property.width()];
                value(before, a);
                value(after, b);
                property.interpolate(a, 0, b, 0, t, out);
            } else {
                hermite(before, span, t, out);
            }
        }

        /** The first key later than the time: keys at the same time give way to the last of them. */
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
            int at = way == Way.CUBICSPLINE ? (3 * key + 1) * width : key * width;
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
     * When the frames of a clip are. Our own files say it. Otherwise, where all keys lie on a grid, frames are taken on that
     * grid (divided until there are {@link #LEAST_RATE} a second, because a rotation between two keys is more than its
     * ends); else {@link #USUAL_RATE} a second from time 0 until the last key is passed.
     *
     * @param seconds one per frame; where a key is so near that it must be meant, the key's own time
     */
    public record FrameTimes(double framesPerSecond, double[] seconds) {
        private static final double USUAL_RATE = 30;
        private static final double LEAST_RATE = 24;
        private static final double MOST_RATE = 240;
        /** How far from the grid a key may be, in grid steps. */
        private static final double OFF_GRID = 0.01;

        private static final double NEAR_KEY = 1e-3;
        /** Frames that a clip may have however few its keys are, and how many more with every key. */
        private static final double FREE_FRAMES = 20_000;

        private static final double FRAMES_PER_KEY = 100;

        /** @param most frames that may be taken */
        public static FrameTimes of(GltfDocument document, GltfClip clip, long most) {
            if (clip.framesPerSecond().isPresent()) {
                double rate = clip.framesPerSecond().getAsDouble();
                int frames = clip.frames().getAsInt();
                // Half a frame more than the keys last, for rounding.
                check(document, clip, frames, Math.min(most, clip.duration() * rate + 1.5));
                double[] seconds = new double[frames];
                for (int f = 0; f < frames; f++) {
                    seconds[f] = Vocabulary.time(f, rate);
                }
                return new FrameTimes(rate, seconds);
            }
            float[] keys = keyTimes(clip);
            // A few bytes can claim a day: what nobody asked for is bounded by what the file bears out.
            double borneOut = FREE_FRAMES + FRAMES_PER_KEY * keys.length;
            return at(rate(keys), document, clip, (long) Math.min(most, borneOut));
        }

        /** Frames at a rate of one's own, from time 0 until the last key is passed. */
        public static FrameTimes at(double rate, GltfDocument document, GltfClip clip, long most) {
            double frames = Math.ceil(clip.duration() * rate - NEAR_KEY) + 1;
            check(document, clip, frames, most);
            float[] keys = keyTimes(clip);
            double[] seconds = new double[(int) Math.max(1, frames)];
            for (int f = 0; f < seconds.length; f++) {
                seconds[f] = snapped(f / rate, keys, NEAR_KEY / rate);
            }
            return new FrameTimes(rate, seconds);
        }

        private static void check(GltfDocument document, GltfClip clip, double frames, double most) {
            if (!(frames <= most)) {
                throw document.bad(
                        "clip '" + clip.name() + "' claims " + (long) frames + " frames in " + clip.duration()
                                + " seconds, at most " + (long) most
                                + " can be read; a lower " + field("fps") + " takes fewer of a sequence");
            }
        }

        /** Times that some channel has a key at, rising, without repetition. */
        public static float[] keyTimes(GltfClip clip) {
            // By identity: channels mostly share their times.
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
            // Frames begin at time 0, so it is one of the times to be met.
            double start = Math.min(0, keys[0]);
            double step = keys[0] > 0 ? keys[0] : Double.POSITIVE_INFINITY;
            for (int k = 1; k < keys.length; k++) {
                step = Math.min(step, (double) keys[k] - keys[k - 1]);
            }
            if (!(step >= 0.99 / MOST_RATE) || Double.isInfinite(step)) {
                return USUAL_RATE;
            }
            // The whole length tells the step better than one interval; rates are mostly whole numbers.
            double length = keys[keys.length - 1] - start;
            double rate = Math.rint(length / step) / length;
            rate = Math.abs(rate - Math.rint(rate)) < 1e-3 * rate ? Math.rint(rate) : rate;
            for (float key : keys) {
                if (Math.abs(key * rate - Math.rint(key * rate)) > OFF_GRID) {
                    return USUAL_RATE;
                }
            }
            return rate * Math.max(1, Math.ceil(LEAST_RATE / rate - 1e-6));
        }

        private static double snapped(double time, float[] keys, double near) {
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
