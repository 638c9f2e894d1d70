package dev.sinew.bench.rivals.method;

import dev.sinew.bench.baseline.DenseReduction;
import dev.sinew.bench.baseline.GramReduction;
import dev.sinew.linalg.Products;
import dev.sinew.math.Workers;
import java.util.Map;

/** Alexa and Müller 2000, as KSO10 §5 uses it: the best approximation of rank 4P, as many columns as P affine bones have. */
public final class TruncatedSvd implements Rival {
    private static final int COLUMNS_PER_BONE = 4;

    @Override
    public String title() {
        return "truncated SVD";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public Map<String, double[]> run(Animation animation, int bones) {
        int n = animation.vertices();
        int m = animation.dimensions();
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            int rank = Math.min(COLUMNS_PER_BONE * bones, m);
            DenseReduction best = GramReduction.ofRank(animation.a(), n, m, rank, workers);
            return Map.of("erms", new double[] {animation.erms(left(animation, best.basisRows(), rank, workers))});
        }
    }

    /** ‖A − BBᵀA‖², by taking the difference: eigenvalues of AAᵀ cannot tell what is below 1e-8 of the largest singular value. */
    private static double left(Animation animation, double[] basis, int rank, Workers workers) {
        int n = animation.vertices();
        int m = animation.dimensions();
        double[] c = Products.multiply(animation.a(), n, m, Products.transpose(basis, rank, m), rank, workers);
        double[] near = Products.multiply(c, n, rank, basis, m, workers);
        double sum = 0;
        for (int k = 0; k < near.length; k++) {
            double miss = animation.a()[k] - near[k];
            sum += miss * miss;
        }
        return sum;
    }
}
