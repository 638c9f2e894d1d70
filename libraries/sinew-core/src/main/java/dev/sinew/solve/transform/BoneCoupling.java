package dev.sinew.solve.transform;

import java.util.Arrays;

/**
 * The coupling of bones by the vertices they share, the same in every frame: G_jl = Σ_i w_ij·w_il·ũ_i·ũ_iᵀ, a 4×4 block per pair. Pairs
 * without a common vertex are left out.
 */
public final class BoneCoupling {
    private final int boneCount;
    private final double[] blocks;
    private final int[][] neighbours;

    /** @param gram 4B×4B, lower triangle, not modified */
    BoneCoupling(int boneCount, double[] gram) {
        this.boneCount = boneCount;
        blocks = new double[16 * boneCount * boneCount];
        neighbours = new int[boneCount][];
        int n = 4 * boneCount;
        for (int j = 0; j < boneCount; j++) {
            int[] found = new int[boneCount];
            int count = 0;
            for (int l = 0; l < boneCount; l++) {
                boolean any = false;
                for (int a = 0; a < 4; a++) {
                    for (int b = 0; b < 4; b++) {
                        int row = 4 * j + a;
                        int column = 4 * l + b;
                        double value = row >= column ? gram[row * n + column] : gram[column * n + row];
                        blocks[at(j, l) + 4 * a + b] = value;
                        any |= value != 0;
                    }
                }
                if (any && l != j) {
                    found[count++] = l;
                }
            }
            neighbours[j] = Arrays.copyOf(found, count);
        }
    }

    int boneCount() {
        return boneCount;
    }

    /** All blocks, 4×4 row-major each. */
    double[] blocks() {
        return blocks;
    }

    /** Offset of block (j, l). */
    int at(int j, int l) {
        return 16 * (j * boneCount + l);
    }

    /** Bones that share a vertex with bone j, except itself. */
    int[] neighbours(int j) {
        return neighbours[j];
    }

    /** Σ_i w_ij² */
    double mass(int j) {
        return blocks[at(j, j) + 15];
    }

    /** Σ_i w_ij²·‖u_i − centre‖² */
    double spread(int j) {
        int g = at(j, j);
        double mass = mass(j);
        if (!(mass > 0)) {
            return 0;
        }
        double x = blocks[g + 3];
        double y = blocks[g + 7];
        double z = blocks[g + 11];
        return Math.max(0, blocks[g] + blocks[g + 5] + blocks[g + 10] - (x * x + y * y + z * z) / mass);
    }
}
