package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.meshopt.Filters;
import dev.sinew.io.gltf.quantize.QuantizedAttributes;
import dev.sinew.io.parts.Storage;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import dev.sinew.model.Clip;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes one animation per clip, with all its numbers in one view, or in one view per kind if they are quantized. Tracks with
 * the same times share them. The clip's rate and number of frames are in the animation's {@code extras}, so that reading
 * restores frame k from key k.
 */
final class AnimationWriter {
    private final BinaryBuilder binary;
    private final Storage storage;
    private final KeyPool times;
    private final KeyPool orientations;
    private final KeyPool vectors;

    AnimationWriter(BinaryBuilder binary, Storage storage) {
        this.binary = binary;
        this.storage = storage;
        this.times = new KeyPool(4);
        // Packed views have elements of one size; full precision is packed unchanged.
        this.orientations = storage.isQuantized() ? new KeyPool(8) : times;
        this.vectors = storage.isQuantized() ? new KeyPool(12) : times;
    }

    /** A track with the offsets of its keys in their pools. */
    private record Placed(Track track, float[] seconds, long times, long values) {}

    void write(ObjectNode root, List<ClipTracks> clips) {
        if (clips.isEmpty()) {
            return;
        }
        List<List<Placed>> transformed = clips.stream().map(this::addTracks).toList();
        times.put(binary, storage, "");
        orientations.put(binary, storage, "QUATERNION");
        vectors.put(binary, storage, "EXPONENTIAL");
        ArrayNode animations = root.putArray("animations");
        Map<Long, Integer> timeAccessors = new HashMap<>();
        for (int c = 0; c < clips.size(); c++) {
            ObjectNode animation = animations.addObject();
            Clip clip = clips.get(c).clip();
            animation.put("name", clip.name());
            ArrayNode channels = animation.putArray("channels");
            ArrayNode samplers = animation.putArray("samplers");
            for (Placed track : transformed.get(c)) {
                int input = timeAccessors.computeIfAbsent(track.times, o -> timeAccessor(track));
                writeTrack(track, input, channels, samplers);
            }
            ObjectNode extras = animation.putObject("extras");
            extras.put(Vocabulary.RATE, clip.framesPerSecond());
            extras.put(Vocabulary.FRAMES, clip.motion().frameCount());
        }
    }

    private List<Placed> addTracks(ClipTracks tracks) {
        Clip clip = tracks.clip();
        checkTimes(clip);
        Map<List<Double>, Long> timesOf = new HashMap<>();
        List<Placed> transformed = new ArrayList<>();
        for (Track track : tracks.tracks()) {
            List<Double> frames = Arrays.stream(track.frames()).boxed().toList();
            float[] seconds = times(track, clip);
            long at = timesOf.computeIfAbsent(frames, f -> times.add(BinaryBuilder.bytes(seconds)));
            transformed.add(new Placed(track, seconds, at, poolOf(track).add(bytes(track))));
        }
        return transformed;
    }

    private KeyPool poolOf(Track track) {
        return track.property() == Property.ROTATION ? orientations : vectors;
    }

    private byte[] bytes(Track track) {
        boolean isRotation = track.property() == Property.ROTATION;
        if (!storage.isQuantized()) {
            return BinaryBuilder.bytes(floats(track));
        }
        if (!storage.isPacked()) {
            return isRotation ? QuantizedAttributes.shorts(track.values()) : BinaryBuilder.bytes(floats(track));
        }
        return isRotation
                ? Filters.quaternions(track.values(), QuantizedAttributes.rotationBits(track))
                : Filters.steps(floats(track), QuantizedAttributes.step(track));
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
        boolean distinct = last == 0
                || Vocabulary.time(1, clip.framesPerSecond()) > 0
                        && end > Vocabulary.time(last - 1, clip.framesPerSecond());
        if (!distinct || !Float.isFinite(end)) {
            throw new InvalidInputException("clip '" + clip.name() + "' plays " + (last + 1) + " frames at "
                    + clip.framesPerSecond() + " per second; single-precision times cannot distinguish them");
        }
    }

    private static float[] floats(Track track) {
        float[] floats = new float[track.values().length];
        for (int k = 0; k < floats.length; k++) {
            floats[k] = (float) track.values()[k];
            if (!Float.isFinite(floats[k])) {
                throw new InvalidInputException("a bone's " + track.property().path() + " is " + track.values()[k]
                        + ", which is out of range for single precision");
            }
        }
        return floats;
    }

    private int timeAccessor(Placed transformed) {
        float[] seconds = transformed.seconds;
        ObjectNode accessor =
                binary.accessor(times.view(), transformed.times, ComponentType.FLOAT, seconds.length, "SCALAR");
        binary.putBounds(accessor, seconds, 0, seconds.length, 1);
        return binary.lastAccessor();
    }

    private void writeTrack(Placed transformed, int input, ArrayNode channels, ArrayNode samplers) {
        Track track = transformed.track;
        boolean few = storage.isQuantized() && track.property() == Property.ROTATION;
        ObjectNode accessor = binary.accessor(
                poolOf(track).view(),
                transformed.values,
                few ? ComponentType.SHORT : ComponentType.FLOAT,
                track.keys(),
                "VEC" + track.property().width());
        if (few) {
            accessor.put("normalized", true);
        }
        ObjectNode sampler = samplers.addObject();
        sampler.put("input", input);
        if (!storage.isQuantized()) {
            // glTF's default.
            sampler.put("interpolation", "LINEAR");
        }
        sampler.put("output", binary.lastAccessor());
        ObjectNode channel = channels.addObject();
        channel.put("sampler", samplers.size() - 1);
        ObjectNode target = channel.putObject("target");
        target.put("node", track.node());
        target.put("path", track.property().path());
    }

    /** Keys of one kind, concatenated to one view. */
    private static final class KeyPool {
        private static final int NONE = -1;

        private final int stride;
        private final List<byte[]> pieces = new ArrayList<>();
        private long length;
        private int view = NONE;

        /** @param stride bytes per element */
        KeyPool(int stride) {
            this.stride = stride;
        }

        /** Adds bytes and returns their offset. */
        long add(byte[] bytes) {
            long at = length;
            pieces.add(bytes);
            length += bytes.length;
            return at;
        }

        /**
         * Writes the pool as a view; does nothing if it is empty or was written before.
         *
         * @param filter the filter that restores packed numbers; empty for none
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
