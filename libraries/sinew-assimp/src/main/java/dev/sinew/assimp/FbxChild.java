package dev.sinew.assimp;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.lwjgl.assimp.Assimp;

/**
 * The process that runs Assimp, started by {@link FbxProcess}. It reads jobs from standard input and writes answers to
 * standard output. It exits when its input closes, even while the library is working, so it never outlives its parent.
 */
public final class FbxChild {
    static final int READY = 0x53464258;
    static final int READ = 1;
    static final int WRITE = 2;
    static final int SCENE = 10;
    static final int FILE = 11;
    static final int REJECTED = 12;
    static final int NO_MEMORY = 13;
    static final int NO_LIBRARY = 14;
    static final int DONE = 20;

    private final SceneOutput out;

    private FbxChild(OutputStream out) {
        this.out = new SceneOutput(out);
    }

    /** Works until standard input closes. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        OutputStream answers = new FileOutputStream(FileDescriptor.out);
        // Output that a library prints through Java must not mix with the answers.
        System.setOut(System.err);
        BlockingQueue<Job> jobs = new ArrayBlockingQueue<>(1);
        Thread reader = new Thread(() -> readJobs(System.in, jobs), "jobs");
        reader.setDaemon(true);
        reader.start();
        loadLocked();
        FbxChild child = new FbxChild(answers);
        child.out.number(READY);
        child.out.flush();
        while (true) {
            child.answer(jobs.take());
        }
    }

    /**
     * Loads the library under a lock shared with other processes. LWJGL unpacks it to a shared folder, and concurrent first
     * starts sometimes failed. If the lock is not available, loads without it.
     */
    private static void loadLocked() {
        Path lock = Path.of(
                System.getProperty("java.io.tmpdir"), "sinew-natives-" + System.getProperty("user.name") + ".lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
            Assimp.getLibrary();
        } catch (IOException | LinkageError e) {
            // The first job reports what is wrong with the library.
        }
    }

    private record Job(int kind, byte[] bytes) {}

    private static void readJobs(InputStream input, BlockingQueue<Job> jobs) {
        try {
            SceneInput in = new SceneInput(input);
            while (true) {
                in.allow(Long.MAX_VALUE);
                jobs.put(new Job(in.number(), in.bytes()));
            }
        } catch (IOException | InterruptedException | OutOfMemoryError e) {
            // Halts even while the library is working, which an exception could not interrupt.
            Runtime.getRuntime().halt(0);
        }
    }

    private void answer(Job job) throws IOException {
        try {
            if (job.kind == READ) {
                Scene scene = NativeScene.read(job.bytes);
                out.number(SCENE);
                out.scene(scene);
            } else {
                byte[] file = NativeExport.write(job.bytes);
                out.number(FILE);
                out.bytes(file);
            }
        } catch (NativeFailure e) {
            out.number(REJECTED);
            out.text(e.getMessage());
        } catch (OutOfMemoryError e) {
            out.number(NO_MEMORY);
        } catch (LinkageError e) {
            out.number(NO_LIBRARY);
        }
        out.number(DONE);
        out.flush();
    }
}
