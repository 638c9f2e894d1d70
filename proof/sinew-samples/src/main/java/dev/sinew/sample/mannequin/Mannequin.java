package dev.sinew.sample.mannequin;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.Sample;
import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.rig.SparseRows.Largest;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import dev.sinew.sample.surface.Vec;
import java.util.List;
import java.util.Optional;

/**
 * A wooden mannequin of eighteen rigid bones that exercises all of its joints, skinned linearly with up to four smooth weights
 * per vertex. The first frame is the rest pose. {@link #rigged} is the ground truth for skeleton finders: the pivot of every bone
 * but the first is the joint with its parent.
 */
public final class Mannequin extends Sample.Rigged {
    private static final double FRAMES_PER_SECOND = 15;
    /** Width of the blend between parts, metres: most of each part is rigid. */
    private static final double REACH = 0.07;

    private static final int INFLUENCES = 4;

    public Mannequin() {
        super("mannequin", "a wooden mannequin with a known skeleton that moves every joint", 6000, 40);
    }

    @Override
    public SkinnedModel rigged(int vertices, int frames) {
        check(vertices, frames);
        Doll doll = new Doll();
        Blend shape = doll.shape();
        PolygonSoup soup = new Polygoniser(shape).mesh(vertices);
        float[] positions = soup.positionsAsFloats();
        SkinWeights weights = Largest.of(
                SoftSkin.bind(positions, doll.flesh(), doll.joints().count(), REACH), soup.vertexCount(), INFLUENCES);
        Mesh rest = soup.mesh(Wood.colours(positions, weights), Wood.material());
        return new SkinnedModel(rest, weights, doll.joints().skeleton(), BoneType.RIGID, List.of(clip(doll, frames)));
    }

    private Clip clip(Doll doll, int frames) {
        Exercise exercise = new Exercise(doll);
        int bones = doll.joints().count();
        double[] matrices = new double[BoneMotion.STRIDE * bones * frames];
        for (int f = 0; f < frames; f++) {
            exercise.at((double) f / frames).matrices(matrices, BoneMotion.STRIDE * bones * f);
        }
        return new Clip(name(), FRAMES_PER_SECOND, new BoneMotion(bones, frames, matrices));
    }

    /** The mannequin's colours: light wood with grain, darker where two parts meet. */
    private static final class Wood {
        /** Linear base colour; vertex colours only darken it, as glTF multiplies the two. */
        private static final float[] LIGHT = {0.76f, 0.50f, 0.25f};

        private static final float[] DARK = {0.22f, 0.085f, 0.035f};

        private Wood() {}

        static Material material() {
            return new Material("wood", LIGHT[0], LIGHT[1], LIGHT[2], 1f, 0.55f, 0f, Optional.empty());
        }

        /** @param p 3N rest positions, not modified */
        static float[] colours(float[] p, SkinWeights weights) {
            float[] colours = new float[p.length];
            for (int i = 0; i < weights.vertexCount(); i++) {
                double largest = weights.weights()[i * weights.influences()];
                // Where the two largest weights are about equal, parts meet.
                double seam = Math.max(0, Math.min(1, (0.97 - largest) / 0.32));
                double x = Math.abs(p[3 * i]);
                double grain = StrictMath.sin(95 * (x - 0.3 * p[3 * i + 1]) + 5 * StrictMath.sin(9 * p[3 * i + 1]));
                double dark = Math.min(1, 0.85 * seam * seam * (3 - 2 * seam) + 0.05 * (1 + grain));
                for (int c = 0; c < 3; c++) {
                    colours[3 * i + c] = (float) (1 - dark * (1 - DARK[c] / LIGHT[c]));
                }
            }
            return colours;
        }
    }

    /**
     * Gymnastics over time 0–1 that start and end in the rest pose. Every joint rotates about three axes at different rates,
     * because the position of a pure hinge along its axis cannot be determined.
     */
    private static final class Exercise {
        /**
         * An oscillating angle that is 0 at time 0.
         *
         * @param size amplitude, radians
         * @param cycles an integer, so that it loops
         * @param phase start within the cycle; −0.25 at one end, 0 in the middle
         */
        private record Swing(double size, int cycles, double phase) {
            double at(double t) {
                return size
                        * (StrictMath.sin(2 * Math.PI * (cycles * t + phase)) - StrictMath.sin(2 * Math.PI * phase));
            }
        }

        /** Rotation of a joint about y, then z, then x, for the left side. */
        private record Turn(Swing yaw, Swing roll, Swing pitch) {
            /** @param sign −1 mirrors the rotation to the right side */
            Quat at(double t, int sign) {
                return Quat.yaw(sign * yaw.at(t))
                        .times(Quat.roll(sign * roll.at(t)))
                        .times(Quat.pitch(pitch.at(t)));
            }
        }

