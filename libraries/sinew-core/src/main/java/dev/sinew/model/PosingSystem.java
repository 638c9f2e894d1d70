package dev.sinew.model;

/**
 * All that posing a mesh by its handles needs to know of the mesh (YLWXG19 §4.2, eq. 26), in plain numbers and of a size that does not
 * depend on its vertices: a page or an engine can run the alternation on it. Coordinates are (x − middle)·scale; T, 4H×3, holds the
 * handles' transforms transposed. Accessors return the arrays themselves, which callers must not modify.
 *
 * @param normal KᵀLK, 4H×4H
 * @param groups B_g = Σ_e c·(κ_i − κ_k)·eᵀ, 4H×3 a group of edges: Kᵀb = Σ_g B_g·R_gᵀ, and R_g is the rotation nearest to Tᵀ·B_g
 * @param iterations bound on the steps of one solve
 * @param settled a solve ends when nothing changes by more
 */
public record PosingSystem(
        double scale, double[] middle, double[] normal, double[][] groups, int iterations, double settled) {
    public PosingSystem {
        int h = handleCount(normal);
        if (16 * h * h != normal.length) {
            throw new IllegalArgumentException(normal.length + " numbers are no square matrix of four rows per handle");
        }
        for (double[] group : groups) {
            if (group.length != 12 * h) {
                throw new IllegalArgumentException(group.length + " numbers in a group of " + h + " handles");
            }
        }
    }

    private static int handleCount(double[] normal) {
        return (int) Math.round(Math.sqrt(normal.length)) / 4;
    }

    public int handleCount() {
        return handleCount(normal);
    }
}
