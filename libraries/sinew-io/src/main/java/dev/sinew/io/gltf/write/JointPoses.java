package dev.sinew.io.gltf.write;

import dev.sinew.math.Quaternions;
import dev.sinew.math.Svd3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;

/**
 * Rigid and similarity bones of a clip as translation, rotation and scale in space. Reflections are a negative scale.
 */
final class JointPoses {
    /** A matrix that is further than this from its bone's type, as a part of its scale, is a mistake of the caller. */
    private static final double OFF_TYPE = 1e-3;

    private final int bones;
    /** 3 numbers per frame and bone. */
    private final double[] positions;
    /** 4 numbers per frame and bone. */
    private final double[] rotations;

    private final double[] scales;
    private final double[] turns;
    private final Svd3 svd = new Svd3();

    JointPoses(SkinnedModel model, Clip clip) {
        BoneMotion motion = clip.motion();
        bones = motion.boneCount();
        int count = bones * motion.frameCount();
        positions = new double[3 * count];
        rotations = new double[4 * count];
        scales = new double[count];
        turns = model.skeleton().turns();
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j = 0; j < bones; j++) {
                take(model, clip, f, j);
            }
        }
    }

    private int at(int f, int j) {
        return f * bones + j;
    }

    private void take(SkinnedModel model, Clip clip, int f, int j) {
        double[] m = clip.motion().matrices();
        int from = clip.motion().offset(f, j);
        double[] c = model.skeleton().pivots();
        for (int x = 0; x < 3; x++) {
            int r = from + 4 * x;
            positions[3 * at(f, j) + x] =
                    m[r] * c[3 * j] + m[r + 1] * c[3 * j + 1] + m[r + 2] * c[3 * j + 2] + m[r + 3];
        }
        svd.decompose(m, from, 4);
        double[] sigma = svd.sigma();
        double sign = sigma[2] < 0 ? -1 : 1;
        double scale = model.boneType() == BoneType.RIGID ? 1 : sign * (sigma[0] + sigma[1] + sign * sigma[2]) / 3;
        double off = Math.max(sigma[0] - Math.abs(scale), Math.abs(scale) - sign * sigma[2]);
        if (off > OFF_TYPE * Math.max(Math.abs(scale), 1e-9) || scale * sign < 0) {
            throw new IllegalArgumentException("bone '"
                    + model.skeleton().names().get(j) + "' in frame " + f
                    + " of clip '" + clip.name() + "' stretches by " + sigma[0] + ", " + sigma[1] + ", " + sigma[2]
                    + " and is not " + model.boneType());
        }
        scales[at(f, j)] = scale;
        rotation(f, j, sign);
    }

    /** A = s·R with R = U·diag(±1, ±1, 1)·Vᵀ; a bone without extent keeps the rotation it had. */
    private void rotation(int f, int j, double sign) {
        if (scales[at(f, j)] == 0 && f > 0) {
            System.arraycopy(rotations, 4 * at(f - 1, j), rotations, 4 * at(f, j), 4);
            return;
        }
        double[] r = new double[9];
        double[] u = svd.u();
        double[] v = svd.v();
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                r[3 * a + b] = sign * (u[3 * a] * v[3 * b] + u[3 * a + 1] * v[3 * b + 1]) + u[3 * a + 2] * v[3 * b + 2];
            }
        }
        double[] q = new double[4];
        Quaternions.fromMatrix(r, 0, 3, q, 0);
        // The node's axes are those of the bind pose, turned with the bone.
        Quaternions.multiply(q, 0, turns, 4 * j, rotations, 4 * at(f, j));
    }

    double scale(int f, int j) {
        return scales[at(f, j)];
    }

    /**
     * Position of bone j in its parent's space.
     *
     * @param out modified from {@code to} on
     */
    void localPosition(int f, int j, int parent, double[] out, int to) {
        int mine = 3 * at(f, j);
        int theirs = 3 * at(f, parent);
        double[] q = new double[4];
        Quaternions.conjugate(rotations, 4 * at(f, parent), q, 0);
        double[] r = new double[9];
        Quaternions.toMatrix(q, 0, r, 0, 3);
        double x = positions[mine] - positions[theirs];
        double y = positions[mine + 1] - positions[theirs + 1];
        double z = positions[mine + 2] - positions[theirs + 2];
        for (int a = 0; a < 3; a++) {
            out[to + a] = (r[3 * a] * x + r[3 * a + 1] * y + r[3 * a + 2] * z) / scale(f, parent);
        }
    }

    /** Rotation of bone j in its parent's space. */
    void localRotation(int f, int j, int parent, double[] out, int to) {
        double[] q = new double[4];
        Quaternions.conjugate(rotations, 4 * at(f, parent), q, 0);
        Quaternions.multiply(q, 0, rotations, 4 * at(f, j), out, to);
    }

    void position(int f, int j, double[] out, int to) {
        System.arraycopy(positions, 3 * at(f, j), out, to, 3);
    }

    void rotation(int f, int j, double[] out, int to) {
        System.arraycopy(rotations, 4 * at(f, j), out, to, 4);
    }
}
