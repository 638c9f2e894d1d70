package dev.sinew.cli.option;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.desk.Work;
import dev.sinew.show.made.Look;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Where a run shows what it came to. */
public final class ShowOptions {
    @Option(
            names = "--report",
            order = 50,
            paramLabel = "FILE.html",
            description = "Write a page to look at: one file with a 3D viewer and plots, opens from disk.")
    private Path report;

    @Option(
            names = "--picture",
            order = 51,
            paramLabel = "FILE.png",
            description = "Write a picture of the original, the bones and the error, in the worst frame.")
    private Path picture;

    /** Refuses what cannot be written, before any work is done. */
    public void check() {
        Stream.of(report, picture).filter(Objects::nonNull).forEach(AtomicFile::requireWritable);
    }

    public Optional<Path> picture() {
        return Optional.ofNullable(picture);
    }

    /**
     * Writes what was asked for.
     *
     * @param command the line that repeats the run
     */
    public void show(Look look, String command, Work work) {
        if (report != null) {
            work.writing("show", "writing " + report, () -> look.writePage(command, report));
        }
        if (picture != null) {
            work.writing("show", "writing " + picture, () -> look.writePicture(picture));
        }
    }
}
