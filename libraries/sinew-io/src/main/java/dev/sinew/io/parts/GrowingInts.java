package dev.sinew.io.parts;

import java.util.Arrays;

/** An array of ints that grows as numbers come. */
public final class GrowingInts {
    private final Growth growth;
    private int[] values = new int[64];
    private int size;

    /** @param what named in the sentence that refuses more numbers than an array can hold */
    public GrowingInts(String what) {
        growth = new Growth(what);
    }

    public void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, growth.after(size));
        }
        values[size++] = value;
    }

    public int get(int k) {
        return values[k];
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    public int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
