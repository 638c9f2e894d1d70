package dev.sinew.io.parts;

/**
 * How a model file holds its numbers.
 *
 * @param unit of coordinates; counts for FBX
 * @param tolerance part of the size by which keys that are left out may move a vertex; counts where numbers are fitted
 */
public record Storage(Numbers numbers, Packing packing, double tolerance, Unit unit) {
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

    /** What one unit of a file is. */
    public enum Unit {
        METRE,
        /** What some engines expect: coordinates are a hundred times as large. */
        CENTIMETRE
    }

    public static final Storage PLAIN = new Storage(Numbers.FLOATS, Packing.NONE, 0);

    /** What nobody sees, where nothing is known about the error that is there anyway. */
    public static final double UNSEEN = 1e-4;

    /** In metres. */
    public Storage(Numbers numbers, Packing packing, double tolerance) {
        this(numbers, packing, tolerance, Unit.METRE);
    }

    public Storage {
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " must be at least 0 and below 1");
        }
    }

    /** The same in another unit. */
    public Storage in(Unit other) {
        return new Storage(numbers, packing, tolerance, other);
    }

    public boolean isFitted() {
        return numbers == Numbers.FITTED;
    }

    public boolean isPacked() {
        return packing == Packing.MESHOPT;
    }
}
