package dev.sinew.studio.warm;

import dev.sinew.fit.FitResult;
import dev.sinew.job.FitRequest;
import dev.sinew.job.Job;
import dev.sinew.job.WarmFits;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.CancelledException;
import dev.sinew.run.RefusedException;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.show.view.ViewScene;
import dev.sinew.studio.guard.TurnedAwayException;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.RunStore;
import dev.sinew.studio.work.Events;
import dev.sinew.studio.work.JobQueue;
import dev.sinew.studio.work.RunMaker;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The slider: after a fit its sequence stays ready, and the same fit with other numbers is shown as soon as it is solved. One
 * sequence at a time; who asks for the next preview is not waiting for the last.
 */
public final class Previews implements AutoCloseable {
    private static final int KEPT = 6;

    private final RunStore store;
    private final RunMaker maker;
    private final JobQueue queue;
    private final Events events;
    private final Map<Integer, ViewScene> scenes = new LinkedHashMap<>();
    private int last;
    private Stoppable current = new Stoppable();
    /** Touched by the queue's thread only. */
    private WarmFits warm;

    private String warmFor = "";

    public Previews(RunStore store, RunMaker maker, JobQueue queue, Events events) {
        this.store = store;
        this.maker = maker;
        this.queue = queue;
        this.events = events;
    }

    /** Asks for a run's fit with other values; the answer comes as an event. @return the preview's number */
    public int ask(String id, Map<String, Object> values) {
        FitRequest request = requireFit(store.requireDone(id));
        values.keySet().stream()
                .filter(name -> !WarmFits.FIELDS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw TurnedAwayException.wrong(
                            "a preview changes " + String.join(", ", WarmFits.FIELDS) + " only");
                });
        Job<?> checked = request;
        for (Map.Entry<String, Object> value : values.entrySet()) {
            checked = checked.with(value.getKey(), value.getValue());
        }
        int number;
        Stoppable stoppable = new Stoppable();
        synchronized (this) {
            number = ++last;
            current.stop();
            current = stoppable;
        }
        queue.alone(() -> solve(number, id, request, values, stoppable));
        return number;
    }

    private FitRequest requireFit(Run run) {
        Job<?> job = maker.job(run.request(), Path.of("model.glb"));
        if (!(job instanceof FitRequest fit)) {
            throw new TurnedAwayException(409, "the slider is for fits, " + run.id() + " is none");
        }
        return fit;
    }

    /** What the viewer shows of a preview: its model alone. */
    public synchronized ViewScene scene(int number) {
        ViewScene scene = scenes.get(number);
        if (scene == null) {
            throw TurnedAwayException.notFound("that preview is not kept any longer");
        }
        return scene;
    }

    private void solve(int number, String id, FitRequest request, Map<String, Object> values, Stoppable stoppable) {
        if (stoppable.cancelled()) {
            return;
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("number", number);
        told.put("run", id);
        told.put("options", values);
        try (Desk desk = new Desk(Runtime.getRuntime().availableProcessors(), stoppable)) {
            makeReady(id, request, desk);
            long start = System.nanoTime();
            FitResult fit = warm.solve(values, desk);
            double seconds = (System.nanoTime() - start) * 1e-9;
            SkinnedModel model = fit.fitted().model();
            keep(
                    number,
                    ReportData.titled(id, model.boneCount() + " bones")
                            .withModel("result", model, model.clips().get(0))
                            .encode(ViewBudget.PAGE));
            told.put("bones", model.boneCount());
            told.put("erms", fit.curve().get(fit.curve().size() - 1).erms());
            told.put("seconds", seconds);
            told.put("waited", (System.nanoTime() - start) * 1e-9);
        } catch (CancelledException another) {
            return;
        } catch (RefusedException refused) {
            told.put("sentence", refused.sentence(UnaryOperator.identity()));
        } catch (WrongRequestException wrong) {
            told.put("sentence", wrong.sentence(UnaryOperator.identity()));
        } catch (OutOfMemoryError full) {
            forget();
            told.put("sentence", "there is not enough memory to keep this sequence ready");
        } catch (TurnedAwayException gone) {
            told.put("sentence", gone.getMessage());
        } catch (RuntimeException | Error fault) {
            forget();
            told.put("sentence", "a fault of Sinew itself: " + fault);
        }
        events.tell("preview", told);
    }

    private void makeReady(String id, FitRequest request, Desk desk) {
        // Runs of one sequence share what is ready, if nothing but the numbers differs.
        String key = request.input() + " " + request.rest() + " " + request.sequence() + " " + request.takes() + " "
                + request.vertices();
        if (!key.equals(warmFor)) {
            forget();
            warm = new WarmFits(request, desk);
            warmFor = key;
        }
    }

    private void forget() {
        if (warm != null) {
            warm.close();
        }
        warm = null;
        warmFor = "";
    }

    private synchronized void keep(int number, ViewScene scene) {
        scenes.put(number, scene);
        while (scenes.size() > KEPT) {
            scenes.remove(scenes.keySet().iterator().next());
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            current.stop();
        }
        queue.alone(this::forget);
    }
}
