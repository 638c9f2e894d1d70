package dev.sinew.io.parts;

import dev.sinew.run.RefusedException;

/**
 * How large an array becomes when it is full.
 *
 * @param what named in the sentence that refuses more than an array can hold
 */
record Growth(String what) {
    private static final int LARGEST = Integer.MAX_VALUE - 16;

    int after(int size) {
        if (size >= LARGEST) {
            throw new RefusedException(what + ": more than " + LARGEST + " numbers, the most that can be held");
        }
        return (int) Math.min(LARGEST, size + (size >> 1) + 64L);
    }
}
