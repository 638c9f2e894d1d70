package dev.sinew.studio.runs;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.text.Json;
import dev.sinew.run.CancelledException;
import dev.sinew.run.InvalidInputException;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.RejectedRequestException;
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
 * Runs on disk, one folder each: {@code request.json}, and either {@code made/} with the result, moved there atomically, or
 * {@code ended.json} with the reason for failing. A folder with neither belongs to a run that was interrupted.
 */
public final class RunStore {
    private static final String REQUEST = "request.json";
    private static final String ENDED = "ended.json";
    private static final String RESULT_FOLDER = "made";
    private static final String PENDING_FOLDER = ".making";

    private final StudioFolder folder;
    private final TreeMap<String, Run> runs = new TreeMap<>();
    private int last;

    public RunStore(StudioFolder folder) {
        this.folder = folder;
        readAll();
    }

    private void readAll() {
        try (Stream<Path> all = Files.list(folder.runs())) {
            for (Path folder : all.filter(Files::isDirectory).sorted().toList()) {
                String id = folder.getFileName().toString();
                if (id.matches("\\d{4,}-[a-z]+")) {
                    last = Math.max(last, Integer.parseInt(id.substring(0, id.indexOf('-'))));
                    StudioFolder.delete(folder.resolve(PENDING_FOLDER));
                    read(id).ifPresent(run -> runs.put(id, run));
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException("cannot read the runs in " + folder.runs() + ": " + e.getMessage(), e);
        }
    }

    /** Empty for a folder without a valid request. */
    private Optional<Run> read(String id) {
        Path folder = folderOf(id);
        try {
            Map<String, Object> asked = Json.read(Files.readString(folder.resolve(REQUEST)));
            Run run = new Run(
                    id,
                    RunRequest.of(asked),
                    ((Number) asked.get("created")).longValue(),
                    RunState.LOST,
                    "interrupted: the studio ended before this run was done",
                    Optional.empty());
            if (Files.isRegularFile(resultFolder(id).resolve("result.json"))) {
                return Optional.of(run.withSummary(summary(id)));
            }
            if (Files.isRegularFile(folder.resolve(ENDED))) {
                Map<String, Object> ended = Json.read(Files.readString(folder.resolve(ENDED)));
                boolean cancelled = "cancelled".equals(ended.get("state"));
                return Optional.of(run.withFailure(
                        cancelled ? RunState.CANCELLED : RunState.FAILED, String.valueOf(ended.get("sentence"))));
            }
            return Optional.of(run);
        } catch (IOException | RuntimeException broken) {
            return Optional.empty();
        }
    }

    /** Stores a request and assigns its number. */
    public synchronized Run create(RunRequest request) {
        try {
            String id = String.format("%04d-%s", ++last, request.command());
            long now = System.currentTimeMillis();
            Map<String, Object> tree = new LinkedHashMap<>(request.tree());
            tree.put("created", now);
            Files.createDirectory(folderOf(id));
            write(folderOf(id).resolve(REQUEST), tree);
            Run run = new Run(id, request, now, RunState.QUEUED, "", Optional.empty());
            runs.put(id, run);
            return run;
        } catch (FileAlreadyExistsException taken) {
            return create(request);
        } catch (IOException e) {
            throw new InvalidInputException("cannot store a run in " + folder.runs() + ": " + e.getMessage(), e);
        }
    }

    public synchronized void markRunning(String id) {
        runs.computeIfPresent(id, (key, run) -> run.withState(RunState.RUNNING));
    }

    /** Creates an empty folder for the result; it is invisible until {@link #publish}. */
    public Path createPendingFolder(String id) throws IOException {
        Path pending = folderOf(id).resolve(PENDING_FOLDER);
        StudioFolder.delete(pending);
        return Files.createDirectory(pending);
    }

    /**
     * Publishes the result with one atomic move.
     *
     * @throws CancelledException if the run was cancelled meanwhile
     */
    public synchronized void publish(String id, Map<String, Object> result) throws IOException {
        if (get(id).state() != RunState.RUNNING) {
            throw new CancelledException();
        }
        Path pending = folderOf(id).resolve(PENDING_FOLDER);
        write(pending.resolve("result.json"), result);
        Files.move(pending, resultFolder(id));
        runs.computeIfPresent(id, (key, run) -> run.withSummary(summary(id)));
    }

    /**
     * Records that a run ended without a result. Called again when its thread stops, because the thread may have written files
     * until then.
     */
    public synchronized void markEnded(String id, RunState state, String sentence) {
        if (!runs.containsKey(id)) {
            return;
        }
        try {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("state", state.toString());
            tree.put("sentence", sentence);
            StudioFolder.delete(folderOf(id).resolve(PENDING_FOLDER));
            write(folderOf(id).resolve(ENDED), tree);
        } catch (IOException e) {
            // If this file cannot be written, the run shows as interrupted after the next start.
        }
        runs.computeIfPresent(id, (key, run) -> run.withFailure(state, sentence));
    }

    /** Deletes a run and its folder. */
    public synchronized void delete(String id) {
        Run run = get(id);
        if (run.state() == RunState.QUEUED || run.state() == RunState.RUNNING) {
            throw new RejectedRequestException(409, id + " is " + run.state() + "; cancel it first");
        }
        List<String> users = runs.values().stream()
                .filter(other -> other.request().inputRuns().contains(id))
                .map(Run::id)
                .toList();
        if (!users.isEmpty()) {
            throw new RejectedRequestException(
                    409, "cannot delete " + id + ": " + String.join(", ", users) + " depend on it");
        }
        try {
            StudioFolder.delete(folderOf(id));
            runs.remove(id);
        } catch (IOException e) {
            throw new InvalidInputException("cannot delete " + folderOf(id) + ": " + e.getMessage(), e);
        }
    }

    public synchronized List<Run> all() {
        return new ArrayList<>(runs.values());
    }

    public synchronized Run get(String id) {
        Run run = runs.get(id);
        if (run == null) {
            throw RejectedRequestException.notFound("no such run");
        }
        return run;
    }

    /** Returns a run that is done. */
    public Run requireDone(String id) {
        Run run = get(id);
        if (run.state() != RunState.DONE) {
            throw new RejectedRequestException(409, id + " is " + run.state() + ", not done; it has no result");
        }
        return run;
    }

    public Path resultFolder(String id) {
        return folderOf(id).resolve(RESULT_FOLDER);
    }

    public Path model(String id) {
        return resultFolder(requireDone(id).id()).resolve("model.glb");
    }

    public Map<String, Object> result(String id) {
        try {
            return Json.read(Files.readString(resultFolder(requireDone(id).id()).resolve("result.json")));
        } catch (IOException e) {
            throw new InvalidInputException("the result of " + id + " cannot be read: " + e.getMessage(), e);
        }
    }

    private Path folderOf(String id) {
        return folder.runs().resolve(id);
    }

    private Map<String, Object> summary(String id) {
        try {
            return RunSummary.of(Json.read(Files.readString(resultFolder(id).resolve("result.json"))));
        } catch (IOException | RuntimeException e) {
            return Map.of();
        }
    }

    private static void write(Path file, Map<String, Object> tree) {
        String json = Json.text(tree);
        AtomicFile.write(file, out -> out.write(json.getBytes(StandardCharsets.UTF_8)));
    }

    /** The figures of a result by which runs are compared. */
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
            Object folder = tree;
            for (String name : names) {
                folder = folder instanceof Map<?, ?> map ? map.get(name) : null;
            }
            return folder;
        }
    }
}
