package dev.sinew.linalg;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, largest first.
 *
 * @param values n, falling
 * @param vectors n×n, row k is the eigenvector of {@code values[k]}
 */
public record SymmetricEigen(double[] values, double[] vectors) {
    /** @param a n×n symmetric, not modified */
    public static SymmetricEigen of(double[] a, int n) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
        if (!eigen.decompose(new DMatrixRMaj(n, n, true, a.clone()))) {
            throw new ArithmeticException("eigenvalues of a " + n + "×" + n + " matrix did not converge");
        }
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -eigen.getEigenvalue(k).getReal()))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] values = new double[n];
        double[] vectors = new double[n * n];
        for (int k = 0; k < n; k++) {
            values[k] = eigen.getEigenvalue(order[k]).getReal();
            System.arraycopy(eigen.getEigenVector(order[k]).data, 0, vectors, k * n, n);
        }
        return new SymmetricEigen(values, vectors);
    }
}
