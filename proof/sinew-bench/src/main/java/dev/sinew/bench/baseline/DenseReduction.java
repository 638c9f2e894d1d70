package dev.sinew.bench.baseline;

/**
 * A sequence in few coordinates, A ≈ B·C with BᵀB = I.
 *
 * @param basisRows Bᵀ, d×3F
 * @param coordinates Cᵀ, N×d
 * @param lostSquared ‖BC − A‖²
 */
public record DenseReduction(int dimensions, double[] basisRows, double[] coordinates, double lostSquared) {}
