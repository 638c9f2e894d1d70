package dev.sinew.io.parts;

import java.util.Arrays;

/** An array of doubles that grows as numbers come. */
public final class GrowingDoubles {
    private final Growth growth;
    private double[] values = new double[64];
    private int size;

    /** @param what named in the sentence that refuses more numbers than an array can hold */
    public GrowingDoubles(String what) {
        growth = new Growth(what);
    }

    public void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, growth.after(size));
        }
        values[size++] = value;
    }

    public double get(int k) {
        return values[k];
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    public double[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
