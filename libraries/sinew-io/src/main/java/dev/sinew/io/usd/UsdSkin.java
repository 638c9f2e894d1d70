package dev.sinew.io.usd;

import dev.sinew.io.usd.UsdPrim.UsdAttribute;
import dev.sinew.io.usd.UsdPrim.UsdAttribute.UsdValue;
import dev.sinew.math.Affine3;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The binding of a mesh to a skeleton. */
final class UsdSkin {
    private static final String INDICES = "primvars:skel:jointIndices";
    private static final String WEIGHTS = "primvars:skel:jointWeights";

    private final UsdMesh mesh;
    private final UsdSkeleton skeleton;

    private UsdSkin(UsdMesh mesh, UsdSkeleton skeleton) {
        this.mesh = mesh;
        this.skeleton = skeleton;
    }

    /** Whether a prim has joint influences. */
    static boolean isSkinned(UsdPrim prim) {
        return prim.numbers(INDICES).length > 0
                && prim.inheritedTarget("skel:skeleton").isPresent();
    }

    /** @param skeletons all skeletons of the stage */
    static Optional<UsdSkin> of(UsdMesh mesh, List<UsdSkeleton> skeletons) {
        if (!isSkinned(mesh.prim())) {
            return Optional.empty();
        }
        String path = mesh.prim().inheritedTarget("skel:skeleton").orElseThrow();
        UsdSkeleton skeleton = skeletons.stream()
                .filter(s -> s.prim().path().equals(path))
                .findFirst()
                .orElseThrow(() -> mesh.bad("refers to the skeleton " + path + ", which does not exist"));
        return Optional.of(new UsdSkin(mesh, skeleton));
    }

    UsdSkeleton skeleton() {
        return skeleton;
    }

    /** 3×4 from mesh space to skeleton space in the bind pose. */
    double[] geomBind() {
        double[] numbers = mesh.prim().numbers("primvars:skel:geomBindTransform");
        if (numbers.length == 16) {
            return UsdTransforms.affine(numbers, 0);
        }
        double[] identity = new double[Affine3.STRIDE];
        Affine3.identity(identity, 0);
        return identity;
    }

    /** Joints of the skeleton and their weights, K of each per vertex, in the layout of {@link SkinWeights}. */
    record Influences(int count, int[] joints, double[] weights) {}

    Influences influences() {
        UsdAttribute attribute = mesh.prim().attribute(INDICES).orElseThrow();
        int[] local = mesh.wholes(INDICES, 0, Integer.MAX_VALUE);
        double[] weights = mesh.prim().numbers(WEIGHTS);
        int[] jointOf = localJoints();
        boolean constant = "constant".equals(interpolation(attribute));
        int count = elementSize(attribute, local.length, constant);
        if (local.length != weights.length || local.length != (constant ? 1L : mesh.vertexCount()) * count) {
            throw mesh.bad("has " + local.length + " joint indices and " + weights.length + " weights for "
                    + mesh.vertexCount() + " vertices with " + count + " influences each");
        }
        int[] joints = new int[count * mesh.vertexCount()];
        double[] all = new double[joints.length];
        for (int k = 0; k < joints.length; k++) {
            int from = constant ? k % count : k;
            if (local[from] >= jointOf.length) {
                throw mesh.bad("refers to joint " + local[from] + ", but there are " + jointOf.length + " joints");
            }
            joints[k] = jointOf[local[from]];
            all[k] = weights[from];
        }
        normalise(count, all);
        return new Influences(count, joints, all);
    }

    /** USD normalises weights when skinning; vertices without weights follow the first joint. */
    private void normalise(int count, double[] weights) {
        for (int i = 0; i < mesh.vertexCount(); i++) {
            double sum = 0;
            for (int k = i * count; k < (i + 1) * count; k++) {
                if (!(weights[k] >= 0) || Double.isInfinite(weights[k])) {
                    throw mesh.bad("has the weight " + weights[k] + " at vertex " + i + "; weights must be ≥ 0");
                }
                sum += weights[k];
            }
            for (int k = i * count; k < (i + 1) * count; k++) {
                weights[k] = sum > 0 ? weights[k] / sum : k == i * count ? 1 : 0;
            }
        }
    }

    private static String interpolation(UsdAttribute attribute) {
        UsdValue declared = attribute.metadata().get("interpolation");
        return declared == null || declared.texts().isEmpty()
                ? "vertex"
                : declared.texts().get(0);
    }

    private int elementSize(UsdAttribute attribute, int indices, boolean constant) {
        UsdValue declared = attribute.metadata().get("elementSize");
        double size = declared != null && declared.numbers().length == 1
                ? declared.numbers()[0]
                : constant ? indices : (double) indices / Math.max(1, mesh.vertexCount());
        if (!(size >= 1 && size <= indices) || size != Math.rint(size)) {
            throw mesh.bad("has " + size + " influences per vertex; it must be an integer from 1 to " + indices);
        }
        return (int) size;
    }

    /** Joint of the skeleton for each joint of the mesh's own list. */
    private int[] localJoints() {
        List<String> own = mesh.prim().words("skel:joints");
        List<String> all = skeleton.joints();
        int[] joints = new int[own.isEmpty() ? all.size() : own.size()];
        for (int j = 0; j < joints.length; j++) {
            joints[j] = own.isEmpty() ? j : all.indexOf(own.get(j));
            if (joints[j] < 0) {
                throw mesh.bad("refers to the joint " + own.get(j) + ", which its skeleton does not have");
            }
        }
        return joints;
    }

    /**
     * The mesh's points moved by the joints, in skeleton space.
     *
     * @param points 3N in mesh space
     * @param matrices 12 per joint
     */
    static double[] moved(Influences influences, double[] geomBind, double[] points, double[] matrices) {
        double[] out = new double[points.length];
        double[] m = new double[Affine3.STRIDE];
        for (int i = 0; i < points.length / 3; i++) {
            Arrays.fill(m, 0);
            for (int k = i * influences.count; k < (i + 1) * influences.count; k++) {
                for (int c = 0; c < Affine3.STRIDE; c++) {
                    m[c] += influences.weights[k] * matrices[Affine3.STRIDE * influences.joints[k] + c];
                }
            }
            double[] whole = UsdTransforms.times(m, geomBind);
            for (int r = 0; r < 3; r++) {
                out[3 * i + r] = Affine3.row(whole, 4 * r, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
            }
        }
        return out;
    }

    InvalidInputException bad(String what) {
        return mesh.bad(what);
    }
}
