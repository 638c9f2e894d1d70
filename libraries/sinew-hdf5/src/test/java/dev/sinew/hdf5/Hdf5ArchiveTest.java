package dev.sinew.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.RefusedException;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An archive in HDF5 gives what its twin in Ogawa gives, bit by bit; damaged ones are refused with a sentence. The files are {@code sinew
 * sample robot --vertices 40 --frames 4} and what {@code proof/sinew-interop/hdf5-twin.py} made of it with HDF5's own library.
 */
class Hdf5ArchiveTest {
    private static final Path FILES = Path.of("src", "test", "resources");
    private static final int MUTATIONS = 1000;

    @TempDir
    Path folder;

    private static void assertSame(Path hdf, Path ogawa) {
        MeshSequence a = MeshSequences.read(SequenceInput.of(hdf));
        MeshSequence b = MeshSequences.read(SequenceInput.of(ogawa));
        assertThat(a.frameCount()).isEqualTo(b.frameCount());
        assertThat(a.framesPerSecond()).isEqualTo(b.framesPerSecond());
        assertThat(a.rest().corners()).isEqualTo(b.rest().corners());
        // jHDF hands out objects by name, not in the order of the file, and face sets are objects.
        assertThat(materials(a.rest())).isEqualTo(materials(b.rest()));
        assertThat(values(a.rest().surface().uvs()))
                .isEqualTo(values(b.rest().surface().uvs()));
        assertThat(values(a.rest().surface().normals()))
                .isEqualTo(values(b.rest().surface().normals()));
        for (int f = 0; f < a.frameCount(); f++) {
            assertThat(a.frame(f)).as("frame %d", f).isEqualTo(b.frame(f));
        }
    }

    private static List<String> materials(Mesh mesh) {
        return Arrays.stream(mesh.surface().faceMaterials())
                .mapToObj(m -> mesh.surface().materials().get(m).name())
                .toList();
    }

    private static float[] values(Optional<CornerAttribute> attribute) {
        return attribute.map(CornerAttribute::values).orElse(new float[0]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"robot-earliest", "robot-v108"})
    void twins(String name) throws IOException {
        Path file = FILES.resolve(name + ".abc");
        assertThat(Files.readAllBytes(file)[0]).isEqualTo((byte) 0x89);
        assertSame(file, FILES.resolve("robot-ogawa.abc"));
    }

    @Test
    void whatIsNoArchiveIsRefused() {
        Path file = folder.resolve("no.abc");
        try (WritableHdfFile hdf = HdfFile.write(file)) {
            hdf.putAttribute("abc_version", 1);
        }
        assertThatThrownBy(() -> MeshSequences.read(SequenceInput.of(file)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(file.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"robot-earliest", "robot-v108"})
    void damaged(String name) throws IOException {
        Path file = folder.resolve("d.abc");
        byte[] sound = Files.readAllBytes(FILES.resolve(name + ".abc"));
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS; seed++) {
            Files.write(file, mutated(sound, new Random(seed)));
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            try {
                MeshSequences.read(SequenceInput.of(file)).checked();
            } catch (RefusedException e) {
                refused++;
                assertThat(e.getMessage())
                        .as("mutation %d", seed)
                        .contains(folder.toString())
                        .doesNotContain("\n");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("mutation " + seed + ": " + e, e);
            }
            assertThat(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start)
                    .as("nanoseconds of mutation %d", seed)
                    .isLessThan(5_000_000_000L);
        }
        assertThat(refused).isBetween(1, MUTATIONS);
    }

    private static byte[] mutated(byte[] sound, Random random) {
        // The magic stays: without it nobody takes the file for HDF5.
        byte[] bytes = sound.clone();
        int at = 8 + random.nextInt(bytes.length - 8);
        switch (random.nextInt(4)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes = Arrays.copyOf(bytes, at);
            case 2 -> {
                for (int k = at; k < Math.min(bytes.length, at + 4); k++) {
                    bytes[k] = (byte) 0xff;
                }
            }
            default -> {
                int length = Math.min(1 + random.nextInt(20), bytes.length - at);
                System.arraycopy(sound, random.nextInt(sound.length - length), bytes, at, length);
            }
        }
        return bytes;
    }
}
