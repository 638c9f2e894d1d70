package dev.sinew.sample.robot;

import dev.sinew.sample.surface.HardPart;
import java.util.List;

/** Shares out vertices: parts get cells by their area, and as many parts as the vertices allow. */
final class Share {
    /** Area up to which parts get the same, square metres. */
    private static final double SMALL_PART = 2e-4;

    private Share() {}

    /** Cells a side for the first so many components; those left out get none. */
    static int[] cells(List<Component> parts, int vertices) {
        int count = Math.min(parts.size(), vertices / HardPart.vertexCount(1));
        double low = 0;
        double high = 1e5;
        for (int round = 0; round < 80; round++) {
            double middle = 0.5 * (low + high);
            if (total(cells(parts, count, middle)) <= vertices) {
                low = middle;
            } else {
                high = middle;
            }
        }
        int[] cells = cells(parts, count, low);
        useRest(cells, vertices);
        return cells;
    }

    private static int[] cells(List<Component> parts, int count, double density) {
        int[] cells = new int[count];
        for (int k = 0; k < count; k++) {
            // Less than by length: small parts such as eyes are looked at most.
            double exact = density * Math.sqrt(Math.sqrt(parts.get(k).part().area() + SMALL_PART));
            // Thresholds differ from part to part, else equal parts would all step up at once.
            cells[k] = Math.max(1, (int) (exact + 0.25 + 0.5 * (k * 7 % 11) / 11));
        }
        return cells;
    }

    private static long total(int[] cells) {
        long sum = 0;
        for (int c : cells) {
            sum += 6L * c * c + 2;
        }
        return sum;
    }

    /** What is left goes to the first parts that can take one more cell. */
    private static void useRest(int[] cells, int vertices) {
        long left = vertices - total(cells);
        for (int k = 0; k < cells.length; k++) {
            int more = HardPart.vertexCount(cells[k] + 1) - HardPart.vertexCount(cells[k]);
            if (more <= left) {
                cells[k]++;
                left -= more;
            }
        }
    }
}
