package dev.sinew.sample.face;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Request;
import dev.sinew.sample.Sample;
import dev.sinew.sample.surface.Assembled;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import java.util.Arrays;
import java.util.Optional;

/**
 * A face that smiles, frowns, blinks, opens its mouth and is surprised. Where there are vertices enough, eyes, lids and
 * teeth are shells of their own.
 */
public final class Face implements Sample {
    private static final double FRAMES_PER_SECOND = 30;
    private static final int FEWEST_WITH_FITTINGS = 1500;
    private static final double FITTINGS_SHARE = 0.22;
    /** Fewer would close the mouth and tear the rims of the eyes. */
    private static final int FEWEST_FROM_LATTICE = 7000;

    private static final Expression NEUTRAL = new Expression(0, 0, 0, 0, 0, 0.1, 0, 0);

    @Override
    public String name() {
        return "face";
    }

    @Override
    public String summary() {
        return "a face that smiles, frowns, blinks and is surprised";
    }

    @Override
    public int defaultVertices() {
        return 10_000;
    }

    @Override
    public int defaultFrames() {
        return 150;
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        Request.check(name(), vertices, frames);
        Optional<Fittings> fittings = vertices >= FEWEST_WITH_FITTINGS
                ? Optional.of(new Fittings((int) (FITTINGS_SHARE * vertices)))
                : Optional.empty();
        Blend shape = Head.shape();
        PolygonSoup head = new Polygoniser(shape, shape.bounds(), FEWEST_FROM_LATTICE)
                .mesh(vertices - fittings.map(Fittings::vertexCount).orElse(0));
        Skin skin = new Skin(head.positionsAsFloats());
        Mesh rest = mesh(head, fittings);
        GeneratedFrames.Generator frame =
                f -> pose(skin, fittings, Expression.at((double) f / frames), rest.vertexCount());
        return new MeshSequence(name(), rest, GeneratedFrames.of(rest.vertexCount(), frames, frame), FRAMES_PER_SECOND);
    }

    private static float[] pose(Skin skin, Optional<Fittings> fittings, Expression e, int vertices) {
        float[] posed = skin.pose(e);
        int own = posed.length / 3;
        float[] all = Arrays.copyOf(posed, 3 * vertices);
        fittings.ifPresent(f -> f.pose(e, all, own));
        return all;
    }

    private static Mesh mesh(PolygonSoup head, Optional<Fittings> fittings) {
        Assembled all = new Assembled().add(head, Complexion.SKIN);
        fittings.ifPresent(f -> f.addTo(all, NEUTRAL));
        float[] colours = new float[3 * all.vertexCount()];
        double[] p = head.positions();
        for (int k = 0; k < p.length; k += 3) {
            Complexion.paintSkin(p[k], p[k + 1], p[k + 2], colours, k);
        }
        fittings.ifPresent(f -> f.paint(colours, head.vertexCount()));
        return all.mesh(Complexion.materials(), Optional.of(colours));
    }
}