        private static final Turn BODY = new Turn(swing(0.45, 1, 0.02), swing(0.06, 2, 0.1), swing(0.10, 1, 0.3));
        private static final Turn BELLY = new Turn(swing(0.24, 2, 0.05), swing(0.16, 3, 0), swing(0.20, 1, -0.2));
        private static final Turn CHEST = new Turn(swing(0.26, 1, 0.45), swing(0.16, 2, 0.2), swing(0.18, 3, 0.4));
        private static final Turn HEAD = new Turn(swing(0.50, 1, 0), swing(0.20, 2, 0.35), swing(0.26, 3, 0.1));

        private static final Turn LEFT_ARM = new Turn(swing(0.38, 3, 0.1), swing(0.62, 1, -0.13), swing(0.45, 2, 0.3));
        private static final Turn RIGHT_ARM = new Turn(swing(0.38, 2, 0.4), swing(0.62, 2, -0.13), swing(0.45, 1, 0.1));
        private static final Turn LEFT_FOREARM =
                new Turn(swing(-0.70, 2, -0.22), swing(0.22, 3, 0), swing(0.34, 1, 0.1));
        private static final Turn RIGHT_FOREARM =
                new Turn(swing(-0.70, 1, -0.22), swing(0.22, 2, 0.2), swing(0.34, 3, 0));
        private static final Turn LEFT_HAND = new Turn(swing(0.40, 3, 0), swing(0.35, 1, 0.2), swing(0.35, 2, 0.4));
        private static final Turn RIGHT_HAND = new Turn(swing(0.40, 1, 0.3), swing(0.35, 3, 0.1), swing(0.35, 2, 0));

        private static final Turn LEFT_THIGH = new Turn(swing(0.22, 3, 0), swing(0.17, 2, -0.2), swing(-0.50, 1, -0.2));
        private static final Turn RIGHT_THIGH =
                new Turn(swing(0.22, 2, 0.3), swing(0.17, 3, -0.2), swing(-0.46, 2, -0.2));
        private static final Turn LEFT_SHIN = new Turn(swing(0.30, 3, 0.1), swing(0.10, 2, 0), swing(0.55, 1, -0.24));
        private static final Turn RIGHT_SHIN = new Turn(swing(0.30, 1, 0.1), swing(0.10, 3, 0), swing(0.50, 2, -0.24));
        private static final Turn LEFT_FOOT = new Turn(swing(0.28, 2, 0.1), swing(0.22, 3, 0.3), swing(0.34, 1, 0));
        private static final Turn RIGHT_FOOT = new Turn(swing(0.28, 3, 0.2), swing(0.22, 1, 0), swing(0.34, 2, 0.4));
        private static final Turn LEFT_TOES = new Turn(swing(0.20, 1, 0.3), swing(0.22, 2, 0.1), swing(0.36, 3, 0.35));
        private static final Turn RIGHT_TOES = new Turn(swing(0.20, 2, 0), swing(0.22, 3, 0.4), swing(0.36, 1, 0.35));

        private final Doll doll;
        private final Joints joints;

        Exercise(Doll doll) {
            this.doll = doll;
            this.joints = doll.joints();
        }

        private static Swing swing(double size, int cycles, double phase) {
            return new Swing(size, cycles, phase);
        }

        /** The posture with its lower foot on the ground. */
        Posture at(double t) {
            Posture floating = at(t, Vec.ZERO);
            Posture resting = at(0, Vec.ZERO);
            return at(t, Vec.of(0, lowest(resting) - lowest(floating), 0));
        }

        private double lowest(Posture p) {
            double low = Double.MAX_VALUE;
            for (Doll.Side s : new Doll.Side[] {doll.left, doll.right}) {
                Vec heel = joints.pivot(s.foot()).plus(Vec.of(0, -0.10, -0.03));
                Vec tip = joints.pivot(s.toes()).plus(Vec.of(0, -0.04, 0.10));
                low = Math.min(
                        low,
                        Math.min(
                                p.carry(s.foot(), heel).y(),
                                p.carry(s.toes(), tip).y()));
            }
            return low;
        }

        private Posture at(double t, Vec shift) {
            Posture p = new Posture(joints);
            p.place(doll.pelvis, shift, BODY.at(t, 1));
            p.turn(doll.belly, BELLY.at(t, 1));
            p.turn(doll.chest, CHEST.at(t, 1));
            p.turn(doll.head, HEAD.at(t, 1));
            side(p, doll.left, t, LEFT_ARM, LEFT_FOREARM, LEFT_HAND, LEFT_THIGH, LEFT_SHIN, LEFT_FOOT, LEFT_TOES);
            side(
                    p,
                    doll.right,
                    t,
                    RIGHT_ARM,
                    RIGHT_FOREARM,
                    RIGHT_HAND,
                    RIGHT_THIGH,
                    RIGHT_SHIN,
                    RIGHT_FOOT,
                    RIGHT_TOES);
            return p;
        }

        private static void side(Posture p, Doll.Side s, double t, Turn... orientations) {
            int[] joints = {s.arm(), s.forearm(), s.hand(), s.thigh(), s.shin(), s.foot(), s.toes()};
            for (int k = 0; k < joints.length; k++) {
                p.turn(joints[k], orientations[k].at(t, s.sign()));
            }
        }
    }
}
