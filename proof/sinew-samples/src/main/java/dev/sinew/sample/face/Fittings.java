package dev.sinew.sample.face;

import static dev.sinew.sample.surface.Paint.ease;
import static dev.sinew.sample.surface.Paint.length;
import static dev.sinew.sample.surface.Paint.mix;

import dev.sinew.mesh.Material;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.surface.Assembled;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Grid.Seam;
import dev.sinew.sample.surface.HardPart;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rigid parts of the head: eyes, lids and teeth, each a separate shell. */
final class Fittings {
    private static final double LID_GAP = 0.0014;
    private static final double UPPER_OPEN = Math.toRadians(40);
    private static final double UPPER_WAY = Math.toRadians(-54);
    private static final double LOWER_OPEN = Math.toRadians(-34);
    private static final double LOWER_WAY = Math.toRadians(20);

    /** Transforms a shell's points, given around its own centre, for an expression. */
    private interface Place {
        Vec at(Vec own, Expression e);
    }

    private record Fitting(PolygonSoup own, int material, Place place) {}

    private final List<Fitting> fittings = new ArrayList<>();

    /** @param vertices shared by the shells, at least about 200 */
    Fittings(int vertices) {
        int sides = Math.max(6, (int) Math.sqrt(0.26 * vertices * 2));
        Grid lid = Grid.near(Math.max(12, (int) (0.09 * vertices)), 1.8);
        int teeth = Math.max(2, (int) Math.sqrt(0.05 * vertices / 6));
        for (int s = 1; s >= -1; s -= 2) {
            Vec eye = Vec.of(s * Head.EYE.x(), Head.EYE.y(), Head.EYE.z());
            fittings.add(new Fitting(
                    Globe.of(Head.EYE_RADIUS, sides), Complexion.EYE, (v, e) -> eye.plus(gaze(e).rotate(v))));
            fittings.add(new Fitting(
                    lid(lid, 1),
                    Complexion.SKIN,
                    (v, e) -> eye.plus(
                            Quat.pitch(-UPPER_OPEN - UPPER_WAY * e.lids()).rotate(v))));
            fittings.add(new Fitting(
                    lid(lid, -1),
                    Complexion.SKIN,
                    (v, e) -> eye.plus(
                            Quat.pitch(-LOWER_OPEN - LOWER_WAY * e.lids()).rotate(v))));
        }
        HardPart row = new HardPart(HardPart.Form.BOX, Vec.of(0.026, 0.0055, 0.008), 0.004);
        fittings.add(new Fitting(
                row.mesh(teeth), Complexion.TEETH, (v, e) -> v.plus(Vec.of(0, Head.MOUTH + 0.0095, 0.084))));
        fittings.add(new Fitting(
                row.mesh(teeth), Complexion.TEETH, (v, e) -> v.plus(Vec.of(0, Head.MOUTH - 0.0095, 0.080))));
    }

    private static Quat gaze(Expression e) {
        return Quat.yaw(0.45 * e.gaze()).times(Quat.pitch(-0.08 * e.brows()));
    }

    /** Part of a sphere from its rim at the front, up (1) or down (−1) and back. */
    private static PolygonSoup lid(Grid grid, int up) {
        double radius = Head.EYE_RADIUS + LID_GAP * (up > 0 ? 1 : 0.8);
        double[] p = new double[3 * grid.vertexCount()];
        for (int row = 0; row < grid.rows(); row++) {
            double high = up * Math.toRadians(125) * row / (grid.rows() - 1);
            for (int column = 0; column < grid.columns(); column++) {
                double aside = Math.toRadians(86) * (2.0 * column / (grid.columns() - 1) - 1);
                int at = 3 * grid.vertex(column, row);
                p[at] = radius * StrictMath.sin(aside);
                p[at + 1] = radius * StrictMath.cos(aside) * StrictMath.sin(high);
                p[at + 2] = radius * StrictMath.cos(aside) * StrictMath.cos(high);
            }
        }
        int[] quads = grid.quads(Seam.OPEN);
        if (up < 0) {
            for (int k = 0; k < quads.length; k += 4) {
                int swap = quads[k + 1];
                quads[k + 1] = quads[k + 3];
                quads[k + 3] = swap;
            }
        }
        return new PolygonSoup(p, quads, 4);
    }

