package dev.sinew.show.picture;

/**
 * Size and quality of a picture.
 *
 * @param width pixels
 * @param height pixels
 * @param sharpness samples per side of a pixel: 1 gives jagged edges, 3 smooth ones
 */
public record PictureOptions(int width, int height, int sharpness) {
    private static final int MAX_SIDE_PIXELS = 16_384;

    public PictureOptions {
        check("width", width, 16, MAX_SIDE_PIXELS);
        check("height", height, 16, MAX_SIDE_PIXELS);
        check("sharpness", sharpness, 1, 4);
    }

    private static void check(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + " must be between " + least + " and " + most);
        }
    }

    public static PictureOptions defaults() {
        return new PictureOptions(1600, 900, 3);
    }

    /** Wide formats for several panels. */
    public static PictureOptions forPanels(int panels) {
        return switch (panels) {
            case 1 -> defaults();
            case 2 -> defaults().withSize(1600, 720);
            case 3 -> defaults().withSize(1920, 680);
            default -> defaults().withSize(2400, 640);
        };
    }

    public PictureOptions withSize(int newWidth, int newHeight) {
        return new PictureOptions(newWidth, newHeight, sharpness);
    }

    public PictureOptions withSharpness(int newSharpness) {
        return new PictureOptions(width, height, newSharpness);
    }
}
