package dev.sinew.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.Refusals;
import dev.sinew.run.RefusedException;
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
    void replacesAFileWhole() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        AtomicFile.write(file, out -> out.write("new".getBytes()));
        assertThat(file).hasContent("new");
        assertThat(names()).containsExactly("a.txt");
    }

    @Test
    void aFailureLeavesTheOldFileAndNothingElse() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        assertThatThrownBy(() -> AtomicFile.write(file, out -> {
                    out.write("half".getBytes());
                    throw new IOException("no space left");
                }))
                .isInstanceOf(RefusedException.class)
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
    void refusesWhatCannotBeAFile() {
        assertRefused(folder, "it is a directory");
        assertRefused(folder.resolve("missing/a.txt"), "does not exist");
    }

    @Test
    void neverReplacesADevice() {
        Path device = Path.of("/dev/null");
        Assumptions.assumeTrue(Files.exists(device), "no /dev/null here");
        assertRefused(device, "it is not an ordinary file");
    }

    @Test
    void tryingOutLeavesNothing() throws IOException {
        AtomicFile.requireWritable(folder.resolve("a.txt"));
        assertThat(names()).isEmpty();
    }

    @Test
    void noticesAFolderThatTakesNoFilesEvenAsRoot() {
        Path folder = Path.of("/proc");
        Assumptions.assumeTrue(Files.isDirectory(folder), "no /proc here");
        assertRefused(folder.resolve("a.txt"), "its folder does not take new files");
    }

    private static void assertRefused(Path file, String why) {
        assertThatThrownBy(() -> AtomicFile.requireWritable(file))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("cannot write " + file + ": ")
                .hasMessageEndingWith(why);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(p -> p.getFileName().toString()).toList();
        }
    }

    @Test
    void namesMayBeAsLongAsTheSystemAllows() throws Exception {
        for (int length : new int[] {192, 255}) {
            Path file = folder.resolve("x".repeat(length - 4) + ".glb");
            AtomicFile.requireWritable(file);
            AtomicFile.write(file, out -> out.write(1));
            assertThat(file).hasSize(1);
        }
    }

    @Test
    void aLinkThatLeadsNowhereYetStaysALink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.glb"), Path.of("later.glb"));
        AtomicFile.write(link, out -> out.write(1));
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(folder.resolve("later.glb")).hasSize(1);
    }

    @Test
    void linksInACircleAreRefused() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("a.glb"), Path.of("b.glb"));
        Files.createSymbolicLink(folder.resolve("b.glb"), Path.of("a.glb"));
        assertThat(Refusals.of(() -> AtomicFile.write(link, out -> out.write(1))))
                .contains("circle");
    }
}
