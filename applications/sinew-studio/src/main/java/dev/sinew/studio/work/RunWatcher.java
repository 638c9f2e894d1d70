package dev.sinew.studio.work;

import dev.sinew.job.desk.Watcher;
import dev.sinew.run.Progress.Iterate;
import dev.sinew.run.Progress.Step;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Looks on while a run is solved: the page hears of it a few times per second, and may stop it. */
final class RunWatcher implements Watcher {
    private static final long PAUSE_NANOS = 80_000_000;
    private static final long LOOK_NANOS = 250_000_000;
    /** A long sequence is gone through in so many looks. */
    private static final int FRAMES_A_ROUND = 24;

    private final String run;
    private final Events events;
    private final List<Double> errors = new ArrayList<>();
    private final Brake brake = new Brake();
    private String stage = "";
    private String what = "";
    private Step step = new Step("", 0, 0, OptionalDouble.empty());
    private long told;
    private long looked;
    private int looks;
    private volatile byte[] latest = {};

    RunWatcher(String run, Events events) {
        this.run = run;
        this.events = events;
    }

    Brake brake() {
        return brake;
    }

    /** The mesh as it is just now: another frame each time, a few times per second. */
    @Override
    public void look(Iterate iterate) {
        if (System.nanoTime() - looked < LOOK_NANOS || !events.anybodyListens()) {
            return;
        }
        looked = System.nanoTime();
        int frame = looks % iterate.frameCount();
        looks += Math.max(1, iterate.frameCount() / FRAMES_A_ROUND);
        float[] pose = iterate.pose(frame);
        ByteBuffer bytes = ByteBuffer.allocate(4 * pose.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(pose);
        latest = bytes.array();
        events.tell("look", Map.of("run", run, "frame", frame));
    }

    /** 3N floats, little endian; empty before there is anything to see. */
    byte[] latest() {
        return latest;
    }

    @Override
    public boolean cancelled() {
        return brake.pulled();
    }

    @Override
    public synchronized void stage(String name, String doing) {
        stage = name;
        what = doing;
        step = new Step("", 0, 0, OptionalDouble.empty());
        tell();
    }

    @Override
    public synchronized void step(Step next) {
        boolean same = next.stage().equals(step.stage()) && next.iteration() == step.iteration();
        step = next;
        if (!same && next.error().isPresent()) {
            errors.add(next.error().getAsDouble());
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
