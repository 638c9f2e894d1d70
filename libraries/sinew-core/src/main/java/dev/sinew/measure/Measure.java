package dev.sinew.measure;

import dev.sinew.mesh.Ball;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.platform.Machine;
import dev.sinew.platform.Workers;
import dev.sinew.skin.ClipFrames;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.TwoLayerSkinning;
import java.util.Optional;

/** Measures the error of a model's clip against a sequence, in one pass over the frames. */
public final class Measure {
    private static final int CHUNK = 2048;

    private Measure() {}

    /** Measures a clip against a sequence, on all processors. */
    public static SequenceError of(SkinnedModel model, Clip clip, MeshSequence truth) {
        try (Workers workers = new Workers(Machine.processors())) {
            return of(model, clip, truth, workers);
        }
    }

    /** Measures a clip, frame k against frame k of the sequence. */
    public static SequenceError of(SkinnedModel model, Clip clip, MeshSequence truth, Workers workers) {
        checkVertices(model.vertexCount(), truth);
        return of(new ClipPoses(model, clip), truth, workers);
    }

    /** Measures a clip of a two-layer model, frame k against frame k of the sequence. */
    public static SequenceError of(TwoLayerModel model, Clip clip, MeshSequence truth, Workers workers) {
        checkVertices(model.vertexCount(), truth);
        return of(new TwoLayerPoses(model, clip), truth, workers);
    }

    /** Measures all metrics: positions, shading, bind pose and weights. */
    public static SequenceError withVisualErrors(SkinnedModel model, Clip clip, MeshSequence truth, Workers workers) {
        return of(model, clip, truth, workers)
                .withSeen(withVisualErrors(model, truth, ShadingMeasure.of(model, clip, truth, workers)));
    }

    /** The same for a two-layer model; bone regions are those of its fallback weights. */
    public static SequenceError withVisualErrors(TwoLayerModel model, Clip clip, MeshSequence truth, Workers workers) {
        return of(model, clip, truth, workers)
                .withSeen(withVisualErrors(model.fallback(), truth, ShadingMeasure.of(model, clip, truth, workers)));
    }

    private static SequenceError.Seen withVisualErrors(
            SkinnedModel model, MeshSequence truth, Optional<NormalError> normals) {
        return new SequenceError.Seen(normals, RestError.of(model.rest(), truth.rest()), BoneRegions.of(model));
    }

    private static void checkVertices(int vertices, MeshSequence truth) {
        if (vertices != truth.vertexCount()) {
            throw new IllegalArgumentException(
                    "the model has " + vertices + " vertices, the sequence " + truth.vertexCount());
        }
    }

    public static SequenceError of(PoseSource model, MeshSequence truth, Workers workers) {
        int n = truth.vertexCount();
        Sums sums = new Sums(n, truth.frameCount());
        float[] first = truth.frame(0);
        for (int f = 0; f < truth.frameCount(); f++) {
            int frame = f;
            float[] wanted = truth.frame(f);
            workers.forChunks(n, CHUNK, (chunk, from, to) -> {
                double[] got = new double[3 * (to - from)];
                model.positions(frame, from, to, got);
                sums.add(chunk, from, to, first, wanted, got);
            });
            sums.endFrame(f);
        }
        double diagonal = positive(Box.around(truth.rest().positions()).diagonal());
        double radius = positive(Ball.around(first).radius());
        return sums.finish(diagonal, radius);
    }

    private static double positive(double length) {
        return length > 0 ? length : 1;
    }

    /** Sums of the pass, one chunk of vertices at a time. */
    private static final class Sums {
        private final int n;
        private final int frames;
        /** Σ_f ‖v−v̂‖² per vertex */
        private final double[] perVertex;
        /** Σ_i ‖v−v̂‖² per frame */
        private final double[] perFrame;
        /** Σ_f (v − v_first), 3N */
        private final double[] drift;
        /** Σ_f Σ_i ‖v − v_first‖² per chunk */
        private final double[] spread;

        private final double[] chunkSum;
        private final double[] chunkWorst;
        private final int[] chunkWorstVertex;
        private double worst = -1;
        private int worstVertex;
        private int worstFrame;

        Sums(int n, int frames) {
            int chunks = Workers.chunks(n, CHUNK);
            this.n = n;
            this.frames = frames;
            perVertex = new double[n];
            perFrame = new double[frames];
            drift = new double[3 * n];
            spread = new double[chunks];
            chunkSum = new double[chunks];
            chunkWorst = new double[chunks];
            chunkWorstVertex = new int[chunks];
        }

