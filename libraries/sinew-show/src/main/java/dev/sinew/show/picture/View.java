package dev.sinew.show.picture;

import dev.sinew.show.picture.Scene.Panel;
import dev.sinew.show.picture.Surface.Triangles;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Renders one panel: visibility first, then shading. */
final class View {
    private final Panel panel;
    private final PictureOptions options;
    private final Camera camera;
    private final Studio studio;
    private final Triangles triangles;
    private final Visibility seen;
    private final float[] inView;

    View(Panel panel, Framing framing, PictureOptions options, int width, int height) {
        this.panel = panel;
        this.options = options;
        this.camera = Camera.framing(framing, (double) width / height);
        this.studio = new Studio(camera);
        this.triangles = Triangles.of(panel.mesh(), panel.positions());
        this.inView = camera.toCameraSpace(panel.positions());
        this.seen = new Visibility(width * options.sharpness(), height * options.sharpness());
        seen.draw(inView, triangles.vertices());
    }

    Camera camera() {
        return camera;
    }

    /**
     * Draws the view into a picture.
     *
     * @param pixels 0xRRGGBB, row by row, modified
     * @param offset of the view's first pixel
     * @param stride pixels per row of the picture
     */
    void paint(int[] pixels, int offset, int stride) {
        int width = seen.width / options.sharpness();
        int height = seen.height / options.sharpness();
        IntStream.range(0, height).parallel().forEach(y -> {
            Surface surface = new Surface(panel, triangles, inView, studio, camera);
            double[] sum = new double[3];
            for (int x = 0; x < width; x++) {
                pixel(x, y, surface, sum);
                vignette((offset + x + 0.5) / stride, (y + 0.5) / height, sum);
                double grain = dither(offset + x, y);
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
            if (t == Visibility.NONE) {
                empty++;
            } else {
                empty += 1 - surface.shade(t, rayX(sx), rayY(sy), sum);
            }
        }
        if (empty > 0) {
            backdrop(y, empty, sum);
        }
        for (int c = 0; c < 3; c++) {
            sum[c] /= n * n;
        }
    }

    /** Darkens the corners of the whole picture a little. */
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

    private void backdrop(int y, double samples, double[] sum) {
        double down = (y + 0.5) * options.sharpness() / seen.height;
        for (int c = 0; c < 3; c++) {
            sum[c] += samples * studio.backdrop(down, c);
        }
    }

    /** Dithering by less than one 8-bit step, which hides banding in smooth gradients. */
    private static double dither(int x, int y) {
        int h = x * 0x9E3779B1 ^ y * 0x85EBCA77;
        h = (h ^ h >>> 15) * 0x2C1B3C6D;
        return ((h >>> 12 & 0xff) / 255.0 - 0.5) / 255;
    }

    /** The visible triangle and its depth at every sample of a view. */
    static final class Visibility {
        static final int NONE = -1;
        private static final double MIN_DEPTH = 1e-9;

        final int width;
        final int height;
        final double slopeX;
        final double slopeY;
        private final int[] triangle;
        /** 1 / depth; larger is nearer. */
        private final float[] nearness;

        Visibility(int width, int height) {
            this.width = width;
            this.height = height;
            this.slopeY = Camera.slope();
            this.slopeX = slopeY * width / height;
            this.triangle = new int[width * height];
            this.nearness = new float[width * height];
            Arrays.fill(triangle, NONE);
        }

        int at(int x, int y) {
            return triangle[y * width + x];
        }

        /** @param seen positions in camera space, not modified */
        void draw(float[] seen, int[] vertices) {
            for (int t = 0; t < vertices.length / 3; t++) {
                int a = 3 * vertices[3 * t];
                int b = 3 * vertices[3 * t + 1];
                int c = 3 * vertices[3 * t + 2];
                if (seen[a + 2] < -MIN_DEPTH && seen[b + 2] < -MIN_DEPTH && seen[c + 2] < -MIN_DEPTH) {
                    draw(t, seen, a, b, c);
                }
            }
        }

        private double screenX(float[] p, int at) {
            return 0.5 * width * (1 - p[at] / (p[at + 2] * slopeX)) - 0.5;
        }

        private double screenY(float[] p, int at) {
            return 0.5 * height * (1 + p[at + 1] / (p[at + 2] * slopeY)) - 0.5;
        }

        private void draw(int t, float[] p, int a, int b, int c) {
            double ax = screenX(p, a);
            double ay = screenY(p, a);
            double bx = screenX(p, b);
            double by = screenY(p, b);
            double cx = screenX(p, c);
            double cy = screenY(p, c);
            double area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
            if (area == 0) {
                return;
            }
            double za = -1 / p[a + 2];
            double zb = -1 / p[b + 2] - za;
            double zc = -1 / p[c + 2] - za;
            int fromX = (int) Math.max(0, Math.ceil(Math.min(ax, Math.min(bx, cx))));
            int toX = (int) Math.min(width - 1, Math.floor(Math.max(ax, Math.max(bx, cx))));
            int fromY = (int) Math.max(0, Math.ceil(Math.min(ay, Math.min(by, cy))));
            int toY = (int) Math.min(height - 1, Math.floor(Math.max(ay, Math.max(by, cy))));
            double inverse = 1 / area;
            for (int y = fromY; y <= toY; y++) {
                for (int x = fromX; x <= toX; x++) {
                    double v = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) * inverse;
                    double w = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * inverse;
                    float near = (float) (za + v * zb + w * zc);
                    int at = y * width + x;
                    if (v >= 0 && w >= 0 && v + w <= 1 && near > nearness[at]) {
                        nearness[at] = near;
                        triangle[at] = t;
                    }
                }
            }
        }
    }
}
