package dev.sinew.sample.cloth;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Grid.Seam;
import dev.sinew.sample.surface.Resampler;
import java.util.List;
import java.util.Optional;

/**
 * A flag in a turbulent wind. The cloth is simulated on one fixed grid, so that the motion is the same at every resolution and a
 * million vertices cost no more simulation than a thousand.
 */
public final class Flag extends Sample {
    private static final double WIDTH = 1.8;
    private static final double HEIGHT = 1.2;
    private static final Grid SIMULATED = new Grid(73, 49);
    private static final double FRAMES_PER_SECOND = 30;

    public Flag() {
        super("flag", "a flag in a turbulent wind, from a cloth simulation", 6144, 100);
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        check(vertices, frames);
        Grid grid = Grid.near(vertices, WIDTH / HEIGHT);
        Resampler resampler = new Resampler(SIMULATED, grid, Seam.OPEN);
        float[][] simulated = new FlagSimulation(SIMULATED, flatFlag(SIMULATED), FRAMES_PER_SECOND).record(frames);
        return new MeshSequence(
                name(),
                mesh(grid),
                GeneratedFrames.of(grid.vertexCount(), frames, f -> resampler.resample(simulated[f])),
                FRAMES_PER_SECOND);
    }

    /** The flat flag: the pole along x = 0, its lower edge at y = 1. */
    private static float[] flatFlag(Grid grid) {
        float[] uvs = grid.uvs();
        float[] xyz = new float[3 * grid.vertexCount()];
        for (int i = 0; i < grid.vertexCount(); i++) {
            xyz[3 * i] = (float) (WIDTH * uvs[2 * i]);
            xyz[3 * i + 1] = (float) (1 + HEIGHT * uvs[2 * i + 1]);
        }
        return xyz;
    }

    private static Mesh mesh(Grid grid) {
        int[] corners = grid.quads(Seam.OPEN);
        Mesh.Surface surface = new Mesh.Surface(
                Optional.of(new CornerAttribute(2, grid.uvs(), corners)),
                Optional.empty(),
                Optional.empty(),
                List.of(
                        new Material("crimson", 0.56f, 0.035f, 0.055f, 1f, 0.75f, 0f, Optional.empty()),
                        new Material("cream", 0.86f, 0.74f, 0.55f, 1f, 0.75f, 0f, Optional.empty()),
                        new Material("teal", 0.02f, 0.22f, 0.25f, 1f, 0.75f, 0f, Optional.empty())),
                stripes(grid),
                List.of(),
                new int[0]);
        return Mesh.of(flatFlag(grid), Grid.quadStarts(grid.faceCount(Seam.OPEN)), corners, surface);
    }

    /** A teal band between two cream ones on crimson. */
    private static int[] stripes(Grid grid) {
        int[] material = new int[grid.faceCount(Seam.OPEN)];
        for (int k = 0; k < material.length; k++) {
            double v = (k / (grid.columns() - 1) + 0.5) / (grid.rows() - 1);
            double away = Math.abs(v - 0.5);
            material[k] = away < 0.125 ? 2 : away < 0.1875 ? 1 : 0;
        }
        return material;
    }

    /** Simulates a sheet of cloth in the wind, fixed by eyelets along its first column. */
    private static final class FlagSimulation implements Cloth.Environment {
        private static final int SUBSTEPS = 20;
        private static final int SETTLING_FRAMES = 60;
        private static final double MASS_PER_AREA = 0.17;
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
            this.cloth = new Cloth(sheet, MASS_PER_AREA * cell, links);
            this.wind = new Wind(new Wind.Weather(6.8, 4.0, 0.90, 20), grid.quads(Seam.OPEN));
            this.anchor = new int[grid.vertexCount()];
            this.reach = new double[grid.vertexCount()];
            for (int row = 0; row < grid.rows(); row++) {
                for (int column = 0; column < grid.columns(); column++) {
                    addTether(grid, sheet, column, row);
                }
            }
            fixEyelets(grid, sheet);
        }

        /** Limits the distance of a particle from its nearest eyelet to the length of the cloth between them. */
        private void addTether(Grid grid, float[] sheet, int column, int row) {
            int spacing = (grid.rows() - 1) / (EYELETS - 1);
            int eyelet = grid.vertex(0, (row + spacing / 2) / spacing * spacing);
            int i = grid.vertex(column, row);
            anchor[i] = eyelet;
            double x = sheet[3 * i] - sheet[3 * eyelet];
            double y = sheet[3 * i + 1] - sheet[3 * eyelet + 1];
            reach[i] = 1.02 * Math.sqrt(x * x + y * y);
        }

        /** Fixes the eyelets on the pole, a little closer together than on the sheet, so that folds start there. */
        private void fixEyelets(Grid grid, float[] sheet) {
            double middle = 0.5 * (sheet[1] + sheet[sheet.length - 2]);
            for (int e = 0; e < EYELETS; e++) {
                int i = grid.vertex(0, e * (grid.rows() - 1) / (EYELETS - 1));
                cloth.pin(i);
                cloth.moveTo(i, sheet[3 * i], middle + (1 - SLACK) * (sheet[3 * i + 1] - middle), 0);
            }
        }

        float[][] record(int frames) {
            return cloth.record(SETTLING_FRAMES, frames, this::advance);
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

        /** A distance limit: with sweeps alone, long cloth sags away from its pins like rubber. */
        private static final class Tether {
            private Tether() {}

            /** Moves particle i back within reach of its anchor. */
            static void keep(double[] p, int i, int anchor, double reach) {
                double x = p[3 * i] - p[3 * anchor];
                double y = p[3 * i + 1] - p[3 * anchor + 1];
                double z = p[3 * i + 2] - p[3 * anchor + 2];
                double squared = x * x + y * y + z * z;
                if (squared > reach * reach) {
                    double scale = reach / Math.sqrt(squared);
                    p[3 * i] = p[3 * anchor] + scale * x;
                    p[3 * i + 1] = p[3 * anchor + 1] + scale * y;
                    p[3 * i + 2] = p[3 * anchor + 2] + scale * z;
                }
            }
        }
    }
}
