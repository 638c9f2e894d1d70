package dev.sinew.solve.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.platform.MappedNumbers;
import dev.sinew.platform.Workers;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FrameWindowsTest {
    private static final int VERTICES = 1000;
    private static final int FRAMES = 3;

    private final AtomicInteger fetched = new AtomicInteger();
    private final FrameWindows windows = FrameWindows.streamed(VERTICES, FRAMES, 64, (from, to, frames) -> {
        fetched.addAndGet(to - from);
        for (int f = 0; f < FRAMES; f++) {
            for (int k = 0; k < 3 * (to - from); k++) {
                frames[f][k] = 10_000 * f + 3 * from + k;
            }
        }
    });

    private static void check(FrameWindows.Window window, int from, int to) {
        assertThat(window.from()).isLessThanOrEqualTo(from);
        assertThat(window.to()).isBetween(to, VERTICES);
        for (int f = 0; f < FRAMES; f++) {
            for (int k = 3 * from; k < 3 * to; k++) {
                assertThat(window.frames()[f][k - 3 * window.from()]).isEqualTo(10_000 * f + k);
            }
        }
    }

    @Test
    void fetchesEachVertexOnceInOrder() {
        for (int from = 0; from < VERTICES; from += 32) {
            check(windows.at(from, Math.min(VERTICES, from + 32)), from, Math.min(VERTICES, from + 32));
        }
        assertThat(fetched.get()).isEqualTo(VERTICES);
    }

    @Test
    void acceptsRangesLargerThanAWindow() {
        Random random = new Random(3);
        for (int k = 0; k < 200; k++) {
            int from = random.nextInt(VERTICES);
            int to = from + 1 + random.nextInt(Math.min(200, VERTICES - from));
            check(windows.at(from, to), from, to);
        }
    }

    @Test
    void threadsAreIndependent() {
        try (Workers workers = new Workers(4)) {
            workers.forChunks(VERTICES, 50, (chunk, from, to) -> {
                for (int i = from; i < to; i++) {
                    check(windows.at(i, i + 1), i, i + 1);
                }
            });
        }
    }

    @Test
    void numbersInATemporaryFileAreKept() {
        var blocks = MappedNumbers.blocks(10, 4, 3);
        assertThat(blocks).hasSize(3);
        assertThat(blocks[2].capacity()).isEqualTo(6);
        blocks[2].put(3, new double[] {7, 8, 9});
        double[] back = new double[6];
        blocks[2].get(0, back);
        assertThat(back).containsExactly(0, 0, 0, 7, 8, 9);
    }
}
