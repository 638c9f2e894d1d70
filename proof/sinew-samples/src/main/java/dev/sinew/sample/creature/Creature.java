package dev.sinew.sample.creature;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import java.util.List;
import java.util.Optional;

/**
 * A four-legged creature walking on the spot: one closed surface over a skeleton, with skin that bulges and jiggles. A
 * sequence holds whole strides, so it loops.
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
        PolygonSoup soup = new Polygoniser(shape, shape.bounds()).mesh(vertices);
        float[] positions = soup.positionsAsFloats();
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.of(Hide.colours(shape, positions)),
                List.of(Hide.material()),
                new int[soup.faceCount()],
                List.of(),
                new int[0]);
        return Mesh.of(positions, soup.faceStarts(), soup.corners(), surface);
    }
}