        void add(int chunk, int from, int to, float[] first, float[] wanted, double[] got) {
            double sum = 0;
            double motion = 0;
            double max = -1;
            int maxVertex = from;
            for (int i = from; i < to; i++) {
                double squared = 0;
                for (int x = 0; x < 3; x++) {
                    double miss = wanted[3 * i + x] - got[3 * (i - from) + x];
                    double moved = wanted[3 * i + x] - (double) first[3 * i + x];
                    squared += miss * miss;
                    motion += moved * moved;
                    drift[3 * i + x] += moved;
                }
                perVertex[i] += squared;
                sum += squared;
                if (squared > max) {
                    max = squared;
                    maxVertex = i;
                }
            }
            chunkSum[chunk] = sum;
            spread[chunk] += motion;
            chunkWorst[chunk] = max;
            chunkWorstVertex[chunk] = maxVertex;
        }

        void endFrame(int f) {
            for (int c = 0; c < chunkSum.length; c++) {
                perFrame[f] += chunkSum[c];
                if (chunkWorst[c] > worst) {
                    worst = chunkWorst[c];
                    worstVertex = chunkWorstVertex[c];
                    worstFrame = f;
                }
            }
        }

        SequenceError finish(double diagonal, double radius) {
            double total = sum(perFrame);
            // ‖A − A_mean‖² = Σ‖v − v_first‖² − F·Σ‖mean of (v − v_first)‖²
            double variance = sum(spread);
            for (double d : drift) {
                variance -= d * d / frames;
            }
            double moving = variance > 1e-20 * radius * radius * n * frames ? Math.sqrt(variance) : Double.NaN;
            double percent = 100 / diagonal;
            double[] frameRms = new double[frames];
            for (int f = 0; f < frames; f++) {
                frameRms[f] = percent * Math.sqrt(perFrame[f] / n);
            }
            double[] vertexRms = new double[n];
            for (int i = 0; i < n; i++) {
                vertexRms[i] = percent * Math.sqrt(perVertex[i] / frames);
            }
            return new SequenceError(
                    1000 * Math.sqrt(total / (3.0 * n * frames)) / radius,
                    percent * Math.sqrt(total / ((double) n * frames)),
                    100 * Math.sqrt(total) / moving,
                    new SequenceError.Located(percent * Math.sqrt(worst), worstVertex, worstFrame),
                    frameRms,
                    vertexRms);
        }

        private static double sum(double[] values) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            return sum;
        }
    }

    /** The poses of a model in a clip. Keeps the shaped rest pose of the last frame, because chunks of a frame are requested together. */
    private static final class ClipPoses implements PoseSource {
        private record Shaped(int frame, float[] rest) {}

        private final SkinnedModel model;
        private final Clip clip;
        private final LinearSkinning skinning;
        /** Threads that miss it recompute the same numbers: no lock needed. */
        private volatile Shaped last = new Shaped(Integer.MIN_VALUE, new float[0]);

        ClipPoses(SkinnedModel model, Clip clip) {
            this.model = model;
            this.clip = clip;
            this.skinning = new LinearSkinning(model);
        }

        @Override
        public void positions(int f, int from, int to, double[] xyz) {
            Shaped now = last;
            if (now.frame != f) {
                now = new Shaped(f, ClipFrames.shapedRest(model, clip, f));
                last = now;
            }
            BoneMotion motion = clip.motion();
            skinning.positions(now.rest, motion.matrices(), motion.offset(f, 0), from, to, xyz);
        }
    }

    /** The poses of a two-layer model. Keeps the virtual bones of the last frame, because chunks of a frame are requested together. */
    private static final class TwoLayerPoses implements PoseSource {
        private record Blended(int frame, double[] virtualBones) {}

        private final TwoLayerSkinning skinning;
        private final BoneMotion motion;
        /** Threads that miss it recompute the same numbers: no lock needed. */
        private volatile Blended last = new Blended(Integer.MIN_VALUE, new double[0]);

        TwoLayerPoses(TwoLayerModel model, Clip clip) {
            this.skinning = new TwoLayerSkinning(model);
            this.motion = clip.motion();
        }

        @Override
        public void positions(int f, int from, int to, double[] xyz) {
            Blended now = last;
            if (now.frame != f) {
                now = new Blended(f, skinning.virtualBones(motion.matrices(), motion.offset(f, 0)));
                last = now;
            }
            skinning.positions(now.virtualBones, from, to, xyz);
        }
    }
}
