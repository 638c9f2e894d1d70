package dev.sinew.studio;

import dev.sinew.run.RefusedException;
import dev.sinew.studio.api.Server;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.Authentication;
import dev.sinew.studio.guard.Token;
import dev.sinew.studio.library.Incoming;
import dev.sinew.studio.library.Library;
import dev.sinew.studio.library.SampleMaker;
import dev.sinew.studio.runs.RunStore;
import dev.sinew.studio.warm.Previews;
import dev.sinew.studio.work.Events;
import dev.sinew.studio.work.JobQueue;
import dev.sinew.studio.work.RunMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A studio on a folder: everything behind the page, from start to end. */
public final class Studio implements AutoCloseable {
    private final StudioFolder folder;
    private final Token token;
    private final Events events;
    private final Library library;
    private final JobQueue queue;
    private final Previews previews;
    private final Server server;
    private final int port;

    private Studio(StudioFolder folder, OptionalInt asked) throws IOException {
        this.folder = folder;
        this.token = Token.keptIn(folder.token());
        this.events = new Events();
        this.library = new Library(folder, () -> events.tell("shelf", Map.of()));
        RunStore store = new RunStore(folder);
        RunMaker maker = new RunMaker(folder, library, store);
        this.queue = new JobQueue(store, maker, events);
        this.previews = new Previews(store, maker, queue, events);
        Incoming incoming = new Incoming(folder);
        incoming.tidy();
        this.server = new Server(new Server.Services(
                new Authentication(token),
                library,
                incoming,
                new SampleMaker(folder),
                store,
                maker,
                queue,
                previews,
                events));
        this.port = start(asked);
        Files.writeString(folder.port(), String.valueOf(port));
    }

    /**
     * Opens a folder.
     *
     * @param port 0 for any free one; empty for that of the last time, if it is free
     * @throws RefusedException where the folder or the port cannot be had
     */
    public static Studio open(Path folder, OptionalInt port) {
        StudioFolder opened = StudioFolder.open(folder);
        try {
            return new Studio(opened, port);
        } catch (IOException e) {
            close(opened);
            throw new RefusedException("cannot open a studio in " + folder + ": " + e.getMessage(), e);
        } catch (RefusedException e) {
            close(opened);
            throw e;
        }
    }

    private int start(OptionalInt asked) {
        try {
            return server.start(asked.orElseGet(this::lastPort));
        } catch (RuntimeException taken) {
            if (asked.isPresent()) {
                close();
                throw new RefusedException("port " + asked.getAsInt() + " cannot be had: another program listens there,"
                        + " or it is not for you; 0 takes any free one");
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

    /** What a browser is to open. The token stands behind the #, which browsers send to nobody. */
    public String address() {
        return "http://127.0.0.1:" + port + "/#" + token;
    }

    /** What the server answers to, such as "GET /api/runs". */
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
            // The lock goes with the process.
        }
    }
}
