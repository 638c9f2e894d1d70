package dev.sinew.studio.runs;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.text.Json;
import dev.sinew.run.CancelledException;
import dev.sinew.run.RefusedException;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.TurnedAwayException;
import dev.sinew.studio.runs.Run.RunState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs on disk, a folder each: {@code request.json}, and either {@code made/} with all that came of it, put there in one move, or
 * {@code ended.json} with why nothing did. A folder with neither is a run that the studio did not live to finish.
 */
public final class RunStore {
    private static final String REQUEST = "request.json";
    private static final String ENDED = "ended.json";
    private static final String MADE = "made";
    private static final String MAKING = ".making";

    private final StudioFolder folder;
    private final TreeMap<String, Run> runs = new TreeMap<>();
    private int last;

    public RunStore(StudioFolder folder) {
        this.folder = folder;
        readAll();
    }

    private void readAll() {
        try (Stream<Path> all = Files.list(folder.runs())) {
            for (Path place : all.filter(Files::isDirectory).sorted().toList()) {
                String id = place.getFileName().toString();
                if (id.matches("\\d{4,}-[a-z]+")) {
                    last = Math.max(last, Integer.parseInt(id.substring(0, id.indexOf('-'))));
                    StudioFolder.delete(place.resolve(MAKING));
                    read(id).ifPresent(run -> runs.put(id, run));
                }
            }
        } catch (IOException e) {
            throw new RefusedException("cannot read the runs in " + folder.runs() + ": " + e.getMessage(), e);
        }
    }

    /** A folder that holds no request is none of ours, or was never one. */
    private Optional<Run> read(String id) {
        Path place = place(id);
        try {
            Map<String, Object> asked = Json.read(Files.readString(place.resolve(REQUEST)));
            Run run = new Run(
                    id,
                    RunRequest.of(asked),
                    ((Number) asked.get("created")).longValue(),
                    RunState.LOST,
                    "the studio ended before it was done",
                    Optional.empty());
            if (Files.isRegularFile(made(id).resolve("result.json"))) {
                return Optional.of(run.done(summary(id)));
            }
            if (Files.isRegularFile(place.resolve(ENDED))) {
                Map<String, Object> ended = Json.read(Files.readString(place.resolve(ENDED)));
                boolean cancelled = "cancelled".equals(ended.get("state"));
                return Optional.of(run.ended(
                        cancelled ? RunState.CANCELLED : RunState.FAILED, String.valueOf(ended.get("sentence"))));
            }
            return Optional.of(run);
        } catch (IOException | RuntimeException broken) {
            return Optional.empty();
        }
    }

    /** Keeps a request; from now on it has a number. */
    public synchronized Run create(RunRequest request) {
        try {
            String id = String.format("%04d-%s", ++last, request.command());
            long now = System.currentTimeMillis();
            Map<String, Object> tree = new LinkedHashMap<>(request.tree());
            tree.put("created", now);
            Files.createDirectory(place(id));
            write(place(id).resolve(REQUEST), tree);
            Run run = new Run(id, request, now, RunState.QUEUED, "", Optional.empty());
            runs.put(id, run);
            return run;
        } catch (FileAlreadyExistsException taken) {
            return create(request);
        } catch (IOException e) {
            throw new RefusedException("cannot keep a run in " + folder.runs() + ": " + e.getMessage(), e);
        }
    }

    public synchronized void running(String id) {
        runs.computeIfPresent(id, (key, run) -> run.now(RunState.RUNNING));
    }

    /** An empty folder for what a run makes; nobody sees it before {@link #done}. */
    public Path making(String id) throws IOException {
        Path making = place(id).resolve(MAKING);
        StudioFolder.delete(making);
        return Files.createDirectory(making);
    }

    /** All of it is there: one move, and everybody sees it. @throws CancelledException where it was cancelled meanwhile */
    public synchronized void done(String id, Map<String, Object> result) throws IOException {
        if (get(id).state() != RunState.RUNNING) {
            throw new CancelledException();
        }
        Path making = place(id).resolve(MAKING);
        write(making.resolve("result.json"), result);
        Files.move(making, made(id));
        runs.computeIfPresent(id, (key, run) -> run.done(summary(id)));
    }

