package dev.sinew.studio.work;

import dev.sinew.io.Models;
import dev.sinew.job.Job;
import dev.sinew.job.Made;
import dev.sinew.job.desk.Desk;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.show.made.Look;
import dev.sinew.show.picture.Picture;
import dev.sinew.show.picture.PictureOptions;
import dev.sinew.show.picture.SceneBuilder;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.library.Library;
import dev.sinew.studio.library.Summary.Still;
import dev.sinew.studio.runs.Lines;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.RunRequest;
import dev.sinew.studio.runs.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Does a run from its request to the folder that holds all of it: model, result, scene and thumbnail. */
public final class RunMaker {
    /** More vertices than this are drawn no thumbnail of: it would take longer than the solver. */
    private static final int MOST_DRAWN = 400_000;

    private final StudioFolder folder;
    private final Library library;
    private final RunStore store;

    public RunMaker(StudioFolder folder, Library library, RunStore store) {
        this.folder = folder;
        this.library = library;
        this.store = store;
    }

    /** The job of a request, to be refused before it is queued where it makes no sense. */
    public Job<?> job(RunRequest request, Path output) {
        return request.job(folder, id -> store.model(id).toString(), output);
    }

    void make(Run run, Desk desk) throws IOException {
        requireMemory(run.request());
        Path making = store.making(run.id());
        Path model = making.resolve("model.glb");
        Made made = job(run.request(), model).run(desk);
        desk.watcher().stage("show", "making it visible");
        new StoredScene(making.resolve("scene"))
                .write(Look.of(made).page(Lines.line(run.id(), run.request())).encode(ViewBudget.PAGE));
        drawThumbnail(model, making.resolve("thumbnail.png"));
        store.done(run.id(), told(made));
    }

    private void requireMemory(RunRequest request) {
        if (!request.firstInput().startsWith(RunRequest.RUN)) {
            Memory.require(library.item(folder.inside(request.firstInput())));
        }
    }

    /** As {@code --json} has it, but for where the file was while it was made. */
    private static Map<String, Object> told(Made made) {
        Map<String, Object> tree = new LinkedHashMap<>(made.tree());
        if (tree.get("result") instanceof Map<?, ?> result) {
            Map<Object, Object> own = new LinkedHashMap<>(result);
            own.computeIfPresent("file", (name, where) -> "model.glb");
            tree.put("result", own);
        }
        tree.put("notes", made.notes());
        tree.put("seconds", made.seconds());
        return tree;
    }

    private static void drawThumbnail(Path file, Path picture) {
        SkinnedModel model = Models.read(file);
        if (model.vertexCount() > MOST_DRAWN) {
            return;
        }
        PictureOptions options = PictureOptions.defaults().withSize(320, 240).withSharpness(2);
        Picture.of(scene(model).build(), options).write(picture);
    }

    private static SceneBuilder scene(SkinnedModel model) {
        if (model.clips().isEmpty()) {
            return SceneBuilder.of(Still.of(model.rest()), 0).original("");
        }
        Clip clip = model.clips().get(0);
        return SceneBuilder.of(model, clip, clip.motion().frameCount() / 3).bones("", model, clip);
    }
}
