package dev.sinew.io.parts;

import java.util.Arrays;

/** An array of floats that grows as numbers come. */
public final class GrowingFloats {
    private final Growth growth;
    private float[] values = new float[64];
    private int size;

    /** @param what named in the sentence that refuses more numbers than an array can hold */
    public GrowingFloats(String what) {
        growth = new Growth(what);
    }

    public void add(float value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, growth.after(size));
        }
        values[size++] = value;
    }

    public float get(int k) {
        return values[k];
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    public float[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
