package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Seeded damage to files: bit flips, truncations, huge counts, moved parts. */
public final class Mutations {
    private static final int COUNT = 2000;
    /** Processor time, which does not depend on other load. */
    private static final long MAX_NANOS = 5_000_000_000L;

    private static final byte[][] DAMAGING_BYTES = {
        {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0x7f},
        {0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff},
        {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff},
        {0, 0, (byte) 0xc0, 0x7f},
        {0, 0, 0, 0},
        {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f},
        {16, 0, 0, 0, 0, 0, 0, (byte) 0x80},
        {0, 0, 0, (byte) 0xc0, 0, 0, 0, 0},
        "99999999999".getBytes(StandardCharsets.US_ASCII),
        "-1".getBytes(StandardCharsets.US_ASCII),
        "nan".getBytes(StandardCharsets.US_ASCII),
        "1e999".getBytes(StandardCharsets.US_ASCII),
        "\\\n".getBytes(StandardCharsets.US_ASCII),
        "/".getBytes(StandardCharsets.US_ASCII),
        " # ".getBytes(StandardCharsets.US_ASCII),
        "\r".getBytes(StandardCharsets.US_ASCII),
    };

    private Mutations() {}

    /** Reads a file. */
    public interface Reading {
        void of(Path file) throws IOException;
    }

    static byte[] mutate(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(5)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes = Arrays.copyOf(bytes, at);
            case 2 -> {
                byte[] nasty = DAMAGING_BYTES[random.nextInt(DAMAGING_BYTES.length)];
                // Headers are short; half of the damage goes there.
                int where = random.nextBoolean() ? at : random.nextInt(Math.min(64, bytes.length));
                System.arraycopy(nasty, 0, bytes, where, Math.min(nasty.length, bytes.length - where));
            }
            case 3 -> {
                int length = Math.min(1 + random.nextInt(20), bytes.length - at);
                System.arraycopy(sound, random.nextInt(sound.length - length + 1), bytes, at, length);
            }
            default -> {
                for (int k = 0; k < 8; k++) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
            }
        }
        return bytes;
    }

    /**
     * Damages a file in many ways. Each time it must be read or rejected with an error message that names it, within the time
     * limit.
     */
    public static void damage(Path file, Reading reading) throws IOException {
        byte[] sound = Files.readAllBytes(file);
        reading.of(file);
        int rejected = 0;
        long slowest = 0;
        for (int seed = 0; seed < COUNT; seed++) {
            Files.write(file, mutate(sound, new Random(seed)));
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            try {
                reading.of(file);
            } catch (InvalidInputException e) {
                rejected++;
                assertThat(e.getMessage())
                        .as("mutation %d", seed)
                        .contains(file.getParent().toString())
                        .doesNotContain("\n");
            } catch (RuntimeException | Error e) {
                throw new AssertionError(file + ", mutation " + seed + ": " + e, e);
            }
            slowest = Math.max(slowest, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
        }
        assertThat(rejected).as("rejected of %d", COUNT).isBetween(1, COUNT);
        assertThat(slowest).as("nanoseconds of the slowest").isLessThan(MAX_NANOS);
        Files.write(file, sound);
    }
}
