package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.meshopt.Filters;
import dev.sinew.io.gltf.small.SmallNumbers;
import dev.sinew.io.parts.Storage;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import dev.sinew.model.Clip;
import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One animation per clip, all its numbers in one view, or in one for each kind where they have few bits; tracks with the same times share them. The clip's rate and number
 * of frames stand in the animation's {@code extras}, so that reading gives frame k back at key k.
 */
final class AnimationWriter {
    private final BinaryBuilder binary;
    private final Storage storage;
    private final KeyPool times;
    private final KeyPool turns;
    private final KeyPool vectors;

    AnimationWriter(BinaryBuilder binary, Storage storage) {
        this.binary = binary;
        this.storage = storage;
        this.times = new KeyPool(4);
        // Packed views have elements of one size; full precision is kept by packing it as it is.
        this.turns = storage.isFitted() ? new KeyPool(8) : times;
        this.vectors = storage.isFitted() ? new KeyPool(12) : times;
    }

    /** A track's keys: where they stand in their pools. */
    private record Placed(Track track, float[] seconds, long times, long values) {}

    void write(ObjectNode root, List<ClipTracks> clips) {
        if (clips.isEmpty()) {
            return;
        }
        List<List<Placed>> placed = clips.stream().map(this::place).toList();
        times.put(binary, storage, "");
        turns.put(binary, storage, "QUATERNION");
        vectors.put(binary, storage, "EXPONENTIAL");
        ArrayNode animations = root.putArray("animations");
        Map<Long, Integer> timeAccessors = new HashMap<>();
        for (int c = 0; c < clips.size(); c++) {
            ObjectNode animation = animations.addObject();
            Clip clip = clips.get(c).clip();
            animation.put("name", clip.name());
            ArrayNode channels = animation.putArray("channels");
            ArrayNode samplers = animation.putArray("samplers");
            for (Placed track : placed.get(c)) {
                int input = timeAccessors.computeIfAbsent(track.times, o -> timeAccessor(track));
                writeTrack(track, input, channels, samplers);
            }
            ObjectNode extras = animation.putObject("extras");
            extras.put(Vocabulary.RATE, clip.framesPerSecond());
            extras.put(Vocabulary.FRAMES, clip.motion().frameCount());
        }
    }

    private List<Placed> place(ClipTracks tracks) {
        Clip clip = tracks.clip();
        checkTimes(clip);
        Map<List<Double>, Long> timesOf = new HashMap<>();
        List<Placed> placed = new ArrayList<>();
        for (Track track : tracks.tracks()) {
            List<Double> frames = Arrays.stream(track.frames()).boxed().toList();
            float[] seconds = times(track, clip);
            long at = timesOf.computeIfAbsent(frames, f -> times.add(BinaryBuilder.bytes(seconds)));
            placed.add(new Placed(track, seconds, at, poolOf(track).add(bytes(track))));
        }
        return placed;
    }

    private KeyPool poolOf(Track track) {
        return track.property() == Property.ROTATION ? turns : vectors;
    }

    private byte[] bytes(Track track) {
        boolean turn = track.property() == Property.ROTATION;
        if (!storage.isFitted()) {
            return BinaryBuilder.bytes(floats(track));
        }
        if (!storage.isPacked()) {
            return turn ? SmallNumbers.shorts(track.values()) : BinaryBuilder.bytes(floats(track));
        }
        return turn
                ? Filters.quaternions(track.values(), SmallNumbers.turnBits(track))
                : Filters.steps(floats(track), SmallNumbers.step(track));
    }

    private static float[] times(Track track, Clip clip) {
        float[] times = new float[track.keys()];
        for (int k = 0; k < times.length; k++) {
            times[k] = Vocabulary.time(track.frames()[k], clip.framesPerSecond());
        }
        return times;
    }

    /** Frames must have different times as floats. */
    private static void checkTimes(Clip clip) {
        int last = clip.motion().frameCount() - 1;
        float end = Vocabulary.time(last, clip.framesPerSecond());
        boolean told = last == 0
                || Vocabulary.time(1, clip.framesPerSecond()) > 0
                        && end > Vocabulary.time(last - 1, clip.framesPerSecond());
        if (!told || !Float.isFinite(end)) {
            throw new RefusedException("clip '" + clip.name() + "' plays " + (last + 1) + " frames at "
                    + clip.framesPerSecond() + " a second, which single-precision times can not tell apart");
        }
    }

    private static float[] floats(Track track) {
        float[] floats = new float[track.values().length];
        for (int k = 0; k < floats.length; k++) {
            floats[k] = (float) track.values()[k];
            if (!Float.isFinite(floats[k])) {
                throw new RefusedException("a bone's " + track.property().path() + " is " + track.values()[k]
                        + ", which single precision can not hold");
            }
        }
        return floats;
    }

    private int timeAccessor(Placed placed) {
        float[] seconds = placed.seconds;
        ObjectNode accessor =
                binary.accessor(times.view(), placed.times, ComponentType.FLOAT, seconds.length, "SCALAR");
        binary.putBounds(accessor, seconds, 0, seconds.length, 1);
        return binary.lastAccessor();
    }

    private void writeTrack(Placed placed, int input, ArrayNode channels, ArrayNode samplers) {
        Track track = placed.track;
        boolean few = storage.isFitted() && track.property() == Property.ROTATION;
        ObjectNode accessor = binary.accessor(
                poolOf(track).view(),
                placed.values,
                few ? ComponentType.SHORT : ComponentType.FLOAT,
                track.keys(),
                "VEC" + track.property().width());
        if (few) {
            accessor.put("normalized", true);
        }
        ObjectNode sampler = samplers.addObject();
        sampler.put("input", input);
        if (!storage.isFitted()) {
            // What glTF takes it to be anyway.
            sampler.put("interpolation", "LINEAR");
        }
        sampler.put("output", binary.lastAccessor());
        ObjectNode channel = channels.addObject();
        channel.put("sampler", samplers.size() - 1);
        ObjectNode target = channel.putObject("target");
        target.put("node", track.node());
        target.put("path", track.property().path());
    }

    /** Keys of one kind, one after the other, to become a view. */
    private static final class KeyPool {
        private static final int NONE = -1;

        private final int stride;
        private final List<byte[]> pieces = new ArrayList<>();
        private long length;
        private int view = NONE;

        /** @param stride bytes an element has */
        KeyPool(int stride) {
            this.stride = stride;
        }

        /** Returns where the bytes stand. */
        long add(byte[] bytes) {
            long at = length;
            pieces.add(bytes);
            length += bytes.length;
            return at;
        }

        /**
         * Makes a view of what was added; does nothing the second time, or where there is nothing.
         *
         * @param filter what brings the numbers back where they are packed, empty where they are as they are
         */
        void put(BinaryBuilder binary, Storage storage, String filter) {
            if (view != NONE || length == 0) {
                return;
            }
            ByteBuffer all = BinaryBuilder.littleEndian(length);
            pieces.forEach(all::put);
            view = storage.isPacked() && !filter.isEmpty()
                    ? binary.filtered(all.array(), stride, filter, BinaryBuilder.Target.OTHER)
                    : binary.strided(all.array(), stride, BinaryBuilder.Target.OTHER);
        }

        int view() {
            return view;
        }
    }
}
