package dev.sinew.studio;

import dev.sinew.run.InvalidInputException;
import dev.sinew.studio.api.Server;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.Authentication;
import dev.sinew.studio.guard.Token;
import dev.sinew.studio.library.Library;
import dev.sinew.studio.library.SampleMaker;
import dev.sinew.studio.library.Uploads;
import dev.sinew.studio.preview.Previews;
import dev.sinew.studio.queue.Events;
import dev.sinew.studio.queue.JobQueue;
import dev.sinew.studio.queue.RunExecutor;
import dev.sinew.studio.runs.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The studio of one folder: opens the folder, starts the web server and stops both. */
public final class Studio implements AutoCloseable {
    private final StudioFolder folder;
    private final Token token;
    private final Events events;
    private final Library library;
    private final JobQueue queue;
    private final Previews previews;
    private final Server server;
    private final int port;

    private Studio(StudioFolder folder, OptionalInt requestedPort) throws IOException {
        this.folder = folder;
        this.token = Token.loadOrCreate(folder.token());
        this.events = new Events();
        this.library = new Library(folder, () -> events.publish("library", Map.of()));
        RunStore store = new RunStore(folder);
        RunExecutor executor = new RunExecutor(folder, library, store);
        this.queue = new JobQueue(store, executor, events);
        this.previews = new Previews(store, executor, queue, events);
        Uploads uploads = new Uploads(folder);
        uploads.deleteLeftovers();
        this.server = new Server(new Server.Services(
                new Authentication(token),
                library,
                uploads,
                new SampleMaker(folder),
                store,
                executor,
                queue,
                previews,
                events));
        this.port = start(requestedPort);
        Files.writeString(folder.port(), String.valueOf(port));
    }

    /**
     * Opens a folder and starts its server.
     *
     * @param port 0 for any free port; empty for the port of the last session, or any free port if that one is taken
     * @throws InvalidInputException if the folder cannot be opened or the port is not available
     */
    public static Studio open(Path folder, OptionalInt port) {
        StudioFolder opened = StudioFolder.open(folder);
        try {
            return new Studio(opened, port);
        } catch (IOException e) {
            close(opened);
            throw new InvalidInputException("cannot open a studio in " + folder + ": " + e.getMessage(), e);
        } catch (InvalidInputException e) {
            close(opened);
            throw e;
        }
    }

    private int start(OptionalInt requestedPort) {
        try {
            return server.start(requestedPort.orElseGet(this::lastPort));
        } catch (RuntimeException taken) {
            if (requestedPort.isPresent()) {
                close();
                throw new InvalidInputException(
                        "port " + requestedPort.getAsInt() + " is not available: another program uses it,"
                                + " or you lack the permission; use 0 for any free port");
            }
            return server.start(0);
        }
    }

    private int lastPort() {
        try {
            String text = Files.readString(folder.port()).strip();
            return text.matches("\\d{1,5}") && Integer.parseInt(text) < 65536 ? Integer.parseInt(text) : 0;
        } catch (IOException never) {
            return 0;
        }
    }

    /** The URL to open in a browser. The token is in the fragment (#…), which browsers never send to servers. */
    public String address() {
        return "http://127.0.0.1:" + port + "/#" + token;
    }

    /** All routes of the server, such as "GET /api/runs". */
    List<String> routes() {
        return server.routes();
    }

    @Override
    public void close() {
        events.close();
        server.close();
        previews.close();
        queue.close();
        library.close();
        close(folder);
    }

    private static void close(StudioFolder opened) {
        try {
            opened.close();
        } catch (IOException e) {
            // The operating system releases the lock when the process ends.
        }
    }
}
