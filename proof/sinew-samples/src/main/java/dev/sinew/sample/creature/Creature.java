package dev.sinew.sample.creature;

import static dev.sinew.sample.surface.Paint.ease;
import static dev.sinew.sample.surface.Paint.length;
import static dev.sinew.sample.surface.Paint.mix;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.creature.Anatomy.Leg;
import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.LoopCurve;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.rig.TwoBones;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Paint;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import dev.sinew.sample.surface.Vec;
import java.util.List;

/**
 * A four-legged creature walking on the spot: one closed surface over a skeleton, with skin that bulges and jiggles. A sequence
 * contains whole strides, so it loops.
 */
public final class Creature extends Sample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final double FRAMES_PER_STRIDE = 36;
    private static final double REACH = 0.10;

    public Creature() {
        super("creature", "a four-legged creature with tail and soft skin, walking", 8000, 108);
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        check(vertices, frames);
        Anatomy anatomy = new Anatomy();
        Mesh rest = mesh(anatomy, vertices);
        SoftSkin skin =
                SoftSkin.of(rest.positions(), anatomy.flesh(), anatomy.joints().count(), REACH, anatomy.muscles());
        Walk walk = new Walk(anatomy);
        double strides = Math.max(1, Math.rint(frames / FRAMES_PER_STRIDE));
        GeneratedFrames.Generator frame = f -> {
            double look = (double) f / frames;
            return skin.deform(walk.posture(look * strides, look), walk.muscles(look * strides, look));
        };
        return new MeshSequence(name(), rest, GeneratedFrames.of(rest.vertexCount(), frames, frame), FRAMES_PER_SECOND);
    }

    private static Mesh mesh(Anatomy anatomy, int vertices) {
        Blend shape = anatomy.shape();
        PolygonSoup soup = new Polygoniser(shape).mesh(vertices);
        return soup.mesh(Hide.colours(shape, soup.positionsAsFloats()), Hide.material());
    }

    /** The creature's colours: sand below, deep teal with stripes above, dark eyes, nose and ears. */
    private static final class Hide {
        /** Linear base colour; vertex colours only darken it, as glTF multiplies the two. */
        private static final double[] SAND = {0.88, 0.70, 0.46};

        private static final double[] TEAL = {0.035, 0.235, 0.255};
        private static final double[] NIGHT = {0.010, 0.055, 0.075};
        private static final double[] BLACK = {0.006, 0.006, 0.008};

        private Hide() {}

        static Material material() {
            return Paint.material("hide", SAND, 0.62f);
        }

        /** @param p 3N rest positions, not modified */
        static float[] colours(Blend shape, float[] p) {
            float[] colours = new float[p.length];
            double[] normal = new double[3];
            double[] colour = new double[3];
            for (int k = 0; k < p.length; k += 3) {
                shape.gradient(p[k], p[k + 1], p[k + 2], normal);
                paint(Math.abs(p[k]), p[k + 1], p[k + 2], normal[1], colour);
                for (int c = 0; c < 3; c++) {
                    colours[k + c] = (float) (colour[c] / SAND[c]);
                }
            }
            return colours;
        }

        private static void paint(double x, double y, double z, double up, double[] colour) {
            System.arraycopy(SAND, 0, colour, 0, 3);
            double below = z < -0.5 ? 0.22 * (z + 0.5) : z > 0.36 ? 0.95 * (z - 0.36) : 0;
            double back = ease(-0.16, 0.10, 0.30 * up + y - 0.72 - below) * ease(0.40, 0.62, y);
            mix(colour, TEAL, back);
            double ripple = StrictMath.sin(30 * z + 4 * StrictMath.sin(7 * y + 2) * x);
            double body = ease(-0.15, 0.85, up) * (1 - ease(0.40, 0.62, z));
            mix(colour, NIGHT, 0.9 * body * ease(-0.1, 0.95, ripple));
            mix(colour, NIGHT, 0.9 * (1 - ease(0.07, 0.27, y)));
            mix(colour, NIGHT, 0.85 * ease(1.29, 1.37, y));
            mix(colour, NIGHT, ease(-1.05, -1.30, z));
            mix(colour, BLACK, 1 - ease(0.022, 0.042, length(x, y - 1.130, z - 0.930)));
            mix(colour, BLACK, 1 - ease(0.026, 0.036, length(x - 0.102, y - 1.207, z - 0.762)));
        }
    }

    /**
     * A walk on the spot: left hind, left fore, right hind, right fore a quarter of a stride apart. Supporting feet stay planted,
     * and the body sways over them. Everything repeats with the stride; looking around repeats with the sequence.
     */
    private static final class Walk {
        private static final double STRIDE = 0.37;
        private static final double LIFT = 0.105;
        /** Fraction of a stride during which a foot is on the ground. */
        private static final double DUTY = 0.64;

        /** Forward rotation of foot and toes about the ball of the foot, from landing to landing. */
        private static final LoopCurve FOOT_TIP =
                LoopCurve.through(0, -0.10, 0.25, 0.0, 0.50, 0.22, DUTY, 0.62, 0.78, 0.95, 0.92, 0.10);

        private static final LoopCurve TOE_TIP =
                LoopCurve.through(0, -0.10, 0.06, 0.0, 0.30, 0.0, 0.50, 0.02, DUTY, 0.50, 0.78, 0.75, 0.92, -0.22);

        private final Anatomy anatomy;
        private final Joints joints;

        Walk(Anatomy anatomy) {
            this.anatomy = anatomy;
            this.joints = anatomy.joints();
        }

        /** Sine of an angle in turns. */
        private static double wave(double orientations) {
            return StrictMath.sin(2 * Math.PI * orientations);
        }

        /**
         * @param stride time in strides
         * @param look time in sequences
         */
        Posture posture(double stride, double look) {
            Posture p = new Posture(joints);
            trunk(p, stride);
            neckAndHead(p, stride, look);
            tail(p, stride, look);
            leg(p, anatomy.hindLeft, stride, Vec.Z);
            leg(p, anatomy.hindRight, stride + 0.5, Vec.Z);
            shoulder(p, anatomy.foreLeft, stride - 0.25);
            leg(p, anatomy.foreLeft, stride - 0.25, Vec.Z.times(-1));
            shoulder(p, anatomy.foreRight, stride + 0.25);
            leg(p, anatomy.foreRight, stride + 0.25, Vec.Z.times(-1));
            return p;
        }

        private void trunk(Posture p, double t) {
            Vec shift = Vec.of(0.020 * wave(t - 0.08), -0.012 + 0.011 * wave(2 * t + 0.12), 0);
            Quat turn = Quat.yaw(0.075 * wave(t + 0.22))
                    .times(Quat.roll(0.055 * wave(t + 0.02)))
                    .times(Quat.pitch(0.018 * wave(2 * t + 0.4)));
            p.place(anatomy.pelvis, shift, turn);
            p.turn(anatomy.spine, Quat.yaw(-0.07 * wave(t + 0.20)).times(Quat.roll(-0.05 * wave(t + 0.05))));
            p.turn(
                    anatomy.chest,
                    Quat.yaw(-0.07 * wave(t + 0.16))
                            .times(Quat.roll(0.045 * wave(t - 0.2)))
                            .times(Quat.pitch(-0.03 * wave(2 * t + 0.3))));
        }

        private void neckAndHead(Posture p, double t, double look) {
            double aside = 0.30 * wave(look + 0.1) + 0.12 * wave(2 * look);
            double nod = 0.055 * wave(2 * t + 0.62);
            p.turn(anatomy.neckLow, Quat.yaw(0.3 * aside).times(Quat.pitch(nod)));
            p.turn(anatomy.neckHigh, Quat.yaw(0.4 * aside + 0.03 * wave(t)).times(Quat.pitch(0.6 * nod)));
            p.turn(
                    anatomy.head,
                    Quat.yaw(0.6 * aside)
                            .times(Quat.pitch(-1.2 * nod + 0.05 * wave(look + 0.3)))
                            .times(Quat.roll(0.10 * wave(2 * look + 0.15))));
            double flap = 0.10 * wave(2 * t + 0.35);
            p.turn(anatomy.earLeft, Quat.roll(-flap).times(Quat.pitch(-0.15 * wave(look))));
            p.turn(anatomy.earRight, Quat.roll(flap).times(Quat.pitch(0.2 * wave(look + 0.2))));
        }

        private void tail(Posture p, double t, double look) {
            for (int k = 0; k < Anatomy.TAIL; k++) {
                double lag = 0.11 * k;
                double swing = (0.10 + 0.035 * k) * wave(t + 0.15 - lag);
                double bounce = (0.03 + 0.012 * k) * wave(2 * t + 0.1 - lag);
                double rise = 0.05 * wave(look - 0.1 * k) + 0.015 * k;
                p.turn(anatomy.tail[k], Quat.yaw(swing).times(Quat.pitch(bounce + rise)));
            }
        }

        /** The shoulder blade slides over the ribs as the leg swings. */
        private void shoulder(Posture p, Leg leg, double t) {
            double swing = stepAt(t) / STRIDE;
            p.shift(leg.parent(), Vec.of(0, 0.012 * wave(t + 0.05), 0), Quat.pitch(-0.28 * swing));
        }

        private void leg(Posture p, Leg leg, double t, Vec bend) {
            Vec[] rest = leg.points();
            double toes = TOE_TIP.at(t);
            // Rolling over the tips of the toes lifts the ball of the foot.
            double roll = rest[4].minus(rest[3]).length() * Math.max(0, StrictMath.sin(toes));
            Vec ball = rest[3].plus(Vec.of(0, liftAt(t) + 1.1 * roll, stepAt(t)));
            Quat tip = Quat.pitch(FOOT_TIP.at(t));
            Vec heel = ball.plus(tip.rotate(rest[2].minus(rest[3])));
            TwoBones.reach(p, joints, leg.upper(), leg.lower(), rest[2], heel, bend);
            p.aim(leg.foot(), tip);
            p.aim(leg.toes(), Quat.pitch(toes));
        }

        /** The forward offset of a foot: moves back linearly, then swings smoothly to the front. */
        private static double stepAt(double time) {
            double t = time - Math.floor(time);
            if (t < DUTY) {
                return STRIDE * (0.5 - t / DUTY);
            }
            double s = (t - DUTY) / (1 - DUTY);
            double slope = -STRIDE * (1 - DUTY) / DUTY;
            return -0.5 * STRIDE + s * slope + s * s * (3 * STRIDE - 3 * slope) + s * s * s * (-2 * STRIDE + 2 * slope);
        }

        private static double liftAt(double time) {
            double t = time - Math.floor(time);
            double s = Math.max(0, (t - DUTY) / (1 - DUTY));
            return LIFT * 16 * s * s * (1 - s) * (1 - s) * (1.25 - 0.5 * s);
        }

        /** Amounts for {@link Anatomy#muscles}: flesh follows the bones with a delay and overshoots. */
        double[] muscles(double t, double look) {
            double[] amounts = new double[12];
            amounts[0] = 0.030 * wave(2 * t - 0.10) + 0.010 * wave(4 * t);
            amounts[1] = 0.022 * wave(t - 0.22);
            amounts[2] = 0.050 * wave(2 * look) + 0.02 * wave(2 * t + 0.5);
            amounts[3] = 0.022 * wave(2 * t - 0.2);
            int at = 4;
            for (double offset : List.of(0.0, 0.5, -0.25, 0.25)) {
                double load = wave(t + offset + 0.02);
                double swing = wave(t + offset + 0.40);
                amounts[at++] = 0.14 * load + 0.05 * wave(2 * (t + offset));
                amounts[at++] = 0.16 * swing;
            }
            return amounts;
        }
    }
}
