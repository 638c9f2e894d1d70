package dev.sinew.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.QuietTest;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every index once for any size; failures are rethrown; results do not depend on threads. */
class WorkersTest extends QuietTest {
    @ParameterizedTest
    @CsvSource({"0, 4, 2", "1, 4, 2", "4, 4, 2", "5, 4, 3", "13, 1, 4", "207, 13, 3", "4098, 32, 8", "10, 100, 2"})
    void everyIndexIsVisitedOnce(int n, int size, int threads) {
        AtomicIntegerArray visits = new AtomicIntegerArray(n);
        AtomicInteger chunks = new AtomicInteger();
        try (Workers workers = new Workers(threads)) {
            workers.forChunks(n, size, (chunk, from, to) -> {
                assertThat(from).isEqualTo(chunk * size);
                assertThat(to).isEqualTo(Math.min(n, from + size));
                chunks.incrementAndGet();
                for (int i = from; i < to; i++) {
                    visits.incrementAndGet(i);
                }
            });
        }
        assertThat(chunks.get()).isEqualTo(Workers.chunks(n, size));
        for (int i = 0; i < n; i++) {
            assertThat(visits.get(i)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void rethrowsExceptionsOfATask(int threads) {
        try (Workers workers = new Workers(threads)) {
            assertThatThrownBy(() -> workers.forChunks(100, 3, (chunk, from, to) -> {
                        if (chunk == 20) {
                            throw new IllegalStateException("chunk 20");
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("chunk 20");
            AtomicInteger after = new AtomicInteger();
            workers.forChunks(10, 1, (chunk, from, to) -> after.incrementAndGet());
            assertThat(after.get()).as("still usable").isEqualTo(10);
        }
    }

    @Test
    void rethrowsErrors() {
        try (Workers workers = new Workers(2)) {
            assertThatThrownBy(() -> workers.forChunks(10, 1, (chunk, from, to) -> {
                        throw new AssertionError("no");
                    }))
                    .isInstanceOf(AssertionError.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void anInterruptedCallerStartsNothing(int threads) {
        AtomicInteger done = new AtomicInteger();
        try (Workers workers = new Workers(threads)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> workers.forChunks(50, 1, (chunk, from, to) -> done.incrementAndGet()))
                    .isInstanceOf(CancellationException.class);
        }
        assertThat(Thread.interrupted()).as("the interrupt flag stays set").isTrue();
        assertThat(done.get()).isZero();
    }

    /** Chunks still write to the caller's arrays: it returns when none runs. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void anInterruptEndsTheLoopAfterRunningChunks(int threads) {
        Thread caller = Thread.currentThread();
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        try (Workers workers = new Workers(threads)) {
            assertThatThrownBy(() -> workers.forChunks(100_000, 1, (chunk, from, to) -> {
                        if (begun.incrementAndGet() == 10) {
                            caller.interrupt();
                        }
                        LockSupport.parkNanos(20_000);
                        done.incrementAndGet();
                    }))
                    .isInstanceOf(CancellationException.class);
        }
        assertThat(done.get()).isEqualTo(begun.get()).isLessThan(100_000);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void rejectsZeroThreads() {
        assertThatThrownBy(() -> new Workers(0)).hasMessage("threads 0 must be at least 1");
    }
}
