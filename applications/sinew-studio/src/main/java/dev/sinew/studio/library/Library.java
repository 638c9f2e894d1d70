package dev.sinew.studio.library;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Formats;
import dev.sinew.job.InfoJobResult;
import dev.sinew.job.Requests;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.text.Json;
import dev.sinew.job.text.Text;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.RejectedRequestException;
import dev.sinew.studio.library.Summary.StaticSequence;
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
 * The files of the folder. Listing opens no file: a background thread reads facts and draws thumbnails, which are cached until
 * the file changes.
 */
public final class Library implements AutoCloseable {
    /** Files that need a larger fraction of the heap are only read on request. */
    private static final double MAX_HEAP_FRACTION = 0.15;

    private final StudioFolder folder;
    private final Runnable onChange;
    private final Set<String> pending = ConcurrentHashMap.newKeySet();
    private final ExecutorService reader = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "studio-library");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    });

    /** @param onChange runs when facts of another file are known */
    public Library(StudioFolder folder, Runnable onChange) {
        this.folder = folder;
        this.onChange = onChange;
    }

    public Map<String, Object> tree() {
        try {
            LibraryScan scan = LibraryScan.of(folder);
            List<Object> items = new ArrayList<>();
            for (Path file : scan.items()) {
                items.add(item(file).tree());
            }
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("folder", folder.root().toString());
            tree.put("things", items);
            tree.put("sides", scan.sidecars().stream().map(folder::nameOf).toList());
            return tree;
        } catch (IOException e) {
            throw new InvalidInputException("cannot list " + folder.root() + ": " + e.getMessage(), e);
        }
    }

    /** The facts of a file; if they are unknown, starts reading them in the background. */
    public LibraryItem item(Path file) {
        String name = folder.nameOf(file);
        long bytes = bytesOf(file);
        String key = key(file, bytes);
        Optional<LibraryItem.Known> known = cached(key);
        if (known.isEmpty() && pending.add(key)) {
            reader.execute(() -> readFacts(file, bytes, key));
        }
        return new LibraryItem(name, bytes, known);
    }

    /** The thumbnail of a file in its current version. */
    public Path picture(String name) {
        Path file = folder.resolve(name);
        Path picture = folder.library().resolve(key(file, bytesOf(file)) + ".png");
        if (!Files.isRegularFile(picture)) {
            throw RejectedRequestException.notFound("no thumbnail for '" + name + "'");
        }
        return picture;
    }

    /** The viewer scene of a file in its current version, encoded on the first request. Synchronized: one file at a time. */
    public synchronized StoredScene scene(String name) {
        Path file = folder.resolve(name);
        long bytes = bytesOf(file);
        Path place = folder.library().resolve(key(file, bytes) + ".scene");
        StoredScene scene = new StoredScene(place);
        if (!Files.isDirectory(place)) {
            Path pending = place.resolveSibling(".incoming-" + UUID.randomUUID());
            try {
                new StoredScene(pending)
                        .write(FileScene.of(file, name, item(file)).encode(ViewBudget.PAGE));
                Files.move(pending, place);
            } catch (IOException e) {
                throw new InvalidInputException("'" + name + "' cannot be shown: " + e.getMessage(), e);
            }
        }
        return scene;
    }

    private void readFacts(Path file, long bytes, String key) {
        LibraryItem.Known known;
        try {
            known = bytes > MAX_HEAP_FRACTION * Runtime.getRuntime().maxMemory()
                    ? new LibraryItem.Known("sequence", Map.of(), "", false)
                    : Summary.at(file, folder.library().resolve(key + ".png"));
        } catch (RuntimeException | Error unforeseen) {
            known = Summary.unreadable("cannot read the file: " + unforeseen.getMessage());
        }
        if (reader.isShutdown()) {
            // Interrupted: the facts are incomplete.
            return;
        }
        String json = Json.text(known.tree());
        AtomicFile.write(
                folder.library().resolve(key + ".json"), out -> out.write(json.getBytes(StandardCharsets.UTF_8)));
        pending.remove(key);
        onChange.run();
    }

    private Optional<LibraryItem.Known> cached(String key) {
        Path file = folder.library().resolve(key + ".json");
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(LibraryItem.Known.of(Json.read(Files.readString(file))))
                    : Optional.empty();
        } catch (IOException | RuntimeException broken) {
            return Optional.empty();
        }
    }

    /** Identifies an unchanged file. */
    private String key(Path file, long bytes) {
        try {
            String said = folder.nameOf(file) + " " + bytes + " " + Files.getLastModifiedTime(file);
            return UUID.nameUUIDFromBytes(said.getBytes(StandardCharsets.UTF_8)).toString();
        } catch (IOException gone) {
            throw RejectedRequestException.notFound(folder.nameOf(file) + " does not exist");
        }
    }

    private static long bytesOf(Path file) {
        try {
            long bytes = 0;
            for (Path part : Files.isDirectory(file) ? MeshSequences.filesBehind(file) : filesOf(file)) {
                bytes += Files.size(part);
            }
            return bytes;
        } catch (IOException | InvalidInputException unknown) {
            return 0;
        }
    }

    /** A mesh and the point cache of the same name. */
    private static List<Path> filesOf(Path mesh) {
        List<Path> files = new ArrayList<>(List.of(mesh));
        files.addAll(Formats.beside(mesh, Format::isCache));
        return files;
    }

    @Override
    public void close() {
        reader.shutdownNow();
        try {
            reader.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The viewer scene of a file. */
    private static final class FileScene {
        private FileScene() {}

        static ReportData of(Path file, String name, LibraryItem item) {
            try (JobContext context = JobContext.quiet()) {
                InfoJobResult made = (InfoJobResult)
                        Requests.of("info", Map.of("input", file.toString())).run(context);
                String words = Text.count(made.mesh().vertexCount()) + " vertices";
                ReportData page = ReportData.titled(name, words);
                return withSubject(made, page)
                        .withFacts("Contents", facts(item))
                        .withNotes(made.notes());
            }
        }

        private static ReportData withSubject(InfoJobResult made, ReportData page) {
            if (made.model().isPresent() && !made.model().get().model().clips().isEmpty()) {
                SkinnedModel model = made.model().get().model();
                Clip clip = model.clips().get(0);
                return page.withModel("model", model, clip);
            }
            return page.withOriginal(made.sequence().orElseGet(() -> StaticSequence.of(made.mesh())));
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
