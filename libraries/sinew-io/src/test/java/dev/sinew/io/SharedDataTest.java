package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.MeshSequence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sequences of the benchmarks; skipped if they are not available. */
class SharedDataTest {
    private static Optional<Path> sharedData() {
        return Stream.iterate(Path.of("").toAbsolutePath(), p -> p != null, Path::getParent)
                .map(p -> p.resolve("shared/data"))
                .filter(Files::isDirectory)
                .findFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "sequences/horse-gallop, 8431, 48",
        "sequences/horse-poses, 8431, 10",
        "sequences/cat-poses, 7207, 9",
        "sequences/samba, 9971, 175",
        "sequences/dance, 7061, 201",
        "sequences/elastic-cow, 2904, 204",
        "weights/cheburashka, 6669, 11",
    })
    void hasDocumentedCounts(String name, int vertices, int frames) {
        Optional<Path> data = sharedData();
        Assumptions.assumeTrue(data.isPresent(), "skipped: there is no folder shared/data above this one");
        MeshSequence sequence = MeshSequences.read(SequenceInput.of(data.get().resolve(name + ".obj")));
        assertThat(sequence.vertexCount()).isEqualTo(vertices);
        assertThat(sequence.frameCount()).isEqualTo(frames);
        assertThat(sequence.rest().faceCount()).isGreaterThan(vertices);
        assertThat(sequence.validate().name())
                .isEqualTo(Path.of(name).getFileName().toString());
    }
}
