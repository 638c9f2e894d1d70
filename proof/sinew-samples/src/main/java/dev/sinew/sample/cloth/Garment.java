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
import java.util.function.ToIntFunction;

/**
 * Cloth worn by a tailor's dummy that steps and turns: it collides with the moving body, and, where there are enough vertices, the
 * dummy is a second shell. The cloth is simulated on one grid at every resolution.
 */
abstract class Garment extends Sample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final int MIN_VERTICES_WITH_BODY = 600;
    private static final double BODY_SHARE = 0.3;

    private final Cut cut;

    /**
     * How a garment is cut and worn. The last row of the grid is its upper edge.
     *
     * @param simulated the grid of the simulation
     * @param area of the cloth in square metres, roughly
     * @param carrier the dummy's joint that carries the two upper rows
     * @param gap distance to the body in metres, so that a coarse sheet does not cut through between its vertices
     */
    record Cut(
            Grid simulated,
            Seam seam,
            double area,
            Links.Compliance compliance,
            ToIntFunction<Dancer> carrier,
            double gap) {
        double aspect() {
            return (double) simulated.columns() / simulated.rows();
        }
    }

    Garment(String name, String summary, int vertices, int frames, Cut cut) {
        super(name, summary, vertices, frames);
        this.cut = cut;
    }

    /** The garment before it is worn, 3N coordinates. */
    abstract float[] sew(Grid grid);

    /** Two materials: the cloth and its trimming. */
    abstract List<Material> materials();

    /** Whether a face is trimming. @param across 0–1 along a row @param up 0–1 from the lower to the upper edge */
    abstract boolean isTrimming(double across, double up);

    @Override
    public final MeshSequence make(int vertices, int frames) {
        check(vertices, frames);
        Dancer dancer = new Dancer();
        int forBody = vertices >= MIN_VERTICES_WITH_BODY ? (int) (BODY_SHARE * vertices) : 0;
        Optional<PolygonSoup> body = forBody > 0 ? Optional.of(body(dancer, forBody)) : Optional.empty();
        Grid grid = Grid.near(vertices - body.map(PolygonSoup::vertexCount).orElse(0), cut.aspect());
        float[][] cloth = new WornSimulation(cut, sew(cut.simulated()), dancer).record(frames);
        Resampler resampler = new Resampler(cut.simulated(), grid, cut.seam());
        Optional<SoftSkin> skin = body.map(l -> SoftSkin.of(
                l.positionsAsFloats(), dancer.flesh(), dancer.joints().count(), 0.07, List.of()));
        GeneratedFrames.Generator frame = f -> join(
                resampler.resample(cloth[f]),
                skin.map(s -> s.deform(dancer.at(f / FRAMES_PER_SECOND), new double[0]))
                        .orElse(new float[0]));
        Mesh rest = mesh(grid, body);
        return new MeshSequence(name(), rest, GeneratedFrames.of(rest.vertexCount(), frames, frame), FRAMES_PER_SECOND);
    }

    private static PolygonSoup body(Dancer dancer, int vertices) {
        Blend shape = dancer.shape();
        return new Polygoniser(shape).mesh(vertices);
    }

    private static float[] join(float[] first, float[] second) {
        float[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private Mesh mesh(Grid grid, Optional<PolygonSoup> body) {
        int[] quads = grid.quads(cut.seam());
        int cloth = grid.faceCount(cut.seam());
        int[] starts = Grid.quadStarts(cloth);
        float[] positions = sew(grid);
        int[] corners = quads;
        if (body.isPresent()) {
            PolygonSoup l = body.get();
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
                List.of(materials().get(0), materials().get(1), Dancer.material()),
                paint(grid, starts.length - 1),
                List.of(),
                new int[0]);
        return Mesh.of(positions, starts, corners, surface);
    }

    private int[] paint(Grid grid, int faces) {
        int[] material = new int[faces];
        Arrays.fill(material, 2);
        int cells = grid.faceCount(cut.seam()) / (grid.rows() - 1);
        for (int k = 0; k < grid.faceCount(cut.seam()); k++) {
            double across = (k % cells + 0.5) / cells;
            double up = (k / cells + 0.5) / (grid.rows() - 1);
            material[k] = isTrimming(across, up) ? 1 : 0;
        }
        return material;
    }

    /** Simulates a garment on a dancer. */
    private static final class WornSimulation implements Cloth.Environment {
        private static final int SUBSTEPS = 18;
        private static final int SETTLING_FRAMES = 45;
        private static final double MASS_PER_AREA = 0.22;
        private static final double DAMPING = 0.8;

        private final Grid grid;
        private final int carrier;
        private final float[] sewn;
        private final Dancer dancer;
        private final Cloth cloth;
        private final Wind air;
        private final Capsules body;
        private Posture posture;
        private double time;

        WornSimulation(Cut cut, float[] sewn, Dancer dancer) {
            this.grid = cut.simulated();
            this.carrier = cut.carrier().applyAsInt(dancer);
            this.sewn = sewn;
            this.dancer = dancer;
            double cell = cut.area() / grid.faceCount(cut.seam());
            Links links = Links.ofGrid(grid, cut.seam(), sewn, cut.compliance());
            this.cloth = new Cloth(sewn, MASS_PER_AREA * cell, links);
            this.air = new Wind(new Wind.Weather(0, 0.5, 0.5, 7), grid.quads(cut.seam()));
            this.body = new Capsules(dancer.flesh(), cut.gap(), 0.25);
            this.time = -SETTLING_FRAMES / FRAMES_PER_SECOND;
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
            double seconds = 1 / FRAMES_PER_SECOND / SUBSTEPS;
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
                Vec held = posture.carry(carrier, Vec.of(sewn[3 * i], sewn[3 * i + 1], sewn[3 * i + 2]));
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
