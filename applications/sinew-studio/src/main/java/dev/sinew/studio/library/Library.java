package dev.sinew.studio.library;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Formats;
import dev.sinew.job.InfoMade;
import dev.sinew.job.Requests;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.text.Json;
import dev.sinew.job.text.Text;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.TurnedAwayException;
import dev.sinew.studio.library.Summary.Still;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What the folder holds. Listing it opens nothing; facts and thumbnails come behind it, one file after another, and are kept until
 * the file changes.
 */
public final class Library implements AutoCloseable {
    /** A file that takes a larger part of memory is not looked into before somebody asks for it. */
    private static final double LARGEST_PART = 0.15;

    private final StudioFolder folder;
    private final Runnable changed;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final ExecutorService looking = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "studio-shelf");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    });

    /** @param changed runs when more is known */
    public Library(StudioFolder folder, Runnable changed) {
        this.folder = folder;
        this.changed = changed;
    }

    public Map<String, Object> tree() {
        try {
            LibraryScan scan = LibraryScan.of(folder);
            List<Object> things = new ArrayList<>();
            for (Path thing : scan.things()) {
                things.add(item(thing).tree());
            }
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("folder", folder.root().toString());
            tree.put("things", things);
            tree.put("sides", scan.sides().stream().map(folder::nameOf).toList());
            return tree;
        } catch (IOException e) {
            throw new RefusedException("cannot list " + folder.root() + ": " + e.getMessage(), e);
        }
    }

    /** What is known of a file; where that is nothing yet, somebody goes to look. */
    public LibraryItem item(Path thing) {
        String name = folder.nameOf(thing);
        long bytes = bytesOf(thing);
        String key = key(thing, bytes);
        Optional<LibraryItem.Known> known = kept(key);
        if (known.isEmpty() && underWay.add(key)) {
            looking.execute(() -> look(thing, bytes, key));
        }
        return new LibraryItem(name, bytes, known);
    }

    /** The thumbnail of a file as it is now. */
    public Path picture(String name) {
        Path thing = folder.inside(name);
        Path picture = folder.library().resolve(key(thing, bytesOf(thing)) + ".png");
        if (!Files.isRegularFile(picture)) {
            throw TurnedAwayException.notFound("there is no picture of that");
        }
        return picture;
    }

    /** What the viewer shows of a file as it is now; made when somebody first asks, one at a time. */
    public synchronized StoredScene scene(String name) {
        Path thing = folder.inside(name);
        long bytes = bytesOf(thing);
        Path place = folder.library().resolve(key(thing, bytes) + ".scene");
        StoredScene scene = new StoredScene(place);
        if (!Files.isDirectory(place)) {
            Path pending = place.resolveSibling(".incoming-" + UUID.randomUUID());
            try {
                new StoredScene(pending)
                        .write(ThingScene.of(thing, name, item(thing)).encode(ViewBudget.PAGE));
                Files.move(pending, place);
            } catch (IOException e) {
                throw new RefusedException("'" + name + "' cannot be shown: " + e.getMessage(), e);
            }
        }
        return scene;
    }

    private void look(Path thing, long bytes, String key) {
        LibraryItem.Known known;
        try {
            known = bytes > LARGEST_PART * Runtime.getRuntime().maxMemory()
                    ? new LibraryItem.Known("sequence", Map.of(), "", false)
                    : Summary.at(thing, folder.library().resolve(key + ".png"));
        } catch (RuntimeException | Error unforeseen) {
            known = Summary.unreadable("it could not be read: " + unforeseen.getMessage());
        }
        if (looking.isShutdown()) {
            // Stopped on the way: what it seems to hold is not what it holds.
            return;
        }
        String json = Json.text(known.tree());
        AtomicFile.write(
                folder.library().resolve(key + ".json"), out -> out.write(json.getBytes(StandardCharsets.UTF_8)));
        underWay.remove(key);
        changed.run();
    }

    private Optional<LibraryItem.Known> kept(String key) {
        Path file = folder.library().resolve(key + ".json");
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(LibraryItem.Known.of(Json.read(Files.readString(file))))
                    : Optional.empty();
        } catch (IOException | RuntimeException broken) {
            return Optional.empty();
        }
    }

    /** The same file, unchanged, has the same key. */
    private String key(Path thing, long bytes) {
        try {
            String said = folder.nameOf(thing) + " " + bytes + " " + Files.getLastModifiedTime(thing);
            return UUID.nameUUIDFromBytes(said.getBytes(StandardCharsets.UTF_8)).toString();
        } catch (IOException gone) {
            throw TurnedAwayException.notFound(folder.nameOf(thing) + " is not there");
        }
    }

    private static long bytesOf(Path thing) {
        try {
            long bytes = 0;
            for (Path file : Files.isDirectory(thing) ? MeshSequences.filesBehind(thing) : beside(thing)) {
                bytes += Files.size(file);
            }
            return bytes;
        } catch (IOException | RefusedException unknown) {
            return 0;
        }
    }

    /** A mesh and the cache of the same name. */
    private static List<Path> beside(Path mesh) {
        List<Path> files = new ArrayList<>(List.of(mesh));
        files.addAll(Formats.beside(mesh, Format::isCache));
        return files;
    }

    @Override
    public void close() {
        looking.shutdownNow();
        try {
            looking.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An item of the library, to look at before anything is done to it. */
    private static final class ThingScene {
        private ThingScene() {}

        static ReportData of(Path file, String name, LibraryItem item) {
            try (Desk desk = Desk.quiet()) {
                InfoMade made = (InfoMade)
                        Requests.of("info", Map.of("input", file.toString())).run(desk);
                String words = Text.count(made.mesh().vertexCount()) + " vertices";
                ReportData page = ReportData.titled(name, words);
                return shown(made, page).withFacts("What it holds", facts(item)).withNotes(made.notes());
            }
        }

        private static ReportData shown(InfoMade made, ReportData page) {
            if (made.model().isPresent() && !made.model().get().model().clips().isEmpty()) {
                SkinnedModel model = made.model().get().model();
                Clip clip = model.clips().get(0);
                return page.withModel("model", model, clip);
            }
            return page.withOriginal(made.sequence().orElseGet(() -> Still.of(made.mesh())));
        }

        private static List<Fact> facts(LibraryItem item) {
            List<Fact> facts = new ArrayList<>();
            item.known()
                    .ifPresent(known -> known.facts().forEach((name, value) -> {
                        if (value instanceof Number || value instanceof String) {
                            facts.add(Fact.of(name, value));
                        }
                    }));
            return facts;
        }
    }
}
