package dev.sinew.sample.surface;

import java.util.ArrayList;
import java.util.List;

/**
 * An implicit solid: a field that is negative inside, positive outside and close to the distance near the surface. Limbs are
 * blended or cut in order, each with its own fillet radius.
 */
public final class Blend {
    private final Limb[] limbs;
    private final double[] fillets;
    /** 1 for an added limb, −1 for a cut one. */
    private final int[] signs;

    private Blend(Limb[] limbs, double[] fillets, int[] signs) {
        this.limbs = limbs;
        this.fillets = fillets;
        this.signs = signs;
    }

    /** Collects limbs in the order in which they are blended. */
    public static final class Builder {
        private final List<Limb> limbs = new ArrayList<>();
        private final List<Double> fillets = new ArrayList<>();
        private final List<Integer> signs = new ArrayList<>();

        public Builder add(Limb limb, double fillet) {
            return put(limb, fillet, 1);
        }

        /** Cuts a limb out of the shape so far. */
        public Builder cut(Limb limb, double fillet) {
            return put(limb, fillet, -1);
        }

        private Builder put(Limb limb, double fillet, int sign) {
            limbs.add(limb);
            fillets.add(fillet);
            signs.add(sign);
            return this;
        }

        public Blend build() {
            return new Blend(
                    limbs.toArray(Limb[]::new),
                    fillets.stream().mapToDouble(Double::doubleValue).toArray(),
                    signs.stream().mapToInt(Integer::intValue).toArray());
        }
    }

    public double value(double x, double y, double z) {
        double value = limbs[0].value(x, y, z);
        for (int l = 1; l < limbs.length; l++) {
            value = signs[l] * meet(signs[l] * value, limbs[l].value(x, y, z), fillets[l]);
        }
        return value;
    }

    /** Quadratic smooth minimum: below the smaller value by up to a quarter of the fillet. */
    private static double meet(double a, double b, double fillet) {
        double overlap = fillet - Math.abs(a - b);
        return Math.min(a, b) - (overlap > 0 ? overlap * overlap / (4 * fillet) : 0);
    }

    /**
     * The value and the gradient.
     *
     * @param gradient 3, modified
     */
    public double gradient(double x, double y, double z, double[] gradient) {
        double value = limbs[0].gradient(x, y, z, gradient, 0);
        double[] g = new double[3];
        for (int l = 1; l < limbs.length; l++) {
            double other = limbs[l].gradient(x, y, z, g, 0);
            double overlap = fillets[l] - Math.abs(signs[l] * value - other);
            double share = overlap > 0 ? overlap / (2 * fillets[l]) : 0;
            double ofOther = other < signs[l] * value ? 1 - share : share;
            for (int c = 0; c < 3; c++) {
                gradient[c] += ofOther * (signs[l] * g[c] - gradient[c]);
            }
            value = signs[l] * meet(signs[l] * value, other, fillets[l]);
        }
        return value;
    }

    /** A box that contains the whole surface. */
    public Bounds bounds() {
        double[] min = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
        double[] max = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
        for (int l = 0; l < limbs.length; l++) {
            grow(min, max, limbs[l].a(), limbs[l].radiusA() + 0.25 * fillets[l], limbs[l].width());
            grow(min, max, limbs[l].b(), limbs[l].radiusB() + 0.25 * fillets[l], limbs[l].width());
        }
        return new Bounds(new Vec(min[0], min[1], min[2]), new Vec(max[0], max[1], max[2]));
    }

    private static void grow(double[] min, double[] max, Vec p, double radius, double width) {
        double[] c = {p.x(), p.y(), p.z()};
        double[] r = {radius * Math.max(1, width), radius, radius};
        for (int k = 0; k < 3; k++) {
            min[k] = Math.min(min[k], c[k] - r[k]);
            max[k] = Math.max(max[k], c[k] + r[k]);
        }
    }

    /** A box given by two opposite corners. */
    public record Bounds(Vec min, Vec max) {}
}
