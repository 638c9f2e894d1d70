package dev.sinew.bench;

import dev.sinew.compress.CompressOptions;
import dev.sinew.compress.Compression;
import dev.sinew.fit.MotionFit;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.ModelInput;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.sample.catalogue.Samples;
import java.util.List;

/** The sample creature with every bone on every vertex, to time `compress` at any size. */
public final class DenseCreature {
    private static final double COST = 4;

    private DenseCreature() {}

    /** The seconds to reduce it to four bones per vertex, with four iterations at the last size. */
    public static double compressSeconds(ModelInput input) {
        CompressOptions options = CompressOptions.defaults(new CompressOptions.BonesPerVertex(COST))
                .withMaxIterations(4);
        long start = System.nanoTime();
        Compression.compress(input, options, Progress.SILENT);
        return (System.nanoTime() - start) * 1e-9;
    }

    /** A sequence and its dense model. */
    public static ModelInput of(int vertices, int frames, int bones) {
        MeshSequence sequence = Samples.named("creature").orElseThrow().make(vertices, frames);
        Mesh mesh = sequence.rest();
        double[] pivots = new double[3 * bones];
        for (int j = 0; j < bones; j++) {
            int i = (int) ((j + 0.5) * mesh.vertexCount() / bones);
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] = mesh.positions()[3 * i + x];
            }
        }
        SkinWeights weights = weights(mesh, pivots);
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            BoneMotion motion = MotionFit.fit(sequence, weights, bones, workers);
            Clip clip = new Clip("creature", 30, motion);
            SkinnedModel model = new SkinnedModel(mesh, weights, Skeleton.flat(pivots), BoneType.AFFINE, List.of(clip));
            return ModelInput.of(model).withExamples(clip, sequence);
        }
    }

    /** Weights by the inverse square of the distance, in units of the mean distance. */
    private static SkinWeights weights(Mesh mesh, double[] pivots) {
        int n = mesh.vertexCount();
        int count = pivots.length / 3;
        int[] bones = new int[n * count];
        double[] weights = new double[n * count];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < count; j++) {
                double squared = 0;
                for (int x = 0; x < 3; x++) {
                    double d = mesh.positions()[3 * i + x] - pivots[3 * j + x];
                    squared += d * d;
                }
                bones[i * count + j] = j;
                weights[i * count + j] = 1 / (0.01 + squared);
                sum += weights[i * count + j];
            }
            for (int j = 0; j < count; j++) {
                weights[i * count + j] /= sum;
            }
        }
        return SkinWeights.of(count, bones, weights);
    }
}
