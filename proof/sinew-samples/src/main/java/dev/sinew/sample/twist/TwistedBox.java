package dev.sinew.sample.twist;

import dev.sinew.math.Affine3;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.surface.Tube;
import java.util.List;

/**
 * A box on two bones, the upper one twisted by 45, 90, 135 and 180 degrees (KCO09 Fig. 3). In the middle, weights are such that
 * dual quaternions twist it evenly at 180 degrees.
 */
public final class TwistedBox extends ModelSample {
    private static final int VERTICES = 5166;
    private static final int FRAMES = 4;
    private static final double LENGTH = 4;
    private static final double BLEND_FROM = 1.4;
    private static final double BLEND_TO = 2.6;

    public TwistedBox() {
        super(
                "twisted-box",
                "a box whose upper half twists by up to 180°, rigged with 2 bones: linear skinning's worst case",
                VERTICES);
    }

    @Override
    public SkinnedModel make(int vertices) {
        check(vertices);
        Mesh box = Rod.of(Tube.near(vertices, 3), LENGTH, TwistedBox::square);
        double middle = 0.5 * (BLEND_FROM + BLEND_TO);
        Skeleton skeleton = new Skeleton(
                List.of("lower", "upper"), new int[] {Skeleton.NONE, 0}, new double[] {0, 0, 0, 0, middle, 0});
        Clip clip = new Clip("twist", 1, motion());
        return new SkinnedModel(box, weights(box), skeleton, BoneType.RIGID, List.of(clip));
    }

    /** The unit square about the origin. */
    private static double[] square(double t) {
        double side = Math.floor(4 * t);
        double along = 4 * t - side - 0.5;
        double angle = 0.5 * Math.PI * side;
        return new double[] {
            along * Math.cos(angle) + 0.5 * Math.sin(angle), 0.5 * Math.cos(angle) - along * Math.sin(angle)
        };
    }

    private static SkinWeights weights(Mesh box) {
        int[] bones = new int[2 * box.vertexCount()];
        double[] weights = new double[bones.length];
        for (int i = 0; i < box.vertexCount(); i++) {
            double height = (box.positions()[3 * i + 1] - BLEND_FROM) / (BLEND_TO - BLEND_FROM);
            double quarter = 0.5 * Math.PI * Math.min(1, Math.max(0, height));
            // The sum of 1 and k with these weights rotates by 2·atan(w/(1−w)) = π·height
            double w = Math.sin(quarter) / (Math.sin(quarter) + Math.cos(quarter));
            bones[2 * i + 1] = 1;
            weights[2 * i] = height >= 1 ? 0 : 1 - w;
            weights[2 * i + 1] = height <= 0 ? 0 : height >= 1 ? 1 : w;
        }
        return SkinWeights.of(2, bones, weights);
    }

    private static BoneMotion motion() {
        double[] matrices = new double[FRAMES * 2 * Affine3.STRIDE];
        for (int f = 0; f < FRAMES; f++) {
            int at = 2 * f * Affine3.STRIDE;
            Affine3.identity(matrices, at);
            Affine3.identity(matrices, at + Affine3.STRIDE);
            double angle = Math.PI * (f + 1) / FRAMES;
            matrices[at + 12] = Math.cos(angle);
            matrices[at + 14] = Math.sin(angle);
            matrices[at + 20] = -Math.sin(angle);
            matrices[at + 22] = Math.cos(angle);
        }
        return new BoneMotion(2, FRAMES, matrices);
    }

    /** A closed rod along y from 0 to its length, with any cross-section. */
    static final class Rod {
        /** A cross-section: the point at a fraction t of its outline, counter-clockwise seen from above. */
        interface Outline {
            double[] at(double t);
        }

        private Rod() {}

        static Mesh of(Tube tube, double length, Outline outline) {
            float[] xyz = new float[3 * tube.vertexCount()];
            for (int ring = 0; ring < tube.rings(); ring++) {
                for (int side = 0; side < tube.sides(); side++) {
                    int at = 3 * (1 + ring * tube.sides() + side);
                    double[] p = outline.at((double) side / tube.sides());
                    xyz[at] = (float) p[0];
                    xyz[at + 1] = (float) (length * ring / (tube.rings() - 1));
                    xyz[at + 2] = (float) p[1];
                }
            }
            xyz[xyz.length - 2] = (float) length;
            return Mesh.of(xyz, tube.faceStarts(), tube.corners(), Mesh.Surface.bare());
        }
    }
}
