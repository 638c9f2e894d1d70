package dev.sinew.show.picture;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;

/**
 * Points that the camera keeps in view. Taken from a whole sequence, so that the camera does not move between frames.
 *
 * @param points 3 coordinates each, a sample of the vertices over the frames
 */
public record Framing(float[] points) {
    private static final int MAX_FRAMES = 24;
    private static final int MAX_VERTICES = 3000;
    /** The camera follows a subject that moves farther than this multiple of its size. */
    private static final double MAX_STATIC_TRAVEL = 1.5;

    /** For a subject that stays in place: a static camera. */
    public static Framing of(MeshSequence sequence) {
        return around(poses(sequence));
    }

    /**
     * For one frame of a sequence. If the subject moves far beyond its own size, the camera follows it at a constant distance.
     */
    public static Framing of(MeshSequence sequence, int frame) {
        float[][] poses = poses(sequence);
        Framing still = around(poses);
        double largest = 0;
        for (float[] pose : poses) {
            largest = Math.max(largest, Box.around(pose).diagonal());
        }
        if (Box.around(still.points).diagonal() < MAX_STATIC_TRAVEL * largest) {
            return still;
        }
        double[] here = centroid(sequence.frame(frame));
        for (float[] pose : poses) {
            double[] there = centroid(pose);
            for (int k = 0; k < pose.length; k++) {
                pose[k] += (float) (here[k % 3] - there[k % 3]);
            }
        }
        return around(poses);
    }

    private static double[] centroid(float[] pose) {
        Box box = Box.around(pose);
        return new double[] {
            0.5 * (box.minX() + box.maxX()), 0.5 * (box.minY() + box.maxY()), 0.5 * (box.minZ() + box.maxZ())
        };
    }

    /** A sample of the frames and of their vertices, copied. */
    private static float[][] poses(MeshSequence sequence) {
        int frames = Math.min(MAX_FRAMES, sequence.frameCount());
        float[][] poses = new float[frames][];
        for (int k = 0; k < frames; k++) {
            poses[k] = thin(sequence.frame((int) ((long) k * sequence.frameCount() / frames)));
        }
        return poses;
    }

    public static Framing of(float[] positions) {
        return around(new float[][] {thin(positions)});
    }

    private static float[] thin(float[] positions) {
        int n = positions.length / 3;
        int step = Math.max(1, n / MAX_VERTICES);
        float[] kept = new float[3 * ((n + step - 1) / step)];
        for (int k = 0; k < kept.length / 3; k++) {
            System.arraycopy(positions, 3 * step * k, kept, 3 * k, 3);
        }
        return kept;
    }

    private static Framing around(float[][] poses) {
        int length = 0;
        for (float[] pose : poses) {
            length += pose.length;
        }
        float[] points = new float[length];
        int at = 0;
        for (float[] pose : poses) {
            System.arraycopy(pose, 0, points, at, pose.length);
            at += pose.length;
        }
        return new Framing(points);
    }
}
