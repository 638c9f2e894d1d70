package dev.sinew.sample.biped;

import static dev.sinew.sample.surface.Paint.ease;
import static dev.sinew.sample.surface.Paint.length;
import static dev.sinew.sample.surface.Paint.mix;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.rig.SparseRows;
import dev.sinew.sample.rig.SparseRows.Largest;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Paint;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import java.util.List;

/** A rigged figure with smooth weights of up to eight bones per vertex and the clips walk, wave and idle. */
public final class Biped extends ModelSample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final double REACH = 0.13;
    private static final int INFLUENCES = 8;

    public Biped() {
        super("biped", "a rigged figure with the clips walk, wave and idle", 9000);
    }

    @Override
    public SkinnedModel make(int vertices) {
        check(vertices);
        Figure figure = new Figure();
        Moves moves = new Moves(figure);
        Mesh rest = mesh(figure, vertices);
        SparseRows near =
                SoftSkin.bind(rest.positions(), figure.flesh(), figure.joints().count(), REACH);
        SkinWeights weights = Largest.of(near, rest.vertexCount(), INFLUENCES);
        return new SkinnedModel(
                rest,
                weights,
                figure.joints().skeleton(),
                BoneType.RIGID,
                List.of(
                        clip("walk", 33, figure, moves::walk),
                        clip("wave", 75, figure, moves::greet),
                        clip("idle", 121, figure, moves::idle)));
    }

    private static Mesh mesh(Figure figure, int vertices) {
        Blend shape = figure.shape();
        PolygonSoup soup = new Polygoniser(shape).mesh(vertices);
        return soup.mesh(Outfit.colours(shape, soup.positionsAsFloats()), Outfit.material());
    }

    /** A motion over time 0–1. */
    private interface Move {
        Posture at(double time);
    }

    /** The last frame equals the first, so that the clip loops without a jump. */
    private static Clip clip(String name, int frames, Figure figure, Move move) {
        int bones = figure.joints().count();
        double[] matrices = new double[BoneMotion.STRIDE * bones * frames];
        for (int f = 0; f < frames; f++) {
            move.at((double) f / (frames - 1)).matrices(matrices, BoneMotion.STRIDE * bones * f);
        }
        return new Clip(name, FRAMES_PER_SECOND, new BoneMotion(bones, frames, matrices));
    }

    /** The figure's clothes, as vertex colours. */
    private static final class Outfit {
        private static final double[] SKIN = {0.80, 0.46, 0.30};
        private static final double[] SHIRT = {0.86, 0.55, 0.07};
        private static final double[] TROUSERS = {0.030, 0.075, 0.16};
        private static final double[] SHOES = {0.52, 0.075, 0.045};
        private static final double[] HAIR = {0.045, 0.018, 0.010};
        private static final double[] BLACK = {0.008, 0.008, 0.010};
        /** Linear base colour that the vertex colours multiply; none of the colours above exceeds it. */
        private static final double[] BASE = {0.90, 0.60, 0.40};

        private Outfit() {}

        static Material material() {
            return Paint.material("figure", BASE, 0.6f);
        }

        static float[] colours(Blend shape, float[] p) {
            float[] colours = new float[p.length];
            double[] colour = new double[3];
            for (int k = 0; k < p.length; k += 3) {
                paint(Math.abs(p[k]), p[k + 1], p[k + 2], colour);
                for (int c = 0; c < 3; c++) {
                    colours[k + c] = (float) Math.min(1, colour[c] / BASE[c]);
                }
            }
            return colours;
        }

        private static void paint(double x, double y, double z, double[] colour) {
            System.arraycopy(SKIN, 0, colour, 0, 3);
            // The sleeve ends below the elbow; the coordinate along the arm is tilted, because the arm points outwards.
            double downArm = 0.62 * x - 0.55 * (y - 1.36);
            boolean arm = x > 0.26 && y > 0.6 || x > 0.16 && y > 1.2;
            double sleeve = arm ? 1 - ease(0.205, 0.225, downArm) : y < 1.5 ? 1 - ease(1.415, 1.435, y) : 0;
            mix(colour, SHIRT, sleeve);
            if (!arm) {
                mix(colour, TROUSERS, 1 - ease(0.965, 1.005, y));
                mix(colour, SHOES, 1 - ease(0.105, 0.140, y));
            }
            double brow = 1.668 - 0.42 * Math.max(0, -z);
            double hair = ease(-0.012, 0.012, y - brow - 0.9 * Math.max(0, z - 0.06)) * (y > 1.5 ? 1 : 0);
            mix(colour, HAIR, hair);
            mix(colour, BLACK, 1 - ease(0.016, 0.022, length(x - 0.047, y - 1.612, z - 0.127)));
        }
    }
}
