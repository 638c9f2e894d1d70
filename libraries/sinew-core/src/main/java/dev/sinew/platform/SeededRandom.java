package dev.sinew.platform;

/** Random numbers from a seed, the same on every platform: the draws of {@link java.util.SplittableRandom}. Not thread-safe. */
public final class SeededRandom {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    public SeededRandom(long seed) {
        state = seed;
    }

    /**
     * A number from 0 to bound − 1.
     *
     * @param bound at least 1
     */
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive, not " + bound);
        }
        int m = bound - 1;
        int r = next();
        if ((bound & m) == 0) {
            return r & m;
        }
        int u = r >>> 1;
        r = u % bound;
        while (u + m - r < 0) {
            u = next() >>> 1;
            r = u % bound;
        }
        return r;
    }

    /** Stafford's mix 4, upper half. */
    private int next() {
        state += GOLDEN_GAMMA;
        long z = (state ^ state >>> 33) * 0x62a9d9ed799705f5L;
        return (int) ((z ^ z >>> 28) * 0xcb24d0a5c88c35b3L >>> 32);
    }
}
