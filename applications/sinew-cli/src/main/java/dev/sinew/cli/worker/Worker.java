package dev.sinew.cli.worker;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ExitCode;
import dev.sinew.cli.console.Interruption;
import dev.sinew.cli.console.SafeText;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads requests, one JSON object per line, runs them one after another, and writes its answers as JSON lines. A request has
 * an {@code id}, the {@code arguments} of a command, and optionally the {@code directory} that the caller believes to be in.
 * Its answers carry the same id: any number of {@code progress} and {@code message} lines, then one line with {@code exit}.
 * {@code {"cancel": id}} stops a request, whether it runs or waits. The end of the input ends the worker when the requests
 * that were read are done; when nobody reads its answers any more, it stops at once.
 */
public final class Worker {
    private static final long POLL_MILLISECONDS = 50;

    /** These wait for somebody else's input, or for Ctrl-C. */
    private static final Set<String> REJECTED_COMMANDS = Set.of("worker", "studio");

    private final OutputStream out;
    private final Interruption process;
    private final Program program;
    private final BlockingQueue<Request> waiting = new LinkedBlockingQueue<>();
    private final Map<JsonNode, Interruption> accepted = new ConcurrentHashMap<>();
    private volatile boolean inputEnded;
    private volatile boolean outputEnded;

    /** The command line without the process around it. */
    @FunctionalInterface
    public interface Program {
        /** Returns the exit code. */
        int run(Environment environment, String... arguments);
    }

    private record Request(
            JsonNode id, List<String> arguments, Optional<String> directory, Interruption interruption) {}

