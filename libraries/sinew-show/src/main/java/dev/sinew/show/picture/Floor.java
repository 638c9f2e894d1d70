package dev.sinew.show.picture;

/** The floor's shade: soft from the sky, softer-edged from the lamp, and dark where something touches it. */
final class Floor {
    private static final int CONTACT_MAP = 320;
    private static final double LAMP_BLUR = 18;
    private static final double LAMP_SHARE = 0.30;
    private static final double CONTACT_SHARE = 0.75;
    /** Height up to which something counts as touching, in radii. */
    private static final double CONTACT_HEIGHT = 0.10;
    /** Of the ring of places that softens the contact, in radii. */
    private static final double CONTACT_BLUR = 0.035;

    private static final int RING = 12;

    private final double height;
    private final Studio studio;
    private final SkyLight sky;
    private final DepthMap lamp;
    private final DepthMap fromBelow;

    Floor(double height, Studio studio, SkyLight sky, DepthMap lamp, float[] positions, int[] vertices) {
        this.height = height;
        this.studio = studio;
        this.sky = sky;
        this.lamp = lamp;
        this.fromBelow = new DepthMap(new double[] {0, -1, 0}, sky.centre(), sky.radius(), CONTACT_MAP);
        fromBelow.draw(positions, vertices);
    }

    /** How dark the floor is where a ray from the eye meets it, 0 to 1; 0 where it does not. */
    double darkness(double[] eye, double[] ray) {
        double far = (height - eye[1]) / ray[1];
        if (!(ray[1] < 0) || !(far > 0)) {
            return 0;
        }
        double x = eye[0] + far * ray[0];
        double z = eye[2] + far * ray[2];
        double away = Math.hypot(x - sky.centre()[0], z - sky.centre()[2]) / sky.radius();
        if (away > SkyLight.FLOOR_REACH) {
            return 0;
        }
        double unlit = 1 - lamp.share(x, height, z, lamp.texel(), LAMP_BLUR);
        double lit = (1 - studio.shadow * sky.floorDarkness(x, z))
                * (1 - LAMP_SHARE * studio.shadow * unlit)
                * (1 - CONTACT_SHARE * studio.shadow * contact(x, z));
        return 1 - lit;
    }

    private double contact(double x, double z) {
        double sum = touch(x, z);
        for (int k = 0; k < RING; k++) {
            double r = CONTACT_BLUR * sky.radius() * (k % 2 == 0 ? 1 : 0.5);
            double angle = 2 * Math.PI * k / RING;
            sum += touch(x + r * Math.cos(angle), z + r * Math.sin(angle));
        }
        return sum / (RING + 1);
    }

    private double touch(double x, double z) {
        double near = 1 - fromBelow.gap(x, height, z) / (CONTACT_HEIGHT * sky.radius());
        // The gap is measured against the light's direction: above the floor it is positive.
        return near > 0 ? Math.min(1, near) * Math.min(1, near) : 0;
    }
}