    /** Nothing came of it; said once more when its thread lets go, which may have written until then. */
    public synchronized void ended(String id, RunState state, String sentence) {
        if (!runs.containsKey(id)) {
            return;
        }
        try {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("state", state.toString());
            tree.put("sentence", sentence);
            StudioFolder.delete(place(id).resolve(MAKING));
            write(place(id).resolve(ENDED), tree);
        } catch (IOException e) {
            // What is not written is told all the same, and shows as lost after the next start.
        }
        runs.computeIfPresent(id, (key, run) -> run.ended(state, sentence));
    }

    /** Takes a run off the list and its folder off the disk. */
    public synchronized void delete(String id) {
        Run run = get(id);
        if (run.state() == RunState.QUEUED || run.state() == RunState.RUNNING) {
            throw new TurnedAwayException(409, id + " is " + run.state() + ": cancel it first");
        }
        List<String> users = runs.values().stream()
                .filter(other -> other.request().readsRuns().contains(id))
                .map(Run::id)
                .toList();
        if (!users.isEmpty()) {
            throw new TurnedAwayException(409, id + " is what " + String.join(", ", users) + " started from");
        }
        try {
            StudioFolder.delete(place(id));
            runs.remove(id);
        } catch (IOException e) {
            throw new RefusedException("cannot delete " + place(id) + ": " + e.getMessage(), e);
        }
    }

    public synchronized List<Run> all() {
        return new ArrayList<>(runs.values());
    }

    public synchronized Run get(String id) {
        Run run = runs.get(id);
        if (run == null) {
            throw TurnedAwayException.notFound("there is no such run");
        }
        return run;
    }

    /** A run that has something to show. */
    public Run requireDone(String id) {
        Run run = get(id);
        if (run.state() != RunState.DONE) {
            throw new TurnedAwayException(409, id + " is " + run.state() + ", there is nothing to see of it");
        }
        return run;
    }

    public Path made(String id) {
        return place(id).resolve(MADE);
    }

    public Path model(String id) {
        return made(requireDone(id).id()).resolve("model.glb");
    }

    public Map<String, Object> result(String id) {
        try {
            return Json.read(Files.readString(made(requireDone(id).id()).resolve("result.json")));
        } catch (IOException e) {
            throw new RefusedException("the result of " + id + " cannot be read: " + e.getMessage(), e);
        }
    }

    private Path place(String id) {
        return folder.runs().resolve(id);
    }

    private Map<String, Object> summary(String id) {
        try {
            return RunSummary.of(Json.read(Files.readString(made(id).resolve("result.json"))));
        } catch (IOException | RuntimeException e) {
            return Map.of();
        }
    }

    private static void write(Path file, Map<String, Object> tree) {
        String json = Json.text(tree);
        AtomicFile.write(file, out -> out.write(json.getBytes(StandardCharsets.UTF_8)));
    }

    /** The few numbers of a result that runs are compared by. */
    private static final class RunSummary {
        private RunSummary() {}

        static Map<String, Object> of(Map<String, Object> result) {
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put("vertices", at(result, "input", "vertices"));
            summary.put("frames", at(result, "input", "frames"));
            summary.put("bones", at(result, "result", "bones"));
            summary.put("influences", at(result, "result", "influences"));
            summary.put("erms", at(result, "error", "erms"));
            summary.put("degrees", at(result, "error", "normals", "matrix", "mean"));
            summary.put("bytes", at(result, "result", "fileBytes"));
            summary.put("seconds", at(result, "seconds", "solve"));
            summary.put("outcome", result.get("outcome"));
            summary.values().removeIf(value -> value == null);
            return summary;
        }

        private static Object at(Object tree, String... names) {
            Object place = tree;
            for (String name : names) {
                place = place instanceof Map<?, ?> map ? map.get(name) : null;
            }
            return place;
        }
    }
}
