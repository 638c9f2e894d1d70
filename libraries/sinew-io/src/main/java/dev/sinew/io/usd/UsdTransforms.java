package dev.sinew.io.usd;

import dev.sinew.io.usd.UsdPrim.UsdAttribute;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.run.InvalidInputException;
import java.util.List;
import java.util.TreeSet;

/** The transforms of prims: every USD operation, with samples. */
final class UsdTransforms {
    private static final String INVERSE = "!invert!";
    private static final String RESET = "!resetXformStack!";
    private static final String OPERATION = "xformOp:";

    private final String file;

    UsdTransforms(String file) {
        this.file = file;
    }

    /** 3×4 from a prim's space to stage space at a time code. */
    double[] toWorld(UsdPrim prim, double time) {
        double[] world = local(prim, time);
        UsdPrim at = prim;
        while (at.parent().isPresent() && !resets(at)) {
            at = at.parent().get();
            world = times(local(at, time), world);
        }
        return world;
    }

    /** Adds the time codes at which a prim or one of its ancestors moves. */
    void addTimes(UsdPrim prim, TreeSet<Double> times) {
        UsdPrim at = prim;
        while (true) {
            for (String operation : order(at)) {
                at.attribute(operation.replace(INVERSE, ""))
                        .filter(UsdAttribute::isAnimated)
                        .ifPresent(a -> times.addAll(a.samples().keySet()));
            }
            if (at.parent().isEmpty() || resets(at)) {
                return;
            }
            at = at.parent().get();
        }
    }

    private static List<String> order(UsdPrim prim) {
        return prim.words("xformOpOrder");
    }

    private static boolean resets(UsdPrim prim) {
        return order(prim).contains(RESET);
    }

    static double[] times(double[] a, double[] b) {
        double[] out = new double[Affine3.STRIDE];
        Affine3.multiply(a, 0, b, 0, out, 0);
        return out;
    }

    static double[] inverse(double[] m) {
        double[] out = new double[Affine3.STRIDE];
        Affine3.invert(m, 0, out, 0);
        return out;
    }

    private double[] local(UsdPrim prim, double time) {
        double[] m = new double[Affine3.STRIDE];
        Affine3.identity(m, 0);
        for (String operation : order(prim)) {
            if (operation.equals(RESET)) {
                continue;
            }
            boolean inverted = operation.startsWith(INVERSE);
            String name = inverted ? operation.substring(INVERSE.length()) : operation;
            double[] values = prim.attribute(name)
                    .map(a -> a.at(time))
                    .orElseThrow(() -> bad(prim, "refers to the operation " + operation + ", which does not exist"));
            double[] one = matrix(prim, name, values);
            m = times(m, inverted ? inverse(one) : one);
        }
        return m;
    }

    private double[] matrix(UsdPrim prim, String name, double[] v) {
        String kind =
                name.startsWith(OPERATION) ? name.substring(OPERATION.length()).split(":")[0] : "";
        double[] m = new double[Affine3.STRIDE];
        Affine3.identity(m, 0);
        switch (kind) {
            case "translate" -> {
                require(prim, name, v, 3);
                for (int x = 0; x < 3; x++) {
                    m[4 * x + 3] = v[x];
                }
            }
            case "scale" -> {
                require(prim, name, v, 3);
                for (int x = 0; x < 3; x++) {
                    m[5 * x] = v[x];
                }
            }
            case "orient" -> {
                require(prim, name, v, 4);
                Quaternions.toMatrix(new double[] {v[1], v[2], v[3], v[0]}, 0, m, 0, 4);
            }
            case "transform" -> {
                require(prim, name, v, 16);
                return affine(v, 0);
            }
            default -> {
                return rotation(prim, name, kind, v);
            }
        }
        return m;
    }

    /** 3×4 of USD's 4×4, which uses row vectors. */
    static double[] affine(double[] v, int at) {
        double[] m = new double[Affine3.STRIDE];
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) {
                m[4 * r + c] = v[at + 4 * c + r];
            }
        }
        return m;
    }

    /** rotateX, or rotateXYZ: about X first. */
    private double[] rotation(UsdPrim prim, String name, String kind, double[] v) {
        String axes = kind.startsWith("rotate") ? kind.substring("rotate".length()) : "";
        if (!axes.matches("[XYZ]|[XYZ]{3}")) {
            throw bad(prim, "has the operation " + name + ", which USD does not define");
        }
        require(prim, name, v, axes.length());
        double[] m = new double[Affine3.STRIDE];
        Affine3.identity(m, 0);
        for (int k = 0; k < axes.length(); k++) {
            int axis = axes.charAt(k) - 'X';
            // An angle of rotateXYZ belongs to its axis, regardless of the order.
            m = times(about(axis, Math.toRadians(axes.length() == 1 ? v[0] : v[axis])), m);
        }
        return m;
    }

    private static double[] about(int axis, double angle) {
        double[] q = {0, 0, 0, Math.cos(angle / 2)};
        q[axis] = Math.sin(angle / 2);
        double[] m = new double[Affine3.STRIDE];
        Quaternions.toMatrix(q, 0, m, 0, 4);
        return m;
    }

    private void require(UsdPrim prim, String name, double[] v, int count) {
        if (v.length != count) {
            throw bad(prim, "has " + v.length + " numbers in " + name + " instead of " + count);
        }
    }

    private InvalidInputException bad(UsdPrim prim, String what) {
        return new InvalidInputException(file + ": prim " + prim.path() + " " + what);
    }
}
