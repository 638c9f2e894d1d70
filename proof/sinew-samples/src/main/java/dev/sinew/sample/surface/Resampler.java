package dev.sinew.sample.surface;

import dev.sinew.sample.surface.Grid.Seam;

/**
 * Resamples positions from one grid to another with Catmull-Rom interpolation. If the grids are equal, positions are unchanged.
 */
public final class Resampler {
    private final Grid from;
    private final Grid to;
    private final Taps alongColumns;
    private final Taps alongRows;

    public Resampler(Grid from, Grid to, Seam seam) {
        this.from = from;
        this.to = to;
        this.alongColumns = Taps.of(from.columns(), to.columns(), seam);
        this.alongRows = Taps.of(from.rows(), to.rows(), Seam.OPEN);
    }

    /** @param positions 3 coordinates per vertex of the old grid, not modified */
    public float[] resample(float[] positions) {
        float[] out = new float[3 * to.vertexCount()];
        double[] line = new double[3 * from.columns()];
        for (int row = 0; row < to.rows(); row++) {
            blendRows(positions, row, line);
            for (int column = 0; column < to.columns(); column++) {
                blendColumn(line, column, out, 3 * to.vertex(column, row));
            }
        }
        return out;
    }

    private void blendRows(float[] positions, int row, double[] line) {
        for (int k = 0; k < line.length; k++) {
            double sum = 0;
            for (int tap = 4 * row; tap < 4 * row + 4; tap++) {
                sum += alongRows.weight[tap] * positions[line.length * alongRows.index[tap] + k];
            }
            line[k] = sum;
        }
    }

    private void blendColumn(double[] line, int column, float[] out, int at) {
        for (int x = 0; x < 3; x++) {
            double sum = 0;
            for (int tap = 4 * column; tap < 4 * column + 4; tap++) {
                sum += alongColumns.weight[tap] * line[3 * alongColumns.index[tap] + x];
            }
            out[at + x] = (float) sum;
        }
    }

    /** Four old indices and their weights for each new one. */
    private record Taps(int[] index, double[] weight) {
        static Taps of(int from, int to, Seam seam) {
            int[] index = new int[4 * to];
            double[] weight = new double[4 * to];
            for (int k = 0; k < to; k++) {
                double place = seam == Seam.CLOSED ? (double) k * from / to : (double) k * (from - 1) / (to - 1);
                int cell = Math.min((int) place, seam == Seam.CLOSED ? from - 1 : from - 2);
                curve(cell, place - cell, index, weight, 4 * k);
                if (seam == Seam.CLOSED) {
                    wrap(from, index, 4 * k);
                } else {
                    extrapolate(cell, from, index, weight, 4 * k);
                }
            }
            return new Taps(index, weight);
        }

        private static void curve(int cell, double t, int[] index, double[] weight, int at) {
            weight[at] = 0.5 * t * (-1 + t * (2 - t));
            weight[at + 1] = 0.5 * (2 + t * t * (-5 + 3 * t));
            weight[at + 2] = 0.5 * t * (1 + t * (4 - 3 * t));
            weight[at + 3] = 0.5 * t * t * (-1 + t);
            for (int tap = 0; tap < 4; tap++) {
                index[at + tap] = cell - 1 + tap;
            }
        }

        private static void wrap(int from, int[] index, int at) {
            for (int tap = at; tap < at + 4; tap++) {
                index[tap] = Math.floorMod(index[tap], from);
            }
        }

        /** Extrapolates linearly beyond the border: p₋₁ = 2·p₀ − p₁. Repeating p₀ would bunch vertices. */
        private static void extrapolate(int cell, int from, int[] index, double[] weight, int at) {
            if (cell == 0) {
                weight[at + 1] += 2 * weight[at];
                weight[at + 2] -= weight[at];
                weight[at] = 0;
                index[at] = 0;
            }
            if (cell == from - 2) {
                weight[at + 2] += 2 * weight[at + 3];
                weight[at + 1] -= weight[at + 3];
                weight[at + 3] = 0;
                index[at + 3] = from - 1;
            }
        }
    }
}
