package dev.sinew.show.picture;

import dev.sinew.mesh.Box;

/** The camera of a picture. Camera space has x to the right, y up and z towards the viewer; visible points have negative z. */
final class Camera {
    /** View from the front left; 0 is in front (+z), 90° on the left side (+x). */
    private static final double YAW = Math.toRadians(38);

    /** Slightly from above. */
    private static final double PITCH = Math.toRadians(14);

    private static final double FIELD_OF_VIEW = Math.toRadians(26);
    private static final double MARGIN = 1.17;
    private static final int ROUNDS = 6;

    private final double[] right;
    private final double[] up;
    private final double[] back;
    private final double[] eye = new double[3];

    private Camera(double yaw, double pitch) {
        double cy = Math.cos(yaw);
        double sy = Math.sin(yaw);
        double cp = Math.cos(pitch);
        double sp = Math.sin(pitch);
        this.right = new double[] {cy, 0, -sy};
        this.up = new double[] {-sy * sp, cp, -cy * sp};
        this.back = new double[] {sy * cp, sp, cy * cp};
    }

    /**
     * Places the camera just far enough away to see every point, with the points centred.
     *
     * @param aspect width divided by height
     */
    static Camera framing(Framing framing, double aspect) {
        Camera camera = new Camera(YAW, PITCH);
        camera.fit(framing.points(), aspect);
        return camera;
    }

    private void fit(float[] points, double aspect) {
        double tall = Math.tan(FIELD_OF_VIEW / 2);
        double wide = tall * aspect;
        Box box = Box.around(points);
        double[] centre = {
            0.5 * (box.minX() + box.maxX()), 0.5 * (box.minY() + box.maxY()), 0.5 * (box.minZ() + box.maxZ())
        };
        double distance = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double[] x = spread(points, right, centre, distance, wide);
            double[] y = spread(points, up, centre, distance, tall);
            distance = Math.max(x[1], y[1]);
            for (int c = 0; c < 3; c++) {
                centre[c] += x[0] * right[c] + y[0] * up[c];
            }
        }
        // Keeps a positive distance for a single point or no points.
        distance = Math.max(distance * MARGIN, 1e-6);
        for (int c = 0; c < 3; c++) {
            eye[c] = centre[c] + distance * back[c];
        }
    }

    /** Offset of the centre along an axis, and the distance from which all points fit. */
    private double[] spread(float[] points, double[] axis, double[] centre, double distance, double slope) {
        double low = Double.MAX_VALUE;
        double high = -Double.MAX_VALUE;
        double need = 0;
        for (int k = 0; k < points.length; k += 3) {
            double a = dot(axis, points[k] - centre[0], points[k + 1] - centre[1], points[k + 2] - centre[2]);
            double z = dot(back, points[k] - centre[0], points[k + 1] - centre[1], points[k + 2] - centre[2]);
            double scale = distance > 0 ? distance / Math.max(0.2 * distance, distance - z) : 1;
            low = Math.min(low, a * scale);
            high = Math.max(high, a * scale);
            need = Math.max(need, Math.abs(a) / slope + z);
        }
        return new double[] {0.5 * (low + high), need};
    }

    private static double dot(double[] axis, double x, double y, double z) {
        return axis[0] * x + axis[1] * y + axis[2] * z;
    }

    double[] eye() {
        return eye;
    }

    double[] right() {
        return right;
    }

    double[] up() {
        return up;
    }

    double[] back() {
        return back;
    }

    /** Positions in camera space, 3N. */
    float[] toCameraSpace(float[] positions) {
        float[] out = new float[positions.length];
        for (int k = 0; k < positions.length; k += 3) {
            double x = positions[k] - eye[0];
            double y = positions[k + 1] - eye[1];
            double z = positions[k + 2] - eye[2];
            out[k] = (float) dot(right, x, y, z);
            out[k + 1] = (float) dot(up, x, y, z);
            out[k + 2] = (float) dot(back, x, y, z);
        }
        return out;
    }

    /** Half the view's height at distance 1. */
    static double slope() {
        return Math.tan(FIELD_OF_VIEW / 2);
    }
}
