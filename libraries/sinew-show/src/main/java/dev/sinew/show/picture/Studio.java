package dev.sinew.show.picture;

/**
 * Background and lights of a picture. Directions are in world space and follow the camera, so that the lighting is good from
 * every side.
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
    final double vignette;

    Studio(Camera camera) {
        this.key = direction(camera, -0.55, 0.95, 0.62);
        this.fill = direction(camera, 0.85, 0.25, 0.55);
        this.rim = direction(camera, 0.55, 0.55, -0.85);
        this.keyColour = rgb(1.95, 1.84, 1.68);
        this.fillColour = rgb(0.26, 0.30, 0.38);
        this.rimColour = rgb(0.80, 0.86, 0.95);
        this.zenith = rgb(0.92, 0.97, 1.06);
        this.horizon = rgb(0.66, 0.69, 0.74);
        this.ground = rgb(0.40, 0.37, 0.34);
        this.backdropTop = srgb(0xdfe4ea);
        this.backdropMiddle = srgb(0xf4f5f6);
        this.backdropBottom = srgb(0xe3e4e4);
        this.vignette = 0.12;
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

    /** Combines camera right and back with the world's up direction. */
    private static double[] direction(Camera camera, double right, double up, double back) {
        double[] level = {camera.right()[2], 0, -camera.right()[0]};
        double x = right * camera.right()[0] - back * level[0];
        double z = right * camera.right()[2] - back * level[2];
        double length = Math.sqrt(x * x + up * up + z * z);
        return rgb(x / length, up / length, z / length);
    }

    /** Ambient light from sky and ground by the vertical component of the normal, −1 to 1. */
    double ambient(double up, int channel) {
        double[] towards = up >= 0 ? zenith : ground;
        return horizon[channel] + (towards[channel] - horizon[channel]) * Math.abs(up);
    }

    /** The background colour at a height of the picture, 0 at the top. */
    double backdrop(double down, int channel) {
        double t = down < 0.55 ? down / 0.55 : (down - 0.55) / 0.45;
        double eased = t * t * (3 - 2 * t);
        return down < 0.55
                ? backdropTop[channel] + (backdropMiddle[channel] - backdropTop[channel]) * eased
                : backdropMiddle[channel] + (backdropBottom[channel] - backdropMiddle[channel]) * eased;
    }
}
