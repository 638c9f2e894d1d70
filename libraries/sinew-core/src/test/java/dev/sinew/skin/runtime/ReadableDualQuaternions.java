package dev.sinew.skin.runtime;

import dev.sinew.math.Quaternions;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;

/**
 * Dual quaternion skinning from its definition, in double precision, for rigid bones: blend, normalise, and move the point by the sandwich
 * product q̂·(1 + ε·v)·q̂*, without a matrix.
 */
final class ReadableDualQuaternions {
    private ReadableDualQuaternions() {}

    static void surface(
            SkinnedModel model, BoneMotion motion, int f, float[] restNormals, double[] positions, double[] normals) {
        SkinWeights weights = model.weights();
        float[] rest = model.rest().positions();
        for (int i = 0; i < model.vertexCount(); i++) {
            double[] real = new double[4];
            double[] dual = new double[4];
            double[] strongest = new double[4];
            for (int k = 0; k < weights.influences(); k++) {
                int at = motion.offset(f, weights.bones()[i * weights.influences() + k]);
                double w = weights.weights()[i * weights.influences() + k];
                double[] q = new double[4];
                Quaternions.fromMatrix(motion.matrices(), at, 4, q, 0);
                double[] t = translation(motion.matrices(), at);
                double[] e = new double[4];
                Quaternions.multiply(t, 0, q, 0, e, 0);
                if (k == 0) {
                    System.arraycopy(q, 0, strongest, 0, 4);
                }
                double sign = Quaternions.dot(q, 0, strongest, 0) < 0 ? -1 : 1;
                for (int c = 0; c < 4; c++) {
                    real[c] += sign * w * q[c];
                    dual[c] += sign * w * 0.5 * e[c];
                }
            }
            double length = Math.sqrt(Quaternions.dot(real, 0, real, 0));
            for (int c = 0; c < 4; c++) {
                real[c] /= length;
                dual[c] /= length;
            }
            put(real, rest, i, positions);
            put(real, restNormals, i, normals);
            double[] back = new double[4];
            Quaternions.conjugate(real, 0, back, 0);
            double[] moved = new double[4];
            Quaternions.multiply(dual, 0, back, 0, moved, 0);
            for (int c = 0; c < 3; c++) {
                positions[3 * i + c] += 2 * moved[c];
            }
        }
    }

    private static double[] translation(double[] m, int at) {
        return new double[] {m[at + 3], m[at + 7], m[at + 11], 0};
    }

    /** q·v·q* */
    private static void put(double[] q, float[] from, int i, double[] out) {
        double[] v = {from[3 * i], from[3 * i + 1], from[3 * i + 2], 0};
        double[] back = new double[4];
        Quaternions.conjugate(q, 0, back, 0);
        Quaternions.multiply(q, 0, v, 0, v, 0);
        Quaternions.multiply(v, 0, back, 0, v, 0);
        System.arraycopy(v, 0, out, 3 * i, 3);
    }
}
