package dev.sinew.io.gltf.blend;

import dev.sinew.io.gltf.curve.Track;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds channels to the animations of a file; all their numbers are in one view. Track times are seconds. */
final class ClipAppender {
    private record Added(int animation, Track track, int times, int values) {}

    private final GltfEdit edit;
    private final List<Added> all = new ArrayList<>();
    private final List<float[]> pool = new ArrayList<>();
    private int pooled;

    ClipAppender(GltfEdit edit) {
        this.edit = edit;
    }

    void add(int animation, List<Track> tracks) {
        Map<List<Double>, Integer> timesAt = new HashMap<>();
        for (Track track : tracks) {
            List<Double> key = Arrays.stream(track.frames()).boxed().toList();
            int times = timesAt.computeIfAbsent(key, k -> place(track.frames()));
            all.add(new Added(animation, track, times, place(track.values())));
        }
    }

    private int place(double[] values) {
        float[] floats = new float[values.length];
        for (int k = 0; k < floats.length; k++) {
            floats[k] = (float) values[k];
        }
        pool.add(floats);
        pooled = Math.addExact(pooled, floats.length);
        return pooled - floats.length;
    }

    /** Writes what was added and returns the number of keys. */
    long finish() {
        if (all.isEmpty()) {
            return 0;
        }
        float[] numbers = new float[pooled];
        int at = 0;
        for (float[] part : pool) {
            System.arraycopy(part, 0, numbers, at, part.length);
            at += part.length;
        }
        int view = edit.view(numbers, BinaryBuilder.Target.OTHER);
        Map<Integer, Integer> timeAccessors = new HashMap<>();
        long keys = 0;
        for (Added added : all) {
            int count = added.track.keys();
            int input = timeAccessors.computeIfAbsent(added.times, from -> timeAccessor(view, numbers, from, count));
            int width = added.track.property().width();
            int output = edit.accessor(view, 4L * added.values, ComponentType.FLOAT, count, "VEC" + width);
            put(added, input, output);
            keys += count;
        }
        return keys;
    }

    private int timeAccessor(int view, float[] numbers, int from, int count) {
        int accessor = edit.accessor(view, 4L * from, ComponentType.FLOAT, count, "SCALAR");
        edit.accessor(accessor).putArray("min").add((double) numbers[from]);
        edit.accessor(accessor).putArray("max").add((double) numbers[from + count - 1]);
        return accessor;
    }

    private void put(Added added, int input, int output) {
        ObjectNode animation = (ObjectNode) edit.list("animations").get(added.animation);
        ArrayNode samplers = animation.withArray("samplers");
        samplers.addObject().put("input", input).put("interpolation", "LINEAR").put("output", output);
        ObjectNode channel = animation.withArray("channels").addObject();
        channel.put("sampler", samplers.size() - 1);
        channel.putObject("target")
                .put("node", added.track.node())
                .put("path", added.track.property().path());
    }
}
