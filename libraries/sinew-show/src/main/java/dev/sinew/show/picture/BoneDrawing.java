package dev.sinew.show.picture;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneSegments;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Paint;
import java.awt.RadialGradientPaint;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws bones over a view as octahedra, farthest first. The mesh does not hide them. */
final class BoneDrawing {
    /** Half the maximum thickness of a bone, as a fraction of the view's height. */
    private static final double THICKNESS = 0.011;

    /** The same for bones of a skeleton. */
    private static final double SKELETON_THICKNESS = 0.017;

    /** Radius of a joint's ball, as a fraction of the view's height. */
    private static final double BALL = 0.0062;

    private static final double OPACITY = 0.92;
    private static final float[] JOINT_COLOUR = {0.93f, 0.93f, 0.90f};
    private static final float[] ROOT_COLOUR = {1f, 0.32f, 0.03f};

    /** A polygon in screen coordinates. */
    private record Facet(Shape outline, double depth, Paint fill) {}

    private final Camera camera;
    private final int width;
    private final int height;

    BoneDrawing(Camera camera, int width, int height) {
        this.camera = camera;
        this.width = width;
        this.height = height;
    }

    void draw(List<BoneShape> bones, Graphics2D g) {
        List<Facet> facets = new ArrayList<>();
        for (BoneShape bone : bones) {
            if (bone.mark() != BoneShape.Mark.ROOT) {
                addFacets(bone, facets);
            }
            if (bone.mark() != BoneShape.Mark.NONE) {
                addBall(bone, facets);
            }
        }
        facets.sort(Comparator.comparingDouble(Facet::depth));
        g.setStroke(new BasicStroke((float) (0.0011 * height), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        for (Facet facet : facets) {
            g.setPaint(facet.fill);
            g.fill(facet.outline);
            g.setColor(new Color(0.08f, 0.09f, 0.11f, 0.55f));
            g.draw(facet.outline);
        }
    }

    /** Converts to camera space: x right, y up, z towards the viewer. */
    private double[] toCameraSpace(double[] p) {
        float[] seen = camera.toCameraSpace(new float[] {(float) p[0], (float) p[1], (float) p[2]});
        return new double[] {seen[0], seen[1], seen[2]};
    }

    private void addFacets(BoneShape bone, List<Facet> facets) {
        double[] a = toCameraSpace(bone.joint());
        double[] b = toCameraSpace(bone.tip());
        double[] along = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        double length = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
        boolean loose = bone.mark() == BoneShape.Mark.NONE;
        double thick = (loose ? THICKNESS : SKELETON_THICKNESS) * 2 * Camera.slope() * Math.abs(a[2]);
        if (loose && length < 1.2 * thick) {
            // A bone without length is drawn as an upright diamond.
            a = new double[] {a[0], a[1] - thick, a[2]};
            along = new double[] {0, 2 * thick, 0};
            length = 2 * thick;
        }
        if (length == 0) {
            return;
        }
        boolean diamond = loose && length <= 2 * thick;
        double waist = diamond ? 0.5 : Math.min(0.3, 2 * thick / length);
        double half = diamond ? 0.8 * thick : Math.min(thick, 0.16 * length);
        octahedron(a, along, waist, half, bone.colour(), facets);
    }

    /** Adds a ball at the joint, in front of the bones that meet there. */
    private void addBall(BoneShape bone, List<Facet> facets) {
        double[] at = toCameraSpace(bone.joint());
        boolean root = bone.mark() == BoneShape.Mark.ROOT;
        double radius = BALL * height * (root ? 1.9 : 1);
        double x = screenX(at);
        double y = screenY(at);
        double forward = 2 * Camera.slope() * Math.abs(at[2]) * SKELETON_THICKNESS;
        double depth = 3 * (at[2] + forward * (root ? 2 : 1.5));
        if (root) {
            double ring = 1.55 * radius;
            facets.add(new Facet(circle(x, y, ring), depth - 1e-9, new Color(1f, 1f, 1f, 0.85f)));
        }
        float[] colour = root ? ROOT_COLOUR : JOINT_COLOUR;
        Paint shading = new RadialGradientPaint(
                (float) (x - 0.35 * radius),
                (float) (y - 0.35 * radius),
                (float) (1.6 * radius),
                new float[] {0, 1},
                new Color[] {shade(colour, 1), shade(colour, 0.35)});
        facets.add(new Facet(circle(x, y, radius), depth, shading));
    }

    private static Shape circle(double x, double y, double radius) {
        return new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius);
    }

    private static Color shade(float[] colour, double lit) {
        return new Color(channel(colour[0] * lit), channel(colour[1] * lit), channel(colour[2] * lit));
    }

    private void octahedron(
            double[] from, double[] along, double waist, double half, float[] colour, List<Facet> facets) {
        double[] side = across(along);
        double[] up = cross(along, side);
        scale(up, half / length(up));
        scale(side, half / length(side));
        double[] to = {from[0] + along[0], from[1] + along[1], from[2] + along[2]};
        double[][] ring = new double[4][];
        for (int k = 0; k < 4; k++) {
            double s = k % 2 == 0 ? (k == 0 ? 1 : -1) : 0;
            double t = k % 2 == 1 ? (k == 1 ? 1 : -1) : 0;
            ring[k] = new double[3];
            for (int c = 0; c < 3; c++) {
                ring[k][c] = from[c] + waist * along[c] + s * side[c] + t * up[c];
            }
        }
        for (int k = 0; k < 4; k++) {
            facet(from, ring[(k + 1) % 4], ring[k], colour, facets);
            facet(to, ring[k], ring[(k + 1) % 4], colour, facets);
        }
    }

    private static double[] across(double[] v) {
        double[] helper = Math.abs(v[1]) < 0.9 * length(v) ? new double[] {0, 1, 0} : new double[] {1, 0, 0.3};
        return cross(helper, v);
    }

    private static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    private static double length(double[] v) {
        return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }

    private static void scale(double[] v, double s) {
        for (int c = 0; c < 3; c++) {
            v[c] *= s;
        }
    }

    private void facet(double[] a, double[] b, double[] c, float[] colour, List<Facet> facets) {
        double[] n = cross(
                new double[] {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
                new double[] {c[0] - a[0], c[1] - a[1], c[2] - a[2]});
        double towards = n[0] * a[0] + n[1] * a[1] + n[2] * a[2];
        if (towards >= 0 || length(n) == 0) {
            return;
        }
        double lit = 0.55 + 0.45 * Math.max(0, (-0.4 * n[0] + 0.7 * n[1] + 0.6 * n[2]) / length(n));
        Path2D path = new Path2D.Double();
        path.moveTo(screenX(a), screenY(a));
        path.lineTo(screenX(b), screenY(b));
        path.lineTo(screenX(c), screenY(c));
        path.closePath();
        Color shade = new Color(
                channel(colour[0] * lit), channel(colour[1] * lit), channel(colour[2] * lit), (float) OPACITY);
        facets.add(new Facet(path, a[2] + b[2] + c[2], shade));
    }

    private static float channel(double linear) {
        return (float) Math.max(0, Math.min(1, Srgb.toEncoded(0.04 + 0.96 * linear)));
    }

    private double screenX(double[] p) {
        return 0.5 * width - 0.5 * height * p[0] / (p[2] * Camera.slope());
    }

    private double screenY(double[] p) {
        return 0.5 * height * (1 + p[1] / (p[2] * Camera.slope()));
    }

    /** The shapes of bones: octahedra between joints for skeletons, diamonds for bones without a hierarchy. */
    static final class BoneShapes {
        private BoneShapes() {}

        static List<BoneShape> of(SkinnedModel model, BoneMotion motion, int frame) {
            int f = Math.min(frame, motion.frameCount() - 1);
            return model.skeleton().isFlat() ? diamonds(model.skeleton(), motion, f) : skeleton(model, motion, f);
        }

        private static List<BoneShape> diamonds(Skeleton skeleton, BoneMotion motion, int f) {
            List<BoneShape> shapes = new ArrayList<>();
            for (int j = 0; j < skeleton.boneCount(); j++) {
                double[] joint = place(motion, f, j, skeleton.pivot(j));
                shapes.add(new BoneShape(joint, joint, BonePalette.colour(j), BoneShape.Mark.NONE));
            }
            return shapes;
        }

        /** Every segment moves with its bone, so that separated joints show as gaps. */
        private static List<BoneShape> skeleton(SkinnedModel model, BoneMotion motion, int f) {
            Skeleton skeleton = model.skeleton();
            List<BoneShape> shapes = new ArrayList<>();
            for (BoneSegments.Segment segment : BoneSegments.of(model)) {
                int j = segment.bone();
                shapes.add(new BoneShape(
                        place(motion, f, j, segment.from()),
                        place(motion, f, j, segment.to()),
                        BonePalette.colour(j),
                        BoneShape.Mark.JOINT));
            }
            for (int j : BoneSegments.roots(model)) {
                double[] joint = place(motion, f, j, skeleton.pivot(j));
                shapes.add(new BoneShape(joint, joint, BonePalette.colour(j), BoneShape.Mark.ROOT));
            }
            return shapes;
        }

        private static double[] place(BoneMotion motion, int f, int j, double[] p) {
            double[] m = motion.matrices();
            int at = motion.offset(f, j);
            double[] out = new double[3];
            for (int r = 0; r < 3; r++) {
                out[r] = m[at + 4 * r] * p[0] + m[at + 4 * r + 1] * p[1] + m[at + 4 * r + 2] * p[2] + m[at + 4 * r + 3];
            }
            return out;
        }
    }

    /**
     * A posed bone: an octahedron from joint to tip, or a small diamond if both coincide.
     *
     * @param joint x, y, z
     * @param tip x, y, z
     * @param colour linear RGB
     * @param mark what is drawn at its joint
     */
    record BoneShape(double[] joint, double[] tip, float[] colour, Mark mark) {
        /** The mark at a joint. */
        public enum Mark {
            /** None: the bone has no hierarchy. */
            NONE,
            /** A ball. */
            JOINT,
            /** A larger ball with a ring, for the root. */
            ROOT
        }
    }
}
