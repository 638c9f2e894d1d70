package dev.sinew.io.parts;

/**
 * How a model file stores its numbers.
 *
 * @param unit unit of coordinates; used for FBX
 * @param tolerance how far removed keys may move a vertex, as a fraction of the model's size; used with quantized numbers
 */
public record Storage(Numbers numbers, Packing packing, double tolerance, Unit unit) {
    /** The precision of numbers. */
    public enum Numbers {
        /** Single precision for everything. */
        FLOATS,
        /** As few bits as move no vertex further than the tolerance: the extension KHR_mesh_quantization. */
        QUANTIZED
    }

    /** Compression of the bytes. */
    public enum Packing {
        NONE,
        /** The extension EXT_meshopt_compression. */
        MESHOPT
    }

    /** The length of one file unit. */
    public enum Unit {
        METRE,
        /** Expected by some engines: coordinates are a hundred times as large. */
        CENTIMETRE
    }

    public static final Storage PLAIN = new Storage(Numbers.FLOATS, Packing.NONE, 0);

    /** An invisible tolerance, for models whose error is unknown. */
    public static final double DEFAULT_TOLERANCE = 1e-4;

    /** In metres. */
    public Storage(Numbers numbers, Packing packing, double tolerance) {
        this(numbers, packing, tolerance, Unit.METRE);
    }

    public Storage {
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " must be at least 0 and below 1");
        }
    }

    /** The same with another unit. */
    public Storage in(Unit other) {
        return new Storage(numbers, packing, tolerance, other);
    }

    public boolean isQuantized() {
        return numbers == Numbers.QUANTIZED;
    }

    public boolean isPacked() {
        return packing == Packing.MESHOPT;
    }
}
