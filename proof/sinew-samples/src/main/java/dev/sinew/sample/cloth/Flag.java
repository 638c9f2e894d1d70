package dev.sinew.sample.cloth;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Resampler;
import dev.sinew.sample.surface.Seam;
import java.util.List;
import java.util.Optional;

/**
 * A flag in a turbulent wind. The cloth is simulated on one grid whatever the resolution asked for, so the same flag
 * is seen at every resolution, and a million vertices cost no more simulation than a thousand.
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
        float[][] simulated = new FlagSimulation(SIMULATED, sheet(SIMULATED), FRAMES_PER_SECOND).record(frames);
        return new MeshSequence(
                name(),
                mesh(grid),
                GeneratedFrames.of(grid.vertexCount(), frames, f -> resampler.resample(simulated[f])),
                FRAMES_PER_SECOND);
    }

    /** The flag laid flat: the pole along x = 0, the foot of the flag at y = 1. */
    private static float[] sheet(Grid grid) {
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
        return Mesh.of(sheet(grid), Grid.quadStarts(grid.faceCount(Seam.OPEN)), corners, surface);
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
}
