package dev.sinew.sample.cloth;

import dev.sinew.sample.surface.Grid;

/** Lets a sheet of cloth, pinned along its first column, fly in the wind and records it. */
final class FlagSimulation implements Cloth.Surroundings {
    private static final int SUBSTEPS = 20;
    private static final int SETTLING_FRAMES = 75;
    private static final double WEIGHT_PER_AREA = 0.15;
    private static final double DAMPING = 0.4;

    private final Cloth cloth;
    private final Wind wind;
    private final double framesPerSecond;
    private final int columns;
    private final double[] reach;
    private int frame;

    FlagSimulation(Grid grid, float[] sheet, double framesPerSecond) {
        this.framesPerSecond = framesPerSecond;
        this.columns = grid.columns();
        this.reach = new double[columns];
        for (int c = 0; c < columns; c++) {
            reach[c] = sheet[3 * c] - sheet[0];
        }
        double cell = (sheet[3] - sheet[0]) * (double) (sheet[3 * grid.columns() + 1] - sheet[1]);
        Links links = Links.ofGrid(grid, Links.Seam.OPEN, sheet, new Links.Compliance(0, 2e-3, 0.1));
        this.cloth = new Cloth(sheet, WEIGHT_PER_AREA * cell, links);
        this.wind = new Wind(new Wind.Weather(7.5, 3.4, 0.75, 20), grid);
        for (int row = 0; row < grid.rows(); row++) {
            cloth.pin(grid.vertex(0, row));
        }
    }

    /** The first frames are thrown away: nobody wants to see the flat sheet take off. */
    float[][] record(int frames) {
        for (int f = 0; f < SETTLING_FRAMES; f++) {
            advance();
        }
        float[][] recorded = new float[frames][];
        for (int f = 0; f < frames; f++) {
            recorded[f] = cloth.snapshot();
            if (f + 1 < frames) {
                advance();
            }
        }
        return recorded;
    }

    private void advance() {
        double seconds = 1 / framesPerSecond / SUBSTEPS;
        for (int s = 0; s < SUBSTEPS; s++) {
            if (s % 5 == 0) {
                wind.blow(cloth, (frame + (double) s / SUBSTEPS) / framesPerSecond);
            }
            cloth.step(seconds, DAMPING, this);
        }
        frame++;
    }

    @Override
    public void push(Cloth pushed) {
        wind.push(pushed);
    }

    @Override
    public void constrain(Cloth constrained, double seconds) {
        double[] p = constrained.position();
        for (int i = 0; i < constrained.particleCount(); i++) {
            Tether.keep(p, i, i - i % columns, reach[i % columns]);
        }
    }
}
