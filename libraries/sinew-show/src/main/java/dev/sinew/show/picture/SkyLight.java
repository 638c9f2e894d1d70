package dev.sinew.show.picture;

import java.util.stream.IntStream;

/**
 * Light from all around, with what stands in its way: for both sides of the surface at every normal, and for the floor.
 * The sky is cut into directions, and a depth map is drawn for each.
 */
final class SkyLight {
    private static final int MAP = 288;
    private static final int FLOOR = 224;
    private static final int CHUNK = 4096;
    static final double FLOOR_REACH = 2.2;

    private final Triangles triangles;
    private final float[] positions;
    private final Studio studio;
    private final double[] centre;
    private final double radius;
    private final double floor;
    /** 6 a row: RGB on the normal's side, RGB behind. */
    private final float[] light;

    private final float[] floorLight = new float[FLOOR * FLOOR];

    private SkyLight(Triangles triangles, float[] positions, Studio studio, double floor) {
        this.triangles = triangles;
        this.positions = positions;
        this.studio = studio;
        this.floor = floor;
        this.light = new float[2 * triangles.normals().length];
        this.centre = new double[3];
        double[] low = {1e300, 1e300, 1e300};
        double[] high = {-1e300, -1e300, -1e300};
        for (int k = 0; k < positions.length; k++) {
            low[k % 3] = Math.min(low[k % 3], positions[k]);
            high[k % 3] = Math.max(high[k % 3], positions[k]);
        }
        double squared = 0;
        for (int c = 0; c < 3; c++) {
            centre[c] = 0.5 * (low[c] + high[c]);
            squared += 0.25 * (high[c] - low[c]) * (high[c] - low[c]);
        }
        this.radius = Math.max(Math.sqrt(squared), 1e-9);
    }

    static SkyLight of(Triangles triangles, float[] positions, Studio studio, double floor) {
        SkyLight sky = new SkyLight(triangles, positions, studio, floor);
        int directions = triangles.count() > 400_000 ? 20 : 64;
        for (int k = 0; k < directions; k++) {
            sky.shine(direction(k, directions), 4.0 / directions);
        }
        sky.smoothFloor();
        return sky;
    }

    /** The sky's directions are few; without this each would leave its own outline on the floor. */
    private void smoothFloor() {
        float[] line = new float[FLOOR];
        for (int round = 0; round < 3; round++) {
            for (int k = 0; k < FLOOR; k++) {
                smooth(k * FLOOR, 1, line);
                smooth(k, FLOOR, line);
            }
        }
    }

    private void smooth(int from, int step, float[] line) {
        int reach = 4;
        for (int k = 0; k < FLOOR; k++) {
            float sum = 0;
            for (int o = -reach; o <= reach; o++) {
                sum += floorLight[from + step * Math.max(0, Math.min(FLOOR - 1, k + o))];
            }
            line[k] = sum / (2 * reach + 1);
        }
        for (int k = 0; k < FLOOR; k++) {
            floorLight[from + step * k] = line[k];
        }
    }

    /** Evenly over the sphere. */
    private static double[] direction(int k, int count) {
        double y = 1 - (2 * k + 1.0) / count;
        double r = Math.sqrt(1 - y * y);
        double angle = 2.399963229728653 * k;
        return new double[] {r * StrictMath.cos(angle), y, r * StrictMath.sin(angle)};
    }

    private void shine(double[] from, double share) {
        DepthMap map = new DepthMap(from, centre, radius, MAP);
        map.draw(positions, triangles.vertices());
        double[] colour = {
            share * studio.sky(from[1], 0), share * studio.sky(from[1], 1), share * studio.sky(from[1], 2)
        };
        int rows = triangles.vertexOfRow().length;
        IntStream.range(0, (rows + CHUNK - 1) / CHUNK).parallel().forEach(chunk -> {
            for (int r = chunk * CHUNK; r < Math.min(rows, (chunk + 1) * CHUNK); r++) {
                shineOn(r, from, map, colour);
            }
        });
        if (from[1] > 0.05) {
            shineOnFloor(from, map, share);
        }
    }

    private void shineOn(int row, double[] from, DepthMap map, double[] colour) {
        float[] n = triangles.normals();
        double cosine = n[3 * row] * from[0] + n[3 * row + 1] * from[1] + n[3 * row + 2] * from[2];
        // A step off the surface on the lit side, or it would shade itself.
        double off = Math.copySign(1.8 * map.texel(), cosine);
        int p = 3 * triangles.vertexOfRow()[row];
        if (map.reaches(
                positions[p] + off * n[3 * row],
                positions[p + 1] + off * n[3 * row + 1],
                positions[p + 2] + off * n[3 * row + 2],
                0.4 * map.texel())) {
            int at = 6 * row + (cosine > 0 ? 0 : 3);
            for (int c = 0; c < 3; c++) {
                light[at + c] += (float) (Math.abs(cosine) * colour[c]);
            }
        }
    }

    private void shineOnFloor(double[] from, DepthMap map, double share) {
        for (int k = 0; k < floorLight.length; k++) {
            double x = centre[0] + radius * FLOOR_REACH * (2.0 * (k % FLOOR) / (FLOOR - 1) - 1);
            double z = centre[2] + radius * FLOOR_REACH * (2.0 * (k / FLOOR) / (FLOOR - 1) - 1);
            if (map.reaches(x, floor, z, 0.5 * map.texel())) {
                floorLight[k] += (float) (share * from[1]);
            }
        }
    }

    /** Light on the surface at a normal, on its side or behind it. */
    double at(int row, int side, int channel) {
        return light[6 * row + 3 * side + channel];
    }

    /** How dark the floor is at a place, 0 to 1. */
    double floorDarkness(double x, double z) {
        double s = ((x - centre[0]) / (radius * FLOOR_REACH) + 1) * 0.5 * (FLOOR - 1);
        double t = ((z - centre[2]) / (radius * FLOOR_REACH) + 1) * 0.5 * (FLOOR - 1);
        int s0 = (int) Math.floor(s);
        int t0 = (int) Math.floor(t);
        if (!(s0 >= 0 && t0 >= 0 && s0 < FLOOR - 1 && t0 < FLOOR - 1)) {
            return 0;
        }
        double a = s - s0;
        double b = t - t0;
        double lit = (1 - b) * ((1 - a) * floorLight[t0 * FLOOR + s0] + a * floorLight[t0 * FLOOR + s0 + 1])
                + b * ((1 - a) * floorLight[(t0 + 1) * FLOOR + s0] + a * floorLight[(t0 + 1) * FLOOR + s0 + 1]);
        return Math.max(0, 1 - lit / floorLight[0]);
    }

    double[] centre() {
        return centre;
    }

    double radius() {
        return radius;
    }
}
