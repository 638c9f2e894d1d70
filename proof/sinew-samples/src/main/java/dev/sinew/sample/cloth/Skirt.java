package dev.sinew.sample.cloth;

import dev.sinew.mesh.Material;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Grid.Seam;
import java.util.List;
import java.util.Optional;

/** A wide skirt with two gold bands near the hem and one at the waist. */
public final class Skirt extends Garment {
    private static final double WAIST_HEIGHT = 1.07;
    private static final double HEM_HEIGHT = 0.62;
    private static final double WAIST_RADIUS = 0.134;
    private static final double HEM_RADIUS = 0.50;

    public Skirt() {
        super(
                "skirt",
                "a skirt on turning legs, from a cloth simulation with collisions",
                7000,
                108,
                new Cut(
                        new Grid(108, 37),
                        Seam.CLOSED,
                        1.15,
                        new Links.Compliance(0, 2e-3, 0.12),
                        dancer -> dancer.hips,
                        0.026));
    }

    /** A wide cone, the hem in the first row, the waist in the last. */
    @Override
    float[] sew(Grid grid) {
        float[] xyz = new float[3 * grid.vertexCount()];
        for (int row = 0; row < grid.rows(); row++) {
            double up = (double) row / (grid.rows() - 1);
            double radius = HEM_RADIUS + (WAIST_RADIUS - HEM_RADIUS) * up;
            double height = HEM_HEIGHT + (WAIST_HEIGHT - HEM_HEIGHT) * up;
            for (int column = 0; column < grid.columns(); column++) {
                int at = 3 * grid.vertex(column, row);
                double angle = 2 * Math.PI * column / grid.columns();
                xyz[at] = (float) (radius * StrictMath.sin(angle));
                xyz[at + 1] = (float) height;
                xyz[at + 2] = (float) (radius * StrictMath.cos(angle));
            }
        }
        return xyz;
    }

    @Override
    List<Material> materials() {
        return List.of(
                new Material("plum", 0.145f, 0.020f, 0.120f, 1f, 0.7f, 0f, Optional.empty()),
                new Material("gold", 0.75f, 0.45f, 0.10f, 1f, 0.45f, 0f, Optional.empty()));
    }

    @Override
    boolean isTrimming(double across, double up) {
        return up < 0.085 || up > 0.12 && up < 0.155 || up > 0.95;
    }
}
