package dev.sinew.sample.biped;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.rig.Largest;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.rig.Sparse;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import java.util.List;
import java.util.Optional;

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
        Sparse near =
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
        PolygonSoup soup = new Polygoniser(shape, shape.bounds()).mesh(vertices);
        float[] positions = soup.positionsAsFloats();
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.of(Outfit.colours(shape, positions)),
                List.of(Outfit.material()),
                new int[soup.faceCount()],
                List.of(),
                new int[0]);
        return Mesh.of(positions, soup.faceStarts(), soup.corners(), surface);
    }

    /** What the figure does at a time from 0 to 1. */
    private interface Move {
        Posture at(double time);
    }

    /** The last frame equals the first, so that players that loop from key to key do not jump. */
    private static Clip clip(String name, int frames, Figure figure, Move move) {
        int bones = figure.joints().count();
        double[] matrices = new double[BoneMotion.STRIDE * bones * frames];
        for (int f = 0; f < frames; f++) {
            move.at((double) f / (frames - 1)).matrices(matrices, BoneMotion.STRIDE * bones * f);
        }
        return new Clip(name, FRAMES_PER_SECOND, new BoneMotion(bones, frames, matrices));
    }
}
