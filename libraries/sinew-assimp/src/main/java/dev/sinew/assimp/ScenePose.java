package dev.sinew.assimp;

import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The transformations of a scene's nodes at a time of an animation. */
final class ScenePose {
    private final List<Scene.Node> nodes;
    private final Map<String, Integer> numbers = new HashMap<>();

    ScenePose(Scene scene) {
        this.nodes = scene.nodes();
        for (int n = 0; n < nodes.size(); n++) {
            numbers.putIfAbsent(nodes.get(n).name(), n);
        }
    }

    /** The index of the node with this name, else {@link Scene#NONE}. */
    int number(String name) {
        return numbers.getOrDefault(name, Scene.NONE);
    }

    /** Global 3×4 matrices of all nodes without animation. */
    double[] restGlobals() {
        return globals(Map.of());
    }

    /** Global 3×4 matrices of all nodes. */
    double[] at(Scene.Animation animation, double seconds) {
        Map<Integer, double[]> moved = new HashMap<>();
        for (Scene.Channel channel : animation.channels()) {
            int node = number(channel.node());
            if (node != Scene.NONE) {
                moved.put(node, local(channel, seconds));
            }
        }
        return globals(moved);
    }

    private double[] globals(Map<Integer, double[]> moved) {
        double[] globals = new double[Affine3.STRIDE * nodes.size()];
        for (int n = 0; n < nodes.size(); n++) {
            Scene.Node node = nodes.get(n);
            double[] local = moved.getOrDefault(n, node.local());
            if (node.parent() == Scene.NONE) {
                System.arraycopy(local, 0, globals, Affine3.STRIDE * n, Affine3.STRIDE);
            } else {
                Affine3.multiply(globals, Affine3.STRIDE * node.parent(), local, 0, globals, Affine3.STRIDE * n);
            }
        }
        return globals;
    }

    private static double[] local(Scene.Channel channel, double seconds) {
        double[] t = value(channel.position(), seconds, new double[] {0, 0, 0});
        double[] q = value(channel.rotation(), seconds, new double[] {0, 0, 0, 1});
        double[] s = value(channel.scale(), seconds, new double[] {1, 1, 1});
        double[] local = new double[Affine3.STRIDE];
        Affine3.compose(t, 0, q, 0, s, 0, local, 0);
        return local;
    }

    /** Interpolates linearly, rotations spherically; before the first key and after the last, their values apply. */
    private static double[] value(Scene.Keys keys, double seconds, double[] otherwise) {
        int count = keys.seconds().length;
        if (count == 0) {
            return otherwise;
        }
        int width = keys.width();
        int after = 0;
        int above = count;
        while (after < above) {
            int middle = (after + above) >>> 1;
            if (keys.seconds()[middle] <= seconds) {
                after = middle + 1;
            } else {
                above = middle;
            }
        }
        int before = Math.max(0, after - 1);
        int next = Math.min(after, count - 1);
        double span = keys.seconds()[next] - keys.seconds()[before];
        double part = span > 0 ? (seconds - keys.seconds()[before]) / span : 0;
        double[] out = new double[width];
        if (width == 4) {
            double[] ends = new double[8];
            System.arraycopy(keys.values(), 4 * before, ends, 0, 4);
            System.arraycopy(keys.values(), 4 * next, ends, 4, 4);
            Quaternions.normalise(ends, 0);
            Quaternions.normalise(ends, 4);
            Quaternions.slerp(ends, 0, ends, 4, part, out, 0);
            return out;
        }
        for (int x = 0; x < width; x++) {
            double from = keys.values()[width * before + x];
            out[x] = from + part * (keys.values()[width * next + x] - from);
        }
        return out;
    }
}
