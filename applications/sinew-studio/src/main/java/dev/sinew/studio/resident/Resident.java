package dev.sinew.studio.resident;

import dev.sinew.run.RefusedException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToIntFunction;

/**
 * Runs commands of others, one at a time: who comes while it is busy is sent away and runs by itself. A shell is who calls, so
 * three plain connections make a call: {@code run} with the words, which hears the exit code in the end; {@code out} and {@code err}, which hear what is said.
 * Each begins with the token. When the connection of {@code run} ends before its time, nobody waits any longer.
 */
public final class Resident implements Closeable {
    private static final int PATIENCE_MILLISECONDS = 3000;
    private static final int MOST_WORDS = 100_000;
    private static final int MOST_BYTES = 8 << 20;
    private static final String NO = "no\n";

    private final ServerSocket door;
    private final String token;
    private final ToIntFunction<Call> program;
    private volatile long lastCall = System.nanoTime();
    private volatile Waiting busy;
    private int calls;

    /** A call whose two other connections may still be on their way. */
    private record Waiting(String id, CompletableFuture<Socket> out, CompletableFuture<Socket> err) {}

    /** @param token what a caller must know; {@code program} returns the exit code and does not throw */
    public Resident(String token, ToIntFunction<Call> program) {
        this.token = token;
        this.program = program;
        try {
            door = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new RefusedException("cannot listen on this machine: " + e.getMessage());
        }
        Thread listener = new Thread(this::listen, "sinew-door");
        listener.setDaemon(true);
        listener.start();
    }

    public int port() {
        return door.getLocalPort();
    }

    /** How long nobody has asked for anything. */
    public long idleSeconds() {
        return busy != null ? 0 : TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastCall);
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    private void listen() {
        while (!door.isClosed()) {
            try {
                meet(door.accept());
            } catch (IOException e) {
                // One who calls wrongly, or not at all any more, is no reason to stop listening to others.
            }
        }
    }

    private void meet(Socket caller) throws IOException {
        boolean stays = false;
        try {
            caller.setSoTimeout(PATIENCE_MILLISECONDS);
            InputStream in = new BufferedInputStream(caller.getInputStream());
            if (!word(in, '\n').equals(token)) {
                return;
            }
            String role = word(in, '\n');
            stays = role.equals("run") ? begin(caller, in) : join(caller, role, word(in, '\n'));
        } finally {
            if (!stays) {
                caller.close();
            }
        }
    }

    private boolean begin(Socket caller, InputStream in) throws IOException {
        int columns = number(word(in, '\n'), MOST_WORDS);
        int count = number(word(in, '\n'), MOST_WORDS);
        List<String> words = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            words.add(word(in, '\0'));
        }
        if (busy != null) {
            caller.getOutputStream().write(NO.getBytes(StandardCharsets.UTF_8));
            return false;
        }
        Waiting waiting = new Waiting("call-" + ++calls, new CompletableFuture<>(), new CompletableFuture<>());
        busy = waiting;
        caller.getOutputStream().write((waiting.id + "\n").getBytes(StandardCharsets.UTF_8));
        new Thread(() -> serve(caller, in, words, columns, waiting), "sinew-" + waiting.id).start();
        return true;
    }

    private boolean join(Socket caller, String role, String id) {
        Waiting waiting = busy;
        if (waiting == null || !waiting.id.equals(id)) {
            return false;
        }
        return (role.equals("out") ? waiting.out : waiting.err).complete(caller);
    }

    private void serve(Socket caller, InputStream in, List<String> words, int columns, Waiting waiting) {
        try (caller) {
            CompletableFuture<Void> gone = new CompletableFuture<>();
            caller.setSoTimeout(0);
            Thread watch = new Thread(() -> waitForEnd(in, gone), "sinew-caller");
            watch.setDaemon(true);
            watch.start();
            int code = answered(words, columns, waiting, gone);
            // Before the code is told: who heard it may call again at once.
            makeRoom();
            caller.getOutputStream().write((code + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException | ExecutionException | TimeoutException e) {
            // Whoever called is not there any more.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (busy == waiting) {
                makeRoom();
            }
        }
    }

    private void makeRoom() {
        lastCall = System.nanoTime();
        busy = null;
    }

    /** The streams end before the code is told: whoever reads them has all of it by then. */
    private int answered(List<String> words, int columns, Waiting waiting, CompletableFuture<Void> gone)
            throws IOException, ExecutionException, InterruptedException, TimeoutException {
        try (PrintStream out = stream(waiting.out);
                PrintStream err = stream(waiting.err)) {
            return program.applyAsInt(new Call(words, columns, out, err, gone));
        }
    }

    private static PrintStream stream(CompletableFuture<Socket> there)
            throws IOException, ExecutionException, InterruptedException, TimeoutException {
        Socket socket = there.get(PATIENCE_MILLISECONDS, TimeUnit.MILLISECONDS);
        return new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    private static void waitForEnd(InputStream in, CompletableFuture<Void> gone) {
        try {
            while (in.read() >= 0) {
                // A caller has nothing more to say.
            }
        } catch (IOException e) {
            // As good as the end.
        }
        gone.complete(null);
    }

    private static int number(String text, int most) throws IOException {
        if (!text.matches("\\d{1,6}") || Integer.parseInt(text) > most) {
            throw new IOException("not a number: " + text);
        }
        return Integer.parseInt(text);
    }

    private static String word(InputStream in, char end) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int b = in.read(); b != end; b = in.read()) {
            if (b < 0 || bytes.size() > MOST_BYTES) {
                throw new IOException("no end");
            }
            bytes.write(b);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
