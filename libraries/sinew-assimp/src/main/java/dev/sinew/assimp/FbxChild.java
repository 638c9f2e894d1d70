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
 * The process that Assimp runs in, started by {@link FbxProcess}: jobs come on standard input, answers go to standard output.
 * It ends when its input does, whatever the library is doing then, so that nobody has to remember it.
 */
public final class FbxChild {
    static final int READY = 0x53464258;
    static final int READ = 1;
    static final int WRITE = 2;
    static final int SCENE = 10;
    static final int FILE = 11;
    static final int REFUSED = 12;
    static final int NO_MEMORY = 13;
    static final int NO_LIBRARY = 14;
    static final int DONE = 20;

    private final SceneOutput out;

    private FbxChild(OutputStream out) {
        this.out = new SceneOutput(out);
    }

    /** Works until standard input ends. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        OutputStream answers = new FileOutputStream(FileDescriptor.out);
        // What a library prints by way of Java must not get among the answers.
        System.setOut(System.err);
        BlockingQueue<Job> jobs = new ArrayBlockingQueue<>(1);
        Thread reader = new Thread(() -> takeJobs(System.in, jobs), "jobs");
        reader.setDaemon(true);
        reader.start();
        loadAlone();
        FbxChild child = new FbxChild(answers);
        child.out.number(READY);
        child.out.flush();
        while (true) {
            child.answer(jobs.take());
        }
    }

    /**
     * Loads the library while no other process does. LWJGL unpacks it where all find it; of four processes that did so at once on a machine where it was not yet, one in
     * twelve broke down. Whoever cannot have the lock goes on without it.
     */
    private static void loadAlone() {
        Path lock = Path.of(
                System.getProperty("java.io.tmpdir"), "sinew-natives-" + System.getProperty("user.name") + ".lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
            Assimp.getLibrary();
        } catch (IOException | LinkageError e) {
            // The first job says what is wrong with the library.
        }
    }

    private record Job(int kind, byte[] bytes) {}

    private static void takeJobs(InputStream input, BlockingQueue<Job> jobs) {
        try {
            SceneInput in = new SceneInput(input);
            while (true) {
                in.allow(Long.MAX_VALUE);
                jobs.put(new Job(in.number(), in.bytes()));
            }
        } catch (IOException | InterruptedException | OutOfMemoryError e) {
            // Also while the library is at work, which no exception would reach.
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
            out.number(REFUSED);
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
