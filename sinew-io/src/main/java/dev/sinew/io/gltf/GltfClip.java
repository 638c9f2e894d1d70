package dev.sinew.io.gltf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * An animation of a file, as far as it moves nodes.
 *
 * @param animation its number in the file
 * @param channels at least one; morph targets are left out
 * @param framesPerSecond what our own files say about themselves
 * @param frames what our own files say about themselves
 */
record GltfClip(
        int animation, String name, List<Channel> channels, OptionalDouble framesPerSecond, OptionalInt frames) {
    /** What moves one property of one node. */
    record Channel(int node, Sampler sampler) {}

    /** The animations that move nodes, by unique names. */
    static List<GltfClip> read(GltfDocument document, AccessorReader accessors) {
        List<GltfClip> clips = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        List<JsonPlace> animations = document.list("animations");
        for (int a = 0; a < animations.size(); a++) {
            JsonPlace animation = animations.get(a);
            List<Channel> channels = channels(document, animation, accessors);
            if (channels.isEmpty()) {
                continue;
            }
            String given = animation.find("name").map(JsonPlace::text).orElse("");
            String name = Names.unused(given.isBlank() ? "animation_" + a : given, taken);
            Optional<JsonPlace> extras =
                    animation.find("extras").filter(e -> e.node().isObject());
            Optional<JsonPlace> rate = extras.flatMap(e -> e.find(AnimationWriter.RATE));
            Optional<JsonPlace> frames = extras.flatMap(e -> e.find(AnimationWriter.FRAMES));
            boolean own = rate.isPresent() && frames.isPresent();
            clips.add(new GltfClip(
                    a,
                    name,
                    channels,
                    own ? OptionalDouble.of(rate(rate.get())) : OptionalDouble.empty(),
                    own ? OptionalInt.of(frames.get().integer(1, Integer.MAX_VALUE)) : OptionalInt.empty()));
        }
        return clips;
    }

    private static double rate(JsonPlace place) {
        double rate = place.number();
        if (!(rate > 0)) {
            throw place.bad("is " + rate + ", it must be positive");
        }
        return rate;
    }

    private static List<Channel> channels(GltfDocument document, JsonPlace animation, AccessorReader accessors) {
        List<Channel> channels = new ArrayList<>();
        List<JsonPlace> samplers = animation.list("samplers");
        for (JsonPlace channel : animation.list("channels")) {
            JsonPlace target = channel.get("target");
            String path = target.get("path").text();
            Optional<Property> property = Arrays.stream(Property.values())
                    .filter(p -> p.path().equals(path))
                    .findFirst();
            Optional<JsonPlace> node = target.find("node");
            if (property.isEmpty() || node.isEmpty()) {
                continue;
            }
            int sampler = channel.get("sampler").index(samplers.size(), "samplers");
            channels.add(new Channel(
                    node.get().index(document.list("nodes").size(), "nodes"),
                    Sampler.read(samplers.get(sampler), property.get(), accessors)));
        }
        return channels;
    }

    /** Seconds until the last key. */
    double duration() {
        return channels.stream().mapToDouble(c -> c.sampler().end()).max().orElse(0);
    }

    /** All nodes where this clip has them at a time. */
    void pose(double seconds, NodeTree.Pose pose) {
        pose.reset();
        double[] value = new double[4];
        for (Channel channel : channels) {
            channel.sampler().at(seconds, value);
            pose.set(channel.node(), channel.sampler().property(), value);
        }
    }
}
