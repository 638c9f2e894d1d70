package dev.sinew.show.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which frames a page shows and how finely it keeps the original's positions.
 *
 * @param stride every so many frames are shown
 * @param bits a coordinate of the original; 0 where the original is left out
 */
record FramePlan(int stride, int bits) {
    /** Left out, rather than kept at so many bits. */
    static final int WITHOUT_ORIGINAL = 0;

    /** Below this a motion cannot be judged any more: then the original goes rather than more frames. */
    private static final int FEWEST_FRAMES = 16;

    private static final int[] BITS = {16, 14, 12};

    /** All plans, the one that shows most first. */
    static List<FramePlan> candidates(int frames, Originals originals) {
        List<FramePlan> plans = new ArrayList<>();
        if (originals == Originals.SHOWN) {
            for (int bits : BITS) {
                plans.add(new FramePlan(1, bits));
            }
            for (int stride = 2; frames / stride >= FEWEST_FRAMES; stride = wider(stride)) {
                plans.add(new FramePlan(stride, BITS[BITS.length - 1]));
            }
        }
        for (int stride = 1; stride < Math.max(2, frames); stride = wider(stride)) {
            plans.add(new FramePlan(stride, WITHOUT_ORIGINAL));
        }
        return plans;
    }

    /** Whether there is an original to show. */
    enum Originals {
        SHOWN,
        ABSENT
    }

    private static int wider(int stride) {
        return stride + Math.max(1, stride / 2);
    }

    boolean showsOriginal() {
        return bits != WITHOUT_ORIGINAL;
    }

    /** The frames shown, of so many. */
    int[] frames(int count) {
        int[] shown = new int[(count + stride - 1) / stride];
        Arrays.setAll(shown, s -> s * stride);
        return shown;
    }
}
