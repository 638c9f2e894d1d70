package dev.sinew.bench.rivals.method;

import dev.sinew.math.Workers;
import java.util.Arrays;
import java.util.Map;

/**
 * What LD14 §7 compares with: parts that move rigidly, a rigid motion and joints for each, bones made to keep to the joints, weights.
 * The three differ in how they find the parts; LD14 §1 describes what follows as common to them, and joints are strictly enforced as in
 * its Table 1.
 *
 * <p>NOTE: the papers themselves were not at hand. Which bones are joined, where, and how vertices get their weights is done alike for
 * all three, after LD14's account of it.
 */
public enum SkeletonExtraction implements Rival {
    /** Schaefer and Yuksel 2007, "Example-Based Skeleton Extraction": clusters merged by their rigid error. */
    SCHAEFER_YUKSEL("Schaefer, Yuksel 2007") {
        @Override
        int[] parts(Animation animation, int bones, Workers workers) {
            return RigidMerging.clusters(animation, bones);
        }
    },
    /** De Aguiar et al. 2008: spectral clusters of vertices whose distances change little. */
    DE_AGUIAR("de Aguiar 2008") {
        @Override
        int[] parts(Animation animation, int bones, Workers workers) {
            return PartsBySpectrum.ofDistances(animation, bones, workers);
        }
    },
    /** Hasler et al. 2010: spectral clusters of triangles that turn alike. */
    HASLER("Hasler 2010") {
        @Override
        int[] parts(Animation animation, int bones, Workers workers) {
            return PartsBySpectrum.ofRotations(animation, bones, workers);
        }
    };

    private final String title;

    SkeletonExtraction(String title) {
        this.title = title;
    }

    /** The part of each vertex. */
    abstract int[] parts(Animation animation, int bones, Workers workers);

    @Override
    public String title() {
        return title;
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public Map<String, double[]> run(Animation animation, int bones) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            int[] parts = parts(animation, bones, workers);
            RigidSkin skin =
                    new RigidSkin(animation, 1 + Arrays.stream(parts).max().orElse(0));
            skin.assign(parts);
            skin.solveTransforms(workers);
            skin.solveWeights(RigidSkin.INFLUENCES, workers);
            new JointTree(animation, skin, parts).enforce(workers);
            skin.solveWeights(RigidSkin.INFLUENCES, workers);
            return SmoothDecomposition.errors(animation, skin.squaredError(workers));
        }
    }
}
