package dev.sinew.bench.baseline;

import dev.sinew.linalg.Products;
import dev.sinew.platform.Workers;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Truncated singular value decomposition by the eigenvectors of A·Aᵀ (3F×3F), with the smallest possible number of dimensions.
 */
public final class GramReduction {
    private GramReduction() {}

    /**
     * @param trajectories Aᵀ, n×m with m = 3F, not modified
     * @param epsilon bound on ‖BC − A‖
     */
    public static DenseReduction of(double[] trajectories, int n, int m, double epsilon, Workers workers) {
        return of(trajectories, n, m, epsilon, m, workers);
    }

    /** The best approximation of that rank, including directions with tiny singular values. */
    public static DenseReduction ofRank(double[] trajectories, int n, int m, int rank, Workers workers) {
        return of(trajectories, n, m, Double.NEGATIVE_INFINITY, rank, workers);
    }

    private static DenseReduction of(double[] trajectories, int n, int m, double epsilon, int most, Workers workers) {
        double[] a = Products.transpose(trajectories, n, m);
        DMatrixRMaj gram = DMatrixRMaj.wrap(m, m, Products.multiply(a, m, n, trajectories, m, workers));
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(m, true, true);
        if (!eigen.decompose(gram)) {
            throw new IllegalStateException("no convergence for the eigenvalues of a " + m + "×" + m + " matrix");
        }
        List<Integer> largestFirst = IntStream.range(0, m)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -eigen.getEigenvalue(k).getReal()))
                .toList();
        int d = 0;
        double left = IntStream.range(0, m)
                .mapToDouble(k -> eigen.getEigenvalue(k).getReal())
                .sum();
        double enough = epsilon < 0 ? Double.NEGATIVE_INFINITY : epsilon * epsilon;
        while (d < Math.min(m, most) && (d == 0 || left > enough)) {
            left -= eigen.getEigenvalue(largestFirst.get(d++)).getReal();
        }
        double[] basisRows = new double[d * m];
        for (int k = 0; k < d; k++) {
            System.arraycopy(eigen.getEigenVector(largestFirst.get(k)).getData(), 0, basisRows, k * m, m);
        }
        double[] c = Products.multiply(trajectories, n, m, Products.transpose(basisRows, d, m), d, workers);
        return new DenseReduction(d, basisRows, c, Math.max(0, left));
    }

    /**
     * A sequence in few coordinates, A ≈ B·C with BᵀB = I.
     *
     * @param basisRows Bᵀ, d×3F
     * @param coordinates Cᵀ, N×d
     * @param lostSquared ‖BC − A‖²
     */
    public record DenseReduction(int dimensions, double[] basisRows, double[] coordinates, double lostSquared) {}
}
