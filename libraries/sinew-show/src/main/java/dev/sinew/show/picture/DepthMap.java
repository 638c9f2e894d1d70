package dev.sinew.show.picture;

import java.util.Arrays;

/** What a far light sees: how near to it the first surface is, on a square of places. */
final class DepthMap {
    private final double[] u;
    private final double[] v;
    private final double[] light;
    private final int size;
    private final double[] centre;
    private final double scale;
    private final float[] depth;

    /** @param light unit vector towards the light */
    DepthMap(double[] light, double[] centre, double radius, int size) {
        this.light = light;
        this.centre = centre;
        this.size = size;
        this.scale = 0.5 * size / (radius * 1.02);
        double[] helper = Math.abs(light[1]) < 0.9 ? new double[] {0, 1, 0} : new double[] {1, 0, 0};
        this.u = unit(cross(helper, light));
        this.v = cross(light, u);
        this.depth = new float[size * size];
        Arrays.fill(depth, Float.NEGATIVE_INFINITY);
    }

    private static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    private static double[] unit(double[] a) {
        double length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        return new double[] {a[0] / length, a[1] / length, a[2] / length};
    }

    double texel() {
        return 1 / scale;
    }

    void draw(float[] positions, int[] vertices) {
        float[] p = new float[positions.length];
        for (int k = 0; k < p.length; k += 3) {
            double x = positions[k] - centre[0];
            double y = positions[k + 1] - centre[1];
            double z = positions[k + 2] - centre[2];
            p[k] = (float) (scale * (u[0] * x + u[1] * y + u[2] * z) + 0.5 * size - 0.5);
            p[k + 1] = (float) (scale * (v[0] * x + v[1] * y + v[2] * z) + 0.5 * size - 0.5);
            p[k + 2] = (float) (light[0] * x + light[1] * y + light[2] * z);
        }
        for (int t = 0; t < vertices.length; t += 3) {
            draw(p, 3 * vertices[t], 3 * vertices[t + 1], 3 * vertices[t + 2]);
        }
    }

    private void draw(float[] p, int a, int b, int c) {
        double ax = p[a];
        double ay = p[a + 1];
        double ux = p[b] - ax;
        double uy = p[b + 1] - ay;
        double wx = p[c] - ax;
        double wy = p[c + 1] - ay;
        double area = ux * wy - uy * wx;
        if (area == 0) {
            return;
        }
        double inverse = 1 / area;
        int fromX = (int) Math.max(0, Math.ceil(Math.min(p[a], Math.min(p[b], p[c]))));
        int toX = (int) Math.min(size - 1, Math.floor(Math.max(p[a], Math.max(p[b], p[c]))));
        int fromY = (int) Math.max(0, Math.ceil(Math.min(p[a + 1], Math.min(p[b + 1], p[c + 1]))));
        int toY = (int) Math.min(size - 1, Math.floor(Math.max(p[a + 1], Math.max(p[b + 1], p[c + 1]))));
        for (int y = fromY; y <= toY; y++) {
            for (int x = fromX; x <= toX; x++) {
                double s = ((x - ax) * wy - (y - ay) * wx) * inverse;
                double t = (ux * (y - ay) - uy * (x - ax)) * inverse;
                if (s >= 0 && t >= 0 && s + t <= 1) {
                    float near = (float) (p[a + 2] + s * (p[b + 2] - p[a + 2]) + t * (p[c + 2] - p[a + 2]));
                    int at = y * size + x;
                    depth[at] = Math.max(depth[at], near);
                }
            }
        }
    }

    /** Whether the light reaches a point that stands {@code bias} nearer to it than it is. */
    boolean reaches(double px, double py, double pz, double bias) {
        double x = px - centre[0];
        double y = py - centre[1];
        double z = pz - centre[2];
        int s = (int) Math.floor(scale * (u[0] * x + u[1] * y + u[2] * z) + 0.5 * size);
        int t = (int) Math.floor(scale * (v[0] * x + v[1] * y + v[2] * z) + 0.5 * size);
        if (s < 0 || t < 0 || s >= size || t >= size) {
            return true;
        }
        return depth[t * size + s] <= light[0] * x + light[1] * y + light[2] * z + bias;
    }

    /** How far the first surface over a point stands off it towards the light; infinite where there is none. */
    double gap(double px, double py, double pz) {
        double x = px - centre[0];
        double y = py - centre[1];
        double z = pz - centre[2];
        int s = (int) Math.floor(scale * (u[0] * x + u[1] * y + u[2] * z) + 0.5 * size);
        int t = (int) Math.floor(scale * (v[0] * x + v[1] * y + v[2] * z) + 0.5 * size);
        if (s < 0 || t < 0 || s >= size || t >= size || depth[t * size + s] == Float.NEGATIVE_INFINITY) {
            return Double.POSITIVE_INFINITY;
        }
        return light[0] * x + light[1] * y + light[2] * z - depth[t * size + s];
    }

    /** The part of a disc of the given number of places around a point that the light reaches, 0 to 1. */
    double share(double px, double py, double pz, double bias, double blur) {
        double x = px - centre[0];
        double y = py - centre[1];
        double z = pz - centre[2];
        double s = scale * (u[0] * x + u[1] * y + u[2] * z) + 0.5 * size - 0.5;
        double t = scale * (v[0] * x + v[1] * y + v[2] * z) + 0.5 * size - 0.5;
        double own = light[0] * x + light[1] * y + light[2] * z + bias;
        double sum = 0;
        for (int k = 0; k < DISC.length; k += 2) {
            sum += between(s + blur * DISC[k], t + blur * DISC[k + 1], own);
        }
        return sum / (DISC.length / 2);
    }

    /** Mixed from the four places around, so that shadows have no stairs. */
    private double between(double s, double t, double own) {
        int s0 = (int) Math.floor(s);
        int t0 = (int) Math.floor(t);
        double a = s - s0;
        double b = t - t0;
        return (1 - a) * ((1 - b) * lit(s0, t0, own) + b * lit(s0, t0 + 1, own))
                + a * ((1 - b) * lit(s0 + 1, t0, own) + b * lit(s0 + 1, t0 + 1, own));
    }

    private double lit(int s, int t, double own) {
        return s < 0 || t < 0 || s >= size || t >= size || depth[t * size + s] <= own ? 1 : 0;
    }

    /** Sunflower points on the unit disc. */
    private static final double[] DISC = disc(13);

    private static double[] disc(int count) {
        double[] points = new double[2 * count];
        for (int k = 0; k < count; k++) {
            double r = Math.sqrt((k + 0.5) / count);
            double angle = 2.399963229728653 * k;
            points[2 * k] = r * StrictMath.cos(angle);
            points[2 * k + 1] = r * StrictMath.sin(angle);
        }
        return points;
    }
}
