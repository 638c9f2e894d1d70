package dev.sinew.sample.cloth;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import dev.sinew.sample.surface.Resampler;
import dev.sinew.sample.surface.Seam;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A wide skirt on a tailor's dummy that steps and turns: cloth that collides with moving legs, and, where there are vertices
 * enough, the dummy as a second shell. The cloth is simulated on one grid whatever the resolution.
 */
public final class Skirt extends Sample {
    /** Of the cloth, square metres, roughly. */
    static final double AREA = 1.15;

    private static final double FRAMES_PER_SECOND = 30;
    private static final Grid SIMULATED = new Grid(108, 37);
    private static final double ASPECT = 108.0 / 37;
    private static final int FEWEST_WITH_LEGS = 600;
    private static final double LEGS_SHARE = 0.3;
    private static final double WAIST_HEIGHT = 1.07;
    private static final double HEM_HEIGHT = 0.62;
    private static final double WAIST_RADIUS = 0.134;
    private static final double HEM_RADIUS = 0.50;

    public Skirt() {
        super("skirt", "a skirt on turning legs, from a cloth simulation with collisions", 7000, 108);
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        check(vertices, frames);
        Dancer dancer = new Dancer();
        int forLegs = vertices >= FEWEST_WITH_LEGS ? (int) (LEGS_SHARE * vertices) : 0;
        Optional<PolygonSoup> legs = forLegs > 0 ? Optional.of(legs(dancer, forLegs)) : Optional.empty();
        Grid grid = Grid.near(vertices - legs.map(PolygonSoup::vertexCount).orElse(0), ASPECT);
        float[][] cloth = new SkirtSimulation(SIMULATED, sew(SIMULATED), dancer, FRAMES_PER_SECOND).record(frames);
        Resampler resampler = new Resampler(SIMULATED, grid, Seam.CLOSED);
        Optional<SoftSkin> skin = legs.map(l -> SoftSkin.of(
                l.positionsAsFloats(), dancer.flesh(), dancer.joints().count(), 0.07, List.of()));
        GeneratedFrames.Generator frame = f -> join(
                resampler.resample(cloth[f]),
                skin.map(s -> s.deform(dancer.at(f / FRAMES_PER_SECOND), new double[0]))
                        .orElse(new float[0]));
        Mesh rest = mesh(grid, legs);
        return new MeshSequence(name(), rest, GeneratedFrames.of(rest.vertexCount(), frames, frame), FRAMES_PER_SECOND);
    }

    private static PolygonSoup legs(Dancer dancer, int vertices) {
        Blend shape = dancer.shape();
        return new Polygoniser(shape, shape.bounds()).mesh(vertices);
    }

    private static float[] join(float[] first, float[] second) {
        float[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** The skirt as it is cut: a wide cone, the hem in the first row, the waist in the last. */
    private static float[] sew(Grid grid) {
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

    private static Mesh mesh(Grid grid, Optional<PolygonSoup> legs) {
        int[] quads = grid.quads(Seam.CLOSED);
        int cloth = grid.faceCount(Seam.CLOSED);
        int[] starts = Grid.quadStarts(cloth);
        float[] positions = sew(grid);
        int[] corners = quads;
        if (legs.isPresent()) {
            PolygonSoup l = legs.get();
            positions = join(positions, l.positionsAsFloats());
            corners = Arrays.copyOf(quads, quads.length + l.corners().length);
            for (int c = 0; c < l.corners().length; c++) {
                corners[quads.length + c] = grid.vertexCount() + l.corners()[c];
            }
            starts = Arrays.copyOf(starts, cloth + l.faceCount() + 1);
            for (int k = 0; k <= l.faceCount(); k++) {
                starts[cloth + k] = quads.length + l.sides() * k;
            }
        }
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(
                        new Material("plum", 0.145f, 0.020f, 0.120f, 1f, 0.7f, 0f, Optional.empty()),
                        new Material("gold", 0.75f, 0.45f, 0.10f, 1f, 0.45f, 0f, Optional.empty()),
                        Dancer.material()),
                paint(grid, starts.length - 1),
                List.of(),
                new int[0]);
        return Mesh.of(positions, starts, corners, surface);
    }

    /** Two gold bands near the hem and one at the waist; then the legs. */
    private static int[] paint(Grid grid, int faces) {
        int[] material = new int[faces];
        Arrays.fill(material, 2);
        for (int k = 0; k < grid.faceCount(Seam.CLOSED); k++) {
            double up = (k / grid.columns() + 0.5) / (grid.rows() - 1);
            material[k] = up < 0.085 || up > 0.12 && up < 0.155 || up > 0.95 ? 1 : 0;
        }
        return material;
    }
}
