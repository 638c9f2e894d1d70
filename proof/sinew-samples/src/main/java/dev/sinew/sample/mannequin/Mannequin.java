package dev.sinew.sample.mannequin;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.Sample;
import dev.sinew.sample.rig.Largest;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import java.util.List;
import java.util.Optional;

/**
 * A wooden mannequin of eighteen rigid bones that exercises all of its joints, skinned linearly with up to four smooth
 * weights per vertex. The first frame is the rest pose. What a skeleton finder gives can be held against
 * {@link #rigged}: the pivot of every bone but the first is the joint it shares with its parent.
 */
public final class Mannequin extends Sample.Rigged {
    private static final double FRAMES_PER_SECOND = 15;
    /** How far the parts blend, metres: most of each part is rigid. */
    private static final double REACH = 0.07;

    private static final int INFLUENCES = 4;

    public Mannequin() {
        super("mannequin", "a wooden mannequin that turns every joint, of a known skeleton", 6000, 40);
    }

    @Override
    public SkinnedModel rigged(int vertices, int frames) {
        check(vertices, frames);
        Doll doll = new Doll();
        Blend shape = doll.shape();
        PolygonSoup soup = new Polygoniser(shape, shape.bounds()).mesh(vertices);
        float[] positions = soup.positionsAsFloats();
        SkinWeights weights = Largest.of(
                SoftSkin.bind(positions, doll.flesh(), doll.joints().count(), REACH), soup.vertexCount(), INFLUENCES);
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.of(Wood.colours(positions, weights)),
                List.of(Wood.material()),
                new int[soup.faceCount()],
                List.of(),
                new int[0]);
        Mesh rest = Mesh.of(positions, soup.faceStarts(), soup.corners(), surface);
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
}
