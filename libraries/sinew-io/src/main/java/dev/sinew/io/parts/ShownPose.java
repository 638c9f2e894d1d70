package dev.sinew.io.parts;

import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.Optional;

/**
 * Puts a model into the space in which its file shows it without a clip. Nodes above the bones may rotate and scale a whole skin: then all
 * bones have the same skinning matrix, and the rest pose is moved by it. Otherwise the nodes hold a pose.
 */
public final class ShownPose {
    /** Difference between matrices that rounding explains; for translations relative to the size. */
    private static final double TOLERANCE = 1e-5;

    private ShownPose() {}

    /** @param shown 12 numbers per bone, the skinning matrices without a clip */
    public static ModelDocument document(SkinnedModel model, double[] shown) {
        double size = Math.max(Box.around(model.rest().positions()).diagonal(), Double.MIN_NORMAL);
        double[] first = Arrays.copyOf(shown, Affine3.STRIDE);
        double scale = Math.cbrt(Affine3.determinant(first, 0));
        boolean same = true;
        for (int at = 0; at < shown.length; at += Affine3.STRIDE) {
            same &= isNear(shown, at, first, Math.abs(scale), size);
        }
        if (!same || !(scale > 0) || !isSimilarity(first, scale)) {
            boolean finite = Arrays.stream(shown).allMatch(Double::isFinite);
            return ModelDocument.of(model).withPose(finite ? Optional.of(shown) : Optional.empty());
        }
        double[] identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        return ModelDocument.of(isNear(first, 0, identity, 1, size) ? model : moved(model, first, scale));
    }

    private static boolean isNear(double[] m, int at, double[] other, double scale, double size) {
        for (int k = 0; k < Affine3.STRIDE; k++) {
            double unit = scale * (k % 4 == 3 ? size : 1);
            if (!(Math.abs(m[at + k] - other[k]) <= TOLERANCE * unit)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSimilarity(double[] m, double scale) {
        double[] rotation = rotation(m);
        for (int k = 0; k < Affine3.STRIDE; k++) {
            if (k % 4 != 3 && !(Math.abs(m[k] - scale * rotation[k]) <= TOLERANCE * scale)) {
                return false;
            }
        }
        return true;
    }

    private static double[] rotation(double[] m) {
        double[] rotation = new double[Affine3.STRIDE];
        new NearestRotation().of(m, 0, 4, rotation, 0, 4);
        return rotation;
    }

    private static SkinnedModel moved(SkinnedModel model, double[] m, double scale) {
        double[] inverse = new double[Affine3.STRIDE];
        Affine3.invert(m, 0, inverse, 0);
        double[] rotation = rotation(m);
        Skeleton old = model.skeleton();
        double[] pivots = new double[old.pivots().length];
        double[] orientations = new double[old.orientations().length];
        double[] turn = new double[4];
        Quaternions.fromMatrix(rotation, 0, 4, turn, 0);
        for (int j = 0; j < old.boneCount(); j++) {
            double[] c = old.pivot(j);
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] = Affine3.row(m, 4 * x, c[0], c[1], c[2]);
            }
            Quaternions.multiply(turn, 0, old.orientations(), 4 * j, orientations, 4 * j);
        }
        return new SkinnedModel(
                moved(model.rest(), m, rotation),
                model.weights(),
                new Skeleton(old.names(), old.parents(), pivots, orientations),
                model.boneType(),
                model.clips().stream().map(clip -> moved(clip, inverse)).toList());
    }

    private static Mesh moved(Mesh mesh, double[] m, double[] rotation) {
        float[] positions = new float[mesh.positions().length];
        rows(mesh.positions(), m, positions);
        Mesh.Surface surface = mesh.surface();
        Optional<CornerAttribute> normals = surface.normals().map(given -> {
            float[] turned = new float[given.values().length];
            rows(given.values(), rotation, turned);
            return new CornerAttribute(3, turned, given.rows());
        });
        return mesh.withPositions(positions).withSurface(surface.withNormals(normals));
    }

    private static void rows(float[] from, double[] m, float[] to) {
        for (int k = 0; k + 2 < from.length; k += 3) {
            for (int x = 0; x < 3; x++) {
                to[k + x] = (float) Affine3.row(m, 4 * x, from[k], from[k + 1], from[k + 2]);
            }
        }
    }

    private static Clip moved(Clip clip, double[] inverse) {
        BoneMotion motion = clip.motion();
        double[] matrices = new double[motion.matrices().length];
        for (int at = 0; at < matrices.length; at += Affine3.STRIDE) {
            Affine3.multiply(motion.matrices(), at, inverse, 0, matrices, at);
        }
        return clip.withMotion(new BoneMotion(motion.boneCount(), motion.frameCount(), matrices));
    }
}
