package dev.sinew.sample.face;

import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Limb;
import dev.sinew.sample.surface.Vec;

/** The head's shape: metres, y up, looking along +z, the origin between the ears. */
final class Head {
    static final double MOUTH = -0.046;
    static final Vec EYE = Vec.of(0.041, 0.030, 0.078);
    static final double EYE_RADIUS = 0.0265;

    private Head() {}

    static Blend shape() {
        Blend.Builder b = new Blend.Builder();
        b.add(Limb.ball(Vec.of(0, 0.045, -0.012), 0.110).flattened(0.93), 0);
        b.add(Limb.of(Vec.of(0, 0.005, 0.024), Vec.of(0, -0.062, 0.040), 0.086, 0.062), 0.05);
        b.add(Limb.ball(Vec.of(0, -0.098, 0.068), 0.028), 0.05);
        b.add(Limb.of(Vec.of(0, -0.07, -0.030), Vec.of(0, -0.19, -0.038), 0.056, 0.060), 0.04);
        b.add(Limb.of(Vec.of(0.07, -0.225, -0.035), Vec.of(-0.07, -0.225, -0.035), 0.052, 0.052), 0.06);
        nose(b);
        lips(b);
        for (int s = -1; s <= 1; s += 2) {
            side(b, s);
        }
        hair(b);
        cavities(b);
        return b.build();
    }

    private static void nose(Blend.Builder b) {
        b.add(Limb.of(Vec.of(0, 0.034, 0.104), Vec.of(0, -0.010, 0.124), 0.010, 0.017), 0.025);
        b.add(Limb.of(Vec.of(0.012, -0.014, 0.112), Vec.of(-0.012, -0.014, 0.112), 0.011, 0.011), 0.014);
    }

    private static void lips(Blend.Builder b) {
        b.add(Limb.of(Vec.of(0.030, MOUTH + 0.010, 0.094), Vec.of(-0.030, MOUTH + 0.010, 0.094), 0.0085, 0.0085), 0.02);
        b.add(
                Limb.of(Vec.of(0.014, MOUTH + 0.012, 0.104), Vec.of(-0.014, MOUTH + 0.012, 0.104), 0.0085, 0.0085),
                0.014);
        b.add(
                Limb.of(Vec.of(0.022, MOUTH - 0.012, 0.098), Vec.of(-0.022, MOUTH - 0.012, 0.098), 0.0105, 0.0105),
                0.016);
    }

    private static void side(Blend.Builder b, int s) {
        b.add(Limb.ball(Vec.of(s * 0.048, -0.022, 0.066), 0.034), 0.05);
        b.add(Limb.ball(Vec.of(s * 0.044, -0.066, 0.030), 0.040), 0.05);
        b.add(Limb.of(Vec.of(s * 0.018, 0.070, 0.094), Vec.of(s * 0.062, 0.068, 0.076), 0.012, 0.011), 0.02);
        b.add(Limb.of(Vec.of(s * 0.100, -0.008, -0.006), Vec.of(s * 0.112, 0.034, -0.020), 0.016, 0.021), 0.012);
        b.add(Limb.of(Vec.of(s * 0.016, 0.079, 0.102), Vec.of(s * 0.060, 0.081, 0.084), 0.0075, 0.005), 0.008);
    }

    private static void hair(Blend.Builder b) {
        b.add(Limb.ball(Vec.of(0, 0.066, -0.030), 0.113).flattened(0.95), 0.01);
        b.add(Limb.of(Vec.of(0.045, 0.135, 0.040), Vec.of(-0.050, 0.150, 0.036), 0.026, 0.034), 0.03);
        b.add(Limb.of(Vec.of(-0.02, 0.165, 0.030), Vec.of(-0.055, 0.172, 0.062), 0.026, 0.014), 0.03);
    }

    private static void cavities(Blend.Builder b) {
        for (int s = -1; s <= 1; s += 2) {
            b.cut(Limb.ball(Vec.of(s * EYE.x(), EYE.y(), EYE.z()), EYE_RADIUS + 0.0024), 0.012);
        }
        for (int k = 0; k < 4; k++) {
            double z = 0.122 - 0.016 * k;
            double x = 0.036 - 0.001 * k;
            b.cut(
                    Limb.of(
                            Vec.of(x, MOUTH, z - 0.008),
                            Vec.of(-x, MOUTH, z - 0.008),
                            0.0078 + 0.001 * k,
                            0.0078 + 0.001 * k),
                    0.004);
        }
    }
}
