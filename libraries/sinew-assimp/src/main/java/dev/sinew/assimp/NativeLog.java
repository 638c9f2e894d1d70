package dev.sinew.assimp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lwjgl.assimp.AILogStream;
import org.lwjgl.assimp.AILogStreamCallback;
import org.lwjgl.assimp.Assimp;
import org.lwjgl.system.MemoryUtil;

/** Listens to what Assimp says while it reads: an object it cannot make sense of it leaves out, and only its log tells. */
final class NativeLog implements AutoCloseable {
    /** How it begins when an object was left out; other errors are of its own writer's files too. */
    private static final Pattern LEFT_OUT =
            Pattern.compile("^Error,\\s*T\\d+:\\s*(FBX-(DOM|Parser|Tokenize).*)", Pattern.DOTALL);

    private final AILogStreamCallback callback;
    private final AILogStream stream;
    private String firstError = "";

    NativeLog() {
        callback = AILogStreamCallback.create((message, user) -> hear(MemoryUtil.memUTF8Safe(message)));
        stream = AILogStream.calloc().callback(callback);
        Assimp.aiAttachLogStream(stream);
    }

    private void hear(String line) {
        Matcher said = LEFT_OUT.matcher(line == null ? "" : line);
        if (firstError.isEmpty() && said.matches()) {
            firstError = said.group(1);
        }
    }

    void requireNoErrors() throws NativeFailure {
        if (!firstError.isEmpty()) {
            throw new NativeFailure("part of it makes no sense: " + firstError);
        }
    }

    @Override
    public void close() {
        Assimp.aiDetachLogStream(stream);
        stream.free();
        callback.free();
    }
}
