package dev.sinew.retarget;

/** Travel over the ground: the horizontal path of the hips without the sway of the steps. */
final class Path {
    /** A step takes about half as long, in seconds. */
    private static final double WINDOW = 1;

    private Path() {}

    /**
     * @param path 3F positions of the hips; becomes the travel, without height
     * @param rest the hips in the rest pose
     */
    static void smooth(double[] path, double[] rest, double fps) {
        int frames = path.length / 3;
        int reach = Math.max(1, (int) Math.round(WINDOW / 2 * fps));
        double[] out = new double[path.length];
        for (int f = 0; f < frames; f++) {
            for (int x = 0; x < 3; x += 2) {
                out[3 * f + x] = line(path, x, f, reach) - rest[x];
            }
        }
        System.arraycopy(out, 0, path, 0, path.length);
    }

    /** The value at a frame of the line through the neighbouring frames. */
    private static double line(double[] path, int x, int f, int reach) {
        int from = Math.max(0, f - reach);
        int to = Math.min(path.length / 3 - 1, f + reach);
        double n = to - from + 1;
        double middle = (from + to) / 2.0;
        double mean = 0;
        double slope = 0;
        double spread = 0;
        for (int k = from; k <= to; k++) {
            mean += path[3 * k + x] / n;
            slope += (k - middle) * path[3 * k + x];
            spread += (k - middle) * (k - middle);
        }
        return mean + (spread > 0 ? slope / spread * (f - middle) : 0);
    }

    static double[] negative(double[] path) {
        double[] out = new double[path.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = -path[k];
        }
        return out;
    }
}
