package dev.sinew.io.numpy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.numpy.ModelArrays.Weights;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelArraysTest {
    @TempDir
    Path folder;

    private static SkinnedModel model() {
        Mesh mesh = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        SkinWeights weights =
                SkinWeights.of(2, new int[] {0, 1, 1, 0, 0, 0}, new double[] {0.75, 0.25, 1, 0, 0.5, 0.5});
        Skeleton skeleton = new Skeleton(List.of("hip", "Knöchel"), new int[] {-1, 0}, new double[] {0, 0, 0, 0, 1, 0});
        double[] matrices = IntStream.range(0, 48).asDoubleStream().toArray();
        return new SkinnedModel(
                mesh,
                weights,
                skeleton,
                BoneType.AFFINE,
                List.of(new Clip("walk", 24, new BoneMotion(2, 2, matrices))));
    }

    private Path written(Optional<TwoLayerWeights> layers, Weights weights) throws IOException {
        Path file = folder.resolve("m.npz");
        try (OutputStream out = Files.newOutputStream(file)) {
            ModelArrays.write(out, model(), layers, weights);
        }
        return file;
    }

    private static double[] numbers(Path file, String name, String shape) {
        try (NumpyFile arrays = NumpyFile.open(file)) {
            NpyArray array = arrays.find(List.of(name)).orElseThrow();
            assertThat(array.header().shapeText()).isEqualTo(shape);
            double[] numbers = new double[(int) array.header().count(name)];
            array.forEach((at, value) -> numbers[(int) at] = value);
            return numbers;
        }
    }

    @Test
    void writesEveryArray() throws IOException {
        Path file = written(Optional.empty(), Weights.SPARSE);
        assertThat(numbers(file, "rest", "(3, 3)")).containsExactly(0, 0, 0, 1, 0, 0, 0, 1, 0);
        assertThat(numbers(file, "normals", "(3, 3)")).containsExactly(0, 0, 1, 0, 0, 1, 0, 0, 1);
        assertThat(numbers(file, "faces", "(1, 3)")).containsExactly(0, 1, 2);
        assertThat(numbers(file, "weight_indices", "(3, 2)")).containsExactly(0, 1, 1, 0, 0, 0);
        assertThat(numbers(file, "weight_values", "(3, 2)")).containsExactly(0.75, 0.25, 1, 0, 0.5, 0.5);
        assertThat(numbers(file, "joints", "(2, 3)")).containsExactly(0, 0, 0, 0, 1, 0);
        assertThat(numbers(file, "parents", "(2,)")).containsExactly(-1, 0);
        assertThat(numbers(file, "clip_frames", "(1,)")).containsExactly(2);
        assertThat(numbers(file, "clip_fps", "(1,)")).containsExactly(24);
        double[] transforms = numbers(file, "transforms", "(2, 2, 4, 4)");
        assertThat(transforms).startsWith(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 1, 12);
        assertThat(transforms).endsWith(47, 0, 0, 0, 1);
        assertThat(text(file, "names")).contains("'<U7'").contains("(2,)").endsWith("hip\0\0\0\0Knöchel");
        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.getEntry("weights.npy")).isNull();
            assertThat(zip.getEntry("virtual_indices.npy")).isNull();
        }
    }

    private static String text(Path file, String name) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            byte[] bytes = zip.getInputStream(zip.getEntry(name + ".npy")).readAllBytes();
            // Characters have four bytes each, after a header of a multiple of 64 bytes.
            int header = 64 * ((10 + bytes[8] + 63) / 64);
            StringBuilder text = new StringBuilder(new String(bytes, 0, header, StandardCharsets.ISO_8859_1));
            for (int k = header; k < bytes.length; k += 4) {
                text.append((char) (Byte.toUnsignedInt(bytes[k]) | Byte.toUnsignedInt(bytes[k + 1]) << 8));
            }
            return text.toString();
        }
    }

    @Test
    void writesDenseWeightsAndTwoLayers() throws IOException {
        TwoLayerWeights layers = TwoLayerWeights.of(
                2, 1, new int[] {0, 1}, new double[] {1, 1}, new int[] {0, 1, 0, 1, 0, 1}, new double[] {
                    0.5, 0.5, 0.25, 0.75, 1.5, -0.5
                });
        Path file = written(Optional.of(layers), Weights.DENSE);
        assertThat(numbers(file, "weights", "(3, 2)")).containsExactly(0.75, 0.25, 0, 1, 1, 0);
        assertThat(numbers(file, "virtual_indices", "(2, 1)")).containsExactly(0, 1);
        assertThat(numbers(file, "virtual_values", "(2, 1)")).containsExactly(1, 1);
        assertThat(numbers(file, "vertex_virtual_indices", "(3, 2)")).containsExactly(0, 1, 0, 1, 0, 1);
        assertThat(numbers(file, "vertex_virtual_values", "(3, 2)")).containsExactly(0.5, 0.5, 0.25, 0.75, 1.5, -0.5);
    }
}
