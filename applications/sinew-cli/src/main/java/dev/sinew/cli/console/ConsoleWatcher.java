package dev.sinew.cli.console;

import dev.sinew.job.desk.Watcher;
import dev.sinew.run.Progress.Step;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Shows on the console how far a job is, and stops it on Ctrl-C. */
record ConsoleWatcher(ProgressDisplay display, Interruption interruption, UnaryOperator<String> naming)
        implements Watcher {
    @Override
    public void stage(String name, String what) {
        display.stage(what);
        if (name.equals("solve")) {
            WarmUp.stop();
        }
    }

    @Override
    public void step(Step step) {
        display.step(step);
    }

    @Override
    public boolean cancelled() {
        return interruption.requested();
    }

    @Override
    public String named(String field) {
        return naming.apply(field);
    }

    @Override
    public <T> T whileWriting(Supplier<T> work) {
        return interruption.whileWriting(work);
    }

    @Override
    public void unfinished(Path file) {
        interruption.addUnfinished(file);
    }

    @Override
    public void finished(Path file) {
        interruption.removeUnfinished(file);
    }
}
