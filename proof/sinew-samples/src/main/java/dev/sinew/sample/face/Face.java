package dev.sinew.sample.face;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.sample.GeneratedFrames;
import dev.sinew.sample.Sample;
import dev.sinew.sample.face.Fittings.Complexion;
import dev.sinew.sample.surface.Assembled;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A face that smiles, frowns, blinks, opens its mouth and is surprised. With enough vertices, eyes, lids and teeth are separate
 * shells.
 */
public final class Face extends Sample.Morphed {
    private static final double FRAMES_PER_SECOND = 30;
    private static final int MIN_VERTICES_WITH_FITTINGS = 1500;
    private static final double FITTINGS_SHARE = 0.22;
    /** Fewer would close the mouth and tear the rims of the eyes. */
    private static final int MIN_LATTICE_VERTICES = 7000;

    private static final Expression NEUTRAL = new Expression(0, 0, 0, 0, 0, 0.1, 0, 0);

    public Face() {
        super("face", "a face that smiles, frowns, blinks and is surprised", 10_000, 150);
    }

    @Override
    public MeshSequence make(int vertices, int frames) {
        Posed posed = posed(vertices, frames);
        Mesh rest = posed.rest;
        GeneratedFrames.Generator frame = f -> posed.at(Expression.at((double) f / frames));
        return new MeshSequence(name(), rest, GeneratedFrames.of(rest.vertexCount(), frames, frame), FRAMES_PER_SECOND);
    }

    /** The neutral face and its sliders; a feature has two sliders, one per side. */
    @Override
    public Shapes shapes(int vertices, int frames) {
        Posed posed = posed(vertices, frames);
        List<Expression.Slider> sliders = Expression.sliders();
        float[][] examples = new float[sliders.size() + 1][];
        examples[0] = posed.at(NEUTRAL);
        double[] weights = new double[frames * sliders.size()];
        for (int k = 0; k < sliders.size(); k++) {
            examples[k + 1] = posed.at(sliders.get(k).full());
            keepSide(sliders.get(k).side(), examples[0], examples[k + 1]);
            for (int f = 0; f < frames; f++) {
                weights[f * sliders.size() + k] = sliders.get(k).weight(Expression.at((double) f / frames));
            }
        }
        Mesh rest = Normals.posed(posed.rest, examples[0].clone());
        return new Shapes(
                new MeshSequence("sliders", rest, FrameSource.of(examples), 1),
                sliders.stream().map(Expression.Slider::name).toList(),
                FRAMES_PER_SECOND,
                weights);
    }

    /** @param full modified: the other side is restored to the neutral face */
    private static void keepSide(Expression.Side side, float[] neutral, float[] full) {
        for (int i = 0; i < full.length; i += 3) {
            double share = side.share(neutral[i]);
            for (int x = i; x < i + 3; x++) {
                full[x] = (float) (neutral[x] + share * (full[x] - neutral[x]));
            }
        }
    }

    /** A head that can be posed by an expression. */
    private record Posed(Mesh rest, Skin skin, Optional<Fittings> fittings) {
        float[] at(Expression e) {
            return pose(skin, fittings, e, rest.vertexCount());
        }
    }

    private Posed posed(int vertices, int frames) {
        check(vertices, frames);
        Optional<Fittings> fittings = vertices >= MIN_VERTICES_WITH_FITTINGS
                ? Optional.of(new Fittings((int) (FITTINGS_SHARE * vertices)))
                : Optional.empty();
        Blend shape = Head.shape();
        PolygonSoup head = new Polygoniser(shape, MIN_LATTICE_VERTICES)
                .mesh(vertices - fittings.map(Fittings::vertexCount).orElse(0));
        Skin skin = new Skin(head.positionsAsFloats());
        return new Posed(mesh(head, fittings), skin, fittings);
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