    int vertexCount() {
        return fittings.stream().mapToInt(f -> f.own.vertexCount()).sum();
    }

    /** Adds the shells in the rest expression. */
    void addTo(Assembled head, Expression rest) {
        for (int k = 0; k < fittings.size(); k++) {
            Fitting f = fittings.get(k);
            double[] p = new double[3 * f.own.vertexCount()];
            for (int i = 0; i < f.own.vertexCount(); i++) {
                Vec v = place(k, i, rest);
                p[3 * i] = v.x();
                p[3 * i + 1] = v.y();
                p[3 * i + 2] = v.z();
            }
            head.add(new PolygonSoup(p, f.own.corners(), f.own.sides()), f.material);
        }
    }

    private Vec place(int k, int i, Expression e) {
        Fitting f = fittings.get(k);
        double[] own = f.own.positions();
        Vec v = f.place.at(Vec.of(own[3 * i], own[3 * i + 1], own[3 * i + 2]), e);
        // The lower teeth are last and move with the jaw.
        return k == fittings.size() - 1 ? Skin.withJaw(v, e) : Skin.withHead(v, e);
    }

    /** Writes posed positions of all shells, starting at a vertex. */
    void pose(Expression e, float[] out, int vertex) {
        int at = vertex;
        for (int k = 0; k < fittings.size(); k++) {
            for (int i = 0; i < fittings.get(k).own.vertexCount(); i++) {
                Skin.put(out, 3 * at++, place(k, i, e));
            }
        }
    }

    /** Vertex colours of all shells. */
    void paint(float[] colours, int vertex) {
        int at = 3 * vertex;
        for (Fitting f : fittings) {
            double[] own = f.own.positions();
            for (int k = 0; k < own.length; k += 3) {
                Complexion.paintFitting(f.material, own[k + 2] / Head.EYE_RADIUS, colours, at);
                at += 3;
            }
        }
    }

    /** A triangulated sphere around the origin with rings around the z axis, so that a painted iris is round. */
    private static final class Globe {
        private Globe() {}

        /** @param sides around, at least 4; half as many rings */
        static PolygonSoup of(double radius, int sides) {
            int rings = rings(sides);
            double[] p = new double[3 * vertexCount(sides)];
            p[2] = radius;
            p[p.length - 1] = -radius;
            for (int r = 0; r < rings; r++) {
                double angle = Math.PI * (r + 1) / (rings + 1);
                for (int s = 0; s < sides; s++) {
                    double around = 2 * Math.PI * s / sides;
                    int at = 3 * (1 + r * sides + s);
                    p[at] = radius * StrictMath.sin(angle) * StrictMath.cos(around);
                    p[at + 1] = radius * StrictMath.sin(angle) * StrictMath.sin(around);
                    p[at + 2] = radius * StrictMath.cos(angle);
                }
            }
            return new PolygonSoup(p, triangles(rings, sides), 3);
        }

        private static int rings(int sides) {
            return Math.max(2, sides / 2);
        }

        static int vertexCount(int sides) {
            return rings(sides) * sides + 2;
        }

        private static int[] triangles(int rings, int sides) {
            int[] t = new int[6 * rings * sides];
            int at = 0;
            int last = 1 + rings * sides;
            for (int s = 0; s < sides; s++) {
                int next = (s + 1) % sides;
                at = put(t, at, 0, 1 + s, 1 + next);
                for (int r = 0; r + 1 < rings; r++) {
                    int a = 1 + r * sides;
                    int b = a + sides;
                    at = put(t, at, a + s, b + s, b + next);
                    at = put(t, at, a + s, b + next, a + next);
                }
                int low = 1 + (rings - 1) * sides;
                at = put(t, at, last, low + next, low + s);
            }
            return t;
        }

