package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Box;
import dev.sinew.model.Clip;

/**
 * Halfway between two keys, every vertex is within 5 % of its step, or 0.1 % of the size if that is more, of the mean of its
 * two positions.
 */
public final class HalfwayRule {
    private HalfwayRule() {}

    public static void check(GltfPlayer player, int c) {
        assertThat(worst(player, c))
                .as("deviation halfway between frames, as a fraction of the limit")
                .isLessThan(1);
        assertThat(worstBetweenKeys(player, c)).as("halfway between keys").isLessThan(1);
    }

    /** The largest deviation in all intervals, as a fraction of the limit. */
    public static double worst(GltfPlayer player, int c) {
        Clip clip = player.model().clips().get(c);
        double size = Box.around(player.model().rest().positions()).diagonal();
        double worst = 0;
        double[] a = player.positions(c, 0);
        for (int f = 0; f + 1 < clip.motion().frameCount(); f++) {
            double[] b = player.positions(c, (f + 1) / clip.framesPerSecond());
            double[] middle = player.positions(c, (f + 0.5) / clip.framesPerSecond());
            worst = Math.max(worst, worst(a, b, middle, size));
            a = b;
        }
        return worst;
    }

    /** The same between all neighbouring times at which some bone has a key, including inserted ones. */
    public static double worstBetweenKeys(GltfPlayer player, int c) {
        double size = Box.around(player.model().rest().positions()).diagonal();
        float[] times = player.keyTimes(c);
        double worst = 0;
        double[] a = player.positions(c, times[0]);
        for (int k = 1; k < times.length; k++) {
            double[] b = player.positions(c, times[k]);
            double[] middle = player.positions(c, 0.5 * ((double) times[k - 1] + times[k]));
            worst = Math.max(worst, worst(a, b, middle, size));
            a = b;
        }
        return worst;
    }

    public static double worst(double[] a, double[] b, double[] middle, double size) {
        double worst = 0;
        for (int i = 0; i < a.length; i += 3) {
            double step = 0;
            double off = 0;
            for (int x = i; x < i + 3; x++) {
                step += Math.pow(b[x] - a[x], 2);
                off += Math.pow(middle[x] - 0.5 * (a[x] + b[x]), 2);
            }
            double allowed = Math.max(0.05 * Math.sqrt(step), 0.001 * size);
            worst = Math.max(worst, Math.sqrt(off) / allowed);
        }
        return worst;
    }

    /** The largest distance between two sets of points. */
    public static double largest(double[] a, double[] b) {
        double largest = 0;
        for (int i = 0; i < a.length; i += 3) {
            double off = 0;
            for (int x = i; x < i + 3; x++) {
                off += Math.pow(a[x] - b[x], 2);
            }
            largest = Math.max(largest, Math.sqrt(off));
        }
        return largest;
    }
}
