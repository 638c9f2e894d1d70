package dev.sinew.model;

/**
 * The data needed to pose a mesh by its handles (YLWXG19 §4.2, eq. 26). Its size does not depend on the number of vertices, so a web page
 * or an engine can run the alternation. Coordinates are (x − middle)·scale; T, 4H×3, contains the handles' transforms transposed. Accessors
 * return the arrays themselves, which callers must not modify.
 *
 * @param normal KᵀLK, 4H×4H
 * @param groups B_g = Σ_e c·(κ_i − κ_k)·eᵀ, 4H×3 per group of edges: Kᵀb = Σ_g B_g·R_gᵀ, and R_g is the rotation nearest to Tᵀ·B_g
 * @param iterations maximum iterations of one solve
 * @param settled a solve ends when nothing changes by more
 */
public record PosingSystem(
        double scale, double[] middle, double[] normal, double[][] groups, int iterations, double settled) {
    public PosingSystem {
        int h = handleCount(normal);
        if (16 * h * h != normal.length) {
            throw new IllegalArgumentException(
                    normal.length + " numbers do not form a square matrix with four rows per handle");
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
