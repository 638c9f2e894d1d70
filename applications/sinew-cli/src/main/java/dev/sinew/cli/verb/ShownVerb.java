package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.Made;
import dev.sinew.job.desk.Work;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.measure.SequenceError;
import dev.sinew.run.Fitted;
import dev.sinew.show.made.Look;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A verb whose result can be looked at. */
abstract class ShownVerb<M extends Made> extends JobVerb<M> {
    @Mixin
    private ShowOptions show;

    ShownVerb(Environment environment) {
        super(environment);
    }

    @Override
    void check() {
        show.check();
    }

    ShowOptions shown() {
        return show;
    }

    @Override
    void show(M made, Session session) {
        show.show(Look.of(made), commandLine(), session.work());
    }

    /** "in 0.85 s and 12 iterations, converged" */
    static String solved(Fitted<?> fitted, Map<String, Double> seconds) {
        return effort(fitted, seconds) + ", "
                + switch (fitted.outcome()) {
                    case CONVERGED -> "converged";
                    case ITERATION_LIMIT -> "stopped by the limit on iterations: --iterations allows more";
                    case TARGET_NOT_REACHED -> "the error asked for was not reached, this is the best found";
                };
    }

    static String effort(Fitted<?> fitted, Map<String, Double> seconds) {
        return "in " + Text.seconds(seconds.getOrDefault("solve", 0.0)) + " and "
                + Text.count(fitted.iterations(), "iteration");
    }

    /** The row above the errors of a model that was made from another. */
    static String against(ModelSource source, SequenceError before) {
        return source.examples().isPresent()
                ? "against the examples, where the input has E_RMS " + Text.number(before.erms()) + ":"
                : "against what the input plays:";
    }

    static Sheet withNotes(Sheet sheet, Made made) {
        return made.notes().isEmpty() ? sheet : sheet.blank().notes(made.notes());
    }

    /** Where a run shows what it came to. */
    static final class ShowOptions {
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
}
