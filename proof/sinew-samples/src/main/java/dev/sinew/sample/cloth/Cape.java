package dev.sinew.sample.cloth;

import dev.sinew.mesh.Material;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Grid.Seam;
import java.util.List;
import java.util.Optional;

/** A cape that falls from the shoulders and swings out when its wearer turns. */
public final class Cape extends Garment {
    private static final double NECK_HEIGHT = 1.50;
    private static final double HEM_HEIGHT = 0.62;
    private static final double NECK_RADIUS = 0.085;
    private static final double HEM_RADIUS = 0.62;
    /** Half of the way around the neck, in radians from the back. */
    private static final double HALF_SPAN = 2.0;

    public Cape() {
        super(
                "cape",
                "a cape on a turning figure, from a cloth simulation with collisions",
                6000,
                108,
                new Cut(
                        new Grid(79, 61),
                        Seam.OPEN,
                        1.5,
                        new Links.Compliance(0, 2e-3, 0.06),
                        dancer -> dancer.chest,
                        0.022));
    }

    /** A part of a wide cone about the back, the hem in the first row, the neckline in the last. */
    @Override
    float[] sew(Grid grid) {
        float[] xyz = new float[3 * grid.vertexCount()];
        for (int row = 0; row < grid.rows(); row++) {
            double up = (double) row / (grid.rows() - 1);
            double radius = HEM_RADIUS + (NECK_RADIUS - HEM_RADIUS) * up;
            double height = HEM_HEIGHT + (NECK_HEIGHT - HEM_HEIGHT) * up;
            for (int column = 0; column < grid.columns(); column++) {
                int at = 3 * grid.vertex(column, row);
                double angle = Math.PI + HALF_SPAN * (2.0 * column / (grid.columns() - 1) - 1);
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
                new Material("crimson", 0.33f, 0.018f, 0.022f, 1f, 0.75f, 0f, Optional.empty()),
                new Material("gold", 0.75f, 0.45f, 0.10f, 1f, 0.45f, 0f, Optional.empty()));
    }

    @Override
    boolean isTrimming(double across, double up) {
        return up < 0.03 || up > 0.97 || across < 0.025 || across > 0.975;
    }
}
