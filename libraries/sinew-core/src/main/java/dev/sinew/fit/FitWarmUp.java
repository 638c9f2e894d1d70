package dev.sinew.fit;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.CancelledException;
import dev.sinew.run.Progress;

/**
 * Fits a toy on a thread of its own while a program still reads its input, so that the JIT has compiled the solver's
 * loops when real data comes. Changes no result; {@link #close} ends it within milliseconds.
 */
public final class FitWarmUp implements AutoCloseable {
    private static final int COLUMNS = 48;
    private static final int ROWS = 32;
    private static final int FRAMES = 40;
    private static final int BONES = 8;
    /** After so many the JIT has seen what there is to see. */
    private static final int RUNS = 12;

    private volatile boolean stopped;

    private FitWarmUp() {}

    public static FitWarmUp start() {
        FitWarmUp warmUp = new FitWarmUp();
        Thread thread = new Thread(warmUp::run, "sinew-warm-up");
        thread.setDaemon(true);
        thread.start();
        return warmUp;
    }

    private void run() {
        try {
            fitToys();
        } catch (CancelledException stop) {
            // What it was for begins now.
        } catch (OutOfMemoryError tight) {
            // The real work is slower to start, if there is memory for it at all; it is the one to speak of it.
        }
    }

    private void fitToys() {
        MeshSequence toy = toy();
        FitOptions options = FitOptions.defaults(new FitOptions.Bones(BONES)).withThreads(1);
        Progress untilStopped = step -> stopped ? Progress.Answer.CANCEL : Progress.Answer.CONTINUE;
        for (int r = 0; r < RUNS && !stopped; r++) {
            LinearFit.fit(toy, options, untilStopped);
        }
    }

    /** A sheet that bends and ripples. */
    private static MeshSequence toy() {
        int n = COLUMNS * ROWS;
        float[][] frames = new float[FRAMES + 1][3 * n];
        for (int f = 0; f <= FRAMES; f++) {
            for (int i = 0; i < n; i++) {
                double x = (double) (i % COLUMNS) / COLUMNS - 0.5;
                double y = (double) (i / COLUMNS) / ROWS - 0.5;
                double turn = f * (0.03 + 0.05 * x);
                frames[f][3 * i] = (float) (x * Math.cos(turn) - y * Math.sin(turn));
                frames[f][3 * i + 1] = (float) (x * Math.sin(turn) + y * Math.cos(turn));
                frames[f][3 * i + 2] = (float) (0.1 * Math.sin(7 * x + 0.3 * f) * Math.cos(5 * y - 0.2 * f));
            }
        }
        Mesh rest = Mesh.ofTriangles(frames[0], faces());
        return new MeshSequence("toy", rest, FrameSource.of(frames), 30);
    }

    private static int[] faces() {
        int[] faces = new int[6 * (COLUMNS - 1) * (ROWS - 1)];
        int at = 0;
        for (int r = 0; r < ROWS - 1; r++) {
            for (int c = r * COLUMNS; c < (r + 1) * COLUMNS - 1; c++) {
                int[] square = {c, c + 1, c + COLUMNS, c + 1, c + COLUMNS + 1, c + COLUMNS};
                System.arraycopy(square, 0, faces, at, 6);
                at += 6;
            }
        }
        return faces;
    }

    /** Stops the toy; the real work begins. */
    @Override
    public void close() {
        stopped = true;
    }
}
