package dev.sinew.rig;

import java.util.Locale;

final class Debug {
    private static final boolean ON = Boolean.getBoolean("i15");
    private static long last = System.nanoTime();
    private static final long FIRST = last;

    static synchronized void say(String format, Object... args) {
        if (ON) {
            long now = System.nanoTime();
            System.out.printf(Locale.ROOT, "[%6.2f +%5.2f] ", (now - FIRST) / 1e9, (now - last) / 1e9);
            System.out.printf(Locale.ROOT, format + "%n", args);
            last = now;
        }
    }

    static String of(double[] c) {
        StringBuilder b = new StringBuilder();
        for (int k = 0; k < c.length; k++) {
            if (k % 5 == 4 || k >= c.length - 9 || k == 0) {
                b.append(String.format(Locale.ROOT, " %d:%.4f", k + 1, c[k]));
            }
        }
        return b.toString();
    }
}
