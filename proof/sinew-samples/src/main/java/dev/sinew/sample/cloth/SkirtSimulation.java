package dev.sinew.sample.cloth;

import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Seam;
import dev.sinew.sample.surface.Vec;

/** Lets a skirt swing on a dancer's hips and legs and records it. */
final class SkirtSimulation implements Cloth.Surroundings {
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
}
