package dev.sinew.sample.cloth;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.rig.SoftSkin.Flesh;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Grid.Seam;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import dev.sinew.sample.surface.Resampler;
import dev.sinew.sample.surface.Vec;
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
        return new Polygoniser(shape).mesh(vertices);
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

    /** Lets a skirt swing on a dancer's hips and legs and records it. */
    private static final class SkirtSimulation implements Cloth.Surroundings {
        private static final int SUBSTEPS = 18;
        private static final int SETTLING_FRAMES = 45;
        private static final double WEIGHT_PER_AREA = 0.22;
        private static final double DAMPING = 0.8;

        private final Grid grid;
        private final float[] sewn;
        private final Dancer dancer;
        private final double framesPerSecond;
        private final Cloth cloth;
        private final Wind air;
        private final Capsules body;
        private Posture posture;
        private double time;

        SkirtSimulation(Grid grid, float[] sewn, Dancer dancer, double framesPerSecond) {
            this.grid = grid;
            this.sewn = sewn;
            this.dancer = dancer;
            this.framesPerSecond = framesPerSecond;
            double cell = Skirt.AREA / grid.faceCount(Seam.CLOSED);
            Links links = Links.ofGrid(grid, Seam.CLOSED, sewn, new Links.Compliance(0, 2e-3, 0.12));
            this.cloth = new Cloth(sewn, WEIGHT_PER_AREA * cell, links);
            this.air = new Wind(new Wind.Weather(0, 0.5, 0.5, 7), grid.quads(Seam.CLOSED));
            this.body = new Capsules(dancer.flesh(), 0.026, 0.25);
            this.time = -SETTLING_FRAMES / framesPerSecond;
            this.posture = dancer.at(time);
            for (int column = 0; column < grid.columns(); column++) {
                cloth.pin(grid.vertex(column, grid.rows() - 1));
                cloth.pin(grid.vertex(column, grid.rows() - 2));
            }
        }

        float[][] record(int frames) {
            return cloth.record(SETTLING_FRAMES, frames, this::advance);
        }

        private void advance() {
            double seconds = 1 / framesPerSecond / SUBSTEPS;
            air.blow(cloth, time);
            for (int s = 0; s < SUBSTEPS; s++) {
                time += seconds;
                posture = dancer.at(time);
                body.follow(posture);
                cloth.step(seconds, DAMPING, this);
            }
        }

        @Override
        public void push(Cloth pushed) {
            air.push(pushed);
        }

        @Override
        public void constrain(Cloth constrained, double seconds) {
            for (int i = (grid.rows() - 2) * grid.columns(); i < grid.vertexCount(); i++) {
                Vec held = posture.carry(dancer.hips, Vec.of(sewn[3 * i], sewn[3 * i + 1], sewn[3 * i + 2]));
                constrained.moveTo(i, held.x(), held.y(), held.z());
            }
            body.pushOut(constrained);
        }

        /** Rounded limbs that cloth must stay outside of, moving along with a posture. */
        private static final class Capsules {
            private final List<Flesh> flesh;
            private final double gap;
            private final double friction;
            /** ax ay az, bx by bz, ra rb each. */
            private final double[] limbs;

            /** @param gap distance that is kept, so that a coarse sheet does not cut through between its vertices */
            Capsules(List<Flesh> flesh, double gap, double friction) {
                this.flesh = flesh;
                this.gap = gap;
                this.friction = friction;
                this.limbs = new double[8 * flesh.size()];
            }

            void follow(Posture posture) {
                for (int l = 0; l < flesh.size(); l++) {
                    Flesh part = flesh.get(l);
                    Vec a = posture.carry(part.joint(), part.limb().a());
                    Vec b = posture.carry(part.joint(), part.limb().b());
                    double[] row = {
                        a.x(),
                        a.y(),
                        a.z(),
                        b.x(),
                        b.y(),
                        b.z(),
                        part.limb().radiusA(),
                        part.limb().radiusB()
                    };
                    System.arraycopy(row, 0, limbs, 8 * l, 8);
                }
            }

            /** Moves every free particle that is inside a limb to its surface, and slows it along the surface. */
            void pushOut(Cloth cloth) {
                double[] p = cloth.position();
                double[] before = cloth.previous();
                for (int i = 0; i < cloth.particleCount(); i++) {
                    if (!cloth.isPinned(i)) {
                        for (int l = 0; l < limbs.length; l += 8) {
                            pushOut(p, before, 3 * i, l);
                        }
                    }
                }
            }

            private void pushOut(double[] p, double[] before, int i, int l) {
                double ux = limbs[l + 3] - limbs[l];
                double uy = limbs[l + 4] - limbs[l + 1];
                double uz = limbs[l + 5] - limbs[l + 2];
                double x = p[i] - limbs[l];
                double y = p[i + 1] - limbs[l + 1];
                double z = p[i + 2] - limbs[l + 2];
                double squared = ux * ux + uy * uy + uz * uz;
                double t = squared > 0 ? Math.max(0, Math.min(1, (x * ux + y * uy + z * uz) / squared)) : 0;
                x -= t * ux;
                y -= t * uy;
                z -= t * uz;
                double radius = limbs[l + 6] + t * (limbs[l + 7] - limbs[l + 6]) + gap;
                double away = x * x + y * y + z * z;
                if (away >= radius * radius || away < 1e-18) {
                    return;
                }
                double distance = Math.sqrt(away);
                double push = (radius - distance) / distance;
                p[i] += push * x - friction * (p[i] - before[i]);
                p[i + 1] += push * y - friction * (p[i + 1] - before[i + 1]);
                p[i + 2] += push * z - friction * (p[i + 2] - before[i + 2]);
            }
        }
    }
}
