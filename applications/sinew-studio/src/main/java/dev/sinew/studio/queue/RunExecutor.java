package dev.sinew.studio.queue;

import dev.sinew.io.Models;
import dev.sinew.job.Job;
import dev.sinew.job.JobResult;
import dev.sinew.job.run.JobContext;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.show.picture.Picture;
import dev.sinew.show.picture.PictureOptions;
import dev.sinew.show.picture.SceneBuilder;
import dev.sinew.show.result.ResultView;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.library.Library;
import dev.sinew.studio.library.LibraryItem;
import dev.sinew.studio.library.Summary.StaticSequence;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.RunRequest;
import dev.sinew.studio.runs.RunStore;
import dev.sinew.studio.runs.ShellCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Executes a run: solves its request and stores model, result, scene and thumbnail. */
public final class RunExecutor {
    /** Larger models get no thumbnail, because drawing it would take longer than solving. */
    private static final int MAX_DRAWN_VERTICES = 400_000;

    private final StudioFolder folder;
    private final Library library;
    private final RunStore store;

    public RunExecutor(StudioFolder folder, Library library, RunStore store) {
        this.folder = folder;
        this.library = library;
        this.store = store;
    }

    /** Creates the job of a request; invalid requests are rejected here, before they are queued. */
    public Job<?> job(RunRequest request, Path output) {
        return request.job(folder, id -> store.model(id).toString(), output);
    }

    void execute(Run run, JobContext context) throws IOException {
        requireMemory(run.request());
        Path pending = store.createPendingFolder(run.id());
        Path model = pending.resolve("model.glb");
        JobResult result = job(run.request(), model).run(context);
        context.watcher().stage("show", "preparing the view");
        new StoredScene(pending.resolve("scene"))
                .write(ResultView.of(result)
                        .page(ShellCommands.line(run.id(), run.request()))
                        .encode(ViewBudget.PAGE));
        drawThumbnail(model, pending.resolve("thumbnail.png"));
        store.publish(run.id(), summarize(result));
    }

    private void requireMemory(RunRequest request) {
        if (!request.firstInput().startsWith(RunRequest.RUN_PREFIX)) {
            MemoryCheck.require(library.item(folder.resolve(request.firstInput())));
        }
    }

    /** The tree of {@code --json}, with the final file name instead of the temporary path. */
    private static Map<String, Object> summarize(JobResult jobResult) {
        Map<String, Object> tree = new LinkedHashMap<>(jobResult.tree());
        if (tree.get("result") instanceof Map<?, ?> result) {
            Map<Object, Object> own = new LinkedHashMap<>(result);
            own.computeIfPresent("file", (name, where) -> "model.glb");
            tree.put("result", own);
        }
        tree.put("notes", jobResult.notes());
        tree.put("seconds", jobResult.seconds());
        return tree;
    }

    private static void drawThumbnail(Path file, Path picture) {
        SkinnedModel model = Models.read(file);
        if (model.vertexCount() > MAX_DRAWN_VERTICES) {
            return;
        }
        PictureOptions options = PictureOptions.defaults().withSize(320, 240).withSharpness(2);
        Picture.of(scene(model).build(), options).write(picture);
    }

    private static SceneBuilder scene(SkinnedModel model) {
        if (model.clips().isEmpty()) {
            return SceneBuilder.of(StaticSequence.of(model.rest()), 0).original("");
        }
        Clip clip = model.clips().get(0);
        return SceneBuilder.of(model, clip, clip.motion().frameCount() / 3).bones("", model, clip);
    }

    /** Estimates the memory of a job before it starts, and rejects the job with a message instead of running out of memory later. */
    private static final class MemoryCheck {
        /** Frames in single precision, reduced frames and normals in double precision. */
        private static final double BYTES_PER_COORDINATE = 4 + 2 * 8;

        /** A job needs at least this multiple of the file size. */
        private static final double MIN_FILE_SIZES = 2.5;

        private MemoryCheck() {}

        static void require(LibraryItem input) {
            Runtime java = Runtime.getRuntime();
            double needed = estimateBytes(input);
            if (needed > java.maxMemory()) {
                throw new InvalidInputException(String.format(
                        Locale.ROOT,
                        "%s needs about %.1f GB, but Java may only use %.1f GB: use every second frame (range ::2), or start"
                                + " the studio with SINEW_OPTS=-Xmx%.0fg",
                        input.name(),
                        needed * 1e-9,
                        java.maxMemory() * 1e-9,
                        Math.ceil(needed * 1.2e-9)));
            }
        }

        static double estimateBytes(LibraryItem input) {
            double coordinates = 3
                    * input.fact("vertices").orElse(0.0)
                    * input.fact("frames").orElse(0.0);
            return Math.max(coordinates * BYTES_PER_COORDINATE, MIN_FILE_SIZES * input.bytes());
        }
    }
}
