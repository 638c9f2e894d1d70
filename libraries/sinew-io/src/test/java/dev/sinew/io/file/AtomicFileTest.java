package dev.sinew.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.InvalidInputs;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    Path folder;

    @Test
    void replacesFileCompletely() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        AtomicFile.write(file, out -> out.write("new".getBytes()));
        assertThat(file).hasContent("new");
        assertThat(names()).containsExactly("a.txt");
    }

    @Test
    void failureKeepsTheOldFileOnly() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        assertThatThrownBy(() -> AtomicFile.write(file, out -> {
                    out.write("half".getBytes());
                    throw new IOException("no space left");
                }))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("cannot write " + file + ": no space left");
        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("a.txt");
    }

    @Test
    void writesThroughALink() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link.txt"), file);
        AtomicFile.write(link, out -> out.write("new".getBytes()));
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }

    @Test
    void rejectsFoldersAndMissingParents() {
        assertRejected(folder, "it is a directory");
        assertRejected(folder.resolve("missing/a.txt"), "does not exist");
    }

    @Test
    void neverReplacesADevice() {
        Path device = Path.of("/dev/null");
        Assumptions.assumeTrue(Files.exists(device), "no /dev/null here");
        assertRejected(device, "it is not an ordinary file");
    }

    @Test
    void requireWritableLeavesNoFiles() throws IOException {
        AtomicFile.requireWritable(folder.resolve("a.txt"));
        assertThat(names()).isEmpty();
    }

    @Test
    void rejectsReadOnlyFolderEvenAsRoot() {
        Path folder = Path.of("/proc");
        Assumptions.assumeTrue(Files.isDirectory(folder), "no /proc here");
        assertRejected(folder.resolve("a.txt"), "no files can be created in its folder");
    }

    private static void assertRejected(Path file, String why) {
        assertThatThrownBy(() -> AtomicFile.requireWritable(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("cannot write " + file + ": ")
                .hasMessageEndingWith(why);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(p -> p.getFileName().toString()).toList();
        }
    }

    @Test
    void acceptsLongestNames() throws Exception {
        for (int length : new int[] {192, 255}) {
            Path file = folder.resolve("x".repeat(length - 4) + ".glb");
            AtomicFile.requireWritable(file);
            AtomicFile.write(file, out -> out.write(1));
            assertThat(file).hasSize(1);
        }
    }

    @Test
    void writesTargetOfDanglingLink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.glb"), Path.of("later.glb"));
        AtomicFile.write(link, out -> out.write(1));
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(folder.resolve("later.glb")).hasSize(1);
    }

    @Test
    void rejectsCyclicLinks() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("a.glb"), Path.of("b.glb"));
        Files.createSymbolicLink(folder.resolve("b.glb"), Path.of("a.glb"));
        assertThat(InvalidInputs.of(() -> AtomicFile.write(link, out -> out.write(1))))
                .contains("form a cycle");
    }
}
