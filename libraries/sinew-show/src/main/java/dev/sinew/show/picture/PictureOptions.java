package dev.sinew.show.picture;

/**
 * How a picture is taken.
 *
 * @param width pixels
 * @param height pixels
 * @param sharpness samples a pixel side: 1 has jagged edges, 3 smooth ones
 * @param backdrop what stands behind
 * @param wires whether the faces' edges are drawn
 * @param yawDegrees where the camera stands, around the up axis: 0 in front (+z), 90 at the left side (+x)
 * @param pitchDegrees how far the camera looks down
 */
public record PictureOptions(
        int width, int height, int sharpness, Backdrop backdrop, Wires wires, double yawDegrees, double pitchDegrees) {
    private static final int LARGEST_SIDE = 16_384;

    /** What stands behind. */
    public enum Backdrop {
        LIGHT,
        DARK
    }

    /** Whether the faces' edges are drawn. */
    public enum Wires {
        NONE,
        EDGES
    }

    public PictureOptions {
        check("width", width, 16, LARGEST_SIDE);
        check("height", height, 16, LARGEST_SIDE);
        check("sharpness", sharpness, 1, 4);
        if (!(Math.abs(pitchDegrees) < 89)) {
            throw new IllegalArgumentException("pitch " + pitchDegrees + " must lie between -89 and 89 degrees");
        }
    }

    private static void check(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + " must lie between " + least + " and " + most);
        }
    }

    /** 1600 × 900, light, seen from the front left and a little above. */
    public static PictureOptions defaults() {
        return new PictureOptions(1600, 900, 3, Backdrop.LIGHT, Wires.NONE, 38, 14);
    }

    /** Wider and lower for more panels, as most subjects are wider than high. */
    public static PictureOptions forPanels(int panels) {
        return switch (panels) {
            case 1 -> defaults();
            case 2 -> defaults().withSize(1600, 720);
            case 3 -> defaults().withSize(1920, 680);
            default -> defaults().withSize(2400, 640);
        };
    }

    public PictureOptions withSize(int newWidth, int newHeight) {
        return new PictureOptions(newWidth, newHeight, sharpness, backdrop, wires, yawDegrees, pitchDegrees);
    }

    public PictureOptions withSharpness(int newSharpness) {
        return new PictureOptions(width, height, newSharpness, backdrop, wires, yawDegrees, pitchDegrees);
    }

    public PictureOptions withBackdrop(Backdrop newBackdrop) {
        return new PictureOptions(width, height, sharpness, newBackdrop, wires, yawDegrees, pitchDegrees);
    }

    public PictureOptions withWires(Wires newWires) {
        return new PictureOptions(width, height, sharpness, backdrop, newWires, yawDegrees, pitchDegrees);
    }

    public PictureOptions withView(double newYawDegrees, double newPitchDegrees) {
        return new PictureOptions(width, height, sharpness, backdrop, wires, newYawDegrees, newPitchDegrees);
    }
}
