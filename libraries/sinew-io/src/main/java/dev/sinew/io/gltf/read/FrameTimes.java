package dev.sinew.io.gltf.read;

import static dev.sinew.run.RefusedException.field;

import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.read.GltfClip.Sampler;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

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
            throw document.bad("clip '" + clip.name() + "' claims " + (long) frames + " frames in " + clip.duration()
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
