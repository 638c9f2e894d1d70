package dev.sinew.io.parts;

/**
 * How a model file holds its numbers.
 *
 * @param tolerance part of the size by which keys that are left out may move a vertex; counts where numbers are fitted
 */
public record Storage(Numbers numbers, Packing packing, double tolerance) {
    /** How many bits a number gets. */
    public enum Numbers {
        /** Single precision for everything. */
        FLOATS,
        /** As few as move no vertex further than the tolerance: the extension KHR_mesh_quantization. */
        FITTED
    }

    /** What becomes of the bytes. */
    public enum Packing {
        NONE,
        /** The extension EXT_meshopt_compression. */
        MESHOPT
    }

    public static final Storage PLAIN = new Storage(Numbers.FLOATS, Packing.NONE, 0);

    /** What nobody sees, where nothing is known about the error that is there anyway. */
    public static final double UNSEEN = 1e-4;

    public Storage {
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " must be at least 0 and below 1");
        }
    }

    public boolean isFitted() {
        return numbers == Numbers.FITTED;
    }

    public boolean isPacked() {
        return packing == Packing.MESHOPT;
    }
}
