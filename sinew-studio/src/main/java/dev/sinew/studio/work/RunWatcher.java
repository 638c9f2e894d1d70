package dev.sinew.studio.work;

import dev.sinew.job.desk.Watcher;
import dev.sinew.run.Progress.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks on while a run is solved: the page hears of it a few times a second, and may stop it. */
final class RunWatcher implements Watcher {
    private static final long PAUSE_NANOS = 80_000_000;

    private final String run;
    private final Events events;
    private final List<Double> errors = new ArrayList<>();
    private volatile boolean cancelled;
    private String stage = "";
    private String what = "";
    private Step step = new Step("", 0, 0, Double.NaN);
    private long told;

    RunWatcher(String run, Events events) {
        this.run = run;
        this.events = events;
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public boolean cancelled() {
        return cancelled;
    }

    @Override
    public synchronized void stage(String name, String doing) {
        stage = name;
        what = doing;
        step = new Step("", 0, 0, Double.NaN);
        tell();
    }

    @Override
    public synchronized void step(Step next) {
        boolean same = next.stage().equals(step.stage()) && next.iteration() == step.iteration();
        step = next;
        if (!same && Double.isFinite(next.error())) {
            errors.add(next.error());
        }
        if (System.nanoTime() - told > PAUSE_NANOS) {
            tell();
        }
    }

    private void tell() {
        told = System.nanoTime();
        events.tell("progress", tree());
    }

    /** Where it stands, for a page that comes late. */
    synchronized Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("run", run);
        tree.put("stage", stage);
        tree.put("what", what);
        tree.put("part", step.stage());
        tree.put("iteration", step.iteration());
        tree.put("iterations", step.iterations());
        tree.put("errors", new ArrayList<>(errors));
        return tree;
    }
}
