package dev.sinew.sample.cloth;

/** A turbulent wind: eddies of two sizes that drift with the mean flow, gusts, and the aerodynamic force on every triangle. */
public final class Wind {
    private static final double AIR_DENSITY = 1.2;
    private static final double NORMAL_DRAG = 1.1;
    private static final double SKIN_DRAG = 0.04;

    /**
     * @param speed mean speed along +x, metres per second
     * @param turbulence speed of the large eddies
     * @param eddy size of the large eddies, metres
     * @param seed random seed of the eddies
     */
    public record Weather(double speed, double turbulence, double eddy, long seed) {}

    private final Weather weather;
    private final Noise noise;
    private final int[] quads;
    private final double[] air;

    /** @param quads four vertices each, kept and not modified */
    public Wind(Weather weather, int[] quads) {
        this.weather = weather;
        this.noise = new Noise(weather.seed());
        this.quads = quads;
        this.air = new double[3 * (quads.length / 4)];
    }

    /** Updates the air velocity at every quad; valid for a few steps, because eddies are slow. */
    public void blow(Cloth cloth, double time) {
        double[] p = cloth.position();
        double drift = weather.speed() * 0.7 * time;
        double gust = weather.speed() * (1 + 0.22 * noise.at(time * 0.9, 71.3, 5.1));
        for (int k = 0; k < air.length / 3; k++) {
            int a = 3 * quads[4 * k];
            int c = 3 * quads[4 * k + 2];
            double x = 0.5 * (p[a] + p[c]) - drift;
            double y = 0.5 * (p[a + 1] + p[c + 1]);
            double z = 0.5 * (p[a + 2] + p[c + 2]);
            air[3 * k] = gust + 0.6 * eddies(x, y, z, 0);
            air[3 * k + 1] = 0.4 * eddies(x, y, z, 100);
            air[3 * k + 2] = eddies(x, y, z, 200);
        }
    }

    private double eddies(double x, double y, double z, double channel) {
        double large = 1 / weather.eddy();
        double small = 2.7 * large;
        return weather.turbulence()
                * (noise.at(x * large + channel, y * large, z * large)
                        + 0.45 * noise.at(x * small - channel, y * small, z * small));
    }

    /** Adds the force on both triangles of every quad. */
    void push(Cloth cloth) {
        for (int k = 0; k < air.length / 3; k++) {
            int q = 4 * k;
            pushTriangle(cloth, k, 3 * quads[q], 3 * quads[q + 1], 3 * quads[q + 2]);
            pushTriangle(cloth, k, 3 * quads[q], 3 * quads[q + 2], 3 * quads[q + 3]);
        }
    }

    private void pushTriangle(Cloth cloth, int k, int a, int b, int c) {
        double[] p = cloth.position();
        double[] v = cloth.velocity();
        double ux = p[b] - p[a];
        double uy = p[b + 1] - p[a + 1];
        double uz = p[b + 2] - p[a + 2];
        double wx = p[c] - p[a];
        double wy = p[c + 1] - p[a + 1];
        double wz = p[c + 2] - p[a + 2];
        double nx = uy * wz - uz * wy;
        double ny = uz * wx - ux * wz;
        double nz = ux * wy - uy * wx;
        double twiceArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
        if (twiceArea < 1e-12) {
            return;
        }
        double rx = air[3 * k] - (v[a] + v[b] + v[c]) / 3;
        double ry = air[3 * k + 1] - (v[a + 1] + v[b + 1] + v[c + 1]) / 3;
        double rz = air[3 * k + 2] - (v[a + 2] + v[b + 2] + v[c + 2]) / 3;
        double speed = Math.sqrt(rx * rx + ry * ry + rz * rz);
        double across = (rx * nx + ry * ny + rz * nz) / twiceArea;
        // ½·ρ·|v|·A, a third of it for each corner
        double pressure = 0.5 * AIR_DENSITY * speed * 0.5 * twiceArea / 3;
        double normal = pressure * (NORMAL_DRAG - SKIN_DRAG) * across / twiceArea;
        double skin = pressure * SKIN_DRAG;
        double fx = normal * nx + skin * rx;
        double fy = normal * ny + skin * ry;
        double fz = normal * nz + skin * rz;
        add(cloth.force(), a, fx, fy, fz);
        add(cloth.force(), b, fx, fy, fz);
        add(cloth.force(), c, fx, fy, fz);
    }

    private static void add(double[] force, int at, double x, double y, double z) {
        force[at] += x;
        force[at + 1] += y;
        force[at + 2] += z;
    }

    /** Smooth value noise on a lattice in space, −1 to 1, from integer hashes: equal on every machine. */
    private static final class Noise {
        private final long seed;

        Noise(long seed) {
            this.seed = seed;
        }

        double at(double x, double y, double z) {
            double fx = Math.floor(x);
            double fy = Math.floor(y);
            double fz = Math.floor(z);
            long ix = (long) fx;
            long iy = (long) fy;
            long iz = (long) fz;
            double tx = ease(x - fx);
            double ty = ease(y - fy);
            double tz = ease(z - fz);
            double bottom = mix(edge(ix, iy, iz, tx), edge(ix, iy + 1, iz, tx), ty);
            double top = mix(edge(ix, iy, iz + 1, tx), edge(ix, iy + 1, iz + 1, tx), ty);
            return mix(bottom, top, tz);
        }

        private double edge(long x, long y, long z, double t) {
            return mix(corner(x, y, z), corner(x + 1, y, z), t);
        }

        private double corner(long x, long y, long z) {
            long h = seed + x * 0x9E3779B97F4A7C15L + y * 0xC2B2AE3D27D4EB4FL + z * 0x165667B19E3779F9L;
            h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
            h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
            return ((h ^ (h >>> 31)) >> 11) * 0x1.0p-52;
        }

        private static double ease(double t) {
            return t * t * t * (t * (t * 6 - 15) + 10);
        }

        private static double mix(double a, double b, double t) {
            return a + (b - a) * t;
        }
    }
}
