package dev.sinew.measure;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;

/**
 * EE of KCO09 §5: the error of an approximation in percent of the error of the best rigid prediction, which moves each vertex with the one
 * master bone that follows it best over all frames.
 *
 * @param off Σ‖v − v′‖² over vertices and frames
 * @param rigid the same for the rigid prediction
 */
public record EnvelopingError(double off, double rigid) {
    private static final int CHUNK = 256;

    /**
     * @param rest 3N rest positions, not modified
     * @param weights of the master bones: the search for the best one starts with the largest
     * @param motion of the master bones, one frame for each frame of the two sources
     */
    public static EnvelopingError of(
            PoseSource approximation,
            PoseSource truth,
            float[] rest,
            SkinWeights weights,
            BoneMotion motion,
            Workers workers) {
        int n = weights.vertexCount();
        double[] off = new double[Workers.chunks(n, CHUNK)];
        double[] rigid = new double[off.length];
        workers.forChunks(n, CHUNK, (chunk, from, to) -> {
            double[][] wanted = frames(truth, motion.frameCount(), from, to);
            double[] got = new double[3 * (to - from)];
            for (int f = 0; f < motion.frameCount(); f++) {
                approximation.positions(f, from, to, got);
                off[chunk] += squaredDistance(wanted[f], got);
            }
            for (int i = from; i < to; i++) {
                int likely = weights.bones()[i * weights.influences()];
                rigid[chunk] += bestRigid(wanted, 3 * (i - from), rest, i, likely, motion);
            }
        });
        return new EnvelopingError(sum(off), sum(rigid));
    }

    /** The minimum over all bones of Σ_f ‖v − C_j·ũ‖²; most bones are rejected after a frame or two. */
    private static double bestRigid(double[][] wanted, int at, float[] rest, int i, int likely, BoneMotion motion) {
        double best = rigid(wanted, at, rest, i, likely, motion, Double.POSITIVE_INFINITY);
        for (int j = 0; j < motion.boneCount(); j++) {
            if (j != likely) {
                best = Math.min(best, rigid(wanted, at, rest, i, j, motion, best));
            }
        }
        return best;
    }

    private static double rigid(
            double[][] wanted, int at, float[] rest, int i, int bone, BoneMotion motion, double enough) {
        double sum = 0;
        double[] m = motion.matrices();
        for (int f = 0; f < wanted.length && sum < enough; f++) {
            int c = motion.offset(f, bone);
            for (int x = 0; x < 3; x++) {
                double off =
                        Affine3.row(m, c + 4 * x, rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]) - wanted[f][at + x];
                sum += off * off;
            }
        }
        return sum;
    }

    private static double[][] frames(PoseSource source, int frames, int from, int to) {
        double[][] positions = new double[frames][3 * (to - from)];
        for (int f = 0; f < frames; f++) {
            source.positions(f, from, to, positions[f]);
        }
        return positions;
    }

    private static double squaredDistance(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += (a[k] - b[k]) * (a[k] - b[k]);
        }
        return sum;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    /** EE in percent; NaN if the rigid prediction is exact and the approximation is not. */
    public double value() {
        if (off == 0) {
            return 0;
        }
        return rigid > 0 ? 100 * Math.sqrt(off / rigid) : Double.NaN;
    }
}
