package dev.sinew.sample.face;

import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.surface.Assembled;
import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.HardPart;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Seam;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;

/** What sits in the head and moves rigidly: eyes, lids and teeth, each a shell of its own. */
final class Fittings {
    private static final double LID_GAP = 0.0014;
    private static final double UPPER_OPEN = Math.toRadians(40);
    private static final double UPPER_WAY = Math.toRadians(-54);
    private static final double LOWER_OPEN = Math.toRadians(-34);
    private static final double LOWER_WAY = Math.toRadians(20);

    /** Where a shell's points, given around its own middle, are in an expression. */
    private interface Place {
        Vec at(Vec own, Expression e);
    }

    private record Fitting(PolygonSoup own, int material, Place place) {}

    private final List<Fitting> fittings = new ArrayList<>();

    /** @param vertices to be shared among the shells, at least some 200 */
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

    /** A patch of a sphere from its rim at the front, up (1) or down (−1) and back. */
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

    /** Adds the shells where they are in the rest expression. */
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
        // The lower teeth come last and hang on the jaw.
        return k == fittings.size() - 1 ? Skin.withJaw(v, e) : Skin.withHead(v, e);
    }

    /** Posed positions of all shells, into the array from a vertex on. */
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
}
