package dev.sinew.show.picture;

import java.util.stream.IntStream;

/** One panel turned into pixels: who is seen where, then how it is lit. */
final class View {
    private static final int SHADOW_MAP = 1400;

    private final Panel panel;
    private final PictureOptions options;
    private final Camera camera;
    private final Studio studio;
    private final Floor floor;
    private final Triangles triangles;
    private final Visibility seen;
    private final float[] inView;
    private final SkyLight sky;
    private final DepthMap shadows;

    View(Panel panel, Framing framing, PictureOptions options, int width, int height) {
        this.panel = panel;
        this.options = options;
        this.camera = Camera.framing(framing, options, (double) width / height);
        this.studio = new Studio(camera, options.backdrop());
        this.triangles = Triangles.of(panel.mesh(), panel.positions());
        this.inView = camera.see(panel.positions());
        this.seen = new Visibility(width * options.sharpness(), height * options.sharpness());
        seen.draw(inView, triangles.vertices());
        this.sky = SkyLight.of(triangles, panel.positions(), studio, framing.floor());
        this.shadows = new DepthMap(studio.key, sky.centre(), sky.radius(), SHADOW_MAP);
        shadows.draw(panel.positions(), triangles.vertices());
        this.floor = new Floor(framing.floor(), studio, sky, shadows, panel.positions(), triangles.vertices());
    }

    Camera camera() {
        return camera;
    }

    /**
     * Puts the view into a picture.
     *
     * @param pixels 0xRRGGBB, row by row, modified
     * @param offset of the view's first pixel
     * @param stride pixels a row of the picture
     */
    void paint(int[] pixels, int offset, int stride) {
        int width = seen.width / options.sharpness();
        int height = seen.height / options.sharpness();
        IntStream.range(0, height).parallel().forEach(y -> {
            Surface surface = new Surface(panel, triangles, inView, sky, shadows, studio, camera, options);
            double[] sum = new double[3];
            for (int x = 0; x < width; x++) {
                pixel(x, y, surface, sum);
                vignette((offset + x + 0.5) / stride, (y + 0.5) / height, sum);
                double grain = grain(offset + x, y);
                pixels[offset + y * stride + x] =
                        Srgb.toByte(sum[0], grain) << 16 | Srgb.toByte(sum[1], grain) << 8 | Srgb.toByte(sum[2], grain);
            }
        });
    }

    private void pixel(int x, int y, Surface surface, double[] sum) {
        int n = options.sharpness();
        sum[0] = 0;
        sum[1] = 0;
        sum[2] = 0;
        double empty = 0;
        for (int s = 0; s < n * n; s++) {
            int sx = x * n + s % n;
            int sy = y * n + s / n;
            int t = seen.at(sx, sy);
            if (t == Visibility.NOTHING) {
                empty++;
            } else {
                empty += 1 - surface.shade(t, rayX(sx), rayY(sy), 2 * seen.slopeY / seen.height * n, sum);
            }
        }
        if (empty > 0) {
            backdrop(x, y, empty, sum);
        }
        for (int c = 0; c < 3; c++) {
            sum[c] /= n * n;
        }
    }

    /** Corners of the whole picture are a little darker, which keeps the eye inside. */
    private void vignette(double across, double down, double[] sum) {
        double x = 2 * across - 1;
        double y = 2 * down - 1;
        double r = 0.5 * (x * x + y * y);
        double keep = 1 - studio.vignette * r * r;
        for (int c = 0; c < 3; c++) {
            sum[c] *= keep;
        }
    }

    private double rayX(double sx) {
        return seen.slopeX * (2 * (sx + 0.5) / seen.width - 1);
    }

    private double rayY(double sy) {
        return seen.slopeY * (1 - 2 * (sy + 0.5) / seen.height);
    }

    private void backdrop(int x, int y, double samples, double[] sum) {
        int n = options.sharpness();
        double dx = rayX((x + 0.5) * n - 0.5);
        double dy = rayY((y + 0.5) * n - 0.5);
        double[] d = new double[3];
        for (int c = 0; c < 3; c++) {
            d[c] = dx * camera.right()[c] + dy * camera.up()[c] - camera.back()[c];
        }
        double dark = floor.darkness(camera.eye(), d) * fade((double) x * n / seen.width);
        double down = (y + 0.5) * n / seen.height;
        for (int c = 0; c < 3; c++) {
            sum[c] += samples * studio.backdrop(down, c) * (1 - dark);
        }
    }

    /** Shadows end before the panel does, or they would be cut off there. */
    private static double fade(double across) {
        double t = Math.max(0, Math.min(1, Math.min(across, 1 - across) / 0.07));
        return t * t * (3 - 2 * t);
    }

    /** A grain of less than one step of 8 bits, which hides the bands of smooth gradients. */
    private static double grain(int x, int y) {
        int h = x * 0x9E3779B1 ^ y * 0x85EBCA77;
        h = (h ^ h >>> 15) * 0x2C1B3C6D;
        return ((h >>> 12 & 0xff) / 255.0 - 0.5) / 255;
    }
}