        private static int put(int[] t, int at, int a, int b, int c) {
            t[at] = a;
            t[at + 1] = b;
            t[at + 2] = c;
            return at + 3;
        }
    }

    /** The face's colours. */
    static final class Complexion {
        static final int SKIN = 0;
        static final int EYE = 1;
        static final int TEETH = 2;

        /** Linear base colour of the skin; vertex colours only darken it. */
        private static final double[] BASE = {0.90, 0.58, 0.42};

        private static final double[] LIPS = {0.62, 0.16, 0.13};
        private static final double[] INSIDE = {0.16, 0.012, 0.018};
        private static final double[] HAIR = {0.25, 0.055, 0.015};
        private static final double[] SHIRT = {0.05, 0.16, 0.24};
        private static final double[] IRIS = {0.07, 0.26, 0.30};
        private static final double[] BLUSH = {0.86, 0.40, 0.29};

        private Complexion() {}

        static List<Material> materials() {
            return List.of(
                    new Material(
                            "skin", (float) BASE[0], (float) BASE[1], (float) BASE[2], 1f, 0.55f, 0f, Optional.empty()),
                    new Material("eye", 0.92f, 0.92f, 0.90f, 1f, 0.08f, 0f, Optional.empty()),
                    new Material("teeth", 0.90f, 0.87f, 0.78f, 1f, 0.3f, 0f, Optional.empty()));
        }

        static void paintSkin(double x, double y, double z, float[] colours, int at) {
            double[] c = BASE.clone();
            double across = Math.abs(x);
            double offLine = (y - Head.MOUTH) / (y > Head.MOUTH ? 0.019 : 0.022);
            double lips = 1 - ease(0.75, 1.05, Math.sqrt(offLine * offLine + across * across / (0.040 * 0.040)));
            mix(c, BLUSH, 0.7 * (1 - ease(0.010, 0.035, length(across - 0.060, y + 0.014, z - 0.082))));
            mix(c, LIPS, lips * ease(0.088, 0.096, z));
            boolean mouth = across < 0.046 && Math.abs(y - Head.MOUTH) < 0.016;
            mix(c, INSIDE, mouth ? 1 - ease(0.086, 0.097, z) : 0);
            double brow = 0.080 - y;
            double ridge = Math.hypot(brow, 0.7 * (z - 0.115 + 0.42 * across));
            mix(
                    c,
                    HAIR,
                    (1 - ease(0.0075, 0.0115, ridge)) * ease(0.008, 0.014, across) * (1 - ease(0.060, 0.068, across)));
            double line = 0.108 + 0.25 * Math.min(0, z) - 1.2 * Math.max(0, -z - 0.03);
            mix(
                    c,
                    HAIR,
                    y > -0.06
                            ? ease(-0.009, 0.009, y - Math.max(line, -0.045) - 0.10 * Math.max(0, z))
                                    * (ear(across, y, z) ? 0 : 1)
                            : 0);
            mix(c, SHIRT, 1 - ease(-0.200, -0.180, y + 0.1 * z));
            for (int k = 0; k < 3; k++) {
                colours[at + k] = (float) Math.min(1, c[k] / BASE[k]);
            }
        }

        private static boolean ear(double across, double y, double z) {
            return across > 0.096 && y < 0.062 && z > -0.045;
        }

        /** @param front 1 at the front of an eye, −1 at its back */
        static void paintFitting(int material, double front, float[] colours, int at) {
            double[] c = {1, 1, 1};
            if (material == EYE) {
                mix(c, IRIS, ease(0.835, 0.855, front));
                mix(c, new double[] {0.006, 0.006, 0.008}, ease(0.955, 0.965, front));
            }
            for (int k = 0; k < 3; k++) {
                colours[at + k] = (float) c[k];
            }
        }
    }
}
