package dev.sinew.sample.soft;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import dev.sinew.sample.surface.SurfaceNets;
import java.util.List;
import java.util.Optional;

/**
 * A rubber bunny that falls, squashes, bounces and settles. One lattice is simulated whatever the resolution, so the
 * bunny bounces alike at every resolution.
 */
public final class SoftBody extends Sample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final double SPACING = 0.085;
    private static final double SKIN_STEP = 0.04;

    public SoftBody() {
        super("softbody", "a rubber bunny that falls, squashes and bounces, keeping its volume", 6000, 90);
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        check(vertices, frames);
        Blend shape = Bunny.shape();
        double[] skin = SurfaceNets.of(shape, shape.bounds(), SKIN_STEP).positions();
        Mesh rest = mesh(shape, vertices);
        Lattice lattice = new Lattice(shape, shape.bounds(), SPACING);
        Bounce bounce = new Bounce(lattice, skin, FRAMES_PER_SECOND);
        bounce.lift(0.55, 0.24, 0.05);
        double[][] nodes = bounce.record(frames);
        Carried carried = new Carried(lattice, rest.positions());
        return new MeshSequence(
                name(),
                rest,
                GeneratedFrames.of(rest.vertexCount(), frames, f -> carried.at(nodes[f])),
                FRAMES_PER_SECOND);
    }

    private static Mesh mesh(Blend shape, int vertices) {
        PolygonSoup soup = new Polygoniser(shape, shape.bounds()).mesh(vertices);
        float[] positions = soup.positionsAsFloats();
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.of(Bunny.colours(shape, positions)),
                List.of(Bunny.material()),
                new int[soup.faceCount()],
                List.of(),
                new int[0]);
        return Mesh.of(positions, soup.faceStarts(), soup.corners(), surface);
    }
}
