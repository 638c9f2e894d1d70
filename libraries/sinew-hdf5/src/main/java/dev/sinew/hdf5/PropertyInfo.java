package dev.sinew.hdf5;

import dev.sinew.io.parts.ArchiveFormat.Kind;

/**
 * What {@code NAME.info} says: bits 0–1 the kind (3 is an array of one element per sample), 2–5 the plain old data, 6 whether the number of the
 * time sampling comes last, 7 whether no sample is repeated at either end, 8–15 the extent; then the number of samples, the first
 * and the last that differ from their neighbours outside.
 *
 * @param first samples before it are sample 0
 * @param last samples after it are this one
 */
record PropertyInfo(Kind kind, int pod, int extent, int sampling, int samples, int first, int last) {
    static PropertyInfo of(double[] info, boolean hasFirst) {
        int bits = (int) (long) info[0];
        boolean sampled = (bits & 0x40) != 0 && info.length > 1;
        int used = sampled ? 2 : 1;
        int sampling = sampled ? whole(info[info.length - 1]) : 0;
        int samples = hasFirst ? 1 : 0;
        int first = 0;
        int last = 0;
        if (info.length > used) {
            samples = whole(info[1]);
            if (info.length >= 4) {
                first = whole(info[2]);
                last = whole(info[3]);
            } else if ((bits & 0x80) != 0) {
                first = 1;
                last = samples - 1;
            }
        }
        Kind kind = (bits & 3) == 1 ? Kind.SCALAR : Kind.ARRAY;
        return new PropertyInfo(kind, bits >> 2 & 0xf, bits >> 8 & 0xff, sampling, samples, first, last);
    }

    private static int whole(double value) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, value));
    }

    /** The sample that stands for sample k. */
    int stored(int k) {
        return k < first || last == 0 ? 0 : Math.min(k, last);
    }
}
