package dev.sinew.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processors, memory, kernels, mapped storage and threads. */
class MachineTest {
    private static final String KERNELS = "sinew.kernels";

    /** Stands in for kernels on the Vector API. */
    static final class Vectors implements Kind {
        private Vectors() {}

        @Override
        public String name() {
            return "vectors";
        }
    }

    /** Kernels that only have a name. */
    interface Kind {
        String name();
    }

    private static String chosen(String vectors) {
        return Machine.chooseKernels(Kind.class, vectors, () -> () -> "plain").name();
    }

    @Test
    void usesVectorKernelsIfAvailable() {
        boolean there = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
        assertThat(chosen(Vectors.class.getName())).isEqualTo(there ? "vectors" : "plain");
    }

    @Test
    void usesPlainKernelsIfVectorKernelsCannotBeLoaded() {
        assertThat(chosen("dev.sinew.NoSuchKernels")).isEqualTo("plain");
    }

    @Test
    void usesPlainKernelsOnRequest() {
        String before = System.getProperty(KERNELS);
        System.setProperty(KERNELS, "plain");
        try {
            assertThat(chosen(Vectors.class.getName())).isEqualTo("plain");
        } finally {
            if (before == null) {
                System.clearProperty(KERNELS);
            } else {
                System.setProperty(KERNELS, before);
            }
        }
    }

    @Test
    void processorsAndMemoryAreThoseOfTheJvm() {
        assertThat(Machine.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(Machine.memoryBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "5, 2, 3", "6, 2, 3", "7, 3, 1", "4, 10, 2", "13, 4, 5"})
    void mappedBlocksContainEveryRowOnce(int rows, int size, int width) {
        DoubleBuffer[] blocks = MappedNumbers.blocks(rows, size, width);
        assertThat(blocks).hasSize((rows + size - 1) / size);
        int left = rows;
        for (DoubleBuffer block : blocks) {
            assertThat(block.capacity()).isEqualTo(Math.min(size, left) * width);
            for (int k = 0; k < block.capacity(); k++) {
                assertThat(block.get(k)).isZero();
            }
            left -= size;
        }
        double number = 1;
        for (DoubleBuffer block : blocks) {
            for (int k = 0; k < block.capacity(); k++) {
                block.put(k, number++);
            }
        }
        number = 1;
        for (DoubleBuffer block : blocks) {
            for (int k = 0; k < block.capacity(); k++) {
                assertThat(block.get(k)).as("blocks do not overlap").isEqualTo(number++);
            }
        }
    }

    @Test
    void mappedStorageLeavesNoFileBehind() throws Exception {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        Set<Path> before = rowFiles(folder);
        DoubleBuffer[] blocks = MappedNumbers.blocks(3, 2, 2);
        Set<Path> after = rowFiles(folder);
        after.removeAll(before);
        assertThat(blocks).hasSize(2);
        assertThat(after).isEmpty();
    }

    private static Set<Path> rowFiles(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return new HashSet<>(files.filter(f -> f.getFileName().toString().endsWith(".rows"))
                    .toList());
        }
    }

    /** 2³¹ − 1 rows of 2²² numbers are 64 PiB, more than any disk has. */
    @Test
    void rejectsStorageThatDoesNotFitOnTheDisk() {
        assertThatThrownBy(() -> MappedNumbers.blocks(Integer.MAX_VALUE, 1 << 30, 1 << 22))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the trajectories need 68719476704 MiB")
                .hasMessageContaining("MiB left");
    }

    @Test
    void startsTheRequestedNumberOfDaemonThreads() throws Exception {
        int count = 4;
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(count);
        try (Workers workers = new Workers(count)) {
            assertThat(workers.threads()).isEqualTo(count);
            workers.forChunks(count, 1, (chunk, from, to) -> {
                seen.add(Thread.currentThread());
                all.countDown();
                await(all);
            });
        }
        assertThat(all.getCount()).as("all chunks ran at the same time").isZero();
        assertThat(seen).hasSize(count).contains(Thread.currentThread());
        seen.remove(Thread.currentThread());
        assertThat(seen).allMatch(Thread::isDaemon);
        for (Thread thread : seen) {
            thread.join(2000);
            assertThat(thread.isAlive()).as("closed workers end").isFalse();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 7, 3", "5, 3, 3", "3, 7, 10", "1, 8, 1"})
    void oneThreadOrOneChunkRunsOnTheCallerInOrder(int threads, int n, int size) {
        StringBuilder order = new StringBuilder();
        Thread caller = Thread.currentThread();
        try (Workers workers = new Workers(threads)) {
            workers.forChunks(n, size, (chunk, from, to) -> {
                assertThat(Thread.currentThread()).isSameAs(caller);
                order.append(chunk)
                        .append(':')
                        .append(from)
                        .append('-')
                        .append(to)
                        .append(' ');
            });
        }
        StringBuilder wanted = new StringBuilder();
        for (int c = 0; c * size < n; c++) {
            wanted.append(c + ":" + c * size + "-" + Math.min(n, c * size + size) + " ");
        }
        assertThat(order).hasToString(wanted.toString());
    }

    @ParameterizedTest
    @CsvSource({"0, 4, 0", "1, 4, 1", "4, 4, 1", "5, 4, 2", "8, 4, 2", "9, 1, 9"})
    void chunksCoverAll(int n, int size, int chunks) {
        assertThat(Workers.chunks(n, size)).isEqualTo(chunks);
    }
}
