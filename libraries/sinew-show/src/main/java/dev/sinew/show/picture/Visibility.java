package dev.sinew.show.picture;

import java.util.Arrays;

/** Which triangle is seen at every sample of a view, and how near it is. */
final class Visibility {
    static final int NOTHING = -1;
    private static final double NEAREST = 1e-9;

    final int width;
    final int height;
    final double slopeX;
    final double slopeY;
    private final int[] triangle;
    /** 1 / distance along the view; larger is nearer. */
    private final float[] nearness;

    Visibility(int width, int height) {
        this.width = width;
        this.height = height;
        this.slopeY = Camera.slope();
        this.slopeX = slopeY * width / height;
        this.triangle = new int[width * height];
        this.nearness = new float[width * height];
        Arrays.fill(triangle, NOTHING);
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
            if (seen[a + 2] < -NEAREST && seen[b + 2] < -NEAREST && seen[c + 2] < -NEAREST) {
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
