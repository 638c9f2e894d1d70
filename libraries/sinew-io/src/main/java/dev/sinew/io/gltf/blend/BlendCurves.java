package dev.sinew.io.gltf.blend;

import dev.sinew.keys.AffineTracker;
import dev.sinew.keys.AffineTracker.AffineKey;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Svd3;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of one blend bone under its parent, decomposed for its nodes: one node with translation, rotation and uniform
 * scale, or the pair of nodes of an affine bone.
 */
final class BlendCurves {
    /** The nodes that store the bone. */
    enum Form {
        /** One node. */
        SIMILARITY,
        /** Two nodes: the outer one translates, rotates and scales; the inner one rotates before that. */
        AFFINE
    }

    private final Form form;
    private final double[] times;
    private final double[] p;
    private final double[] q;
    private final double[] s;
    /** Rotation of the inner node; unused in the other form. */
    private final double[] inner;

    /** @param locals 12 numbers per key, not modified */
    BlendCurves(Form form, double[] times, double[] locals) {
        this.form = form;
        this.times = times;
        int count = times.length;
        p = new double[3 * count];
        q = new double[4 * count];
        s = new double[3 * count];
        inner = new double[4 * count];
        for (int k = 0; k < count; k++) {
            for (int x = 0; x < 3; x++) {
                p[3 * k + x] = locals[Affine3.STRIDE * k + 4 * x + 3];
            }
        }
        if (form == Form.AFFINE) {
            takeAffine(locals);
        } else {
            takeSimilarity(locals);
        }
        Track.continuous(q);
        Track.continuous(inner);
    }

    private void takeAffine(double[] locals) {
        List<AffineKey> keys = new AffineTracker().track(locals);
        for (int k = 0; k < keys.size(); k++) {
            System.arraycopy(keys.get(k).u(), 0, q, 4 * k, 4);
            System.arraycopy(keys.get(k).sigma(), 0, s, 3 * k, 3);
            Quaternions.conjugate(keys.get(k).v(), 0, inner, 4 * k);
        }
    }

    private void takeSimilarity(double[] locals) {
        Svd3 svd = new Svd3();
        double[] r = new double[9];
        for (int k = 0; k < times.length; k++) {
            int at = Affine3.STRIDE * k;
            svd.decompose(locals, at, 4);
            svd.rotation(r, 0, 3);
            Quaternions.fromMatrix(r, 0, 3, q, 4 * k);
            double scale = Math.cbrt(Math.abs(Affine3.determinant(locals, at)));
            for (int x = 0; x < 3; x++) {
                s[3 * k + x] = Math.abs(scale - 1) < 1e-7 ? 1 : scale;
            }
        }
    }

    /** The matrix that a player shows halfway between keys k and k + 1. */
    void halfway(int k, double[] out) {
        double[] rotation = new double[4];
        double[] middle = new double[6];
        Quaternions.slerp(q, 4 * k, q, 4 * k + 4, 0.5, rotation, 0);
        for (int x = 0; x < 3; x++) {
            middle[x] = 0.5 * (p[3 * k + x] + p[3 * k + 3 + x]);
            middle[3 + x] = 0.5 * (s[3 * k + x] + s[3 * k + 3 + x]);
        }
        if (form == Form.SIMILARITY) {
            Affine3.compose(middle, 0, rotation, 0, middle, 3, out, 0);
            return;
        }
        double[] outer = new double[Affine3.STRIDE];
        double[] before = new double[Affine3.STRIDE];
        Affine3.compose(middle, 0, rotation, 0, middle, 3, outer, 0);
        Quaternions.slerp(inner, 4 * k, inner, 4 * k + 4, 0.5, rotation, 0);
        Quaternions.toMatrix(rotation, 0, before, 0, 4);
        Affine3.multiply(outer, 0, before, 0, out, 0);
    }

    /**
     * The required tracks, without redundant keys.
     *
     * @param outer the animated node
     * @param rest one key: the nodes without animation
     * @param unseen how far a position may change
     * @param radius radius of the geometry that the bone moves
     */
    List<Track> tracks(int outer, BlendCurves rest, double unseen, double radius) {
        double angle = unseen / radius;
        List<Track> all = new ArrayList<>();
        all.add(new Track(outer, Property.TRANSLATION, times, p, rest.p, unseen));
        all.add(new Track(outer, Property.ROTATION, times, q, rest.q, angle));
        all.add(new Track(outer, Property.SCALE, times, s, rest.s, angle));
        if (form == Form.AFFINE) {
            all.add(new Track(outer + 1, Property.ROTATION, times, inner, rest.inner, angle));
        }
        return all.stream().map(Track::reduce).filter(track -> !track.isStill()).toList();
    }

    double[] translation() {
        return new double[] {p[0], p[1], p[2]};
    }

    double[] rotation() {
        return new double[] {q[0], q[1], q[2], q[3]};
    }

    double[] scale() {
        return new double[] {s[0], s[1], s[2]};
    }

    double[] innerRotation() {
        return new double[] {inner[0], inner[1], inner[2], inner[3]};
    }
}
