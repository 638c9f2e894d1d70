package dev.sinew.bench;

import dev.sinew.mesh.Mesh;

/** YLWXG19 Figures 2–4: a square card, folded along its middle. */
public final class FoldedCard {
    /** Vertices along a side. */
    public static final int SIDE = 50;

    private FoldedCard() {}

    public static Mesh of(double degrees) {
        float[] p = new float[3 * SIDE * SIDE];
        int[] t = new int[6 * (SIDE - 1) * (SIDE - 1)];
        int at = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            double x = i % SIDE / (SIDE - 1.0) - 0.5;
            double angle = x > 0 ? Math.toRadians(degrees) : 0;
            p[3 * i] = (float) (x * Math.cos(angle));
            p[3 * i + 1] = i / SIDE / (SIDE - 1f) - 0.5f;
            p[3 * i + 2] = (float) (x * Math.sin(angle));
            if (i % SIDE + 1 < SIDE && i / SIDE + 1 < SIDE) {
                for (int k : new int[] {i, i + 1, i + SIDE + 1, i, i + SIDE + 1, i + SIDE}) {
                    t[at++] = k;
                }
            }
        }
        return Mesh.ofTriangles(p, t);
    }
}
