package dev.sinew.sample.cloth;

import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Seam;

/** Lets a sheet of cloth, held by eyelets along its first column, fly in the wind and records it. */
final class FlagSimulation implements Cloth.Surroundings {
    private static final int SUBSTEPS = 20;
    private static final int SETTLING_FRAMES = 60;
    private static final double WEIGHT_PER_AREA = 0.17;
    private static final double DAMPING = 0.4;
    private static final int EYELETS = 5;
    private static final double SLACK = 0.045;

    private final Cloth cloth;
    private final Wind wind;
    private final double framesPerSecond;
    private final int[] anchor;
    private final double[] reach;
    private int frame;

    FlagSimulation(Grid grid, float[] sheet, double framesPerSecond) {
        this.framesPerSecond = framesPerSecond;
        double cell = (sheet[3] - sheet[0]) * (double) (sheet[3 * grid.columns() + 1] - sheet[1]);
        Links links = Links.ofGrid(grid, Seam.OPEN, sheet, new Links.Compliance(0, 2e-3, 0.15));
        this.cloth = new Cloth(sheet, WEIGHT_PER_AREA * cell, links);
        this.wind = new Wind(new Wind.Weather(6.8, 4.0, 0.90, 20), grid.quads(Seam.OPEN));
        this.anchor = new int[grid.vertexCount()];
        this.reach = new double[grid.vertexCount()];
        for (int row = 0; row < grid.rows(); row++) {
            for (int column = 0; column < grid.columns(); column++) {
                tie(grid, sheet, column, row);
            }
        }
        hang(grid, sheet);
    }

    /** No particle gets farther from its nearest eyelet than the cloth between them is long. */
    private void tie(Grid grid, float[] sheet, int column, int row) {
        int spacing = (grid.rows() - 1) / (EYELETS - 1);
        int eyelet = grid.vertex(0, (row + spacing / 2) / spacing * spacing);
        int i = grid.vertex(column, row);
        anchor[i] = eyelet;
        double x = sheet[3 * i] - sheet[3 * eyelet];
        double y = sheet[3 * i + 1] - sheet[3 * eyelet + 1];
        reach[i] = 1.02 * Math.sqrt(x * x + y * y);
    }

    /** Eyelets hold the flag on its pole, a little closer together than on the sheet: folds start there. */
    private void hang(Grid grid, float[] sheet) {
        double middle = 0.5 * (sheet[1] + sheet[sheet.length - 2]);
        for (int e = 0; e < EYELETS; e++) {
            int i = grid.vertex(0, e * (grid.rows() - 1) / (EYELETS - 1));
            cloth.pin(i);
            cloth.moveTo(i, sheet[3 * i], middle + (1 - SLACK) * (sheet[3 * i + 1] - middle), 0);
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
            if (s % 10 == 0) {
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
            Tether.keep(p, i, anchor[i], reach[i]);
        }
    }
}
