package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicArchive.Tables;
import java.util.Map;

/**
 * What is said of a property before its samples.
 *
 * @param pod of its numbers; boolean for compounds, which have none
 * @param extent numbers an element: 3 for points
 * @param samples how many there seem to be
 * @param firstChanged the first sample that differs from the one before it, 0 where all are alike
 * @param lastChanged the last sample that differs from the one before it
 */
record PropertyHeader(
        String name,
        Kind kind,
        Pod pod,
        int extent,
        int samples,
        int firstChanged,
        int lastChanged,
        TimeSampling sampling,
        Map<String, String> metaData) {
    /** Two hours at 24 frames a second: more is a damaged header. What never changes costs no bytes, but still our time. */
    static final int MOST_SAMPLES = 200_000;

    private static final int OWN_META_DATA = 0xff;

    /** What a property is made of. */
    enum Kind {
        COMPOUND,
        SCALAR,
        ARRAY
    }

    /** Which of the samples that are stored stands for sample k. */
    int stored(int k) {
        if (k < firstChanged || firstChanged == 0 && lastChanged == 0) {
            return 0;
        }
        return Math.min(k, lastChanged) - firstChanged + 1;
    }

    static PropertyHeader read(HeaderBytes bytes, Tables tables) {
        int info = bytes.info("a property");
        Kind kind = (info & 3) == 0 ? Kind.COMPOUND : (info & 3) == 1 ? Kind.SCALAR : Kind.ARRAY;
        int hint = info >> 2 & 3;
        if (kind == Kind.COMPOUND) {
            String name = name(bytes, hint);
            return new PropertyHeader(
                    name, kind, Pod.BOOLEAN, 0, 0, 0, 0, TimeSampling.USUAL, metaData(bytes, info, hint, tables));
        }
        Pod pod = Pod.ofCode(info >> 4 & 15)
                .orElseThrow(() -> bytes.bad("name a kind of number with code " + (info >> 4 & 15)
                        + ", the known ones end at " + (Pod.values().length - 1)));
        int samples = samples(bytes, hint);
        int first = 1;
        int last = Math.max(0, samples - 1);
        if ((info & 0x200) != 0) {
            first = (int) Math.min(Integer.MAX_VALUE, bytes.count(hint, "the first change"));
            last = (int) Math.min(Integer.MAX_VALUE, bytes.count(hint, "the last change"));
            if (first > last || last > samples) {
                throw bytes.bad("claim changes from sample " + first + " to " + last + " of " + samples);
            }
        } else if ((info & 0x800) != 0 || samples < 2) {
            first = 0;
            last = 0;
        }
        TimeSampling sampling =
                tables.sampling((info & 0x100) != 0 ? bytes.count(hint, "the time sampling") : 0, bytes);
        String name = name(bytes, hint);
        Map<String, String> metaData = metaData(bytes, info, hint, tables);
        return new PropertyHeader(name, kind, pod, info >> 12 & 0xff, samples, first, last, sampling, metaData);
    }

    private static int samples(HeaderBytes bytes, int hint) {
        long samples = bytes.count(hint, "the number of samples");
        if (samples > MOST_SAMPLES) {
            throw bytes.bad("claim " + samples + " samples of a property, at most " + MOST_SAMPLES + " are read");
        }
        return (int) samples;
    }

    private static String name(HeaderBytes bytes, int hint) {
        return bytes.text(bytes.count(hint, "a name"), "a name");
    }

    private static Map<String, String> metaData(HeaderBytes bytes, int info, int hint, Tables tables) {
        int index = info >> 20 & 0xff;
        return index == OWN_META_DATA
                ? MetaData.parse(bytes.text(bytes.count(hint, "meta data"), "meta data"))
                : tables.metaData(index, bytes);
    }
}