    /** A line that cannot be carried out. */
    private static final class MalformedLineException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedLineException(String message) {
            super(message);
        }
    }

    /** @param process interrupted when the whole process is to end */
    public Worker(OutputStream out, Interruption process, Program program) {
        this.out = out;
        this.process = process;
        this.program = program;
    }

    /** Works until the input ends, nobody reads the answers, or the process is interrupted. */
    public void run(InputStream in) {
        Thread reader = new Thread(() -> read(in), "sinew-requests");
        reader.setDaemon(true);
        reader.start();
        try {
            while (!process.requested() && !outputEnded) {
                boolean last = inputEnded;
                Request request = waiting.poll(POLL_MILLISECONDS, TimeUnit.MILLISECONDS);
                if (request != null) {
                    answer(request);
                } else if (last) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    accept(line);
                }
            }
        } catch (IOException e) {
            // As good as the end of the input.
        }
        inputEnded = true;
    }

    private void accept(String line) {
        JsonNode id = JsonMapper.shared().nullNode();
        try {
            JsonNode node = parse(line);
            if (node.has("cancel")) {
                // An unknown id is not an error: the request may have ended while the line was on its way.
                Optional.ofNullable(accepted.get(node.get("cancel"))).ifPresent(Interruption::request);
                return;
            }
            id = id(node);
            Request request = new Request(id, arguments(node), directory(node), process.ofOneRun());
            if (accepted.putIfAbsent(id, request.interruption) != null) {
                throw new MalformedLineException("id " + id + " belongs to a request that has not ended");
            }
            waiting.add(request);
        } catch (MalformedLineException malformed) {
            write(id, "error", Map.of("message", malformed.getMessage()));
        }
    }

    private static JsonNode parse(String line) throws MalformedLineException {
        try {
            JsonNode node = JsonMapper.shared().readTree(line);
            if (node.isObject()) {
                return node;
            }
        } catch (JacksonException notJson) {
            throw new MalformedLineException("a line is not JSON: " + notJson.getOriginalMessage());
        }
        throw new MalformedLineException(
                "a line must be a JSON object such as {\"id\": 1, \"arguments\": [\"info\", \"a.glb\"]}");
    }

    private static JsonNode id(JsonNode node) throws MalformedLineException {
        JsonNode id = node.get("id");
        if (id == null || !(id.isIntegralNumber() || id.isString())) {
            throw new MalformedLineException("a request needs an \"id\": an integer or a string");
        }
        return id;
    }

    private static List<String> arguments(JsonNode node) throws MalformedLineException {
        JsonNode given = node.get("arguments");
        if (given == null || !given.isArray() || given.isEmpty()) {
            throw new MalformedLineException("a request needs \"arguments\": a list of strings, the command first");
        }
        List<String> arguments = new ArrayList<>();
        for (JsonNode argument : given) {
            if (!argument.isString()) {
                throw new MalformedLineException("\"arguments\" must be strings, not " + argument);
            }
            arguments.add(argument.asString());
        }
        return arguments;
    }

    private static Optional<String> directory(JsonNode node) throws MalformedLineException {
        JsonNode directory = node.get("directory");
        if (directory != null && !directory.isString()) {
            throw new MalformedLineException("\"directory\" must be a string, not " + directory);
        }
        return Optional.ofNullable(directory).map(JsonNode::asString);
    }

    private void answer(Request request) {
        Answer answer = new Answer(request);
        Optional<String> rejection = rejection(request);
        int exit = ExitCode.INTERRUPTED.code();
        if (rejection.isPresent()) {
            answer.failed(rejection.get());
            exit = ExitCode.WRONG_USAGE.code();
        } else if (!request.interruption.requested()) {
            exit = program.run(answer.environment(), request.arguments.toArray(String[]::new));
        } else {
            answer.failed("interrupted");
        }
        accepted.remove(request.id);
        answer.end(exit);
    }

    /** A JVM cannot change its working directory, so relative names would mean other files than the caller's. */
    private static Optional<String> rejection(Request request) {
        String command = request.arguments.get(0);
        if (REJECTED_COMMANDS.contains(command)) {
            return Optional.of("a worker cannot run " + command);
        }
        Path own = Path.of("").toAbsolutePath();
        boolean elsewhere =
                request.directory.filter(given -> !isSame(own, given)).isPresent();
        return elsewhere
                ? Optional.of("this worker runs in " + own + ", not in " + request.directory.get()
                        + "; start another one there")
                : Optional.empty();
    }

    private static boolean isSame(Path own, String given) {
        try {
            return Files.isSameFile(own, Path.of(given));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    private synchronized void write(JsonNode id, String name, Object value) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", id);
        line.put(name, value);
        write(line);
    }

    private synchronized void write(Map<String, Object> line) {
        try {
            String text = SafeText.json(JsonMapper.shared().writeValueAsString(line)) + "\n";
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException nobodyReads) {
            outputEnded = true;
            accepted.values().forEach(Interruption::request);
        }
    }

    /** The answer to one request. */
    private final class Answer implements Environment.Caller {
        private final Request request;
        private final PrintStream messages;
        private Optional<JsonNode> result = Optional.empty();
        private Optional<String> failure = Optional.empty();

        Answer(Request request) {
            this.request = request;
            this.messages = new PrintStream(new Lines(), true, StandardCharsets.UTF_8);
        }

        Environment environment() {
            return new Environment(messages, messages, this, request.interruption);
        }

        @Override
        public void progress(Map<String, Object> step) {
            write(request.id, "progress", step);
        }

        @Override
        public void result(String json) {
            result = Optional.of(JsonMapper.shared().readTree(json));
        }

        @Override
        public void failed(String sentence) {
            failure = Optional.of(sentence);
        }

        void end(int exit) {
            messages.close();
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("id", request.id);
            line.put("exit", exit);
            result.ifPresent(tree -> line.put("result", tree));
            failure.ifPresent(sentence -> line.put("error", Map.of("message", sentence)));
            write(line);
        }

        /** Each line that the command prints is a message. */
        private final class Lines extends OutputStream {
            private final ByteArrayOutputStream line = new ByteArrayOutputStream();

            @Override
            public void write(int b) {
                if (b == '\n') {
                    Worker.this.write(request.id, "message", line.toString(StandardCharsets.UTF_8));
                    line.reset();
                } else if (b != '\r') {
                    line.write(b);
                }
            }

            @Override
            public void close() {
                if (line.size() > 0) {
                    write('\n');
                }
            }
        }
    }
}
