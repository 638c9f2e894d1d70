package dev.sinew.io.numpy;

import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Writes a skinned model as arrays. With V vertices, K influences per vertex, B bones, C clips and F frames in total:
 *
 * <ul>
 *   <li>{@code rest} (V, 3), {@code normals} (V, 3), {@code faces}
 * <li>{@code weight_indices} (V, K) and {@code weight_values} (V, K), largest first, unused slots have bone 0 and weight 0;
 * on request {@code weights} (V, B)
 *   <li>{@code transforms} (F, B, 4, 4): frame f puts vertex i at Σ_j w_ij · transforms[f, j] · (rest_i, 1)
 *   <li>{@code joints} (B, 3), {@code parents} (B,) with -1 for roots, {@code names} (B,)
 *   <li>{@code clip_names}, {@code clip_frames}, {@code clip_fps}, each (C,)
 *   <li>of two layers: {@code virtual_indices} and {@code virtual_values} (M, c), the master bones of a virtual one;
 *       {@code vertex_virtual_indices} and {@code vertex_virtual_values} (V, 2)
 * </ul>
 */
public final class ModelArrays {
    /** Additional forms of the weights besides (V, K). */
    public enum Weights {
        SPARSE,
        DENSE
    }

    private ModelArrays() {}

    public static void write(OutputStream out, SkinnedModel model, Optional<TwoLayerWeights> layers, Weights weights)
            throws IOException {
        try (NpzWriter arrays = new NpzWriter(out)) {
            long[] points = {model.vertexCount(), 3};
            NpzWriter.mesh(arrays, model.rest());
            arrays.floats(
                    "normals",
                    points,
                    Normals.ofVertices(model.rest(), model.rest().positions()));
            sparse(arrays, model.weights());
            if (weights == Weights.DENSE) {
                dense(arrays, model.weights(), model.boneCount());
            }
            skeleton(arrays, model.skeleton());
            clips(arrays, model.clips(), model.boneCount());
            if (layers.isPresent()) {
                twoLayers(arrays, layers.get());
            }
        }
    }

    private static void sparse(NpzWriter arrays, SkinWeights weights) throws IOException {
        long[] shape = {weights.vertexCount(), weights.influences()};
        arrays.ints("weight_indices", shape, weights.bones());
        arrays.doubles("weight_values", shape, weights.weights());
    }

    private static void dense(NpzWriter arrays, SkinWeights weights, int bones) throws IOException {
        arrays.doubles("weights", new long[] {weights.vertexCount(), bones}, out -> {
            double[] row = new double[bones];
            for (int i = 0; i < weights.vertexCount(); i++) {
                Arrays.fill(row, 0);
                for (int at = i * weights.influences(); at < (i + 1) * weights.influences(); at++) {
                    row[weights.bones()[at]] += weights.weights()[at];
                }
                for (double value : row) {
                    out.put(value);
                }
            }
        });
    }

    private static void skeleton(NpzWriter arrays, Skeleton skeleton) throws IOException {
        long bones = skeleton.boneCount();
        arrays.doubles("joints", new long[] {bones, 3}, skeleton.pivots());
        arrays.ints("parents", new long[] {bones}, skeleton.parents());
        arrays.texts("names", skeleton.names());
    }

    private static void clips(NpzWriter arrays, List<Clip> clips, int bones) throws IOException {
        int frames = clips.stream().mapToInt(c -> c.motion().frameCount()).sum();
        arrays.doubles("transforms", new long[] {frames, bones, 4, 4}, out -> {
            for (Clip clip : clips) {
                square(out, clip.motion().matrices());
            }
        });
        long[] count = {clips.size()};
        arrays.texts("clip_names", clips.stream().map(Clip::name).toList());
        arrays.ints(
                "clip_frames",
                count,
                clips.stream().mapToInt(c -> c.motion().frameCount()).toArray());
        arrays.doubles(
                "clip_fps",
                count,
                clips.stream().mapToDouble(Clip::framesPerSecond).toArray());
    }

    /** Extends 3×4 matrices by their constant last row. */
    private static void square(NpzWriter.Out out, double[] matrices) throws IOException {
        for (int at = 0; at < matrices.length; at += BoneMotion.STRIDE) {
            for (int k = 0; k < BoneMotion.STRIDE; k++) {
                out.put(matrices[at + k]);
            }
            for (int k = 0; k < 4; k++) {
                out.put(k == 3 ? 1.0 : 0.0);
            }
        }
    }

    private static void twoLayers(NpzWriter arrays, TwoLayerWeights layers) throws IOException {
        long[] virtual = {layers.virtualBoneCount(), layers.atomInfluences()};
        long[] vertices = {layers.vertexCount(), TwoLayerWeights.VIRTUAL_PER_VERTEX};
        arrays.ints("virtual_indices", virtual, layers.atomBones());
        arrays.doubles("virtual_values", virtual, layers.atomWeights());
        arrays.ints("vertex_virtual_indices", vertices, layers.vertexVirtual());
        arrays.doubles("vertex_virtual_values", vertices, layers.vertexCoefficients());
    }
}
