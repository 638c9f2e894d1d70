package dev.sinew.show.picture;

/**
 * The room a picture is taken in: colours of backdrop, sky and lamps. Directions are in world space and turn with the
 * camera, so that the light falls well from wherever one looks.
 */
final class Studio {
    final double[] key;
    final double[] rim;
    final double[] fill;
    final double[] keyColour;
    final double[] rimColour;
    final double[] fillColour;
    private final double[] zenith;
    private final double[] horizon;
    private final double[] ground;
    final double[] backdropTop;
    final double[] backdropMiddle;
    final double[] backdropBottom;
    final double shadow;
    final double vignette;

    Studio(Camera camera, PictureOptions.Backdrop backdrop) {
        this.key = direction(camera, -0.55, 0.95, 0.62);
        this.fill = direction(camera, 0.85, 0.25, 0.55);
        this.rim = direction(camera, 0.55, 0.55, -0.85);
        boolean dark = backdrop == PictureOptions.Backdrop.DARK;
        this.keyColour = dark ? rgb(2.35, 2.20, 1.98) : rgb(1.95, 1.84, 1.68);
        this.fillColour = dark ? rgb(0.20, 0.25, 0.34) : rgb(0.26, 0.30, 0.38);
        this.rimColour = dark ? rgb(1.45, 1.60, 1.85) : rgb(0.80, 0.86, 0.95);
        this.zenith = dark ? rgb(0.50, 0.56, 0.68) : rgb(0.92, 0.97, 1.06);
        this.horizon = dark ? rgb(0.22, 0.25, 0.30) : rgb(0.66, 0.69, 0.74);
        this.ground = dark ? rgb(0.09, 0.085, 0.08) : rgb(0.40, 0.37, 0.34);
        this.backdropTop = dark ? srgb(0x17191e) : srgb(0xdfe4ea);
        this.backdropMiddle = dark ? srgb(0x2c3038) : srgb(0xf4f5f6);
        this.backdropBottom = dark ? srgb(0x1b1d22) : srgb(0xe3e4e4);
        this.shadow = dark ? 0.80 : 0.62;
        this.vignette = dark ? 0.30 : 0.12;
    }

    private static double[] rgb(double r, double g, double b) {
        return new double[] {r, g, b};
    }

    private static double[] srgb(int hex) {
        return rgb(
                Srgb.toLinear((hex >> 16) / 255.0),
                Srgb.toLinear((hex >> 8 & 0xff) / 255.0),
                Srgb.toLinear((hex & 0xff) / 255.0));
    }

    /** Right, up and towards the viewer, but "up" is the world's. */
    private static double[] direction(Camera camera, double right, double up, double back) {
        double[] level = {camera.right()[2], 0, -camera.right()[0]};
        double x = right * camera.right()[0] - back * level[0];
        double z = right * camera.right()[2] - back * level[2];
        double length = Math.sqrt(x * x + up * up + z * z);
        return rgb(x / length, up / length, z / length);
    }

    /** Light that comes from a direction of the sky, or back from the ground. */
    double sky(double up, int channel) {
        return up >= 0
                ? horizon[channel] + (zenith[channel] - horizon[channel]) * up
                : horizon[channel] + (ground[channel] - horizon[channel]) * Math.min(1, -3 * up);
    }

    /** The backdrop's colour at a height of the picture, 0 at its top. */
    double backdrop(double down, int channel) {
        double t = down < 0.55 ? down / 0.55 : (down - 0.55) / 0.45;
        double eased = t * t * (3 - 2 * t);
        return down < 0.55
                ? backdropTop[channel] + (backdropMiddle[channel] - backdropTop[channel]) * eased
                : backdropMiddle[channel] + (backdropBottom[channel] - backdropMiddle[channel]) * eased;
    }
}
