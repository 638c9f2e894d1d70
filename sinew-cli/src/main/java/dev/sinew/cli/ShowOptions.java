package dev.sinew.cli;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Where a run shows what it came to. */
final class ShowOptions {
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
    void check() {
        Stream.of(report, picture).filter(path -> path != null).forEach(AtomicFile::requireWritable);
    }

    /** Writes what was asked for: the page of that content, the picture by that writer. */
    void show(Session session, Supplier<ReportData> page, Consumer<Path> picture) {
        writeTo(report, session, file -> Showcase.writePage(page.get(), file));
        writeTo(this.picture, session, picture);
    }

    private static void writeTo(Path file, Session session, Consumer<Path> writer) {
        if (file != null) {
            session.writing("show", "writing " + file, () -> {
                writer.accept(file);
                return file;
            });
        }
    }

    Optional<Path> report() {
        return Optional.ofNullable(report);
    }

    Optional<Path> picture() {
        return Optional.ofNullable(picture);
    }
}
