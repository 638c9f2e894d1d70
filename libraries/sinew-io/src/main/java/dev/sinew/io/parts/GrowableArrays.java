package dev.sinew.io.parts;

import dev.sinew.run.InvalidInputException;
import java.util.Arrays;

/** Arrays that grow when numbers are added. */
public abstract class GrowableArrays {
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 16;
    private static final int INITIAL_CAPACITY = 64;

    private final String what;
    private int size;

    private GrowableArrays(String what) {
        this.what = what;
    }

    public final int size() {
        return size;
    }

    public final void clear() {
        size = 0;
    }

    /** The new capacity of a full array. */
    private int grown() {
        if (size >= MAX_LENGTH) {
            throw new InvalidInputException(what + ": more than " + MAX_LENGTH + " numbers, which is the maximum");
        }
        return (int) Math.min(MAX_LENGTH, size + (size >> 1) + 64L);
    }

    /** Integers. */
    public static final class Ints extends GrowableArrays {
        private int[] values = new int[INITIAL_CAPACITY];

        /** @param what what to call the numbers in the error about too many */
        public Ints(String what) {
            super(what);
        }

        public void add(int value) {
            if (super.size == values.length) {
                values = Arrays.copyOf(values, super.grown());
            }
            values[super.size++] = value;
        }

        public int get(int k) {
            return values[k];
        }

        public int[] toArray() {
            return Arrays.copyOf(values, super.size);
        }
    }

    /** Single precision. */
    public static final class Floats extends GrowableArrays {
        private float[] values = new float[INITIAL_CAPACITY];

        /** @param what what to call the numbers in the error about too many */
        public Floats(String what) {
            super(what);
        }

        public void add(float value) {
            if (super.size == values.length) {
                values = Arrays.copyOf(values, super.grown());
            }
            values[super.size++] = value;
        }

        public float get(int k) {
            return values[k];
        }

        public float[] toArray() {
            return Arrays.copyOf(values, super.size);
        }
    }

    /** Double precision. */
    public static final class Doubles extends GrowableArrays {
        private double[] values = new double[INITIAL_CAPACITY];

        /** @param what what to call the numbers in the error about too many */
        public Doubles(String what) {
            super(what);
        }

        public void add(double value) {
            if (super.size == values.length) {
                values = Arrays.copyOf(values, super.grown());
            }
            values[super.size++] = value;
        }

        public double get(int k) {
            return values[k];
        }

        public double[] toArray() {
            return Arrays.copyOf(values, super.size);
        }
    }
}
