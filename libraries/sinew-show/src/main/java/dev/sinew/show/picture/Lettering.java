package dev.sinew.show.picture;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;

/** Words and legends on a picture. A machine without any font gets its picture without words. */
final class Lettering {
    private static final int TICKS = 4;

    private final Graphics2D g;
    private final int height;
    private final Color ink;
    private final Color faint;

    Lettering(Graphics2D g, int height, PictureOptions.Backdrop backdrop) {
        this.g = g;
        this.height = height;
        boolean dark = backdrop == PictureOptions.Backdrop.DARK;
        this.ink = dark ? new Color(0xe9ebee) : new Color(0x23272e);
        this.faint = dark ? new Color(0xa4a9b2) : new Color(0x5b626d);
    }

    private double unit() {
        return height / 900.0;
    }

    private void font(int style, double size) {
        g.setFont(new Font(Font.SANS_SERIF, style, 1).deriveFont((float) Math.max(9, size * unit())));
    }

    void title(String text) {
        if (!text.isEmpty()) {
            font(Font.BOLD, 25);
            g.setColor(ink);
            g.drawString(text, (float) (30 * unit()), (float) (48 * unit()));
        }
    }

    /** A line at the foot of a panel. */
    void caption(String text, int from, int to) {
        if (!text.isEmpty()) {
            font(Font.PLAIN, 21);
            g.setColor(ink);
            int wide = g.getFontMetrics().stringWidth(text);
            g.drawString(text, (from + to - wide) / 2f, (float) (height - 34 * unit()));
        }
    }

    /** A bar of colours with numbers, in the panel's upper right corner. */
    void legend(Legend legend, int from, int to) {
        int wide = (int) Math.min(260 * unit(), 0.34 * (to - from));
        int tall = (int) Math.max(6, 12 * unit());
        int left = (int) (to - wide - 34 * unit());
        int top = (int) (58 * unit());
        for (int x = 0; x < wide; x++) {
            g.setColor(new Color(legend.map().srgb((x + 0.5) / wide)));
            g.fillRect(left + x, top, 1, tall);
        }
        font(Font.PLAIN, 16);
        FontMetrics metrics = g.getFontMetrics();
        g.setColor(faint);
        g.drawString(legend.label(), left, (float) (top - 9 * unit()));
        for (int k = 0; k <= TICKS; k += TICKS / 2) {
            double share = (double) k / TICKS;
            String text = RoundNumbers.text(legend.from() + share * (legend.to() - legend.from()));
            double x = left + share * wide;
            float at = (float) (x - share * metrics.stringWidth(text));
            g.drawString(text, at, (float) (top + tall + 20 * unit()));
        }
    }
}
