package dev.sinew.studio.shelf;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Formats;
import dev.sinew.job.text.Json;
import dev.sinew.run.RefusedException;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.TurnedAwayException;
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
public final class Shelf implements AutoCloseable {
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
    public Shelf(StudioFolder folder, Runnable changed) {
        this.folder = folder;
        this.changed = changed;
    }

    public Map<String, Object> tree() {
        try {
            ShelfScan scan = ShelfScan.of(folder);
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
    public ShelfItem item(Path thing) {
        String name = folder.nameOf(thing);
        long bytes = bytesOf(thing);
        String key = key(thing, bytes);
        Optional<ShelfItem.Known> known = kept(key);
        if (known.isEmpty() && underWay.add(key)) {
            looking.execute(() -> look(thing, bytes, key));
        }
        return new ShelfItem(name, bytes, known);
    }

    /** The thumbnail of a file as it is now. */
    public Path picture(String name) {
        Path thing = folder.inside(name);
        Path picture = folder.shelf().resolve(key(thing, bytesOf(thing)) + ".png");
        if (!Files.isRegularFile(picture)) {
            throw TurnedAwayException.notFound("there is no picture of that");
        }
        return picture;
    }

    /** What the viewer shows of a file as it is now; made when somebody first asks, one at a time. */
    public synchronized StoredScene scene(String name) {
        Path thing = folder.inside(name);
        long bytes = bytesOf(thing);
        Path place = folder.shelf().resolve(key(thing, bytes) + ".scene");
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
        ShelfItem.Known known;
        try {
            known = bytes > LARGEST_PART * Runtime.getRuntime().maxMemory()
                    ? new ShelfItem.Known("sequence", Map.of(), "", false)
                    : Glance.at(thing, folder.shelf().resolve(key + ".png"));
        } catch (RuntimeException | Error unforeseen) {
            known = Glance.unreadable("it could not be read: " + unforeseen.getMessage());
        }
        if (looking.isShutdown()) {
            // Stopped on the way: what it seems to hold is not what it holds.
            return;
        }
        String json = Json.text(known.tree());
        AtomicFile.write(
                folder.shelf().resolve(key + ".json"), out -> out.write(json.getBytes(StandardCharsets.UTF_8)));
        underWay.remove(key);
        changed.run();
    }

    private Optional<ShelfItem.Known> kept(String key) {
        Path file = folder.shelf().resolve(key + ".json");
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(ShelfItem.Known.of(Json.read(Files.readString(file))))
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
}
