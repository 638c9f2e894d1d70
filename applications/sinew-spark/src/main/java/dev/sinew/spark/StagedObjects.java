package dev.sinew.spark;

import dev.sinew.job.batch.RemoteFiles;
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

/** Serialises objects for other machines: staged files are sent by their remote names and staged again on arrival. */
final class StagedObjects {
    private StagedObjects() {}

    /** A file by its name on every machine. */
    private record Name(String described) implements Serializable {}

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
            throw new IllegalStateException(
                    "the worker has another version of Sinew than this machine: " + e.getMessage(), e);
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
                    ? new Name(RemoteFiles.current()
                            .described(file.toAbsolutePath().toString()))
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
                return Class.forName(description.getName(), false, StagedObjects.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                // Primitive types have no class of that name.
                return super.resolveClass(description);
            }
        }

        @Override
        protected Object resolveObject(Object object) {
            if (!(object instanceof Name name)) {
                return object;
            }
            Path file = Path.of(RemoteFiles.current().local(name.described));
            // For the lifetime of the process: frames are read when they are needed.
            RemoteFiles.current().hold(List.of(file));
            return file;
        }
    }
}
