package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.gltf.document.AccessorReader;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Names;
import dev.sinew.io.gltf.document.Property;
import dev.sinew.io.gltf.document.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

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
}
