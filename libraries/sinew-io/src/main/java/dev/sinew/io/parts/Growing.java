package dev.sinew.io.parts;

import dev.sinew.run.RefusedException;
import java.util.Arrays;

/** Arrays that grow as numbers come. */
public abstract class Growing {
    private static final int LARGEST = Integer.MAX_VALUE - 16;
    private static final int FIRST = 64;

    private final String what;
    private int size;

    private Growing(String what) {
        this.what = what;
    }

    public final int size() {
        return size;
    }

    public final void clear() {
        size = 0;
    }

    /** How long an array that is full becomes. */
    private int grown() {
        if (size >= LARGEST) {
            throw new RefusedException(what + ": more than " + LARGEST + " numbers, the most that can be held");
        }
        return (int) Math.min(LARGEST, size + (size >> 1) + 64L);
    }

    /** Integers. */
    public static final class Ints extends Growing {
        private int[] values = new int[FIRST];

        /** @param what named in the message that rejects more numbers than an array can hold */
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
    public static final class Floats extends Growing {
        private float[] values = new float[FIRST];

        /** @param what named in the message that rejects more numbers than an array can hold */
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
    public static final class Doubles extends Growing {
        private double[] values = new double[FIRST];

        /** @param what named in the message that rejects more numbers than an array can hold */
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
