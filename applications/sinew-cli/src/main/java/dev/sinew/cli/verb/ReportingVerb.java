package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.JobResult;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.measure.SequenceError;
import dev.sinew.run.SolveResult;
import dev.sinew.show.result.ResultView;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A verb that can write a page and a picture of its result. */
abstract class ReportingVerb<M extends JobResult> extends JobVerb<M> {
    @Mixin
    private ShowOptions show;

    ReportingVerb(Environment environment) {
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
        show.show(ResultView.of(made), commandLine(), session.run());
    }

    /** "in 0.85 s and 12 iterations, converged" */
    static String solved(SolveResult<?> fitted, Map<String, Double> seconds) {
        return effort(fitted, seconds) + ", "
                + switch (fitted.outcome()) {
                    case CONVERGED -> "converged";
                    case ITERATION_LIMIT -> "stopped at the iteration limit; --iterations N allows more";
                    case TARGET_NOT_REACHED -> "the requested error was not reached; this is the best result found";
                };
    }

    static String effort(SolveResult<?> fitted, Map<String, Double> seconds) {
        return "in " + Text.seconds(seconds.getOrDefault("solve", 0.0)) + " and "
                + Text.count(fitted.iterations(), "iteration");
    }

    /** What the errors below are relative to. */
    static String against(ModelSource source, SequenceError before) {
        return source.examples().isPresent()
                ? "compared with the examples (the input itself: " + Text.number(before.rmsePercent()) + " %):"
                : "compared with the input:";
    }

    static ResultSummary withNotes(ResultSummary summary, JobResult made) {
        return made.notes().isEmpty() ? summary : summary.blank().notes(made.notes());
    }

    /** Writes a page and a picture. */
    static final class ShowOptions {
        @Option(
                names = "--report",
                order = 50,
                paramLabel = "FILE.html",
                descriptionKey = OptionGroup.OUTPUT,
                description = "Also write an HTML page with a 3D viewer and plots.")
        private Path report;

        @Option(
                names = "--picture",
                order = 51,
                paramLabel = "FILE.png",
                descriptionKey = OptionGroup.OUTPUT,
                description = "Also write a picture of the original, the bones and the error in the worst frame.")
        private Path picture;

        /** Rejects what cannot be written, before any work is done. */
        public void check() {
            Stream.of(report, picture).filter(Objects::nonNull).forEach(AtomicFile::requireWritable);
        }

        public Optional<Path> picture() {
            return Optional.ofNullable(picture);
        }

        /**
         * Writes the requested files.
         *
         * @param command the command line that repeats the run
         */
        public void show(ResultView preview, String command, JobRun run) {
            if (report != null) {
                run.writing("show", "writing " + report, () -> preview.writePage(command, report));
            }
            if (picture != null) {
                run.writing("show", "writing " + picture, () -> preview.writePicture(picture));
            }
        }
    }
}
