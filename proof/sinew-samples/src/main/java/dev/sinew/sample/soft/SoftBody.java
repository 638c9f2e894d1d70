package dev.sinew.sample.soft;

import static dev.sinew.sample.surface.Paint.ease;
import static dev.sinew.sample.surface.Paint.length;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Limb;
import dev.sinew.sample.surface.Paint;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import dev.sinew.sample.surface.SurfaceNets;
import dev.sinew.sample.surface.Vec;

/**
 * A rubber bunny that falls, squashes, bounces and settles. One fixed lattice is simulated, so that the motion is the same at
 * every resolution.
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
        double[] skin = SurfaceNets.of(shape, SKIN_STEP).positions();
        Mesh rest = mesh(shape, vertices);
        Lattice lattice = new Lattice(shape, SPACING);
        Bounce bounce = new Bounce(lattice, skin, FRAMES_PER_SECOND);
        bounce.lift(0.55, 0.24, 0.05);
        double[][] nodes = bounce.record(frames);
        EmbeddedSurface carried = new EmbeddedSurface(lattice, rest.positions());
        return new MeshSequence(
                name(),
                rest,
                GeneratedFrames.of(rest.vertexCount(), frames, f -> carried.at(nodes[f])),
                FRAMES_PER_SECOND);
    }

    private static Mesh mesh(Blend shape, int vertices) {
        PolygonSoup soup = new Polygoniser(shape).mesh(vertices);
        return soup.mesh(Bunny.colours(shape, soup.positionsAsFloats()), Bunny.material());
    }

    /** The shape and colours of the bunny. */
    private static final class Bunny {
        /** Linear base colour; vertex colours only darken it. */
        private static final double[] MINT = {0.74, 0.93, 0.80};

        private static final double[] LEAF = {0.10, 0.56, 0.36};
        private static final double[] ROSE = {0.72, 0.20, 0.24};
        private static final double[] BLACK = {0.008, 0.010, 0.012};

        private Bunny() {}

        static Blend shape() {
            Blend.Builder b = new Blend.Builder();
            b.add(Limb.of(Vec.of(0, 0.24, -0.02), Vec.of(0, 0.34, 0), 0.245, 0.215), 0);
            b.add(Limb.of(Vec.of(0, 0.585, 0.045), Vec.of(0, 0.60, 0.05), 0.190, 0.190), 0.12);
            b.add(Limb.ball(Vec.of(0, 0.535, 0.19), 0.075), 0.10);
            b.add(Limb.ball(Vec.of(0, 0.22, -0.27), 0.075), 0.06);
            for (int side = -1; side <= 1; side += 2) {
                b.add(Limb.of(Vec.of(side * 0.085, 0.72, 0.0), Vec.of(side * 0.14, 0.98, -0.05), 0.062, 0.072), 0.06);
                b.add(Limb.of(Vec.of(side * 0.14, 0.075, 0.06), Vec.of(side * 0.15, 0.065, 0.22), 0.075, 0.072), 0.06);
                b.add(Limb.of(Vec.of(side * 0.19, 0.40, 0.09), Vec.of(side * 0.155, 0.29, 0.22), 0.062, 0.055), 0.05);
                b.add(Limb.ball(Vec.of(side * 0.105, 0.535, 0.165), 0.075), 0.08);
            }
            return b.build();
        }

        static Material material() {
            return Paint.material("rubber", MINT, 0.22f);
        }

        static float[] colours(Blend shape, float[] p) {
            float[] colours = new float[p.length];
            double[] normal = new double[3];
            for (int k = 0; k < p.length; k += 3) {
                double x = Math.abs(p[k]);
                double y = p[k + 1];
                double z = p[k + 2];
                shape.gradient(p[k], y, z, normal);
                double tummy =
                        (1 - ease(0.10, 0.19, length(x / 1.0, (y - 0.27) / 1.2, z - 0.22))) * ease(0, 0.5, normal[2]);
                double inner = ease(0.76, 0.82, y) * ease(0.55, 0.85, normal[2]);
                double eye = 1 - ease(0.022, 0.032, length(x - 0.085, y - 0.635, z - 0.225));
                double nose = 1 - ease(0.018, 0.030, length(x, y - 0.575, z - 0.262));
                double cheek = 1 - ease(0.02, 0.055, length(x - 0.145, y - 0.550, z - 0.215));
                for (int c = 0; c < 3; c++) {
                    double colour = LEAF[c] + (MINT[c] - LEAF[c]) * Math.max(tummy, inner);
                    colour += 0.8 * cheek * (0.75 * MINT[c] * (c == 0 ? 1.2 : 0.55) - colour);
                    colour += nose * (ROSE[c] - colour);
                    colour += eye * (BLACK[c] - colour);
                    colours[k + c] = (float) Math.min(1, colour / MINT[c]);
                }
            }
            return colours;
        }
    }

    /** Vertices interpolated from a lattice's nodes. */
    private static final class EmbeddedSurface {
        private final Lattice lattice;
        private final float[] rest;

        /** @param rest 3N, kept and not modified */
        EmbeddedSurface(Lattice lattice, float[] rest) {
            this.lattice = lattice;
            this.rest = rest;
        }

        /** @param nodes 3 coordinates per node, not modified */
        float[] at(double[] nodes) {
            float[] out = new float[rest.length];
            int[] carriers = new int[Lattice.SUPPORT];
            double[] weights = new double[Lattice.SUPPORT];
            for (int i = 0; i < rest.length; i += 3) {
                lattice.interpolation(rest[i], rest[i + 1], rest[i + 2], carriers, weights);
                double x = 0;
                double y = 0;
                double z = 0;
                for (int k = 0; k < Lattice.SUPPORT; k++) {
                    int node = 3 * carriers[k];
                    x += weights[k] * nodes[node];
                    y += weights[k] * nodes[node + 1];
                    z += weights[k] * nodes[node + 2];
                }
                out[i] = (float) x;
                out[i + 1] = (float) y;
                out[i + 2] = (float) z;
            }
            return out;
        }
    }
}
