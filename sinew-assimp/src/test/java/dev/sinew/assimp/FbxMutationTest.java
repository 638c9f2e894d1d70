package dev.sinew.assimp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.Models;
import dev.sinew.model.BoneType;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged FBX is read or refused with a sentence. */
class FbxMutationTest {
    private static final int COUNT = 2000;
    private static final long MOST_NANOS = 5_000_000_000L;

    @TempDir
    Path folder;

    private static byte[] mutate(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        int at = random.nextInt(bytes.length - 8);
        switch (random.nextInt(4)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes = Arrays.copyOf(bytes, at);
            case 2 -> Arrays.fill(bytes, at, at + 1 + random.nextInt(8), (byte) (random.nextBoolean() ? 0xff : 0x7f));
            default -> System.arraycopy(sound, random.nextInt(sound.length - 8), bytes, at, 8);
        }
        return bytes;
    }

    @Test
    void binary() throws IOException {
        Path file = folder.resolve("x.fbx");
        Models.write(TubeModel.of(BoneType.SIMILARITY), file);
        byte[] sound = Files.readAllBytes(file);
        int refused = 0;
        for (int seed = 0; seed < COUNT; seed++) {
            Files.write(file, mutate(sound, new Random(seed)));
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            try {
                Models.read(file);
            } catch (RefusedException e) {
                refused++;
                assertThat(e.getMessage()).contains(file.toString()).doesNotContain("\n");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("mutation " + seed + ": " + e, e);
            }
            long taken = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
            assertThat(taken).as("mutation %d", seed).isLessThan(MOST_NANOS);
        }
        assertThat(refused).isBetween(1, COUNT);
    }
}
