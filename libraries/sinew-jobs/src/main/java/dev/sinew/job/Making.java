package dev.sinew.job;

import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.PendingFile;
import dev.sinew.job.desk.Work;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * How every model comes about: solved for, written under another name, read back from there and measured, and only then put into
 * place. So the reported error is that of the file, and a job that is stopped leaves nothing behind.
 */
final class Making {
    private Making() {}

    /** Writes what was solved for. */
    @FunctionalInterface
    interface Writer<S> {
        WrittenModel write(S solved, Path file);
    }

    /** Reads the file and says what was made. */
    @FunctionalInterface
    interface Measurer<S, M> {
        M measured(S solved, WrittenModel written, Path file);
    }

    /** @param doing what the person who waits for the solver is told */
    static <S, M> M make(
            Work work, Path output, String doing, Supplier<S> solver, Writer<S> writer, Measurer<S, M> measurer) {
        try (PendingFile file = work.pending(output)) {
            S solved = work.stage("solve", doing, solver);
            WrittenModel written = work.writing("write", "writing " + output, () -> writer.write(solved, file.path()));
            M made =
                    work.stage("measure", "measuring " + output, () -> measurer.measured(solved, written, file.path()));
            work.stopIfAsked();
            file.commit();
            return made;
        }
    }
}
