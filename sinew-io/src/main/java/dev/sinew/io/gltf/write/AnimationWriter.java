package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.curve.Track;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.model.Clip;
import dev.sinew.run.RefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One animation per clip, all its numbers in one view; tracks with the same times share them. The clip's rate and number
 * of frames stand in the animation's {@code extras}, so that reading gives frame k back at key k.
 */
final class AnimationWriter {
    private final BinaryBuilder binary;
    private final List<float[]> pool = new ArrayList<>();
    private int pooled;

    AnimationWriter(BinaryBuilder binary) {
        this.binary = binary;
    }

    /** Where floats stand in the pool. */
    private record Place(int offset, float[] values) {}

    /** A track's keys in the pool. */
    private record Placed(Track track, Place times, Place values) {}

    void write(ObjectNode root, List<ClipTracks> clips) {
        if (clips.isEmpty()) {
            return;
        }
        List<List<Placed>> placed = clips.stream().map(this::place).toList();
        int view = binary.view(concatenated(), BinaryBuilder.Target.OTHER);
        ArrayNode animations = root.putArray("animations");
        Map<Integer, Integer> timeAccessors = new HashMap<>();
        for (int c = 0; c < clips.size(); c++) {
            ObjectNode animation = animations.addObject();
            Clip clip = clips.get(c).clip();
            animation.put("name", clip.name());
            ArrayNode channels = animation.putArray("channels");
            ArrayNode samplers = animation.putArray("samplers");
            for (Placed track : placed.get(c)) {
                int times = timeAccessors.computeIfAbsent(track.times.offset, o -> timeAccessor(view, track.times));
                writeTrack(view, track, times, channels, samplers);
            }
            ObjectNode extras = animation.putObject("extras");
            extras.put(Vocabulary.RATE, clip.framesPerSecond());
            extras.put(Vocabulary.FRAMES, clip.motion().frameCount());
        }
    }

    private List<Placed> place(ClipTracks tracks) {
        Clip clip = tracks.clip();
        checkTimes(clip);
        Map<List<Double>, Place> timesOf = new HashMap<>();
        List<Placed> placed = new ArrayList<>();
        for (Track track : tracks.tracks()) {
            List<Double> frames = Arrays.stream(track.frames()).boxed().toList();
            Place times = timesOf.computeIfAbsent(frames, f -> place(times(track, clip)));
            placed.add(new Placed(track, times, place(floats(track))));
        }
        return placed;
    }

    private Place place(float[] values) {
        Place place = new Place(pooled, values);
        pool.add(values);
        pooled = Math.addExact(pooled, values.length);
        return place;
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

    private float[] concatenated() {
        float[] all = new float[pooled];
        int at = 0;
        for (float[] part : pool) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private int timeAccessor(int view, Place times) {
        ObjectNode accessor =
                binary.accessor(view, 4L * times.offset, ComponentType.FLOAT, times.values.length, "SCALAR");
        binary.putBounds(accessor, times.values, 0, times.values.length, 1);
        return binary.lastAccessor();
    }

    private void writeTrack(int view, Placed placed, int times, ArrayNode channels, ArrayNode samplers) {
        Track track = placed.track;
        binary.accessor(
                view,
                4L * placed.values.offset,
                ComponentType.FLOAT,
                track.keys(),
                "VEC" + track.property().width());
        ObjectNode sampler = samplers.addObject();
        sampler.put("input", times);
        sampler.put("interpolation", "LINEAR");
        sampler.put("output", binary.lastAccessor());
        ObjectNode channel = channels.addObject();
        channel.put("sampler", samplers.size() - 1);
        ObjectNode target = channel.putObject("target");
        target.put("node", track.node());
        target.put("path", track.property().path());
    }
}
