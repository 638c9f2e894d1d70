package dev.sinew.io.gltf.quantize;

import dev.sinew.mesh.Box;

/**
 * The positions that can be stored with few bits: the points of a cubic grid around the mesh. A file stores their coordinates
 * as 16-bit fractions of one; the inverse bind matrices map them to space.
 */
public final class PositionGrid {
    private static final int MAX_BITS = 16;
    private static final int MIN_BITS = 8;
    private static final double ONE = 65535;

    private final double[] origin;
    private final double step;

    private PositionGrid(double[] origin, double step) {
        this.origin = origin;
        this.step = step;
    }

    /**
     * @param positions 3N, not modified
     * @param tolerance how far a position may be moved
     */
    public static PositionGrid of(float[] positions, double tolerance) {
        Box box = Box.around(positions);
        double extent = Math.max(box.maxX() - box.minX(), Math.max(box.maxY() - box.minY(), box.maxZ() - box.minZ()));
        double[] origin = {box.minX(), box.minY(), box.minZ()};
        if (!(extent > 0)) {
            return new PositionGrid(origin, 1 / ONE);
        }
        // The centre of a cell is √3/2 of its side from the corners.
        double side = 2 * tolerance / Math.sqrt(3);
        int bits = (int) Math.ceil(Math.log(extent / side + 1) / Math.log(2));
        int levels = (1 << Math.max(MIN_BITS, Math.min(MAX_BITS, bits))) - 1;
        return new PositionGrid(origin, extent / levels);
    }

    /** The index of the nearest grid point along an axis. */
    int cell(double coordinate, int axis) {
        return (int) Math.min(ONE, Math.max(0, Math.rint((coordinate - origin[axis]) / step)));
    }

    /** Maps the file's fractions to space: 3×4, a uniform scale and a translation. */
    public double[] toSpace() {
        double scale = step * ONE;
        return new double[] {scale, 0, 0, origin[0], 0, scale, 0, origin[1], 0, 0, scale, origin[2]};
    }

    /** Side length of a cell. */
    public double step() {
        return step;
    }

    /** 3N positions rounded to the grid, a new array. */
    public float[] rounded(float[] positions) {
        float[] out = new float[positions.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) (origin[k % 3] + step * cell(positions[k], k % 3));
        }
        return out;
    }
}
