package dev.sinew.spark;

import dev.sinew.job.batch.Elsewhere;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Objects on their way to another machine: files go as the names that they have for all, and are staged where they arrive. */
final class Sent {
    private Sent() {}

    /** A file as it is called on every machine. */
    private record Name(String told) implements Serializable {}

    static byte[] bytes(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Writer(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static <T> T read(byte[] bytes, Class<T> type) {
        try (ObjectInputStream in = new Reader(new ByteArrayInputStream(bytes))) {
            return type.cast(in.readObject());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the worker has another Sinew than this machine: " + e.getMessage(), e);
        }
    }

    private static final class Writer extends ObjectOutputStream {
        Writer(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            return object instanceof Path file
                    ? new Name(Elsewhere.current().told(file.toAbsolutePath().toString()))
                    : object;
        }
    }

    private static final class Reader extends ObjectInputStream {
        Reader(InputStream in) throws IOException {
            super(in);
            enableResolveObject(true);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, Sent.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                // Numbers have no class of that name.
                return super.resolveClass(description);
            }
        }

        @Override
        protected Object resolveObject(Object object) {
            if (!(object instanceof Name name)) {
                return object;
            }
            Path file = Path.of(Elsewhere.current().local(name.told));
            // As long as the process: frames are read when they are needed.
            Elsewhere.current().hold(List.of(file));
            return file;
        }
    }
}
