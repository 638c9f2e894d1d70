package dev.sinew.show.picture;

/**
 * A perceptually uniform colour map, readable without colour vision and in print. The tables contain samples of the well-known
 * maps; values between them are interpolated linearly.
 */
public enum ColourMap {
    /** Dark violet, teal, yellow. */
    VIRIDIS(
            0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26,
            0xfde725);

    private final int[] table;

    ColourMap(int... table) {
        this.table = table;
    }

    /** sRGB with 8 bits per channel, for values 0–1. */
    public int srgb(double value) {
        int rgb = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            rgb |= (int) Math.round(channel(value, shift)) << shift;
        }
        return rgb;
    }

    /**
     * Linear RGB for values 0–1.
     *
     * @param out modified from {@code at} on
     */
    public void linear(double value, float[] out, int at) {
        for (int c = 0; c < 3; c++) {
            out[at + c] = (float) Srgb.toLinear(channel(value, 16 - 8 * c) / 255);
        }
    }

    private double channel(double value, int shift) {
        double place = Math.max(0, Math.min(1, value)) * (table.length - 1);
        int k = Math.min((int) place, table.length - 2);
        double from = table[k] >> shift & 0xff;
        double to = table[k + 1] >> shift & 0xff;
        return from + (to - from) * (place - k);
    }
}
